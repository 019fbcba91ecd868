"""An event as one HTML page, or as one picture.

Not here: the parts that the live page shares (`web`).

Others import: `page` (write the report), `plots` (pictures), `sections`, `replays` (data of the
viewer).
"""
