"""New bots from templates: the sample bot of a language, under the name of its author's bot.

A sample bot's name stands in double quotes wherever it stands, and in the title of its README. What
a build makes is called `bot` under any name, so that every name is good in every language.

The languages in which a bot can be begun, each with the sample bot that shows it.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from arena.bots.manifest import read_manifest
from arena.bots.manifest_schema import name as rule_broken_by
from arena.bots.runtime import is_there
from arena.bots.snapshot import LEFT_OUT
from arena.errors import ArenaError, shown
from arena.system.files import not_written
from referee.rules.errors import nearest


class UnknownLanguage(ArenaError):
    """The language has no sample bot."""

    def __init__(self, word: str) -> None:
        known = ", ".join(LANGUAGES)
        super().__init__(
            f"no language `{shown(word)}` (known: {known})",
            nearest(word, LANGUAGES) or "a language without gRPC plays through `arena bridge`",
        )


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its sample bot, what that needs, where it decides, and its test command."""

    title: str
    sample: str
    wants: str
    strategy: str
    test: tuple[str, ...]


LANGUAGES: Mapping[str, Language] = {
    "python": Language(
        title="Python",
        sample="greedy",
        wants="Python 3.11",
        strategy="greedy.py",
        test=("python -m unittest",),
    ),
    "typescript": Language(
        title="TypeScript",
        sample="greedy-ts",
        wants="Node 20",
        strategy="src/greedy.ts",
        test=("npm ci", "npm test"),
    ),
    "go": Language(
        title="Go",
        sample="greedy-go",
        wants="Go 1.24",
        strategy="greedy.go",
        test=("go test .",),
    ),
    "rust": Language(
        title="Rust",
        sample="greedy-rust",
        wants="Rust 1.88",
        strategy="src/greedy.rs",
        test=("cargo test --release",),
    ),
    "java": Language(
        title="Java",
        sample="greedy-java",
        wants="JDK 17, Maven 3.8",
        strategy="src/main/java/greedy/Greedy.java",
        test=("mvn test",),
    ),
    "cpp": Language(
        title="C++",
        sample="greedy-cpp",
        wants="CMake 3.25, C++20, gRPC",
        strategy="src/greedy.cpp",
        test=("cmake --workflow --preset release", "ctest --preset release"),
    ),
}


def language_of(word: str) -> Language:
    """Return the language that a word stands for. Raises UnknownLanguage."""
    if word not in LANGUAGES:
        raise UnknownLanguage(word)
    return LANGUAGES[word]


class NoNewBot(ArenaError):
    """A bot cannot be created in that folder, or under that name."""


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that was just created, and the programs it needs that this machine lacks."""

    name: str
    folder: Path
    lacking: tuple[str, ...]


def begin(folder: Path, language: Language, name: str = "") -> NewBot:
    """Write a bot into a new or empty folder, whose name it gets unless it is given one.

    If not all of it can be written, none of it stays. Raises NoNewBot, NotWritten.
    """
    chosen = name or folder.resolve().name
    _require_name(chosen, f"--name {shown(name)}" if name else shown(folder))
    _require_room(folder)
    sample = sample_folder(language)
    with ExitStack() as undo:
        for file in files_of(sample):
            text = (sample / file).read_text(encoding="utf-8")
            _write(folder / file, _renamed(text, language.sample, chosen), undo)
        undo.pop_all()
    return NewBot(chosen, folder, tuple(p for p in needs(language) if not is_there(p)))


def needs(language: Language) -> tuple[str, ...]:
    """Return the programs without which a bot in this language is skipped."""
    manifest = read_manifest(sample_folder(language), language.sample)
    assert manifest is not None
    return manifest.requires


def sample_folder(language: Language) -> Path:
    """Return the sample bot of a language: in the installed package, or else in the clone."""
    package = Path(__file__).parents[1]
    shipped = package / "sample_bots"
    samples = shipped if shipped.is_dir() else package.parent / "sample_bots"
    return samples / language.sample


def files_of(sample: Path) -> Iterator[Path]:
    """Yield the files of a sample bot relative to its folder, without what a build has made."""
    for root, folders, files in os.walk(sample):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        yield from ((Path(root) / file).relative_to(sample) for file in sorted(files))


def _renamed(text: str, sample: str, name: str) -> str:
    titled = re.sub(rf"\A# {sample}$", f"# {name}", text, count=1, flags=re.MULTILINE)
    return titled.replace(f'"{sample}"', f'"{name}"')


def _require_name(name: str, place: str) -> None:
    if rule := rule_broken_by(name):
        fitting = re.sub(r"[^a-z0-9]+", "-", name.lower())[:32].strip("-") or "my-bot"
        raise NoNewBot(
            f"{place}: `{shown(name)}` cannot be a bot's name ({rule})",
            f"give it another: --name {fitting}",
        )


def _require_room(folder: Path) -> None:
    """Check that a new bot overwrites nothing and mixes with nothing that exists."""
    try:
        is_free = not os.path.lexists(folder) or not any(folder.iterdir())
    except OSError as error:
        raise NoNewBot(f"{shown(folder)}: {error.strerror}", "name a new folder") from error
    if not is_free:
        raise NoNewBot(f"{shown(folder)} is not empty", "name a new folder, or an empty one")


def _write(file: Path, text: str, undo: ExitStack) -> None:
    _make_folder(file.parent, undo)
    try:
        with file.open("x", encoding="utf-8") as stream:
            undo.callback(file.unlink)
            stream.write(text)
    except OSError as error:
        raise not_written(file, error) from error


def _make_folder(folder: Path, undo: ExitStack) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent, undo)
        try:
            folder.mkdir()
        except OSError as error:
            raise NoNewBot(
                f"{shown(folder)} cannot be made: {error.strerror}", "name a new folder"
            ) from error
        undo.callback(folder.rmdir)
