"""Which chunks are played, in which order, and until when.

Not here: playing them (`runner`).

Others import: `slots` (chunks of a schedule), `formats` (round-robin, gauntlet, Swiss, adaptive),
`sprt` and `resolution` (goals that end a run).
"""
