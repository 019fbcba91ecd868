"""Where the tests of fair deals give their commands, and what they read of an event."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Arena = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parents[4]
SCRIPTED = ROOT / "tests" / "bots" / "scripted_bot.py"
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "60")
PUBLISHED = ("--published", "results/spring/deals.json")
NOT_PROVEN = "fairness of deals not proven"


@dataclass(frozen=True, slots=True)
class Desk:
    """A folder in which somebody gives commands."""

    folder: Path
    cache: Path

    @property
    def spring(self) -> Path:
        """The event's folder."""
        return self.folder / "results" / "spring"

    def arena(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Gives a command."""
        return subprocess.run(
            [sys.executable, "-m", "arena.cli.app", *arguments],
            cwd=self.folder,
            env=os.environ | {"XDG_CACHE_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )

    def fine(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Gives a command that has to succeed."""
        done = self.arena(*arguments)
        assert done.returncode == 0, done.stderr
        return done

    def said(self, *arguments: str) -> dict[str, Any]:
        """Return what a command says in JSON."""
        return dict(json.loads(self.fine(*arguments, "--format", "json").stdout))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Plays the event with the bots that are there."""
        return self.fine("run", "--bots", "bots", "--event", "spring", *QUICK, *arguments)

    def bot(self, name: str, nonce: str = "") -> Path:
        """Enters a bot, or gives it another nonce."""
        place = self.folder / "bots" / name
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(SCRIPTED, place / "bot.py")
        text = f'name = "{name}"\ncommand = ["python", "bot.py", "good", "8"]\n'
        (place / "bot.toml").write_text(text + (f'nonce = "{nonce}"\n' if nonce else ""))
        return place

    def change(self, sql: str) -> None:
        """Changes the store behind the arena's back."""
        with closing(sqlite3.connect(self.spring / "arena.sqlite")) as connection, connection:
            connection.execute(sql)

    def remarks(self) -> list[str]:
        """Return what `event.toml` and the ranking, as text and JSON, say of the deals."""
        ranking = json.loads((self.spring / "ranking.json").read_text())["footer"]["remarks"]
        event = tomllib.loads((self.spring / "event.toml").read_text())["deals"]["remarks"]
        table = (self.spring / "ranking.md").read_text()
        return ["; ".join(ranking), "; ".join(event), table]


def lines_of(desk: Desk) -> list[dict[str, Any]]:
    """The exported records."""
    return [json.loads(line) for line in (desk.folder / "spring.jsonl").read_text().splitlines()]


def write(desk: Desk, records: list[dict[str, Any]]) -> None:
    """Puts other records in place of those that were exported."""
    text = "".join(json.dumps(record) + "\n" for record in records)
    (desk.folder / "spring.jsonl").write_text(text)


def epochs_of(desk: Desk) -> list[dict[str, Any]]:
    """Return what is published of the epochs."""
    return list(json.loads((desk.spring / "deals.json").read_text())["epochs"])
