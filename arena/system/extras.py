"""What only some people need is installed only when they ask for it."""

from importlib.util import find_spec

from arena.errors import ArenaError


class MissingExtra(ArenaError):
    """A command needs packages that come with an extra of this one."""


def require_extra(extra: str, *modules: str) -> None:
    """Raises MissingExtra, which names the extra, unless all modules are there."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed",
            f"it comes with an extra: pip install 'koikoi-arena[{extra}]'",
        )
