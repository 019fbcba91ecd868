"""Counters of the whole machine in /proc, hidden from bots: one could count for another to read.

A bot sees its own processes, what never changes, and three files that runtimes read for the number
of cores and the size of the memory, in which nothing changes either.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

PROC = Path("/proc")
OTHERS_MAY_READ = 0o004
# Links into a process's own folder, and what is fixed from the start of the machine.
SHOWN = frozenset(
    (
        *("self", "thread-self", "mounts", "net", "version", "filesystems", "config.gz"),
        *("consoles", "devices", "dma", "execdomains", "iomem", "ioports", "misc", "mtrr"),
        *("cmdline", "kallsyms"),
    )
)
# Of a core, what follows its load.
CHANGING = ("cpu MHz",)
NO_TIME = " 0" * 10


@contextmanager
def open_facts() -> Iterator[Mapping[str, int]]:
    """Provide open files, by the name in /proc, that stand there instead; they serve for a start.

    Bubblewrap reads them to their ends.
    """
    with ExitStack() as stack:
        files = {}
        for name, content in _facts().items():
            files[name] = os.memfd_create(name)
            stack.callback(os.close, files[name])
            os.write(files[name], content.encode())
            os.lseek(files[name], 0, os.SEEK_SET)
        yield files


@cache
def _facts() -> Mapping[str, str]:
    """Return the contents of the files about the machine, the same for every bot."""
    cores = (PROC / "cpuinfo").read_text().splitlines(keepends=True)
    total = next(
        line.split()[1]
        for line in (PROC / "meminfo").read_text().splitlines()
        if "MemTotal" in line
    )
    count = os.cpu_count() or 1
    times = "".join(f"cpu{number}{NO_TIME}\n" for number in range(count))
    memory = ("MemTotal", "MemFree", "MemAvailable")
    return {
        "cpuinfo": "".join(line for line in cores if not line.startswith(CHANGING)),
        "meminfo": "".join(f"{name}: {total} kB\n" for name in memory),
        "stat": f"cpu {NO_TIME}\n{times}",
    }


def hidden(facts: Mapping[str, int]) -> Iterator[str]:
    """Yield bubblewrap's flags that hide the counters of a machine."""
    for folder in _folders():
        yield from ("--perms", "0555", "--tmpfs", folder, "--remount-ro", folder)
    for file in _files():
        yield from ("--dev-bind", "/dev/null", file)
    for name, number in facts.items():
        yield from ("--perms", "0444", "--ro-bind-data", str(number), str(PROC / name))


@cache
def _folders() -> tuple[str, ...]:
    return tuple(str(path) for path in _to_hide() if path.is_dir())


@cache
def _files() -> tuple[str, ...]:
    """Return the files that bots could read."""
    return tuple(
        str(path)
        for path in _to_hide()
        if path.is_file() and path.stat().st_mode & OTHERS_MAY_READ and path.name not in _facts()
    )


def _to_hide() -> Iterator[Path]:
    for path in sorted(PROC.iterdir()):
        if not path.name.isdigit() and path.name not in SHOWN and not path.is_symlink():
            yield path
