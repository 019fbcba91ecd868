"""The store: one SQLite file with every fact of an event.

Not here: anything that is derived from facts (`standings`, `stats`).

Others import: `store` (reading and writing), and the types of `entries`, `legs`, `pairs`, `epochs`
and `settings`.
"""
