"""A bot as `arena new` begins it, untouched: its own unit tests pass, and so does `arena check`."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from arena.bots.scaffold import LANGUAGES, begin
from arena.bots.snapshot import version_of
from tests.sample_bots.ready import SAMPLES, Bot

every_language = pytest.mark.parametrize("word", LANGUAGES)
Install = Callable[[str], Bot]
# What a busy machine costs must not decide anything here.
PATIENT = ("--move-time", "10", "--time-bank", "60", "--start-time", "60")


@every_language
def test_under_the_name_of_the_sample_bot_it_is_that_bot(word: str, tmp_path: Path) -> None:
    """Which is why the two share a build in the arena's cache, and the next test is cheap."""
    sample = SAMPLES / LANGUAGES[word].sample
    bot = begin(tmp_path / sample.name, LANGUAGES[word])

    assert version_of(bot.folder) == version_of(sample)


@every_language
def test_it_builds_and_passes_every_stage(word: str, install: Install, tmp_path: Path) -> None:
    sample = LANGUAGES[word].sample
    install(sample)
    begin(tmp_path / sample, LANGUAGES[word])

    done = subprocess.run(
        [sys.executable, "-m", "arena.cli.app", "check", sample, *PATIENT],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{sample} passes." in done.stdout


@every_language
def test_its_unit_tests_pass(word: str, install: Install) -> None:
    """As a person runs them, in the folder that the arena has built."""
    built = install(LANGUAGES[word].sample).folder
    program, *arguments = LANGUAGES[word].test[-1].split()
    # Not on every machine is there a Python that is called so.
    command = [sys.executable if program == "python" else program, *arguments]

    with _as_it_was_built(built) as environment:
        done = subprocess.run(
            command, cwd=built, env=environment, capture_output=True, text=True, check=False
        )

    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def _as_it_was_built(built: Path) -> Iterator[Mapping[str, str]]:
    """The environment in which nothing is compiled or downloaded that the build has left there.

    Maven's downloads lie with it. Cargo knows what it has compiled if the sources lie where they
    lay, which for a build in a box is a home that was thrown away.
    """
    downloads = f"{os.environ.get('MAVEN_OPTS', '')} -Dmaven.repo.local=target/repository"
    environment = os.environ | {"MAVEN_OPTS": downloads}
    home = _home_of_cargo(built)
    with ExitStack() as undo:
        if home is not None and not home.parent.exists():
            undo.callback(shutil.rmtree, home.parent)
        yield environment | ({} if home is None else {"CARGO_HOME": str(home)})


def _home_of_cargo(built: Path) -> Path | None:
    """Where the sources lay from which Cargo has built."""
    for listed in built.glob("target/release/deps/tonic-*.d"):
        if found := re.search(r"(/\S+)/registry/src/", listed.read_text()):
            return Path(found[1])
    return None
