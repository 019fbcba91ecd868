"""A sample bot is a folder that can be copied anywhere: it needs the contract and nothing else."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.discovery import scan
from tests.sample_bots.greedies import GREEDIES

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_bots"
FOLDERS = sorted(path.parent for path in SAMPLES.glob("*/bot.toml"))
THE_CONTRACT = {"koikoi", "grpc", "google"}
KEYS = {"name", "command", "build", "requires", "transport", "language", "description"}
CONTRACT = ROOT / "proto" / "koikoi" / "v1"
# Where each language keeps its copy of the contract, and what says which packages to install.
COPIES = {
    "greedy": "proto/koikoi/v1",
    "greedy-ts": "proto/koikoi/v1",
    "greedy-go": "proto/koikoi/v1",
    "greedy-rust": "proto/koikoi/v1",
    "greedy-java": "src/main/proto/koikoi/v1",
    "greedy-cpp": "proto/koikoi/v1",
}
LOCKS = {
    "greedy-ts": ("package-lock.json", '"integrity"'),
    "greedy-go": ("go.sum", "h1:"),
    "greedy-rust": ("Cargo.lock", "checksum"),
}
CARGO_SOURCE = "registry+https://github.com/rust-lang/crates.io-index"

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def imported(source: Path) -> Iterator[str]:
    """The names of the modules that a Python file imports."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@every_folder
def test_a_python_bot_imports_the_contract_and_its_own_files_only(folder: Path) -> None:
    sources = list(folder.glob("*.py"))
    allowed = sys.stdlib_module_names | THE_CONTRACT | {source.stem for source in sources}
    modules = {module for source in sources for module in imported(source)}
    assert {module for module in modules if module.split(".")[0] not in allowed} == set()
    assert {module for module in modules if module.startswith("koikoi")} <= {
        "koikoi.v1.cards_pb2",
        "koikoi.v1.referee_pb2",
        "koikoi.v1.referee_pb2_grpc",
        "koikoi.v1.ruleset_pb2",
    }


def test_the_typescript_bot_imports_grpc_and_its_own_files_only() -> None:
    sources = (SAMPLES / "greedy-ts" / "src").glob("*.ts")
    modules = {
        module
        for source in sources
        for module in re.findall(r'from "([^"]+)"', source.read_text(encoding="utf-8"))
    }
    assert {m for m in modules if not m.startswith(("node:", "@grpc/", "./"))} == set()


@every_folder
def test_a_manifest_names_its_folder_and_uses_known_keys(folder: Path) -> None:
    manifest = tomllib.loads((folder / "bot.toml").read_text(encoding="utf-8"))
    assert manifest["name"] == folder.name
    assert manifest.keys() <= KEYS


@pytest.mark.parametrize("name", COPIES)
def test_a_bot_that_others_start_from_carries_the_contract_as_it_is(name: str) -> None:
    contract = {path.name: path.read_bytes() for path in CONTRACT.glob("*.proto")}
    carried = SAMPLES / name / COPIES[name]
    assert {path.name: path.read_bytes() for path in carried.iterdir()} == contract


@pytest.mark.parametrize("name", LOCKS)
def test_a_lockfile_says_what_to_install_and_not_from_where(name: str) -> None:
    file, hashes = LOCKS[name]
    text = (SAMPLES / name / file).read_text(encoding="utf-8")
    assert hashes in text
    assert "://" not in text.replace(CARGO_SOURCE, "").replace('"url": "https://', "")
    assert '"resolved"' not in text


def test_without_toolchains_the_bots_that_need_them_are_skipped_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = scan(SAMPLES)
    assert found.refused == ()
    reasons = {one.name: one.reason for one in found.skipped}
    assert reasons.keys() == set(GREEDIES) - {"greedy"} | {"first-sh"}
    assert "needs `go`, not found" in reasons["greedy-go"]
    assert "needs `cmake` and `c++` and `protoc`" in reasons["greedy-cpp"]


def test_first_stays_short_enough_to_copy() -> None:
    assert len((SAMPLES / "first" / "bot.py").read_text(encoding="utf-8").splitlines()) <= 25
