"""Optional dependencies, which are installed by extras."""

from importlib.util import find_spec

from arena.errors import ArenaError


class MissingExtra(ArenaError):
    """A command needs packages of an extra that is not installed."""


def require_extra(extra: str, *modules: str) -> None:
    """Check that an optional dependency is installed; say how to install it.

    Raises MissingExtra.
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed",
            f"it comes with an extra: pip install 'koikoi-arena[{extra}]'",
        )
