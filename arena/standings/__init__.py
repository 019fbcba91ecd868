"""The ranking of an event, derived from its facts.

Not here: the mathematics (`rating`), the facts (`store`).

Others import: `standings` (the ranking as a value), `ranking_table`, `ranking_columns`,
`crosstable`, `matches`, `profile`, `roster`, `interim` (while a run goes on), `benching`,
`tallies`.
"""
