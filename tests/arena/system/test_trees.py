"""Trees that strangers made: however deep, wide or closed, they are walked within limits and go."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.system.trees import MOST_DEPTH, MOST_FILES, TreeTooLarge, remove_tree, walked


@pytest.fixture
def top(tmp_path: Path) -> Iterator[Path]:
    """A folder in which a test makes a tree; pytest could not remove what these tests make."""
    folder = tmp_path / "top"
    folder.mkdir()
    yield folder
    remove_tree(folder)


def nest(top: Path, depth: int, name: str = "d") -> None:
    """Makes folders inside each other, deeper than any path reaches."""
    handle = os.open(top, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=handle)
        inner = os.open(name, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)


def test_a_walk_gives_every_name_once_and_a_folder_before_its_contents(top: Path) -> None:
    (top / "a" / "b").mkdir(parents=True)
    (top / "a" / "b" / "file").touch()
    (top / "loop").symlink_to(top)

    names = [name for name, _ in walked(top)]

    assert sorted(names) == ["a", "b", "file", "loop"]
    assert names.index("a") < names.index("b") < names.index("file")


def test_a_walk_goes_to_its_limit_of_depth_and_no_deeper(top: Path) -> None:
    nest(top, MOST_DEPTH)
    assert len(list(walked(top))) == MOST_DEPTH

    remove_tree(top)
    top.mkdir()
    nest(top, MOST_DEPTH + 1)
    with pytest.raises(TreeTooLarge, match=f"more than {MOST_DEPTH} folders inside each other"):
        list(walked(top))


def test_a_walk_counts_as_many_names_as_there_is_room_for(top: Path) -> None:
    for number in range(5):
        (top / str(number)).touch()

    assert len(list(walked(top, 5))) == 5
    with pytest.raises(TreeTooLarge, match=f"more than {MOST_FILES} files"):
        list(walked(top, 4))


def test_a_walk_leaves_no_folder_open(top: Path) -> None:
    nest(top, MOST_DEPTH + 50)
    before = len(list(Path("/proc/self/fd").iterdir()))

    with pytest.raises(TreeTooLarge):
        list(walked(top))
    next(iter(walked(top)))

    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize("name", ["d", "x" * 255], ids=["short", "long"])
def test_a_tree_of_any_depth_is_removed(top: Path, name: str) -> None:
    nest(top, 1200, name)

    remove_tree(top)

    assert list(top.parent.iterdir()) == []


def test_closed_folders_odd_names_and_special_files_are_removed_and_no_link_is_followed(
    top: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "kept").touch()
    (top / "closed" / "inner").mkdir(parents=True)
    (top / "closed" / "inner" / "file").touch()
    (top / os.fsdecode(b"\xff\n")).mkdir()
    os.mkfifo(top / "fifo")
    (top / "link").symlink_to(outside)
    (top / "0").mkdir()
    (top / "closed" / "inner").chmod(0)
    (top / "closed").chmod(0)

    remove_tree(top)

    assert list(top.parent.iterdir()) == []
    assert (outside / "kept").exists()


def test_many_files_in_one_folder_are_removed(top: Path) -> None:
    handle = os.open(top, os.O_RDONLY)
    for number in range(10_001):
        os.close(os.open(str(number), os.O_CREAT | os.O_WRONLY, dir_fd=handle))
    os.close(handle)

    remove_tree(top)

    assert list(top.parent.iterdir()) == []


def test_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    remove_tree(tmp_path / "absent")

    assert list(walked(tmp_path / "absent")) == []
    assert list(tmp_path.iterdir()) == []
