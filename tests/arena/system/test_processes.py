"""Programs end with their block, whatever they do about it."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from select import select

import psutil
import pytest

from arena.system import processes
from arena.system.processes import exit_text, exited, running

STUBBORN = "import signal, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); "
SLEEP = "time.sleep(3600)"


def is_alive(pid: int) -> bool:
    """Return whether a process goes on, once a killed one has had the time to die."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    ended, _, _ = select([descriptor], [], [], 10)
    os.close(descriptor)
    return not ended


async def _first_line(code: str) -> tuple[int, str]:
    argv = (sys.executable, "-c", code)
    async with running(argv, folder=Path.cwd(), environment=dict(os.environ)) as process:
        assert process.stdout is not None
        line = await process.stdout.readline()
    return process.pid, line.decode().strip()


def test_a_program_is_gone_when_its_block_ends() -> None:
    pid, line = asyncio.run(_first_line(f"import time; print('up', flush=True); {SLEEP}"))

    assert line == "up"
    assert not is_alive(pid)


def test_a_program_that_ignores_sigterm_is_gone_too() -> None:
    pid, _ = asyncio.run(_first_line(STUBBORN + SLEEP))

    assert not is_alive(pid)


def test_a_child_of_the_program_that_ignores_sigterm_is_gone_too() -> None:
    child = f"import signal, time; signal.signal(15, signal.SIG_IGN); {SLEEP}"
    code = f"""
        import subprocess, sys
        print(subprocess.Popen([sys.executable, "-c", {child!r}]).pid, flush=True)
        import time; {SLEEP}
    """

    _, line = asyncio.run(_first_line(textwrap.dedent(code)))

    assert not is_alive(int(line))


def test_a_code_that_is_fetched_late_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine on which the thread that fetches it does not get a core."""
    monkeypatch.setattr(processes, "HELD_SECONDS", 0)

    async def ended() -> int:
        argv = (sys.executable, "-c", "raise SystemExit(3)")
        async with running(argv, folder=Path.cwd(), environment=dict(os.environ)) as process:
            return await exited(process)

    assert {asyncio.run(ended()) for _ in range(20)} == {3}


def _stand_still_until(made: Path) -> None:
    """Wait for a file while the event loop does nothing."""
    patience = time.monotonic() + 60
    while not made.exists():
        assert time.monotonic() < patience
        time.sleep(0.01)


@pytest.mark.parametrize("steps", range(8))
def test_a_start_that_is_cancelled_ends_and_leaves_no_child(steps: int, tmp_path: Path) -> None:
    forked = tmp_path / "forked"
    code = f"""
        import pathlib, subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", {"import time; " + SLEEP!r}])
        part = pathlib.Path({str(tmp_path / "part")!r})
        part.write_text(str(child.pid))
        part.rename({str(forked)!r})
        {SLEEP}
    """
    argv = (sys.executable, "-c", textwrap.dedent(code))

    async def hold() -> None:
        async with running(argv, folder=Path.cwd(), environment=dict(os.environ)):
            await asyncio.Event().wait()

    async def cancelled() -> None:
        async with asyncio.TaskGroup() as tasks:
            others = set(psutil.Process().children())
            holding = tasks.create_task(hold())
            while not set(psutil.Process().children()) - others:  # noqa: ASYNC110 (step by step)
                await asyncio.sleep(0)
            _stand_still_until(forked)
            for _ in range(steps):
                await asyncio.sleep(0)
            holding.cancel()
            done, _ = await asyncio.wait({holding}, timeout=60)
            assert done

    asyncio.run(cancelled())

    assert not is_alive(int(forked.read_text()))


def test_a_program_dies_with_the_process_that_started_it(require: Callable[[str], str]) -> None:
    require("setpriv")
    code = f"""
        import asyncio, os, sys
        from pathlib import Path
        from arena.system.processes import running

        async def main():
            argv = (sys.executable, "-c", "import time; print('up', flush=True); {SLEEP}")
            async with running(argv, folder=Path.cwd(), environment=dict(os.environ)) as process:
                await process.stdout.readline()
                print(process.pid, flush=True)
                await asyncio.Event().wait()

        asyncio.run(main())
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        program = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()

    ended, _, _ = select([program], [], [], 10)

    os.close(program)
    assert ended, "the program outlived its parent"


@pytest.mark.parametrize(
    ("code", "text"), [(0, "exit code 0"), (7, "exit code 7"), (-6, "killed by SIGABRT")]
)
def test_an_exit_is_told_in_words(code: int, text: str) -> None:
    assert exit_text(code) == text


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when one process is gone")
def test_a_program_is_over_when_it_is_gone_whoever_still_holds_its_output(tmp_path: Path) -> None:
    """A child that has left its session is not killed with it; it is for others to end."""
    script = "setsid sleep 60 & echo $!; exit 3"

    async def scenario() -> int:
        command = ("sh", "-c", script)
        async with running(command, folder=tmp_path, environment=dict(os.environ)) as one:
            assert one.stdout is not None
            child = int(await one.stdout.readline())
            code = await exited(one)
        os.kill(child, signal.SIGKILL)  # which raises if it is gone
        await one.stdout.read()
        return code

    assert asyncio.run(scenario()) == 3
