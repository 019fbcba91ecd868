"""A thousand manifests, from nearly right to nonsense: each is read or refused in words."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from arena.bots.discovery import scan
from arena.bots.manifest import Manifest, read_manifest
from arena.bots.manifest_schema import KEYS
from arena.errors import EntryRefused

MANIFESTS = 1_000
RIGHT = (
    'name = "crane"',
    'command = ["python", "bot.py"]',
    'build = ["npm", "ci"]',
    'version = "1.2 β"',
    'transport = "tcp"',
    'nonce = "a1b2"',
)
VALUES = (
    *('""', '"x"', '"../../etc/passwd"', '"\\u001b[31m"', '"' + "x" * 9_000 + '"', "'''\n'''"),
    *("[]", '[""]', '["sh", "-c", "$(id)"]', '["python", 3]', "[[]]", "[" * 500 + "]" * 500),
    *("0", "-1", "1e400", "nan", "true", "1979-05-27", "{}", '{a = "b"}', "0x", "=", "\x00"),
)


def manifests(rng: Random) -> Iterator[bytes]:
    """Right lines, lines of odd values, lines twice, and bytes changed here and there."""
    for _ in range(MANIFESTS):
        lines = [*RIGHT[:2], *rng.sample(RIGHT, rng.randint(0, len(RIGHT)))]
        for _ in range(rng.randint(0, 3)):
            key = rng.choice([*KEYS, "comand", "[table]", "a.b", "日本語"])
            lines.insert(rng.randint(0, len(lines)), f"{key} = {rng.choice(VALUES)}")
        text = bytearray("\n".join(dict.fromkeys(lines)), "utf-8")
        for _ in range(rng.choice((0, 0, 1, 5))):
            text[rng.randrange(len(text))] = rng.randrange(256)
        yield bytes(text)


def outcome(folder: Path) -> str:
    """Return what is said of a manifest; nothing if it can be read."""
    try:
        assert isinstance(read_manifest(folder, folder.name), Manifest)
    except EntryRefused as error:
        return error.message
    return ""


def test_a_thousand_manifests_are_read_or_refused_and_none_brings_down_the_scan(
    tmp_path: Path,
) -> None:
    for number, text in enumerate(manifests(Random(7))):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "bot.toml").write_bytes(text)

    said = [outcome(folder) for folder in tmp_path.iterdir()]

    assert 100 < said.count("") < MANIFESTS - 100
    assert all(line.isprintable() for text in said for line in text.split("\n"))
    assert max(map(len, said)) < 1_000
    found = scan(tmp_path, (), ())
    assert len(found.entrants) + len(found.refused) + len(found.skipped) == MANIFESTS
