"""Decoys that `arena check` puts into a box to see what its bot tries.

A box blocks silently: a bot does no harm, and its author learns nothing. With decoys some calls
that no bot needs are fatal instead of refused, some are let through to a place where they do no
harm and are counted. A monitor starts the bot and reports what it saw.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.inside import monitor
from arena.sandbox.levels import MEBIBYTE
from arena.sandbox.seccomp import COUNTED_NETWORK, Rule

ROOM_BYTES = 8 * MEBIBYTE
# What is outside of the box, by the numbers of the processes in it: what made it, and the witness.
KEEPERS = (1, 2)
TRACING, SIGNALS, ESCAPES = "tracing", "signals", "escapes"
# No runtime merely tries one of these, as many do with other calls that are refused.
FATAL: Mapping[str, tuple[str, ...]] = {
    TRACING: ("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"),
    ESCAPES: ("mount", "umount2", "pivot_root", "chroot", "setns", "init_module", "reboot"),
    SIGNALS: (),
}
# Signal 0 only asks whether somebody is there.
SIGNALLING = Rule("kill", 0, KEEPERS, refuses_values=True, kills=True, unless=(1, 0))
# The witness watches files, and how much is written.
BORNE = frozenset(("inotify_init1", "inotify_add_watch", "statfs", "fstatfs"))


@dataclass(frozen=True, slots=True)
class Decoys:
    """The kinds of calls that are fatal, and the open files of the monitor and its decoy."""

    kinds: tuple[str, ...]
    report: int
    decoy: int

    @property
    def fatal(self) -> frozenset[str]:
        """The calls that end a bot."""
        return frozenset(call for kind in self.kinds for call in FATAL[kind])

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules for calls into a network without hosts, so that they are counted."""
        return COUNTED_NETWORK + ((SIGNALLING,) if SIGNALS in self.kinds else ())

    @property
    def files(self) -> tuple[int, ...]:
        """The open files that are handed over."""
        return self.report, self.decoy

    def room(self) -> tuple[str, ...]:
        """Return the words that make a little room to write in; it may have to hold mounts."""
        return ("--perms", "1777", "--size", str(ROOM_BYTES), "--tmpfs", monitor.ROOM)

    def decoys(self, seen: Set[Path]) -> Iterator[str]:
        """Yield the words that put decoys into a box that shows these paths."""
        shadow, *folders = monitor.DECOYS
        yield from ("--perms", "0644", "--ro-bind-data", str(self.decoy), shadow)
        above = {folder for path in seen for folder in path.parents}
        for folder in (one for one in folders if Path(one) not in above | seen):
            yield from ("--perms", "0755", "--dir", folder)
