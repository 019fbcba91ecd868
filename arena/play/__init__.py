"""A person at the table, in a terminal, against a bot."""

EVENT = "play"  # as which the record of a match is marked
