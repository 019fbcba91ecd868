"""Bots on other machines: invitation, certificates, tokens, lobby and host.

Not here: the gRPC gateway (`referee.server.gateway`).

Others import: `config` (the invitation), `host` (what a run needs), `tokens`,
`certificate_authority`, `local_debug` (`arena serve --local`).
"""
