-- What the deals follow from: one secret after the other, each with the bots it dealt for. Nothing
-- here changes once it is known; a beacon and a secret come later than their epoch.

CREATE TABLE epoch (
    epoch        INTEGER PRIMARY KEY CHECK (epoch >= 1),
    title        TEXT NOT NULL UNIQUE CHECK (title <> ''),    -- T of ARENA-DEAL-1, never used twice
    commitment   BLOB CHECK (length(commitment) = 32),    -- C; not known of what was begun before
    is_committed INTEGER NOT NULL CHECK (is_committed IN (0, 1)),    -- C was shown before any deal
    beacon       TEXT,
    secret       BLOB CHECK (length(secret) = 32)    -- S, since it was revealed
) STRICT;

-- What a bot adds to its deals in an epoch, fixed when it first enters that epoch.
CREATE TABLE item (
    epoch      INTEGER NOT NULL REFERENCES epoch,
    entrant_id INTEGER NOT NULL REFERENCES entrant,
    nonce      TEXT NOT NULL,
    PRIMARY KEY (epoch, entrant_id)
) STRICT, WITHOUT ROWID;

-- Until now an event had one title, among its settings, and a version one nonce.
INSERT INTO epoch (epoch, title, is_committed)
SELECT 1, json_extract(value, '$'), FALSE
FROM setting
WHERE key = 'deal' AND json_extract(value, '$') <> '';

INSERT INTO item (epoch, entrant_id, nonce)
SELECT epoch, entrant_id, nonce FROM epoch, entrant;

DELETE FROM setting WHERE key = 'deal';

ALTER TABLE entrant DROP COLUMN nonce;

ALTER TABLE pair ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1 REFERENCES epoch;

DROP VIEW played;

CREATE VIEW played AS
SELECT
    a.name AS a, b.name AS b, pair.number AS pair, leg.leg AS leg,
    a.version AS a_version, b.version AS b_version,
    north_points, south_points, months, winner, verdict, fault, detail, incident,
    a.is_current AND b.is_current AS is_current, pair_id, decks, epoch
FROM leg
JOIN pair USING (pair_id)
JOIN entrant AS a ON a.entrant_id = pair.a
JOIN entrant AS b ON b.entrant_id = pair.b;
