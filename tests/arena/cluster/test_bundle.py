"""Tests of bundles: a bot arrives as exactly one version, with its file modes, or not at all."""

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots.discovery import entrant_in
from arena.bots.snapshot import Snapshot, take_snapshot, version_of
from arena.cluster.bundle import BotBundle, bundle_of, packed, unpack
from arena.errors import BadFiles
from arena.runner.protocol import decode, encode

Make = Callable[..., Path]


@pytest.fixture
def snapshot(make_bot: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Snapshot:
    """A bot with a program and a folder, in the cache of one machine."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "here"))
    bot = make_bot("ann")
    (bot / "data").mkdir()
    (bot / "data" / "run.sh").write_text("#!/bin/sh\n")
    (bot / "data" / "run.sh").chmod(0o755)
    return take_snapshot(bot)


def test_a_version_arrives_as_it_was_sent(
    snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tar = packed(snapshot)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))

    arrived = unpack(snapshot.version, tar)

    assert arrived.version == snapshot.version == version_of(arrived.folder)
    assert arrived.folder.is_relative_to(tmp_path / "there")
    assert (arrived.folder / "data" / "run.sh").stat().st_mode & 0o777 == 0o755
    assert packed(arrived) == tar


def test_files_that_somebody_has_changed_there_are_replaced(snapshot: Snapshot) -> None:
    tar = packed(snapshot)
    (snapshot.folder / "bot.py").write_text("changed")

    unpack(snapshot.version, tar)

    assert version_of(snapshot.folder) == snapshot.version


def test_other_files_under_a_versions_name_are_refused(
    snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (snapshot.folder / "bot.py").write_text("changed")
    tar = packed(snapshot)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))

    with pytest.raises(BadFiles, match="other files"):
        unpack(snapshot.version, tar)

    shelf = tmp_path / "there" / "koikoi-arena" / "snapshots"
    assert list(shelf.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "kind", "target"),
    [
        ("../escaped", tarfile.REGTYPE, ""),
        ("/tmp/escaped", tarfile.REGTYPE, ""),
        ("link", tarfile.SYMTYPE, "/etc/passwd"),
        ("link", tarfile.SYMTYPE, "bot.py"),
        ("device", tarfile.CHRTYPE, ""),
    ],
)
def test_a_tar_with_anything_but_plain_files_inside_is_refused(
    snapshot: Snapshot, name: str, kind: bytes, target: str
) -> None:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as tar:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, target
        tar.addfile(member)

    with pytest.raises(BadFiles):
        unpack(snapshot.version, content.getvalue())


def test_what_is_no_tar_is_refused(snapshot: Snapshot) -> None:
    with pytest.raises(BadFiles, match="no tar"):
        unpack(snapshot.version, b"something else")


def test_what_a_manifest_says_travels_along(make_bot: Make) -> None:
    entrant = entrant_in(make_bot("ann", "good", 3))
    bundles = bundle_of(entrant, "sha256:0")

    assert decode(BotBundle, encode(bundles)) == bundles
    assert bundles.entrant.command == entrant.command


@pytest.mark.parametrize(
    "names", [["d/" * 1900 + "f"], ["d" * 200 + "/f" * 10_000], [str(n) for n in range(5001)]]
)
def test_a_tar_that_no_bot_could_have_made_is_refused(
    snapshot: Snapshot, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as tar:
        for name in names:
            tar.addfile(tarfile.TarInfo(name))

    with pytest.raises(BadFiles):
        unpack(snapshot.version, content.getvalue())
