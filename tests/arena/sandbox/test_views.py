"""Tests of bots' views: they follow from the machine and the organiser's PATH, without secrets."""

import os
import sys
from pathlib import Path

import pytest

from arena.sandbox.views import TooMuchSeen, View, require_unseen, view_with


def installation(folder: Path) -> Path:
    for part in ("bin", "lib"):
        (folder / part).mkdir(parents=True)
    return folder


def search(*folders: Path) -> str:
    return os.pathsep.join(str(folder / "bin") for folder in folders)


def test_every_bot_sees_the_system_and_the_python_of_bots(tmp_path: Path) -> None:
    runtime = installation(tmp_path / "runtime")

    view = view_with(runtime / "bin" / "python", "")

    assert {Path("/usr"), runtime} <= set(view.shown)
    assert any(Path(sys.base_prefix).is_relative_to(folder) for folder in view.shown)
    assert all(folder.exists() for folder in view.shown)


def test_a_program_s_installation_on_the_path_is_seen(tmp_path: Path) -> None:
    node = installation(tmp_path / "node-20")

    assert node in view_with(Path("/usr/bin/python"), search(node)).shown


def test_of_the_search_path_a_bot_is_told_what_it_sees() -> None:
    view = View((Path("/usr"), Path("/opt/node")), ((Path("/bin"), "usr/bin"),))

    told = view.search("/usr/local/bin:/home/ann/bin:/opt/node/bin:/bin::bin:/opt/node-20/bin")

    assert told == "/usr/local/bin:/opt/node/bin:/bin"


@pytest.mark.parametrize("name", [".local", "."])
def test_a_home_that_looks_like_an_installation_is_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = installation(tmp_path / name)

    assert folder not in view_with(Path("/usr/bin/python"), search(folder)).shown


def test_a_folder_of_scripts_alone_is_not_seen(tmp_path: Path) -> None:
    (tmp_path / "tools" / "bin").mkdir(parents=True)

    view = view_with(Path("/usr/bin/python"), search(tmp_path / "tools"))

    assert tmp_path / "tools" not in view.shown


def test_a_relative_or_closed_entry_of_the_path_is_passed_over(tmp_path: Path) -> None:
    before = view_with(Path("/usr/bin/python"), "")

    assert view_with(Path("/usr/bin/python"), f"bin::./bin:{tmp_path}/none/bin") == before


def test_no_account_name_or_key_of_the_machine_is_seen() -> None:
    view = view_with(Path("/usr/bin/python"), os.environ["PATH"])

    for secret in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/ssl/private", "/home"):
        assert not any(Path(secret).is_relative_to(folder) for folder in view.shown)


def test_results_below_a_folder_that_bots_see_are_refused_by_name(tmp_path: Path) -> None:
    view = View((tmp_path / "opt",))

    require_unseen([tmp_path / "results"], view)
    with pytest.raises(TooMuchSeen, match="every bot can read") as caught:
        require_unseen([tmp_path / "opt" / "results"], view)

    assert str(tmp_path / "opt") in caught.value.message
    assert "--sandbox limits" in caught.value.hint
