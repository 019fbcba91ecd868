"""A recorded match again: find it, step through it, print it, ask a bot once more.

Not here: the viewer of the report (`web`).

Others import: `find`, `positions`, `transcript`, `ask`.
"""
