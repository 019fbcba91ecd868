"""A bot as `arena new` begins it, untouched: its own unit tests pass, and so does `arena check`."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.languages import LANGUAGES
from arena.new_bots import begin
from arena.snapshots import version_of
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

    # What Maven has downloaded for the build lies with it.
    downloads = f"{os.environ.get('MAVEN_OPTS', '')} -Dmaven.repo.local=target/repository"

    done = subprocess.run(
        command,
        cwd=built,
        env=os.environ | {"MAVEN_OPTS": downloads},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
