"""The file of a secret: whole, kept from others, and never mistaken for another."""

import stat
from pathlib import Path

import pytest

from arena.event.deals.secret import (
    SECRET_FILE,
    LostSecret,
    make_secret,
    read_secret,
    remove_secret,
)
from arena.system.files import NotWritten


def test_nobody_else_can_read_a_secret_and_no_two_are_the_same(tmp_path: Path) -> None:
    first = make_secret(tmp_path)

    assert read_secret(tmp_path) == first
    assert stat.S_IMODE((tmp_path / SECRET_FILE).stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [SECRET_FILE]
    (tmp_path / SECRET_FILE).unlink()
    assert make_secret(tmp_path) != first


@pytest.mark.parametrize(
    ("text", "complaint"), [(None, "No such file"), ("not hex", "non-hex"), ("ab" * 31, "31 bytes")]
)
def test_a_secret_that_cannot_be_read_is_an_error_that_names_the_file(
    tmp_path: Path, text: str | None, complaint: str
) -> None:
    if text is not None:
        (tmp_path / SECRET_FILE).write_text(text)

    with pytest.raises(LostSecret, match=rf"/{SECRET_FILE}: .*{complaint}"):
        read_secret(tmp_path)


def test_a_secret_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match="nowhere/secret cannot be written"):
        make_secret(tmp_path / "nowhere")


def test_a_secret_is_taken_away_once(tmp_path: Path) -> None:
    make_secret(tmp_path)

    remove_secret(tmp_path)
    remove_secret(tmp_path)

    assert list(tmp_path.iterdir()) == []
