"""Run-queue waits: how long a bot's threads were runnable while every core was busy.

That is not the bot's time. The kernel counts it for each thread, in nanoseconds.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_NANOSECONDS = 1e9


class RunQueue:
    """The waits of a process and of its descendants at the time when this is made."""

    def __init__(self, pid: int) -> None:
        self._pids = [pid, *descendants(pid)]

    def seconds(self) -> float:
        """Return the seconds waited so far by all threads; 0 if the kernel does not count."""
        waited = 0
        for pid in self._pids:
            for path in _PROC.glob(f"{pid}/task/*/schedstat"):
                with suppress(OSError, IndexError):
                    waited += int(path.read_text().split()[1])
        return waited / _NANOSECONDS


def descendants(pid: int) -> list[int]:
    """Return the living descendants of a process."""
    children: dict[int, list[int]] = {}
    for child, parent in _parents():
        children.setdefault(parent, []).append(child)
    found = list(children.get(pid, ()))
    for one in found:
        found += children.get(one, ())
    return found


def _parents() -> Iterator[tuple[int, int]]:
    for folder in _PROC.glob("[0-9]*"):
        with suppress(OSError):
            stat = (folder / "stat").read_text(errors="replace")
            yield int(folder.name), int(stat.rsplit(")", 1)[1].split()[1])
