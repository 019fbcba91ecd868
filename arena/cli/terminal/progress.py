"""Progress of a run on stderr: a bar with an estimate on a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arena.cli.terminal.output import note

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from arena.rating.model import Rating
    from arena.rating.sequential import LiveRatings
    from arena.runner.progress import Listener, Progress
    from arena.standings.interim import LiveRanking
    from referee.rules.record import MatchRecord

# Without a terminal: a line this often.
LINE_SECONDS = 5.0
# With one: the bar moves this often, and this often it says who leads. A leg is not worth more.
BAR_SECONDS = 0.1
LEADERS_SECONDS = 1.0


@contextmanager
def run_listener(*, plain: bool, quiet: bool, verbose: bool) -> "Iterator[Listener]":
    """Provide the listener that suits stderr."""
    if quiet:
        yield QuietListener()
    elif plain or verbose or not sys.stderr.isatty():
        yield PlainListener(verbose=verbose)
    else:
        with _bar() as bar:
            yield BarListener(bar)


class QuietListener:
    """A listener that prints problems and no progress."""

    def note(self, text: str) -> None:
        """Print a line that the user has to know."""
        note(text)

    def mention(self, text: str) -> None:
        """Print nothing: everything is as it should be."""

    def began(self, progress: "Progress") -> None:
        """Do nothing: the number of matches is known."""

    def finished(self, record: "MatchRecord", progress: "Progress") -> None:
        """Do nothing: a match is over and stored."""

    def interim(self, ranking: "LiveRanking") -> None:
        """Do nothing with a live ranking."""


class PlainListener(QuietListener):
    """A listener that prints a line every few seconds, or one for every match."""

    def __init__(self, *, verbose: bool = False) -> None:
        self._verbose = verbose
        self._next = time.monotonic() + LINE_SECONDS

    def mention(self, text: str) -> None:
        """Print a line."""
        self.note(text)

    def began(self, progress: "Progress") -> None:
        """Print how many matches there are to play."""
        note(_to_play(progress))

    def finished(self, record: "MatchRecord", progress: "Progress") -> None:
        """Print the match, or the progress if it is time."""
        if self._verbose:
            note(f"Finished match {progress.done} of {progress.total} {match_text(record)}")
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + LINE_SECONDS
            note(progress_text(progress))

    def interim(self, ranking: "LiveRanking") -> None:
        """Print the ranking in the usual lines of tournament runners."""
        note(ranking.text())


class BarListener(QuietListener):
    """A listener with a progress bar on a terminal."""

    def __init__(self, bar: "Bar") -> None:
        self._bar = bar
        self._task: TaskID | None = None
        self._leaders = Leaders()
        self._next = 0.0

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        self._bar.console.print(text, markup=False, highlight=False)

    def mention(self, text: str) -> None:
        """Print a line above the bar."""
        self.note(text)

    def began(self, progress: "Progress") -> None:
        """Draw the bar; matches that are added later make it longer."""
        if self._task is None:
            self._task = self._bar.add_task("", rate="", left="", leaders="")
        self._bar.update(self._task, total=progress.total, completed=progress.done)

    def interim(self, ranking: "LiveRanking") -> None:
        """Print it above the bar."""
        self.note(ranking.text())

    def finished(self, record: "MatchRecord", progress: "Progress") -> None:
        """Move the bar if it is time."""
        self._leaders.add(record)
        if time.monotonic() >= self._next or not progress.left:
            self._next = time.monotonic() + BAR_SECONDS
            self._move(progress)

    def _move(self, progress: "Progress") -> None:
        assert self._task is not None
        self._bar.update(
            self._task,
            total=progress.total - progress.dropped,
            completed=progress.done,
            rate=f"{progress.rate:.1f} matches/s",
            left=left_text(progress),
            leaders=self._leaders.text(),
        )


class Leaders:
    """The leaders of this run by matches won: an impression, not the ranking.

    Where many machines play, a glance at some of the matches of each second is enough.
    """

    SHOWN = 3
    MOST_A_SECOND = 100

    def __init__(self) -> None:
        self._ratings: LiveRatings | None = None
        self._text = ""
        self._next = 0.0
        self._seen = 0  # since the text was made

    def add(self, record: "MatchRecord") -> None:
        """Rate a match with the trueskill package."""
        self._seen += 1
        if self._seen <= self.MOST_A_SECOND * LEADERS_SECONDS:
            self._rate(record)

    def _rate(self, record: "MatchRecord") -> None:
        from arena.rating.results import Outcome
        from arena.rating.sequential import LiveRatings

        if self._ratings is None:
            self._ratings = LiveRatings(())
        north, south = (player.name for player in record.seats)
        winner = record.result.winner
        outcome = Outcome.DRAW if winner is None else (Outcome.WIN, Outcome.LOSS)[winner]
        self._ratings.add(north, south, outcome)

    def text(self) -> str:
        """Return the first few, with mu - 3 sigma, as they stood a moment ago."""
        if self._ratings and time.monotonic() >= self._next:
            self._next = time.monotonic() + LEADERS_SECONDS
            self._seen = 0
            self._text = self._line(self._ratings.ratings())
        return self._text

    def _line(self, ratings: "dict[str, Rating]") -> str:
        best = sorted(ratings, key=lambda name: (-ratings[name].conservative, name))[: self.SHOWN]
        return " > ".join(f"{name} {ratings[name].conservative:.1f}" for name in best)


@contextmanager
def _bar() -> "Iterator[Bar]":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.fields[leaders]}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
        yield bar


def match_text(record: "MatchRecord") -> str:
    """Return a finished match in the format of tournament runners.

    The first named sat north; the score is 1-0, 0-1 or 1/2-1/2; how it ended stands in braces.
    """
    north, south = record.seats
    winner = record.result.winner
    score = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
    return f"({north.name} vs {south.name}): {score} {{{record.result.verdict.value}}}"


def _to_play(progress: "Progress") -> str:
    of_all = "" if progress.left == progress.total else f" of {progress.total}"
    return f"{progress.left}{of_all} matches to play"


def progress_text(progress: "Progress") -> str:
    """Describe the progress of a run in one line."""
    return (
        f"{progress.done} of {progress.total - progress.dropped} matches,"
        f" {progress.rate:.1f} matches/s, {left_text(progress)}"
    )


def left_text(progress: "Progress") -> str:
    """Return the estimate of the time left, in words."""
    if progress.seconds_left is None:
        return "estimating"
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left"
