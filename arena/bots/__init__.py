"""Bots: from a folder to a program that can be started.

Not here: confining a process (`sandbox`), and running one in a match (`runner`).

Others import: `manifest` (reading `bot.toml`), `discovery` (scanning a folder of bots), `snapshot`
(a version by its hash), `prepare` (copy and build), `runtime` (the bots' Python, commands),
`scaffold` (`arena new`), `bridge` and `proto_files` (what authors are given).
"""
