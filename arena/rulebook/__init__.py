"""Rulesets and scores as people ask for them.

Not here: the rules (`referee.rules`).

Others import: `load` (a preset or a file), `presets` (tables of rulesets), `score`.
"""
