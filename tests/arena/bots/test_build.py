import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from select import select

import pytest

from arena.bots.build import build, compile_python, is_built
from arena.bots.snapshot import take_snapshot, version_of
from arena.errors import BuildFailed, NoProgram

PYTHON = Path(sys.executable)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "koikoi-arena"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bots" / "crane"
    folder.mkdir(parents=True)
    (folder / "source").write_text("original")
    return folder


@pytest.fixture
def built(bot: Path) -> Callable[[str], Path]:
    """Builds the bot with a shell script, which comes to lie in its folder."""

    def run(script: str) -> Path:
        (bot / "make.sh").write_text(script)
        return asyncio.run(build(take_snapshot(bot), ("sh", "make.sh"), bot))

    return run


def trees(cache: Path) -> list[Path]:
    return list(cache.glob("builds/*/tree-*"))


def is_running(process: int) -> bool:
    """Return whether it still does anything, once a killed one has had the time to die."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return False
    ended, _, _ = select([descriptor], [], [], 10)
    os.close(descriptor)
    return not ended


def test_a_build_finds_the_files_of_its_version_and_leaves_the_snapshot_alone(
    built: Callable[[str], Path], bot: Path
) -> None:
    folder = built("cp source made; echo changed > source")

    assert (folder / "made").read_text() == "original"
    snapshot = take_snapshot(bot)
    assert version_of(snapshot.folder) == snapshot.version
    assert folder != snapshot.folder


def test_a_version_is_built_once(built: Callable[[str], Path], tmp_path: Path) -> None:
    script = f"echo built >> '{tmp_path}/count'"

    assert built(script) == built(script)
    assert (tmp_path / "count").read_text() == "built\n"


def test_a_changed_bot_is_built_again(built: Callable[[str], Path], tmp_path: Path) -> None:
    first = built(f"echo built >> '{tmp_path}/count'")
    second = built(f"echo built  >> '{tmp_path}/count'")

    assert first != second
    assert (tmp_path / "count").read_text() == "built\nbuilt\n"


def test_a_failed_build_says_how_it_ended_and_shows_its_last_lines(
    built: Callable[[str], Path], bot: Path
) -> None:
    script = "seq 1 30; printf 'caf\\351 \\033[31mred'; exit 7"

    with pytest.raises(BuildFailed) as caught:
        built(script)

    first, *tail = caught.value.message.splitlines()
    assert first == f"{bot}: build `sh make.sh` failed: exit code 7"
    assert tail == [f"    {n}" for n in range(12, 31)] + ["    caf\ufffd \\x1b[31mred"]
    log = Path(caught.value.hint.removeprefix("all it wrote: "))
    assert log.read_bytes().startswith(b"1\n2\n")


def test_a_failed_build_is_tried_again_on_fresh_files(
    built: Callable[[str], Path], tmp_path: Path, cache: Path
) -> None:
    script = f"grep original source && echo changed > source && cat '{tmp_path}/switch'"

    with pytest.raises(BuildFailed, match="exit code 1"):
        built(script)
    assert trees(cache) == []
    (tmp_path / "switch").touch()

    assert (built(script) / "source").read_text() == "changed\n"


def test_a_build_ended_by_a_signal_says_which(built: Callable[[str], Path]) -> None:
    with pytest.raises(BuildFailed, match="failed: killed by SIGKILL"):
        built("kill -9 $$")


def test_a_build_that_takes_too_long_is_ended(
    built: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.bots.build.BUILD_SECONDS", 0.1)

    with pytest.raises(BuildFailed, match=r"took more than 0\.1 s"):
        built("exec sleep 1000")


def test_what_a_build_leaves_running_is_ended_with_it(
    built: Callable[[str], Path], tmp_path: Path
) -> None:
    built(f"sleep 1000 & echo $! > '{tmp_path}/left'")

    assert not is_running(int((tmp_path / "left").read_text()))


def test_a_cancelled_build_is_ended_with_its_children_and_leaves_nothing(
    bot: Path, tmp_path: Path, cache: Path
) -> None:
    os.mkfifo(tmp_path / "ready")
    (bot / "make.sh").write_text(f"sleep 1000 & echo $$ $! > '{tmp_path}/ready'; wait")
    snapshot = take_snapshot(bot)

    async def cancel_when_ready() -> list[int]:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(build(snapshot, ("sh", "make.sh"), bot))
            told = await asyncio.to_thread((tmp_path / "ready").read_text)
            running.cancel()
        return [int(one) for one in told.split()]

    started = asyncio.run(cancel_when_ready())

    assert [is_running(one) for one in started] == [False, False]
    assert not is_built(snapshot)
    assert trees(cache) == []


def test_a_build_cut_off_with_its_arena_counts_as_never_begun(
    built: Callable[[str], Path], bot: Path, tmp_path: Path
) -> None:
    (tmp_path / "cut").touch()
    script = f"echo half >> made; rm '{tmp_path}/cut' && kill -9 $PPID; echo rest >> made"
    (bot / "make.sh").write_text(script)
    program = (
        "import asyncio, sys; from pathlib import Path; from arena.bots.build import build;"
        "from arena.bots.snapshot import take_snapshot; bot = Path(sys.argv[1]);"
        "asyncio.run(build(take_snapshot(bot), ('sh', 'make.sh'), bot))"
    )

    arena = subprocess.run([sys.executable, "-c", program, str(bot)], check=False)

    assert arena.returncode == -9
    assert not is_built(take_snapshot(bot))
    assert (built(script) / "made").read_text() == "half\nrest\n"


def test_arenas_that_build_the_same_version_both_get_a_whole_tree(
    bot: Path, tmp_path: Path
) -> None:
    for one in ("a", "b"):
        os.mkfifo(tmp_path / one)
    # Each build waits until the other runs too.
    (bot / "make.sh").write_text(
        f"if mkdir '{tmp_path}/first' 2>/dev/null;"
        f"then echo > '{tmp_path}/a'; cat '{tmp_path}/b';"
        f"else cat '{tmp_path}/a'; echo > '{tmp_path}/b'; fi; echo whole > made"
    )
    snapshot = take_snapshot(bot)

    async def both() -> list[Path]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(build(snapshot, ("sh", "make.sh"), bot)) for _ in range(2)]
        return [task.result() for task in tasks]

    folders = asyncio.run(both())

    assert [(one / "made").read_text() for one in folders] == ["whole\n", "whole\n"]


def test_a_build_is_no_shell_line(bot: Path) -> None:
    folder = asyncio.run(build(take_snapshot(bot), ("touch", "a; touch b", "$HOME"), bot))

    assert sorted(one.name for one in folder.iterdir()) == ["$HOME", "a; touch b", "source"]


def test_a_build_does_not_see_the_arenas_python_variables(
    built: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "VIRTUAL_ENV", "KOIKOI_TOKEN"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.invalid")

    seen = (built("env > seen") / "seen").read_text()

    assert "HTTPS_PROXY=http://proxy.invalid\n" in seen
    assert not [line for line in seen.split() if line.startswith(("PYTHON", "VIRTUAL", "KOIKOI"))]


def test_a_build_has_no_input_to_wait_for(built: Callable[[str], Path]) -> None:
    assert (built("cat > made") / "made").read_text() == ""


def test_a_missing_build_program_is_named(bot: Path, cache: Path) -> None:
    with pytest.raises(NoProgram, match="`no-such-tool` is not on the PATH"):
        asyncio.run(build(take_snapshot(bot), ("no-such-tool",), bot))

    assert trees(cache) == []


def test_a_build_program_that_no_kernel_starts_is_a_failed_build(bot: Path) -> None:
    (bot / "make").write_bytes(b"\x7fELF")
    (bot / "make").chmod(0o755)

    with pytest.raises(BuildFailed, match=r"build `./make` (cannot be started|failed)"):
        asyncio.run(build(take_snapshot(bot), ("./make",), bot))


def test_python_files_are_compiled_whatever_the_environment_says(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (bot / "thinking").mkdir()
    (bot / "thinking" / "ahead.py").write_text("DEPTH = 3\n")
    (bot / "broken.py").write_text("print 'Python 2'\n")
    snapshot = take_snapshot(bot)

    asyncio.run(compile_python(snapshot.folder, PYTHON, bot))

    assert list((snapshot.folder / "thinking" / "__pycache__").glob("ahead.*.pyc"))
    assert version_of(snapshot.folder) == snapshot.version


def test_python_files_are_compiled_once(bot: Path) -> None:
    (bot / "bot.py").write_text("")
    folder = take_snapshot(bot).folder
    asyncio.run(compile_python(folder, PYTHON, bot))
    (compiled,) = folder.rglob("*.pyc")
    compiled.unlink()

    asyncio.run(compile_python(folder, PYTHON, bot))

    assert list(folder.rglob("*.pyc")) == []


def test_folders_nested_without_end_are_refused_and_removed_at_the_open_levels_too(
    built: Callable[[str], Path], cache: Path
) -> None:
    script = "i=0; while [ $i -lt 1200 ]; do mkdir d; cd -P d; i=$((i+1)); done"

    with pytest.raises(BuildFailed, match="made more than 100 folders inside each other"):
        built(script)

    assert sorted(one.name for one in cache.glob("builds/*/*")) == ["build.log"]
