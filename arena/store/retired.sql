-- Bots that were taken out of the table: each by the version that was current and is none now.
-- What they have played stays, and counts again when they are taken back.

CREATE TABLE retired (
    entrant_id INTEGER PRIMARY KEY REFERENCES entrant
) STRICT;
