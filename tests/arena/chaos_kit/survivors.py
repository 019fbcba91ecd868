"""Processes that are left of a test's events, wherever they have hidden."""

from pathlib import Path

from tests.arena.living import command_line, pids

PROC = Path("/proc")


def survivors(marker: str) -> list[str]:
    """The processes that were started from a folder: they work in it, name it, or have it mounted.

    A daemon may have changed its command line, and one in a sandbox sees other paths than we do.
    """
    return [f"{pid} {command_line(pid)}" for pid in pids() if marker in _traces(pid)]


def _traces(pid: int) -> str:
    folder = PROC / str(pid)
    try:
        return f"{command_line(pid)} {(folder / 'cwd').readlink()} {_mounts(folder)}"
    except OSError:  # it has gone, or is not ours to look at
        return ""


def _mounts(folder: Path) -> str:
    return (folder / "mountinfo").read_text(errors="replace")
