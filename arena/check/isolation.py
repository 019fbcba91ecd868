"""Stages on isolation: whether a bot leaves other programs and files alone and prints little.

In an event the sandbox blocks such acts silently and no match is lost. The check reports them, so
that the author learns of them.
"""

from collections.abc import Iterator, Mapping

from arena.check.exam import Exam
from arena.check.findings import Judgement, Outcome, count
from arena.check.judging import trouble
from arena.check.monitored_sitting import MonitorReport, Report
from arena.errors import shown
from arena.sandbox.decoys import ESCAPES, SIGNALS, TRACING
from arena.sandbox.levels import MEBIBYTE
from arena.system.capped_log import KEPT_BYTES

SENT = "a box in which files, network and processes that are not its own are watched"
OWN_RULE = "A bot uses its own folder, its own processes and its referee, and nothing else."
UNSEEN = "what a bot tries beyond its box is seen at `--sandbox bwrap` alone"
UNTOLD = "the bot had to be killed, and what watched it went with it"
# A runtime may leave a small file of its own; that is no attempt to fill a disk.
MOST_BYTES, MOST_FILES = MEBIBYTE, 64
FATAL_CALLS: Mapping[str, tuple[str, str]] = {
    TRACING: (
        "it was ended for looking into another process (`ptrace` or the like)",
        "Trace nobody, and read nobody's memory.",
    ),
    SIGNALS: (
        "it was ended for a signal to a process that it had not started",
        "Send signals to nobody but your own children, by the numbers that you were given.",
    ),
    ESCAPES: (
        "it was ended for trying to change what it sees of the machine (`mount` or the like)",
        "Change no mounts, roots or namespaces.",
    ),
    "": ("it was ended for a call of the kernel that no bot needs", "Find it with `strace -f`."),
}
LOG_SENT = "a log that keeps the first and the last 32 KiB of each process"
LOG_RULE = "What a bot prints is for its author: more than 64 KiB of a process is not kept."
LOG_ADVICE = "Print less, above all nothing for every decision: what is cut out helps nobody."
MOST_PRINTED = 16 * MEBIBYTE

Fault = tuple[str, str]  # what came, and what to do


async def keeps_to_itself(exam: Exam) -> Judgement:
    """Check that the bot opens, calls, traces and signals nothing of others, and writes little."""
    seen = await exam.testimony()
    if seen is None or (seen.report is None and not seen.fatal):
        return Judgement(Outcome.NOT_APPLICABLE, SENT, UNTOLD if seen else UNSEEN)
    if faults := list(_faults(seen)):
        came, advice = zip(*faults, strict=True)
        return Judgement(Outcome.FAIL, SENT, "; ".join(came), OWN_RULE, " ".join(advice))
    return trouble(seen.played) or Judgement(Outcome.PASS, SENT, "it looked at nothing else")


def _faults(seen: MonitorReport) -> Iterator[Fault]:
    if seen.fatal or seen.was_ended:
        yield FATAL_CALLS[seen.fatal]
    if seen.report is not None:
        yield from _seen_by_monitor(seen.report)


def _seen_by_monitor(report: Report) -> Iterator[Fault]:
    if others := [path for path in report.opened if path.startswith("/proc/")]:
        yield (
            f"it opened what belongs to another process: {_list(others)}",
            "Leave the folders of other processes in /proc alone.",
        )
    if files := [path for path in report.opened if path not in others]:
        yield (
            f"it opened {_list(files)}",
            "Read your own folder and what your language has installed, and search for nothing.",
        )
    size, files_written = report.written
    if size > MOST_BYTES or files_written > MOST_FILES:
        yield (
            f"it wrote {size / MEBIBYTE:.1f} MiB in {count(files_written, 'file')} into /tmp",
            "Write nothing: an event has no room for it. Bring along what you need to read.",
        )
    if report.calls:
        yield (
            f"it called {count(report.calls, 'time')} where nobody is, over the network",
            "Call nobody but the referee at `KOIKOI_ADDRESS`: an event has no network. Bring along"
            " what you would fetch.",
        )


def _list(paths: list[str]) -> str:
    return ", ".join(shown(path) for path in paths)


async def prints_little(exam: Exam) -> Judgement:
    """Check that no process of the bot prints more than is kept."""
    most = max(played.bot.log.printed for played in exam.played)
    came = f"{most / 1024:.0f} KiB" if most < MEBIBYTE else f"{most / MEBIBYTE:.1f} MiB"
    if most <= 2 * KEPT_BYTES:
        return Judgement(Outcome.PASS, LOG_SENT, f"{came} at most")
    outcome = Outcome.FAIL if most > MOST_PRINTED else Outcome.WARNING
    return Judgement(outcome, LOG_SENT, f"{came} printed by one process", LOG_RULE, LOG_ADVICE)
