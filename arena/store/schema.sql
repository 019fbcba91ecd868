-- One event. Everything here is a fact: legs are only ever inserted, and ratings, tables and
-- pages are derived from them. What must not be true is refused here, whoever writes.

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- A bot by name and version. One version of a name is the one that plays and is ranked.
CREATE TABLE entrant (
    entrant_id  INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    version     TEXT NOT NULL,
    nonce       TEXT NOT NULL,    -- what it adds to its deals; fixed when the version is first seen
    label       TEXT NOT NULL,    -- the author's word for the version
    language    TEXT NOT NULL,
    author      TEXT NOT NULL,
    description TEXT NOT NULL,
    first_seen  TEXT NOT NULL,    -- UTC, ISO 8601
    is_current  INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    UNIQUE (name, version)
) STRICT;

CREATE UNIQUE INDEX one_current_version ON entrant (name) WHERE is_current;

-- Two legs on the same deals: `a` is NORTH in leg 1, `b` in leg 2, and a's name sorts first.
CREATE TABLE pair (
    pair_id INTEGER PRIMARY KEY,
    a       INTEGER NOT NULL REFERENCES entrant,
    b       INTEGER NOT NULL REFERENCES entrant,
    number  INTEGER NOT NULL CHECK (number >= 1),
    decks   BLOB NOT NULL CHECK (length(decks) % 48 = 0),    -- as dealt, the void ones included
    CHECK (a <> b),
    UNIQUE (a, b, number)
) STRICT;

CREATE TABLE leg (
    pair_id      INTEGER NOT NULL REFERENCES pair,
    leg          INTEGER NOT NULL CHECK (leg IN (1, 2)),
    north_points INTEGER NOT NULL CHECK (north_points >= 0),
    south_points INTEGER NOT NULL CHECK (south_points >= 0),
    months       INTEGER NOT NULL CHECK (months >= 0),    -- rounds that finished
    winner       TEXT CHECK (winner IN ('north', 'south')),
    verdict      TEXT NOT NULL CHECK (
        verdict IN (
            'normal', 'timeout', 'illegal_move', 'protocol_error', 'flood', 'crash',
            'disconnect', 'memory', 'disk', 'failed_to_start'
        )
    ),
    fault        TEXT CHECK (fault IN ('north', 'south', 'both')),
    detail       TEXT NOT NULL,
    incident     TEXT,    -- the first of the matches that one fault of a process forfeited
    PRIMARY KEY (pair_id, leg),
    CONSTRAINT a_forfeit_has_a_fault CHECK ((verdict = 'normal') = (fault IS NULL)),
    CONSTRAINT a_fault_loses CHECK (
        CASE fault
            WHEN 'north' THEN winner IS 'south'
            WHEN 'south' THEN winner IS 'north'
            WHEN 'both' THEN winner IS NULL
            ELSE TRUE
        END
    )
) STRICT, WITHOUT ROWID;

CREATE INDEX failed_leg ON leg (pair_id) WHERE fault IS NOT NULL;

-- Apart from the legs, because tables are counted from those and never look in here. With a rowid,
-- because without one every row past a quarter of a page would take a page of its own.
CREATE TABLE play (
    pair_id INTEGER NOT NULL,
    leg     INTEGER NOT NULL,
    rounds  BLOB NOT NULL,    -- the record's rounds without their decks: JSON, deflated
    PRIMARY KEY (pair_id, leg),
    FOREIGN KEY (pair_id, leg) REFERENCES leg
) STRICT;

-- Legs by the names of their bots. `is_current`: both versions are.
CREATE VIEW played AS
SELECT
    a.name AS a, b.name AS b, pair.number AS pair, leg.leg AS leg,
    a.version AS a_version, b.version AS b_version,
    north_points, south_points, months, winner, verdict, fault, detail, incident,
    a.is_current AND b.is_current AS is_current, pair_id, decks
FROM leg
JOIN pair USING (pair_id)
JOIN entrant AS a ON a.entrant_id = pair.a
JOIN entrant AS b ON b.entrant_id = pair.b;

-- Complete pairs of the current versions, leg by leg from the side of `a`.
CREATE VIEW complete_pair AS
SELECT
    a.name AS a, b.name AS b, pair.number AS pair,
    CASE one.winner WHEN 'north' THEN 'W' WHEN 'south' THEN 'L' ELSE 'D' END AS first,
    CASE two.winner WHEN 'south' THEN 'W' WHEN 'north' THEN 'L' ELSE 'D' END AS second,
    one.north_points - one.south_points + two.south_points - two.north_points AS net_points,
    one.months + two.months AS months
FROM pair
JOIN leg AS one ON one.pair_id = pair.pair_id AND one.leg = 1
JOIN leg AS two ON two.pair_id = pair.pair_id AND two.leg = 2
JOIN entrant AS a ON a.entrant_id = pair.a AND a.is_current
JOIN entrant AS b ON b.entrant_id = pair.b AND b.is_current;
