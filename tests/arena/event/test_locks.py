"""One arena at a time on an event."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from arena.errors import STOPPED, Stopped
from arena.event.access import EventBusy, holding
from arena.system.files import NotWritten


def test_a_second_arena_on_an_event_is_refused_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "spring"
    folder.mkdir()

    with holding(folder), pytest.raises(EventBusy, match=r"`spring`.*process \d+"), holding(folder):
        pass
    with holding(folder):
        pass


def test_a_lock_that_cannot_be_made_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "spring").write_text("no folder")

    with (
        pytest.raises(NotWritten, match=r"arena\.lock cannot be written"),
        holding(tmp_path / "spring"),
    ):
        pass


def test_a_file_system_without_locks_is_said_with_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: object, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)

    with pytest.raises(Stopped, match="no file locks") as stopped, holding(tmp_path):
        pass
    assert "--results" in stopped.value.hint
    assert stopped.value.exit_code == STOPPED
