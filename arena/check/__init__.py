"""The conformance kit: one bot, its real process, a real referee, and a list of stages.

Not here: playing for a ranking (`runner`).

Others import: `kit` (run all stages), `report` (print the findings), `preflight` (the first stages,
for new bots of a run).
"""
