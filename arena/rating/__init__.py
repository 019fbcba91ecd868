"""Rating systems: from result tables to a mean and a sigma for every entrant.

Pure mathematics: no store, no text, no processes. Where results come from is `standings`.

Others import: `systems` (all systems by name), `results` (tables), `belief`, `certainty` (intervals
and ranks), `model`, `estimates`, `two_bots`, `sprt`. `expectation` holds the order-free fit (EP),
`sequential` the one by the package `trueskill`.
"""
