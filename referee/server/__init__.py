"""The gRPC service: streams, tables, clocks and tokens.

Not here: the rules (`referee.rules`), protobuf and JSON (`referee.wire`).

Others import: `session` (matches between two streams), `stream` (one bot), `service` (a server for
one bot), `gateway` (a server for remote bots), `clock`, `table`, `tokens`, `inner_seat`, `health`,
`refusals`.
"""
