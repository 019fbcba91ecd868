"""Tests of a capped log: it keeps both ends of a bot's output, with a mark between them."""

import asyncio
from pathlib import Path

from arena.system.capped_log import KEPT_BYTES, CappedLog


def _drained(*pieces: bytes, playing: str = "a~b.1.1") -> CappedLog:
    log = CappedLog(lambda: playing)

    async def drain() -> None:
        reader = asyncio.StreamReader()
        for piece in pieces:
            reader.feed_data(piece)
        reader.feed_eof()
        await log.drain(reader)

    asyncio.run(drain())
    return log


def test_output_is_marked_with_the_match_it_belongs_to() -> None:
    assert _drained(b"hello\n").content() == b"--- a~b.1.1\nhello\n"


def test_a_flood_leaves_its_first_and_last_bytes_and_a_note() -> None:
    content = _drained(b"begin" + b"x" * 10_000_000 + b"end").content()

    assert content.startswith(b"--- a~b.1.1\nbegin")
    assert content.endswith(b"end")
    assert b"bytes not kept" in content
    assert len(content) < 2 * KEPT_BYTES + 100


def test_bytes_that_are_no_text_are_kept_as_they_are() -> None:
    log = _drained(b"\xff\xfe\x00\x1b[31m\n")

    assert b"\xff\xfe\x00\x1b[31m" in log.content()
    assert "\ufffd" in log.last_line()


def test_the_last_line_is_the_bots_and_not_a_mark() -> None:
    assert _drained(b"Traceback\nValueError: no\n\n").last_line() == "ValueError: no"
    assert _drained().last_line() == ""


def test_a_silent_bot_leaves_no_file(tmp_path: Path) -> None:
    _drained().write(tmp_path / "logs" / "a.log")

    assert not (tmp_path / "logs").exists()
