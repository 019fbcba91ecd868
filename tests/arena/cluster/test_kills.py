"""Whatever of a cluster is killed in the middle of an event, the event comes to the same end."""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random

from tests.arena.cluster.conftest import Play
from tests.arena.cluster.dask import Program, arena, begin_worker, running, start_scheduler
from tests.arena.living import all_gone, children, command_line, processes_with

KILLS = int(os.environ.get("ARENA_CLUSTER_KILLS", "5"))
KILLS_AN_EVENT = 5
BOTS = 10  # whose 45 pairings are chunks of one pair each
LEGS = 45 * 2
FLAGS = ("--pairs", "1", "--move-time", "5", "--start-time", "30", "--ruleset", "short.toml")
STOPPED = 4
# Bots let go within seconds of the moment at which they notice.
GONE_SECONDS = 180.0


def test_no_leg_is_lost_or_doubled_and_no_bot_lives_on(
    play: Play,
    outcome: Callable[[str], tuple[bytes, list[object]]],
    enter_first: Callable[[int], None],
    tmp_path: Path,
) -> None:
    enter_first(BOTS)
    (tmp_path / "short.toml").write_text('base = "lemme"\nmonths = 1\n')
    cache = tmp_path / "cache"
    assert play("whole", *FLAGS, "--jobs", "2", XDG_CACHE_HOME=str(cache))[0] == 0
    whole = outcome("whole")
    assert len(whole[1]) == LEGS
    dice = Random(48)

    for number in range(0, KILLS, KILLS_AN_EVENT):
        event = f"torn{number}"
        with _Torn(tmp_path, cache, event, dice) as torn:
            kills = [*STROKES, dice.choice(STROKES)][: KILLS - number]
            dice.shuffle(kills)
            for kill in kills:
                kill(torn)
            torn.finish()
        assert _left(cache) == []
        assert outcome(event) == whole


def _left(cache: Path) -> list[str]:
    """The bots that do not go. Those that were just being started are waited for too."""
    deadline = time.monotonic() + GONE_SECONDS
    while not all_gone(str(cache), GONE_SECONDS) and time.monotonic() < deadline:
        pass
    return processes_with(str(cache))


class _Torn:
    """An event on a cluster of which one part after the other is killed, and started again."""

    def __init__(self, folder: Path, cache: Path, event: str, dice: Random) -> None:
        self.folder, self.cache, self.event, self.dice = folder, cache, event, dice
        self.numbers = count()
        self._stack = ExitStack()
        self.workers: list[Program] = []

    def __enter__(self) -> "_Torn":
        self.start_cluster()
        self.start_client()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start_cluster(self) -> None:
        self.scheduler, self.address = start_scheduler(self.folder)
        self._stack.enter_context(running(self.scheduler))
        self.workers = []
        for _ in range(2):
            self.start_worker()

    def start_worker(self) -> None:
        """One more, which comes when it comes."""
        flags = ("--name", f"w{next(self.numbers)}", "--death-timeout", "60")
        cache = {"XDG_CACHE_HOME": str(self.cache)}
        worker = begin_worker(self.address, self.folder, *flags, **cache)
        self.workers.append(self._stack.enter_context(running(worker)))

    def start_client(self) -> None:
        command = ("run", "--bots", "bots", "--seed", "7", "--event", self.event, "--no-check")
        flags = (*FLAGS, "--cluster", self.address, "--cluster-plain-text", "--verbose")
        client = arena(self.folder, *command, *flags, XDG_CACHE_HOME=str(self.cache))
        self.client = self._stack.enter_context(running(client))

    def go_on(self) -> None:
        """Lets some legs be played; where an event is over, that is as good."""
        self.client.hear(r"Finished match|nothing to play|matches played", self.dice.randint(1, 12))

    def finish(self) -> None:
        code, said = self.client.end()
        assert code == 0, said


def kill_a_worker(torn: _Torn) -> None:
    """Its nanny starts another one."""
    torn.go_on()
    living = [pid for one in torn.workers for pid in children(one.process.pid)]
    os.kill(torn.dice.choice([pid for pid in living if "spawn_main" in command_line(pid)]), 9)


def kill_a_group(torn: _Torn) -> None:
    """A machine is gone, and another one comes."""
    torn.go_on()
    torn.workers.pop(torn.dice.randrange(len(torn.workers))).kill()
    torn.start_worker()


def kill_the_scheduler(torn: _Torn) -> None:
    torn.go_on()
    torn.scheduler.kill()
    code, said = torn.client.end()
    assert code in (0, STOPPED), said
    for worker in torn.workers:
        worker.process.wait(GONE_SECONDS)
    assert _left(torn.cache) == []
    torn.start_cluster()
    torn.start_client()


def kill_the_client(torn: _Torn) -> None:
    """The cluster stays; bots go as soon as it sees that nobody wants what they play."""
    torn.go_on()
    torn.client.kill()
    assert _left(torn.cache) == []
    torn.start_client()


STROKES = (kill_a_worker, kill_a_group, kill_the_scheduler, kill_the_client)
