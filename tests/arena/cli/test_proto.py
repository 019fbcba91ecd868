"""`arena proto export`: what it writes is the contract, and compiles as it lies there."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
CONTRACT = Path(__file__).parents[3] / "proto"


def protos(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.proto")}


def test_the_contract_is_written_whole_and_named(arena: Run, tmp_path: Path) -> None:
    done = arena("proto", "export", "mine/proto")

    assert (done.returncode, done.stderr) == (0, "")
    assert protos(tmp_path / "mine" / "proto") == protos(CONTRACT)
    assert done.stdout.splitlines() == [
        f"mine/proto/koikoi/v1/{name}.proto" for name in ("cards", "referee", "ruleset")
    ]


def test_an_older_copy_is_replaced_and_other_files_stay(arena: Run, tmp_path: Path) -> None:
    folder = tmp_path / "koikoi" / "v1"
    folder.mkdir(parents=True)
    (folder / "cards.proto").write_text("// long ago\n")
    (folder / "mine.txt").write_text("keep me")

    assert arena("proto", "export", ".").returncode == 0
    assert protos(tmp_path) == protos(CONTRACT)
    assert (folder / "mine.txt").read_text() == "keep me"


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_made_is_named(arena: Run, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")

    done = arena("proto", "export", place)

    assert (done.returncode, done.stdout) == (2, "")
    assert place in done.stderr
    assert "Traceback" not in done.stderr
