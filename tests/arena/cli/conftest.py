"""The command line, in this process or in one of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import STARTING, Done, arena_here, arena_program

Run = Callable[..., Done]


@pytest.fixture
def arena(tmp_path: Path) -> Run:
    """A function that runs `arena` with these arguments; keywords are its environment.

    What starts programs has a process of its own.
    """

    def run(*arguments: str, **environment: str) -> Done:
        starts = STARTING & {*arguments[:1]} and "--help" not in arguments
        place = arena_program if starts else arena_here
        return place(tmp_path, *arguments, **environment)

    return run


@pytest.fixture
def arena_process(tmp_path: Path) -> Run:
    """A function that runs `arena` as a person does, whatever the command."""
    return lambda *arguments, **environment: arena_program(tmp_path, *arguments, **environment)
