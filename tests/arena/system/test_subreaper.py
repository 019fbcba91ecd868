"""Orphans come to the process that adopts them, and do not outlive a sweep."""

import subprocess
import sys
import textwrap

import pytest

from arena.system.subreaper import adopt_orphans

DAEMONISE = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    time.sleep(3600)
os.wait()
"""
ADOPTER = """
import asyncio, os, subprocess, sys, time
from arena.system.subreaper import Exempt, adopt_orphans, sweep

def exempt():
    return Exempt({exempt!r})

async def main():
    assert adopt_orphans()
    code = {code!r}
    subprocess.run([sys.executable, "-c", code], check=True, env={environment})
    print(len(await sweep(exempt)), len(await sweep(exempt)), len(await sweep()))

asyncio.run(main())
"""

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="subreapers are Linux's")


def _swept(environment: str, exempt: set[str]) -> str:
    adopter = textwrap.dedent(ADOPTER).format(
        code=DAEMONISE, exempt=exempt, environment=environment
    )
    done = subprocess.run(
        [sys.executable, "-c", adopter], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@linux_only
def test_a_daemon_is_swept_once() -> None:
    assert _swept("{}", set()) == "1 0 0"


@linux_only
def test_a_daemon_with_a_spared_word_lives_until_the_word_is_no_longer_spared() -> None:
    assert _swept('{"KOIKOI_TOKEN": "abc"}', {"abc"}) == "0 0 1"


@linux_only
def test_a_child_whose_pid_is_spared_lives_whatever_its_environment_is() -> None:
    code = """
        import asyncio, subprocess, sys
        from arena.system.subreaper import Exempt, adopt_orphans, sweep

        adopt_orphans()
        sleep = [sys.executable, "-c", "import time; time.sleep(3600)"]
        child = subprocess.Popen(sleep, env={})
        print(len(asyncio.run(sweep(lambda: Exempt({"abc"}, {child.pid})))), child.poll())
        print(len(asyncio.run(sweep(lambda: Exempt({"abc"})))), child.wait())
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["0", "None", "1", "0"]


@linux_only
def test_a_child_that_is_started_while_a_sweep_goes_on_lives() -> None:
    code = """
        import asyncio, subprocess, sys
        from arena.system.subreaper import Exempt, adopt_orphans, sweep

        adopt_orphans()
        sleep = [sys.executable, "-c", "import time; time.sleep(3600)"]
        left, started = subprocess.Popen(sleep), []

        def exempt():
            known = {child.pid for child in started}
            started.append(subprocess.Popen(sleep))
            return Exempt(pids=known | {started[-1].pid})

        print([one.pid for one in asyncio.run(sweep(exempt))] == [left.pid], len(started) > 1)
        print([child.poll() for child in started if child.poll() is not None])
        for child in started:
            child.kill()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["True", "True", "[]"]


@linux_only
def test_a_process_can_adopt_more_than_once() -> None:
    code = "from arena.system.subreaper import adopt_orphans as a; print(a(), a())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["True", "True"]
    assert callable(adopt_orphans)
