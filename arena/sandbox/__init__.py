"""How a bot process is confined, and the proof.

Not here: which bots are started (`runner`, `bots`).

Others import: `choose` (the level that holds on this machine), `confinement` (all that is needed to
start a bot), `box` (one process's box), `build_box`, `levels`, `decoys`, `watchdog`. Inside:
`bubblewrap`, `landlock` and `limits` start programs; `seccomp` filters system calls by the tables
of `syscalls`; `views` says which files are seen; `uids` gives each bot a user; `selftest` attacks a
box with `inside.probe`.
"""
