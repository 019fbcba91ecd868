"""A program in a box finds what it needs, changes nothing, and leaves nothing behind."""

import asyncio
import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from select import select

import pytest

from arena.runner.protocol import encode
from arena.sandbox.command import Program
from arena.sandbox.levels import Level
from arena.system.process_tree import tree
from tests.arena.sandbox.boxing import ended, python, started
from tests.arena.sandbox.conftest import Confined

STRONG = pytest.mark.parametrize("level", [one for one in Level if one.is_for_strangers])
EVERY = pytest.mark.parametrize("level", list(Level))
CONNECT = """
import os, socket
address = os.environ["KOIKOI_ADDRESS"]
if address.startswith("unix:"):
    one = socket.socket(socket.AF_UNIX)
    one.connect(address.removeprefix("unix:"))
else:
    host, port = address.split(":")
    one = socket.create_connection((host, int(port)))
one.sendall(b"hello ")
print(one.recv(100).decode() + one.recv(100).decode())
"""


@pytest.fixture
def bot(open_folder: Path) -> Path:
    """A bot's folder with a file in it."""
    folder = open_folder / "bots" / "bot"
    folder.mkdir(parents=True)
    (folder / "book").write_text("openings")
    for one in (folder, folder.parent):
        one.chmod(0o755)
    return folder


def run(
    confined: Confined,
    level: Level,
    folder: Path,
    code: str,
    *,
    tcp: bool = False,
    **environment: str,
) -> tuple[int, str]:
    confinement = confined(level)
    if level is Level.BWRAP:  # a box has ways of its own
        folder.parent.chmod(0o700)
    program = Program(python(confinement, textwrap.dedent(code)), folder, speaks_tcp=tcp)
    return asyncio.run(ended(confinement, program, **environment))


@EVERY
def test_a_bot_reads_its_own_files_where_it_stands(
    confined: Confined, bot: Path, level: Level
) -> None:
    code = "import os; print(os.getcwd(), open('book').read())"

    assert run(confined, level, bot, code) == (0, f"{bot} openings")


@STRONG
def test_a_bot_cannot_change_its_own_files(confined: Confined, bot: Path, level: Level) -> None:
    code = """
        import os
        for change in (
            lambda: open("book", "a"),
            lambda: open("new", "w"),
            lambda: os.chmod("book", 0o777),
            lambda: os.utime("book"),
            lambda: os.setxattr("book", "user.note", b"x"),
            lambda: os.unlink("book"),
            lambda: os.rename("book", "cook"),
            lambda: os.mkdir("folder"),
        ):
            try:
                print("changed", change())
            except OSError:
                pass
    """

    assert run(confined, level, bot, code) == (0, "")


@STRONG
def test_a_bot_reads_no_file_of_another_bot_or_of_a_person(
    confined: Confined, bot: Path, level: Level
) -> None:
    rival = bot.parent / "rival"
    rival.mkdir()
    (rival / "book").write_text("secret")
    (rival / "book").chmod(0o644)
    code = f"""
        from pathlib import Path
        for path in ({str(rival / "book")!r}, "/etc/passwd", "/etc/hostname", {__file__!r}):
            try:
                print(Path(path).read_text())
            except OSError:
                pass
    """

    assert run(confined, level, bot, code) == (0, "")


@EVERY
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("raise SystemExit(7)", 7),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.abort()", -6),
    ],
)
def test_how_a_program_ended_is_told_as_it_was(
    confined: Confined, bot: Path, level: Level, code: str, expected: int
) -> None:
    assert run(confined, level, bot, code)[0] == expected


@EVERY
@pytest.mark.parametrize("tcp", [False, True])
def test_a_bot_reaches_its_own_referee(
    confined: Confined, bot: Path, level: Level, *, tcp: bool
) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(6))
        await writer.drain()
        await asyncio.sleep(0)
        writer.write(b"world")
        writer.close()

    confinement = confined(level)
    program = Program(python(confinement, CONNECT), bot, speaks_tcp=tcp)

    assert asyncio.run(ended(confinement, program, echo)) == (0, "hello world")


@EVERY
def test_a_bot_is_given_the_environment_it_was_meant_to_have_and_no_more(
    confined: Confined, bot: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SECRET", "hidden")
    code = "import os; print(*sorted(os.environ))"

    _, output = run(confined, level, bot, code, KOIKOI_TOKEN="t")

    assert set(output.split()) - {"PWD", "LC_CTYPE"} == {"PATH", "KOIKOI_ADDRESS", "KOIKOI_TOKEN"}


@EVERY
def test_a_bot_has_no_open_file_but_its_output(confined: Confined, bot: Path, level: Level) -> None:
    code = """
        import os
        for number in range(3, 64):
            try:
                print(number, os.fstat(number))
            except OSError:
                pass
    """
    with (bot / "book").open() as file:
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003  # no keyword

        assert run(confined, level, bot, code) == (0, "")


def test_nothing_that_a_bot_has_started_outlives_its_box(confined: Confined, bot: Path) -> None:
    """The daemon holds the output open: reading to its end waits for the daemon's death."""
    code = """
        import os, signal, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(3600)
            os._exit(0)
        os.wait()
        print("played")
    """

    assert run(confined, Level.BWRAP, bot, code) == (0, "played")


@STRONG
def test_a_box_ends_when_what_started_it_is_killed(
    confined: Confined, bot: Path, level: Level
) -> None:
    starter = """
        import asyncio, sys
        from pathlib import Path
        from arena.runner.protocol import decode
        from arena.sandbox.confinement import Confinement
        from arena.sandbox.command import Program
        from tests.arena.sandbox.boxing import python, started

        async def main():
            confinement = decode(Confinement, sys.argv[1].encode())
            code = "import time; print('up', flush=True); time.sleep(3600)"
            program = Program(python(confinement, code), Path(sys.argv[2]))
            async with started(confinement, program) as one:
                print(await one.line(), one.process.pid, flush=True)
                await asyncio.Event().wait()

        asyncio.run(main())
    """
    words = [encode(confined(level)).decode(), str(bot)]
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(starter), *words],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as process:
        assert process.stdout is not None
        up, pid = process.stdout.readline().split()
        living = [os.pidfd_open(one) for one in tree(int(pid))]
        process.kill()

    assert up == "up"
    assert [one for one in living if not _ends(one)] == []


def _ends(process: int) -> bool:
    ended_ones, _, _ = select([process], [], [], 10)
    os.close(process)
    return bool(ended_ones)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give users away")
def test_two_boxes_of_root_are_two_users_and_neither_is_root(confined: Confined, bot: Path) -> None:
    confinement = confined(Level.BWRAP)
    code = "import os, time; print(os.getuid(), os.getgid(), flush=True); time.sleep(3600)"
    program = Program(python(confinement, code), bot)

    async def both() -> list[str]:
        async with started(confinement, program) as one, started(confinement, program) as other:
            return [await one.line(), await other.line()]

    first, second = asyncio.run(both())

    assert first != second
    assert "0" not in {*first.split(), *second.split()}


@pytest.mark.parametrize("level", [Level.BWRAP, Level.LANDLOCK, Level.LIMITS])
def test_a_bot_runs_on_the_cores_it_may_use(confined: Confined, bot: Path, level: Level) -> None:
    confinement = confined(level)
    confinement = replace(confinement, limits=replace(confinement.limits, cpus=1))
    code = "import os; print(len(os.sched_getaffinity(0)))"

    program = Program(python(confinement, code), bot)

    assert asyncio.run(ended(confinement, program)) == (0, "1")
    assert confinement.summary.endswith("1 core each")


@STRONG
def test_a_bot_takes_no_more_cores(confined: Confined, bot: Path, level: Level) -> None:
    confinement = confined(level)
    confinement = replace(confinement, limits=replace(confinement.limits, cpus=1))
    code = "import os\ntry: os.sched_setaffinity(0, range(64))\nexcept OSError: print('refused')"

    program = Program(python(confinement, code), bot)

    assert asyncio.run(ended(confinement, program)) == (0, "refused")
