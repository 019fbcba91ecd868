"""`arena` for tests: in this process, or as a program."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

PROGRAM = (sys.executable, "-m", "arena.cli.app")
# Commands that start programs, set signals or wait for people: they have a process of their own.
STARTING = frozenset({"check", "debug", "doctor", "play", "run", "serve", "watch", "worker-env"})

Done = subprocess.CompletedProcess[str]


def arena_program(folder: Path, *arguments: str, **environment: str) -> Done:
    """Run `arena` as a person does."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def arena_here(folder: Path, *arguments: str, **environment: str) -> Done:
    """Run `arena` in this process; a bug of ours is raised."""
    from arena.cli.app import main

    with _as_command(folder, arguments, environment) as (out, err):
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        texts = [_text(stream) for stream in (out, err)]
    return subprocess.CompletedProcess([*PROGRAM, *arguments], code, *texts)


@contextmanager
def _as_command(
    folder: Path, arguments: tuple[str, ...], environment: Mapping[str, str]
) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        chdir(folder),
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", ["arena", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        yield out, err


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    # As a pipe is read by `subprocess`: every end of a line is one.
    return written.getvalue().decode().replace("\r\n", "\n")
