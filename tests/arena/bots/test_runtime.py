import os
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

from arena.bots.runtime import runtime_python

ROOT = Path(__file__).parents[3]
STUBS = sorted(one.stem for one in (ROOT / "proto" / "koikoi" / "v1").glob("*_pb2*.py"))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def python(cache: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        return runtime_python()


def run(python: Path, program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [python, "-c", program]
    return subprocess.run(command, cwd=folder, env={}, capture_output=True, text=True, check=False)


def test_a_bot_can_import_the_contract(python: Path, tmp_path: Path) -> None:
    program = f"import grpc, google.protobuf, {', '.join(f'koikoi.v1.{stub}' for stub in STUBS)}"

    assert len(STUBS) >= 2
    assert run(python, program, tmp_path).stderr == ""


@pytest.mark.parametrize(
    "module", ["arena", "referee", "numpy", "trueskill", "typer", "rich", "pip", "pytest"]
)
def test_a_bot_cannot_import(python: Path, tmp_path: Path, module: str) -> None:
    done = run(python, f"import {module}", tmp_path)

    assert f"No module named '{module}'" in done.stderr


def test_nothing_of_the_arenas_environment_is_on_a_bots_path(python: Path, tmp_path: Path) -> None:
    searched = run(python, "import sys; print(*sys.path, sep='\\n')", tmp_path).stdout.split()

    assert [one for one in searched if Path(one).is_relative_to(sys.prefix)] == []
    assert [one for one in searched if Path(one).is_relative_to(ROOT)] == []


def test_the_packages_are_those_the_arena_runs_with(python: Path, tmp_path: Path) -> None:
    program = "from importlib.metadata import version as v; print(v('grpcio'), v('protobuf'))"
    here = [distribution(name).version for name in ("grpcio", "protobuf")]

    assert run(python, program, tmp_path).stdout.split() == here


def test_every_module_is_compiled_for_the_interpreter_that_runs_it(python: Path) -> None:
    packages = python.parent.parent / "lib"
    sources = {one.stem for one in packages.rglob("*.py")}
    compiled = {one.name.partition(".")[0] for one in packages.rglob("*.pyc")}

    assert sources
    assert sources == compiled


def test_it_is_made_once(python: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    before = python.parent.parent.stat().st_ino

    assert runtime_python() == python
    assert python.parent.parent.stat().st_ino == before
    assert len(list((cache / "koikoi-arena" / "runtime").iterdir())) == 1


def test_arenas_that_make_it_at_the_same_time_agree(tmp_path: Path) -> None:
    program = "from arena.bots.runtime import runtime_python; print(runtime_python())"
    # Where compiled files go must not depend on what the person has set.
    environment = os.environ | {
        "XDG_CACHE_HOME": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPYCACHEPREFIX": str(tmp_path / "elsewhere"),
    }
    command = [sys.executable, "-c", program]

    arenas = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = {arena.communicate()[0].strip() for arena in arenas}

    (python,) = (Path(one) for one in told)
    assert list((python.parent.parent / "lib").rglob("grpc/__pycache__/*.pyc"))
    assert run(python, "import grpc", tmp_path).stderr == ""
    assert len(list((tmp_path / "koikoi-arena" / "runtime").iterdir())) == 1


def test_it_outlives_the_environment_it_was_made_from(tmp_path: Path) -> None:
    # For imports, this is an installation from a wheel.
    home = tmp_path / "installed"
    venv.EnvBuilder(symlinks=True, with_pip=False).create(home)
    (packages,) = home.glob("lib/python*/site-packages")
    for name in ("grpcio", "protobuf", "typing_extensions"):
        for file in distribution(name).files or ():
            if ".." not in file.parts and file.suffix != ".pyc":
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(file.locate()), packages / file)
    for source in ("arena", "referee", "proto/koikoi"):
        shutil.copytree(ROOT / source, packages / Path(source).name)
    command = [
        home / "bin" / "python",
        "-c",
        "from arena.bots.runtime import runtime_python; print(runtime_python())",
    ]
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    told = subprocess.check_output(command, env=environment, cwd=tmp_path, text=True)
    shutil.rmtree(home)

    done = run(Path(told.strip()), "import grpc, koikoi.v1.referee_pb2_grpc", tmp_path)

    assert done.stderr == ""
