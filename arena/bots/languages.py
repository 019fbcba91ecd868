"""The languages in which a bot can be begun, each with the sample bot that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.errors import ArenaError, shown
from referee.rules.errors import nearest


class UnknownLanguage(ArenaError):
    """There is no sample bot in that language."""

    def __init__(self, word: str) -> None:
        known = ", ".join(LANGUAGES)
        super().__init__(
            f"no language `{shown(word)}` (known: {known})",
            nearest(word, LANGUAGES) or "a language without gRPC plays through `arena bridge`",
        )


@dataclass(frozen=True, slots=True)
class Language:
    """A language: the sample bot in it, what that wants, where it decides, what tests it."""

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
    """The language that a word stands for. Raises UnknownLanguage."""
    if word not in LANGUAGES:
        raise UnknownLanguage(word)
    return LANGUAGES[word]
