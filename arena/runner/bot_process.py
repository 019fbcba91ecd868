"""Bot processes: each is started with its own seat at the referee, watched, and ended with a block.

A process that has played first legs never plays second legs: first legs know the cards of second
legs. Processes of strangers end with their phase, so that none lives through both; those of trusted
bots are kept from chunk to chunk.
"""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from koikoi.v1 import referee_pb2 as pb

from arena.bots.discovery import Playable
from arena.errors import shown
from arena.runner.dossiers import write_dossier
from arena.sandbox.box import boxed, needs_tcp
from arena.sandbox.command import Command, Program, Start
from arena.sandbox.confinement import UNCONFINED, Confinement
from arena.sandbox.levels import Level
from arena.sandbox.watchdog import watch
from arena.system.capped_log import CappedLog
from arena.system.processes import exit_text, exited, running
from arena.system.schedstat import CoreWaits
from arena.system.socket_dirs import private_folder
from arena.system.subreaper import Exempt, Orphan, exempting, sweep
from referee.rules.ruleset import Ruleset
from referee.rules.verdicts import Verdict
from referee.server.clock import Timekeeper
from referee.server.refusals import Refusal
from referee.server.service import serving
from referee.server.stream import BotStream, StreamEnd
from referee.server.time_control import TimeControl
from referee.server.tokens import new_token
from referee.wire.notices import PROTOCOL_VERSION
from referee.wire.ruleset_message import ruleset_message

MakeStream: TypeAlias = Callable[[str, pb.Welcome, TimeControl, Timekeeper], BotStream]

# How long a bot whose stream has ended may take to exit before it counts as still there.
EXIT_SECONDS = 1.0
# Processes that wait for their next chunk; a Python bot is about 40 MB.
MOST_IDLE = 8


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions that are equal for every bot process of an event."""

    ruleset: Ruleset
    time_control: TimeControl
    start_seconds: float
    logs: Path
    confinement: Confinement = UNCONFINED

    def welcome(self) -> pb.Welcome:
        """Return the welcome message for a bot that joins."""
        return pb.Welcome(
            protocol_version=PROTOCOL_VERSION,
            ruleset=ruleset_message(self.ruleset),
            move_time_ms=self.time_control.move_time_ms,
            time_bank_ms=self.time_control.time_bank_ms,
        )


class Bot:
    """One bot process and its stream."""

    def __init__(
        self,
        playable: Playable,
        conditions: Conditions,
        keeper: Timekeeper,
        make_stream: MakeStream = BotStream,
    ) -> None:
        self.playable = playable
        self.first_match = ""
        self.pid: int | None = None
        self.exited: int | None = None  # how it ended, if it ended by itself
        self.orphans: list[Orphan] = []  # what of it had to be killed afterwards
        self._conditions = conditions
        self.token = new_token()
        self.stream = make_stream(self.token, conditions.welcome(), conditions.time_control, keeper)
        self.stream.on_refusal = self._keep_refusal
        self.log = CappedLog(lambda: ", ".join(self.stream.matches))

    async def live(self) -> None:
        """Run the process until its stream ends."""
        with private_folder() as folder:
            await self._serve(folder)

    def _keep_refusal(self, refusal: Refusal) -> None:
        write_dossier(self._conditions.logs.parent, self.playable.name, refusal)

    def write_log(self) -> None:
        """Write what the process has printed into its log. A full disk does not end a match."""
        path = self._conditions.logs / self.playable.name / f"{self.first_match}.log"
        try:
            self.log.write(path)
        except OSError as error:
            sys.stderr.write(f"{path} cannot be written: {error.strerror}\n")

    async def _serve(self, folder: Path) -> None:
        playable, confinement = self.playable, self._conditions.confinement
        program = Program(playable.argv, playable.folder, playable.transport == "tcp")
        tcp = needs_tcp(confinement, program)
        async with serving(self.stream, folder, tcp=tcp) as address:
            try:
                async with boxed(Start(confinement, program, folder, address)) as command:
                    await self._run(command)
            except OSError as error:
                if confinement.level is not Level.NONE:
                    raise  # what starts the program is the arena's own then
                self.stream.close(Verdict.FAILED_TO_START, f"cannot be started: {error}")

    async def _run(self, command: Command) -> None:
        async with running(
            command.argv,
            folder=command.folder,
            environment=self._environment(command.address),
            pass_fds=command.pass_fds,
        ) as process:
            self.pid = process.pid
            await self._watch(process, command)

    def _environment(self, address: str) -> dict[str, str]:
        """Return an environment made from nothing, without any secret of the arena."""
        return {
            "PATH": self._search(),
            "LANG": "C.UTF-8",
            "KOIKOI_ADDRESS": address,
            "KOIKOI_TOKEN": self.token,
        }

    def _search(self) -> str:
        confinement, path = self._conditions.confinement, os.environ.get("PATH", os.defpath)
        return confinement.view.search(path) if confinement.level.is_for_strangers else path

    async def _watch(self, process: Process, command: Command) -> None:
        assert process.stdout is not None
        async with asyncio.TaskGroup() as tasks:
            draining = tasks.create_task(self.log.drain(process.stdout))
            watching = [
                tasks.create_task(self._watch_exit(process, command, draining)),
                tasks.create_task(self._watch_eof(process)),
                tasks.create_task(self._watch_memory(process)),
            ]
            await self.stream.ended.wait()
            await self._let_go(process, command)
            for task in (draining, *watching):
                task.cancel()

    async def _watch_exit(
        self, process: Process, command: Command, draining: asyncio.Task[None]
    ) -> None:
        self.exited = code = command.exit_code(await exited(process))
        with suppress(TimeoutError):  # a child of the bot's may hold the pipe
            async with asyncio.timeout(EXIT_SECONDS):
                await asyncio.shield(draining)
        self._close(Verdict.CRASH, exit_text(code))

    async def _watch_eof(self, process: Process) -> None:
        await self.stream.at_eof.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(EXIT_SECONDS):
                await exited(process)
                return
        self._close(Verdict.DISCONNECT, "ended its stream")

    async def _watch_memory(self, process: Process) -> None:
        confinement = self._conditions.confinement
        if confinement.level is not Level.NONE:
            self._close(Verdict.MEMORY, await watch(process.pid, confinement.limits))

    def _close(self, verdict: Verdict, detail: str) -> None:
        if not self.stream.joined.is_set():
            verdict, detail = Verdict.FAILED_TO_START, f"did not join: {detail}"
        if last := self.log.last_line():
            detail += f"; last line of its log: {last}"
        self.stream.close(verdict, detail)

    async def _let_go(self, process: Process, command: Command) -> None:
        """Let a bot whose stream was closed without fault exit by itself."""
        if self.stream.end is not None and self.stream.end.verdict is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(EXIT_SECONDS):
                    self.exited = command.exit_code(await exited(process))

    async def joined(self) -> StreamEnd | None:
        """Wait until the bot has joined; why it has not, if it does not in time."""
        seconds = self._conditions.start_seconds
        try:
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as tasks:
                waits = [
                    tasks.create_task(self.stream.joined.wait()),
                    tasks.create_task(self.stream.ended.wait()),
                ]
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                for wait in waits:
                    wait.cancel()
        except TimeoutError:
            self._close(Verdict.FAILED_TO_START, f"not within {seconds:g} s")
        if self.pid is not None:
            self.stream.waits = CoreWaits(self.pid).start
        return self.stream.end


@dataclass(slots=True)
class BotPool:
    """The bot processes of one worker. All of them have ended when `opened` ends."""

    conditions: Conditions
    keeper: Timekeeper
    _tasks: asyncio.TaskGroup
    make_stream: MakeStream = BotStream
    _bots: dict[tuple[str, str, int], Bot] = field(default_factory=dict)
    _living: set[Bot] = field(default_factory=set)
    _lives: set[asyncio.Task[None]] = field(default_factory=set)

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, conditions: Conditions, make_stream: MakeStream = BotStream
    ) -> AsyncIterator["BotPool"]:
        """Provide a pool together with the clock of its referee."""
        keeper = Timekeeper()
        async with AsyncExitStack() as stack:
            tasks = asyncio.TaskGroup()
            pool = cls(conditions, keeper, tasks, make_stream)
            stack.enter_context(exempting(pool._exempt))
            await stack.enter_async_context(tasks)
            ticking = tasks.create_task(keeper.run())
            try:
                yield pool
            finally:
                pool.release_all()
                ticking.cancel()

    async def ready(self, playable: Playable, leg: int, match: str) -> Bot:
        """Return a process of the bot for this leg; its stream has ended if it did not start."""
        key = playable.name, playable.version, leg
        bot = self._bots.pop(key, None)
        if bot is None or bot.stream.end is not None:
            bot = Bot(playable, self.conditions, self.keeper, self.make_stream)
            bot.first_match = match
            life = self._tasks.create_task(self._live(bot))
            self._lives.add(life)
            life.add_done_callback(self._lives.discard)
            await bot.joined()
        self._bots[key] = bot  # last in, last out
        return bot

    async def _live(self, bot: Bot) -> None:
        """Run a bot, and end whatever it leaves behind."""
        self._living.add(bot)
        try:
            await bot.live()
        finally:
            self._living.remove(bot)
            bot.orphans = await sweep()
            # What is seen of a box by then is the box itself, about to be gone.
            is_boxed = self.conditions.confinement.level is Level.BWRAP
            for orphan in () if is_boxed else bot.orphans:
                bot.log.remark(f"left process {orphan.pid} ({shown(orphan.name)}), killed")
            bot.write_log()

    def _exempt(self) -> Exempt:
        """Return the processes of the bots that run now."""
        tokens = {one.token for one in self._living}
        pids = {one.pid for one in self._living if one.pid is not None}
        return Exempt(tokens, pids, is_starting=len(pids) < len(self._living))

    async def end_phase(self) -> None:
        """Stop the processes of strangers, and of others those that have waited longest.

        A process that lives through both phases could tell second legs what it has seen in first
        ones, by whatever one process can change and another one see. All have ended at the end.
        """
        if self.conditions.confinement.level.is_for_strangers:
            self.release_all()
            if self._lives:
                await asyncio.wait(self._lives)
        while len(self._bots) > MOST_IDLE:
            self._let_go(next(iter(self._bots)))

    def release_all(self) -> None:
        """Let every process go."""
        for key in tuple(self._bots):
            self._let_go(key)

    def _let_go(self, key: tuple[str, str, int]) -> None:
        self._bots.pop(key).stream.close(None, "nothing more to play")
