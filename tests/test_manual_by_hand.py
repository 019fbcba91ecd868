"""The manual's first match by hand: its commands as written, its lines typed, what comes back."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
MANUAL = (ROOT / "proto" / "README.md").read_text(encoding="utf-8")
SECTION = MANUAL.partition("## A first match by hand")[2].partition("### With a script")[0]
SERVE, CURL = re.findall(r"^\$ (.*)$", SECTION, flags=re.MULTILINE)
ADDRESS = re.compile(r"^KOIKOI_ADDRESS=(\S+) KOIKOI_TOKEN=(\S+)$", flags=re.MULTILINE)
# Typed is what the bot sends; at last nothing, the end of the input.
TYPED = (*re.findall(r"```json PlayRequest\n(.*?)```", SECTION, flags=re.DOTALL), None)
SHOWN = re.findall(r"```json PlayResponse\n(.*?)```", SECTION, flags=re.DOTALL)
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
SECONDS = 60


def test_the_match_by_hand_goes_as_it_is_shown(
    require: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", PATH)
    require("buf")

    with _started(SERVE) as arena:
        assert arena.stderr is not None
        said = arena.stderr.readline() + arena.stderr.readline()
        with _started(_as_printed(CURL, said)) as curl:
            assert curl.stdout is not None
            told = _notices(curl.stdout)
            for text, shown in zip(TYPED, SHOWN, strict=True):
                _type(curl, text and _as_printed(text, said))
                _assert_comes(json.loads(shown)["notices"], told)
        assert arena.wait(SECONDS) == 0

    assert said in _as_printed(SECTION, said)


@contextmanager
def _started(command: str) -> Iterator["subprocess.Popen[str]"]:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        shlex.split(command), cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _as_printed(text: str, said: str) -> str:
    """The manual's text, with the address and the token that this referee has printed."""
    shown, printed = ADDRESS.search(SECTION), ADDRESS.search(said)
    assert shown
    assert printed, said
    return text.replace(shown[1], printed[1]).replace(shown[2], printed[2])


def _type(curl: "subprocess.Popen[str]", text: str | None) -> None:
    assert curl.stdin is not None
    if text is None:
        curl.stdin.close()
    else:
        curl.stdin.write(text)
        curl.stdin.flush()


def _notices(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The notices of the messages, each of which ends with a brace alone on its line."""
    text = ""
    for line in lines:
        text += line
        if line == "}\n":
            yield from json.loads(text)["notices"]
            text = ""


def _assert_comes(shown: list[dict[str, Any]], told: Iterator[dict[str, Any]]) -> None:
    """Listens until the last kind of notice that is shown; all that are shown have come."""
    heard = []
    for notice in told:
        heard.append(notice)
        if notice.keys() == shown[-1].keys():
            break
    assert [notice for notice in shown if notice not in heard] == []
