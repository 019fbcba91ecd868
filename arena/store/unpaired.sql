-- Legs that share their cards with no other: those of remote entrants, whose authors see both legs.
-- Each has decks of its own, beside its rounds, and is rated alone; its pair has none.

ALTER TABLE pair ADD COLUMN is_paired INTEGER NOT NULL DEFAULT 1 CHECK (is_paired IN (0, 1));

ALTER TABLE play ADD COLUMN own_decks BLOB CHECK (length(own_decks) % 48 = 0);

DROP VIEW played;

CREATE VIEW played AS
SELECT
    a.name AS a, b.name AS b, pair.number AS pair, leg.leg AS leg,
    a.version AS a_version, b.version AS b_version,
    north_points, south_points, months, winner, verdict, fault, detail, incident,
    a.is_current AND b.is_current AS is_current, pair_id, decks, epoch, is_paired
FROM leg
JOIN pair USING (pair_id)
JOIN entrant AS a ON a.entrant_id = pair.a
JOIN entrant AS b ON b.entrant_id = pair.b;

DROP VIEW complete_pair;

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
JOIN entrant AS b ON b.entrant_id = pair.b AND b.is_current
WHERE pair.is_paired;

-- Unpaired legs of the current versions from the side of `a`, who is NORTH in leg 1.
CREATE VIEW unpaired_leg AS
SELECT
    a.name AS a, b.name AS b, pair.number AS pair, leg.leg AS leg,
    CASE
        WHEN leg.winner IS NULL THEN 'D'
        WHEN (leg.winner = 'north') = (leg.leg = 1) THEN 'W'
        ELSE 'L'
    END AS outcome,
    (north_points - south_points) * (3 - 2 * leg.leg) AS net_points,
    months
FROM leg
JOIN pair USING (pair_id)
JOIN entrant AS a ON a.entrant_id = pair.a AND a.is_current
JOIN entrant AS b ON b.entrant_id = pair.b AND b.is_current
WHERE NOT pair.is_paired;
