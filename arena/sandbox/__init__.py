"""How a bot process is confined, and the proof of it.

levels        what a level is, and how much a bot may use
confinement   the level of an event with all that is needed to start a bot in it
choosing      which level this machine gives, tried by `selftest` with the attacks of `probe`
boxes         one bot process's place: `bubblewrap`, `plain` limits or nothing
views         what of the file system a bot sees
seccomp       which calls of the kernel it may not make, from the tables of `syscalls`
uids          a user of its own for every bot process, where the arena is root
traps         what a box has besides where its bot is watched, by the `witness` in it
watchdog      the memory of all its processes together
"""
