"""The runtime of bots: the meaning of `python` and `arena bridge` as the first words of a command.

The base interpreter with grpcio, protobuf, the `koikoi` stubs and the bridge, and nothing else of
ours. It is copied once from the packages the arena itself runs with, so it needs no network, and
afterwards nothing of the arena's environment but the base interpreter.

What the first word of a command means on this machine. Starting it is for others.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from arena.bots.manifest_schema import PYTHON, unbridged
from arena.errors import NoProgram, RuntimeUnavailable, shown
from arena.system.cache import fresh_folder, put_in_place, runtimes

CARRIED = ("grpcio", "protobuf")
CONTRACT = "koikoi"
# What plays for programs that speak no gRPC: one module, which sees the contract alone.
BRIDGE_FILE = Path(__file__).with_name("bridge.py")
BRIDGE_MODULE = "koikoi_bridge"
KEY_DIGITS = 32
RECIPE = "1"  # to be raised when what is made of the same parts changes
CACHES = shutil.ignore_patterns("__pycache__")

REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)[^;]*(?:;(?P<marker>.*))?")


def runtime_python() -> Path:
    """Return the interpreter of the runtime, which is made on first use."""
    distributions = tuple(_carried())
    contract = _contract()
    place = runtimes() / _key(distributions, contract)
    if not place.is_dir():
        with fresh_folder(runtimes()) as folder:
            _make(folder, distributions, contract)
            put_in_place(folder, place)
    return _python(place)


def bridge_command() -> tuple[str, ...]:
    """Return the words that start the bridge in the runtime, before a program's own."""
    return (str(runtime_python()), "-m", BRIDGE_MODULE, "--")


def _make(folder: Path, distributions: tuple[Distribution, ...], contract: Path) -> None:
    venv.EnvBuilder(symlinks=True, with_pip=False).create(folder)
    packages = _packages(folder)
    for one in distributions:
        _copy_distribution(one, packages)
    shutil.copytree(contract, packages / CONTRACT, ignore=CACHES)
    shutil.copy2(BRIDGE_FILE, packages / f"{BRIDGE_MODULE}.py")
    _compile(folder)


def _compile(folder: Path) -> None:
    """Compile the packages of a folder; without it grpc costs most of a second at every start."""
    # -I: where compiled files go must not depend on the PYTHON… variables of whoever runs this.
    command = (_python(folder), "-I", "-m", "compileall", "-q", _packages(folder))
    try:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    except subprocess.CalledProcessError as error:
        raise RuntimeUnavailable(
            f"the Python of bots does not run: {error}", "see what `arena doctor` says"
        ) from error


def _python(folder: Path) -> Path:
    return folder / "bin" / "python"


def _packages(folder: Path) -> Path:
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))


def _carried() -> Iterator[Distribution]:
    """Yield the distributions that a bot needs with all their requirements, each once."""
    waiting, seen = list(CARRIED), set()
    while waiting:
        name = waiting.pop(0)
        if name not in seen:
            seen.add(name)
            found = _installed(name)
            yield found
            waiting.extend(_needed_by(found))


def _needed_by(one: Distribution) -> Iterator[str]:
    """Yield the requirements of a distribution that hold here."""
    for line in one.requires or ():
        found = REQUIREMENT.match(line)
        assert found is not None
        name, marker = found["name"], found["marker"] or ""
        if not marker or ("extra" not in marker and _is_installed(name)):
            yield name


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise RuntimeUnavailable(
            f"the Python of bots needs the package `{name}`, which is not installed",
            "install koikoi-arena again, with its dependencies",
        ) from error


def _copy_distribution(one: Distribution, packages: Path) -> None:
    if one.files is None:
        raise RuntimeUnavailable(
            f"the package `{one.name}` does not list its files, so bots cannot be given it",
            "install koikoi-arena into a virtual environment",
        )
    for file in one.files:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(str(file.locate()), target)


def _contract() -> Path:
    """Return the folder of the generated code of the contract, found without importing it."""
    spec = find_spec(f"{CONTRACT}.v1")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeUnavailable(
            "the generated code of the contract is missing", "in a clone, run `make proto`"
        )
    return Path(spec.submodule_search_locations[0]).parent


def _key(distributions: tuple[Distribution, ...], contract: Path) -> str:
    """Return the name of a runtime, made from everything that is in it."""
    base = sys._base_executable  # type: ignore[attr-defined]  # what the stdlib's venv links to
    parts = [RECIPE, sys.version, sysconfig.get_platform(), base]
    parts += sorted(f"{one.name} {one.version}" for one in distributions)
    parts += [f"{file.relative_to(contract)} {digest}" for file, digest in _contents(contract)]
    parts.append(hashlib.sha256(BRIDGE_FILE.read_bytes()).hexdigest())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:KEY_DIGITS]


def _contents(contract: Path) -> Iterator[tuple[Path, str]]:
    for file in sorted(contract.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file, hashlib.sha256(file.read_bytes()).hexdigest()


def resolve_command(command: Sequence[str], folder: Path, bot: Path) -> tuple[str, ...]:
    """Return the argv that starts a command in `folder`; `bot` is the folder its author knows."""
    first, *arguments = unbridged(command)
    program = str(runtime_python()) if first == PYTHON else find_program(first, folder, bot)
    bridge = bridge_command() if len(command) > len(arguments) + 1 else ()
    return (*bridge, program, *arguments)


def find_program(word: str, folder: Path, bot: Path) -> str:
    """Return the absolute path of a program other than `python`: in the folder, or on the PATH."""
    if "/" in word:
        return _in_folder(word, folder, bot)
    if found := shutil.which(word):
        return str(Path(found).absolute())
    hint = f"write `./{word}` to start the file in the folder" if _is_file(folder / word) else ""
    raise NoProgram(
        f"{shown(bot)}: `{shown(word)}` is not on the PATH", hint or "install it, or fix `command`"
    )


def is_there(program: str) -> bool:
    """Return whether a program of `requires` is available; `python` always is."""
    return program == PYTHON or shutil.which(program) is not None


def _in_folder(word: str, folder: Path, bot: Path) -> str:
    program = folder.absolute() / word
    if not _is_file(program):
        raise NoProgram(f"{shown(bot)}: there is no file `{shown(word)}`")
    if not os.access(program, os.X_OK):
        raise NoProgram(
            f"{shown(bot)}: `{shown(word)}` is not executable",
            f"chmod +x {shlex.quote(shown(bot / word))}",
        )
    return str(program)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a path that the system does not take
        return False
