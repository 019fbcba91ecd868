-- On which machine each leg was played, and how much time was forgiven there: so that machines can
-- be compared. No record and no ranking tells it, since a result is the same whoever played it.

CREATE TABLE worker (
    worker_id INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE CHECK (name <> ''),
    forgiven  REAL NOT NULL DEFAULT 0 CHECK (forgiven >= 0)    -- seconds not charged to bots
) STRICT;

ALTER TABLE leg ADD COLUMN worker_id INTEGER REFERENCES worker;    -- NULL: nobody noted it

DROP VIEW played;

CREATE VIEW played AS
SELECT
    a.name AS a, b.name AS b, pair.number AS pair, leg.leg AS leg,
    a.version AS a_version, b.version AS b_version,
    north_points, south_points, months, winner, verdict, fault, detail, incident,
    a.is_current AND b.is_current AS is_current, pair_id, decks, epoch, is_paired,
    coalesce(worker.name, '') AS worker
FROM leg
JOIN pair USING (pair_id)
JOIN entrant AS a ON a.entrant_id = pair.a
JOIN entrant AS b ON b.entrant_id = pair.b
LEFT JOIN worker USING (worker_id);
