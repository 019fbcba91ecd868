"""An event on disk: its folder, lock, exports, event file, and verification.

Not here: the facts themselves (`store`), and the ranking that follows from them (`standings`).

Others import: `locate` (find and open an event), `access` (open it for writing, with its lock),
`jsonl` (export), `verify`, `event_toml`, `commit_reveal`.
"""
