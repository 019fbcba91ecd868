"""A run from end to end: a folder of bots goes in, matches and a ranking come out.

Not here: the command (`cli.run`), playing (`runner`).

Others import: `plan` (what a person asked for), `tournament` (play it), `dry_run`.
"""
