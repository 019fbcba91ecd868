"""Statistics of an event besides its ranking.

Not here: the ranking (`standings`).

Others import: `event_stats` and `event_tables` (luck, dealers, yaku, play), `by_worker`.
"""
