"""Output of commands on a terminal.

Others import: `output` (tables, notes, errors), `progress` (the listener of a run), `stepper` (a
match step by step), `card_rows` (cards as pictures).
"""
