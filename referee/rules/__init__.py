"""The game: cards, yaku, rulesets, rounds, scoring, records and deals. Pure.

No gRPC, clock, randomness, logging or files. Not here: JSON and protobuf (`referee.wire`).

Others import: `round` and `match` (play), `ruleset` and `house_rules`, `observation` (what a seat
may know), `scoring`, `record`, `shuffle` (deals), `cards`, `yaku`, `actions`, `seats`, `verdicts`,
`errors`.
"""
