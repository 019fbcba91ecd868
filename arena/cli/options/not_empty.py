"""A flag that is there and says nothing, as where a script's variable is not set."""

import typer


def not_empty(text: str | None) -> str | None:
    """What a flag says. Raises BadParameter where it is there and says nothing."""
    if text is not None and not text.strip(" ,"):
        raise typer.BadParameter("it is empty; leave the flag out if nothing is meant")
    return text
