"""The project's pages, and what can be read out of one: headings, links, commands, code."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.source_tree import ROOT

BUILT = {"node_modules", "target", "build", "dist", "__pycache__"}
# A fence, the language and title after it, and what is in it.
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
ARENA = re.compile(r"(?<![\w./-])arena [a-z-][^#|;&`\n]*")


def pages() -> list[Path]:
    """Every page of the project; what is built, played or recorded is none."""
    return sorted(path for path in ROOT.rglob("*.md") if _is_page(path.relative_to(ROOT)))


def _is_page(path: Path) -> bool:
    folders = path.parts[:-1]
    is_made = any(folder in BUILT or folder.startswith(".") for folder in folders)
    is_event = folders[:1] == ("results",) and len(folders) > 1
    return not is_made and not is_event and folders != ("tests", "golden")


def name_of(page: Path) -> str:
    """A page as people name it."""
    return page.relative_to(ROOT).as_posix()


def text_of(name: str) -> str:
    """The text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """Return what stands under a heading, up to the next one of its level."""
    level = heading.partition(" ")[0]
    return re.split(rf"^{level} ", text.split(f"\n{heading}\n")[1], flags=re.MULTILINE)[0]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [code for info, code in FENCE.findall(text) if info.split()[:1] == [language]]


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", text)


def links(text: str) -> list[str]:
    """Where the links and pictures of a page lead inside the project."""
    return re.findall(r"\]\((?!https?:)([^)\s]+)\)", prose(text))


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as a repository's pages make them.

    >>> sorted(anchors("# `arena/event`\\n## Check the deals\\n## Check the deals\\n"))
    ['arenaevent', 'check-the-deals', 'check-the-deals-1']
    """
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose(text), flags=re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        same = [slug, *(f"{slug}-{number}" for number in range(1, 100))]
        found.add(next(one for one in same if one not in found))
    return found


def arena_commands(text: str) -> Iterator[str]:
    """The commands of the arena that a page shows, each with its flags.

    >>> list(arena_commands("Use `arena show x`.\\n```console\\n$ arena run \\\\\\n  -q\\n```\\n"))
    ['arena run    -q', 'arena show x']
    """
    for info, code in FENCE.findall(text):
        lines = code.replace("\\\n", " ").splitlines()
        if info.startswith("console"):
            lines = [line for line in lines if line.startswith("$ ")]
        for line in lines:
            yield from ARENA.findall(line.partition("# ")[0])
    for line in re.findall(r"^    (arena [^#\n]*)", prose(text), flags=re.MULTILINE):
        yield line
    for span in SPAN.findall(prose(text)):
        if span.startswith("arena "):
            yield span


def flags_in(command: str) -> set[str]:
    """The flags of a command; what stands behind ` -- ` belongs to another program.

    >>> sorted(flags_in("arena run --bots my_bots [-q] -- --other"))
    ['--bots', '-q']
    """
    own = command.partition(" -- ")[0]
    return set(re.findall(r"(?<=[\s\[])(--[a-z][a-z-]*|-[a-z])\b", own))


def run_beside_the_samples(folder: Path, script: str) -> "subprocess.CompletedProcess[str]":
    """Run a script in a folder with a copy of the sample bots, `arena` on its path."""
    if not (folder / "sample_bots").exists():
        ignored = shutil.ignore_patterns(*BUILT)
        shutil.copytree(ROOT / "sample_bots", folder / "sample_bots", ignore=ignored)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
