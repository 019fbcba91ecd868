"""Every bot process has a user of its own, where the arena is root."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sandbox import uids

ROOT_ONLY = pytest.mark.skipif(not uids.can_be_reserved(), reason="only root can give users away")
HOLD = """
from arena.sandbox.uids import reserved
with reserved() as uid:
    print(uid, flush=True)
    input()
"""


@ROOT_ONLY
def test_two_processes_never_have_the_same_user() -> None:
    with uids.reserved() as first, uids.reserved() as second:
        assert first != second
        assert uids.FIRST <= first < second <= uids.LAST


@ROOT_ONLY
def test_a_user_that_another_process_holds_is_free_once_that_process_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        held = int(other.stdout.readline())
        with uids.reserved() as uid:
            assert uid != held
        other.kill()
    with uids.reserved() as uid:
        assert uid == held


@ROOT_ONLY
def test_when_every_user_is_taken_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uids, "LOCKS", tmp_path)
    monkeypatch.setattr(uids, "LAST", uids.FIRST)

    with uids.reserved(), pytest.raises(uids.NoUidLeft, match="all taken"), uids.reserved():
        pass


# A program that has taken a user, with that user's rights or with others, and says so.
LEFT = """
import os, sys, time
uid, rights = map(int, sys.argv[1:])
os.setresuid(uid, rights, rights)
print(flush=True)
time.sleep(600)
"""


def left_behind(uid: int, rights: int) -> "subprocess.Popen[bytes]":
    """Start a program that has left its session and its environment."""
    process = subprocess.Popen(
        [sys.executable, "-c", LEFT, str(uid), str(rights)],
        env={},
        start_new_session=True,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


@ROOT_ONLY
def test_processes_of_users_that_nobody_holds_are_ended_and_no_others() -> None:
    with uids.reserved() as held, uids.reserved() as given_back:
        left, kept = left_behind(given_back, given_back), left_behind(held, held)
        uids.clear_leftovers()
        assert (left.poll(), kept.poll()) == (None, None)
    with uids.reserved() as held_again:
        assert held_again == held
        uids.clear_leftovers()
        assert left.wait(10) == -signal.SIGKILL
        assert kept.poll() is None
    kept.kill()
    for process in (left, kept):
        process.communicate()


@ROOT_ONLY
def test_a_program_of_a_bot_that_has_the_rights_of_root_is_ended_as_well() -> None:
    """As a program with the setuid bit has them."""
    with uids.reserved() as uid:
        left = left_behind(uid, 0)
        asyncio.run(uids.end_all_of(uid))
        assert left.wait(10) == -signal.SIGKILL
        left.communicate()
