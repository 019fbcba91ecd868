"""Programs that run inside a box, a file each, sent as source.

They use the standard library alone and import nothing of this project. `launcher` applies Landlock,
`probe` attacks, `monitor` watches a bot for `arena check`, `tcp_relay` leads to the referee.
"""
