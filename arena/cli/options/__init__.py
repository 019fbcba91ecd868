"""Flags that several commands share, each with its default in one place.

Others import: `event` (which event, which ruleset), `run` (schedule, ranking, sandbox), `remote`
(remote bots, TLS, cluster).
"""
