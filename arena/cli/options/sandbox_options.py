"""The flags that say how bots are confined, and what is asked of the sandbox by them."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from arena.sandbox.levels import MEBIBYTE, Level, Limits

if TYPE_CHECKING:
    from arena.sandbox.choose import Wish


class Sandbox(Enum):
    """A level, or the best that this machine has."""

    AUTO = "auto"
    BWRAP = Level.BWRAP.value
    LANDLOCK = Level.LANDLOCK.value
    LIMITS = Level.LIMITS.value
    NONE = Level.NONE.value


SandboxOption = Annotated[
    Sandbox,
    typer.Option(
        "--sandbox",
        envvar="ARENA_SANDBOX",
        help="How bots are confined; auto: as well as can be.",
    ),
]
MinSandbox = Annotated[Level, typer.Option(help="Refuse to play at a weaker level than this.")]
Memory = Annotated[int, typer.Option(min=64, help="MiB of memory for each bot, children included.")]
Cpus = Annotated[int, typer.Option(min=0, help="Cores for each bot; 0: all there are.")]
DEFAULT_MEMORY = 1024


def wish(sandbox: Sandbox, minimum: Level, memory: int, cpus: int = 0) -> "Wish":
    """What the flags ask of the sandbox."""
    from arena.sandbox.choose import Wish

    level = None if sandbox is Sandbox.AUTO else Level(sandbox.value)
    return Wish(level, minimum, Limits(memory=memory * MEBIBYTE, cpus=cpus))
