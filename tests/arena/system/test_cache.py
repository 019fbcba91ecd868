import os
import stat
from pathlib import Path

import pytest

from arena.errors import CacheUnusable
from arena.system import cache


def test_the_cache_is_where_the_person_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert cache.cache() == tmp_path / "koikoi-arena"


@pytest.mark.parametrize("value", [None, "", "relative/cache"])
def test_without_an_absolute_path_the_cache_is_below_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if value is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", value)

    assert cache.cache() == tmp_path / ".cache" / "koikoi-arena"


def test_a_cache_that_cannot_be_written_is_an_error_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    with (
        pytest.raises(CacheUnusable, match="Not a directory") as caught,
        cache.fresh_folder(cache.snapshots()),
    ):
        pass

    assert "XDG_CACHE_HOME" in caught.value.hint


def test_a_fresh_folder_is_gone_unless_it_was_put_in_its_place(tmp_path: Path) -> None:
    with cache.fresh_folder(tmp_path) as folder:
        (folder / "first").touch()
        cache.put_in_place(folder, tmp_path / "place")
    with cache.fresh_folder(tmp_path) as folder:
        (folder / "second").touch()
        cache.put_in_place(folder, tmp_path / "place")

    assert list(tmp_path.iterdir()) == [tmp_path / "place"]
    assert list((tmp_path / "place").iterdir()) == [tmp_path / "place" / "first"]


@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077])
def test_every_user_reaches_the_cache_whatever_the_umask_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "some" / "where"))
    before = os.umask(mask)
    try:
        with cache.fresh_folder(cache.snapshots()) as folder:
            (folder / "deep").mkdir()
            (folder / "deep" / "plain").touch()
            (folder / "deep" / "program").touch(mode=0o700)
            (folder / "link").symlink_to("deep")
            cache.put_in_place(folder, cache.snapshots() / "one")
    finally:
        os.umask(before)

    made = cache.snapshots() / "one"
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in made.rglob("*")}
    assert modes["plain"] & 0o444 == 0o444
    assert modes["program"] & 0o555 == 0o555
    for above in (made, made / "deep", *(one for one in made.parents if tmp_path in one.parents)):
        assert above.stat().st_mode & 0o111 == 0o111, above
