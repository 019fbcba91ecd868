"""What the first word of a command means on this machine. Starting it is for others."""

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from arena.bots.manifest_schema import PYTHON, unbridged
from arena.bots.runtime import bridge_command, runtime_python
from arena.errors import NoProgram, shown


def resolve_command(command: Sequence[str], folder: Path, bot: Path) -> tuple[str, ...]:
    """The argv that starts a command in `folder`; `bot` is the folder its author knows."""
    first, *arguments = unbridged(command)
    program = str(runtime_python()) if first == PYTHON else find_program(first, folder, bot)
    bridge = bridge_command() if len(command) > len(arguments) + 1 else ()
    return (*bridge, program, *arguments)


def find_program(word: str, folder: Path, bot: Path) -> str:
    """The absolute path of a program other than `python`: in the folder, or on the PATH."""
    if "/" in word:
        return _in_folder(word, folder, bot)
    if found := shutil.which(word):
        return str(Path(found).absolute())
    hint = f"write `./{word}` to start the file in the folder" if (folder / word).exists() else ""
    raise NoProgram(
        f"{shown(bot)}: `{shown(word)}` is not on the PATH", hint or "install it, or mend `command`"
    )


def is_there(program: str) -> bool:
    """Whether a program of `requires` can be had here; `python` always can."""
    return program == PYTHON or shutil.which(program) is not None


def _in_folder(word: str, folder: Path, bot: Path) -> str:
    program = folder.absolute() / word
    if not program.is_file():
        raise NoProgram(f"{shown(bot)}: there is no file `{shown(word)}`")
    if not os.access(program, os.X_OK):
        raise NoProgram(
            f"{shown(bot)}: `{shown(word)}` is not executable",
            f"chmod +x {shlex.quote(shown(bot / word))}",
        )
    return str(program)
