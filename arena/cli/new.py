"""`arena new`: creates a bot from a template."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.bots.scaffold import LANGUAGES, Language, language_of
from arena.cli.terminal.output import Format, OutputFormat, note, show, write
from arena.errors import ArenaError, shown

if TYPE_CHECKING:
    from arena.bots.scaffold import NewBot

Folder = Annotated[
    Path | None, typer.Argument(metavar="DIR", help="The bot's folder: a new one, or empty.")
]
Lang = Annotated[str, typer.Option("--lang", metavar="|".join(LANGUAGES), help="The language.")]
Name = Annotated[
    str, typer.Option("--name", help="What the ranking calls it.", show_default="the folder's name")
]
List = Annotated[
    bool, typer.Option("--list", help="List the languages, and what this machine has for each.")
]


def new(
    folder: Folder = None,
    lang: Lang = "",
    name: Name = "",
    list_languages: List = False,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Create a new bot from a template."""
    if list_languages:
        from arena.doctor import language_list

        show(language_list(), output_format)
        return
    if folder is None or not lang:
        raise ArenaError(
            "a folder and a language are needed",
            "arena new my_bots/mine --lang python (`arena new --list` lists the languages)",
        )
    from arena.bots.scaffold import begin

    language = language_of(lang)
    _tell(begin(folder, language, name), language)


def _tell(bot: "NewBot", language: Language) -> None:
    place = shown(bot.folder)
    quoted = shown(shlex.quote(str(bot.folder)))
    steps = " && ".join((f"cd {quoted}", *language.test))
    write(
        f"{place}: the bot `{bot.name}` in {language.title}. It plays as `greedy` does until you"
        f" change {language.strategy}.\n\n"
        f"    {steps}\n"
        f"    arena check {quoted}\n"
    )
    if bot.lacking:
        programs = " and ".join(f"`{program}`" for program in bot.lacking)
        note(f"{programs} not found here, without which it is skipped: see `arena new --list`")
