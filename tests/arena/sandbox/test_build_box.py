"""A stranger's build: what it may do, what it may not, and what is left of it."""

import asyncio
import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.bots.build import build
from arena.bots.snapshot import take_snapshot
from arena.errors import BuildFailed
from arena.sandbox import build_box
from arena.sandbox.levels import Level
from arena.system import trees
from arena.system.trees import walked
from tests.arena.living import orphans_adopted, processes_with
from tests.arena.sandbox.conftest import Confined

TRYING = """
import json, os, pathlib, socket, sys
tried = {}
def attempt(name, what):
    try:
        tried[name] = str(what())
    except Exception as error:
        tried[name] = "refused"
outside, port = pathlib.Path(OUTSIDE), PORT
attempt("read a secret", lambda: (outside / "secret").read_text())
attempt("read what everybody may read", lambda: (outside / "public").read_text())
attempt("write outside", lambda: (outside / "new").write_text("x"))
attempt("write beside the tree", lambda: (pathlib.Path.cwd().parent / "new").write_text("x"))
attempt("write a program", lambda: (pathlib.Path(sys.prefix) / "new").write_text("x"))
attempt("link to a secret", lambda: os.link(outside / "secret", "linked"))
attempt("see the arena's environment", lambda: os.environ["ARENA_TEST_TOKEN"])
attempt("see the arena's process", lambda: open(f"/proc/{PARENT}/environ").read())
attempt("signal the arena", lambda: os.kill(PARENT, 0))
attempt("abstract socket", lambda: socket.socket(socket.AF_UNIX).connect(ABSTRACT))
attempt("loopback", lambda: socket.create_connection(("127.0.0.1", port), 5).close())
attempt("loopback of IPv6", lambda: socket.create_connection(("::1", port), 5).close())
attempt("datagrams", lambda: socket.socket(type=socket.SOCK_DGRAM).connect(("10.255.255.53", 53)))
def relayed(place):
    proxy = os.environ["https_proxy"].removeprefix("http://").split(":")
    with socket.create_connection(proxy, 5) as line:
        line.sendall(f"CONNECT {place} HTTP/1.1\\r\\n\\r\\n".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 200")
attempt("loopback by the relay", lambda: relayed(f"127.0.0.1:{port}"))
attempt("a strange host by the relay", lambda: relayed("example.org:443"))
attempt("the index by the relay", lambda: relayed(f"127.0.0.1:{INDEX}"))
attempt("own files", lambda: pathlib.Path("made").write_text("x"))
attempt("home", lambda: (pathlib.Path.home() / "made").write_text("x"))
attempt("temporary files", lambda: pathlib.Path("/tmp/made").write_text("x"))
pathlib.Path("tried.json").write_text(json.dumps(tried))
"""
REFUSED = {
    *("read a secret", "read what everybody may read", "write outside", "write beside the tree"),
    *("write a program", "link to a secret", "see the arena's environment"),
    *("see the arena's process", "signal the arena", "abstract socket"),
    *("loopback", "loopback of IPv6", "loopback by the relay", "a strange host by the relay"),
    "datagrams",
}
# Nothing is mounted at this level: the system's folder for temporary files is not the build's.
ALSO_REFUSED = {Level.BWRAP: set[str](), Level.LANDLOCK: {"temporary files"}}
LEVELS = pytest.mark.parametrize("level", [Level.BWRAP, Level.LANDLOCK], ids=lambda one: one.value)
MARK = f"koikoi-build-of-{os.getpid()}"
Build = Callable[[Level, str], Path]


@pytest.fixture
def built(confined: Confined, open_folder: Path) -> Iterator[Build]:
    """Builds a bot by a Python script at a level."""

    def run(level: Level, script: str) -> Path:
        confinement, bot = confined(level), open_folder / "bot"
        bot.mkdir()
        (bot / "make.py").write_text(f"{script}\n# {open_folder}")
        command = ("python", "make.py")
        return asyncio.run(build(take_snapshot(bot), command, bot, confinement, confinement.python))

    with orphans_adopted():  # as in the arena, when it builds
        yield run


@LEVELS
def test_a_build_has_its_tree_and_the_index_and_nothing_else(
    built: Build, level: Level, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TEST_TOKEN", "of the arena")
    (open_folder / "secret").write_text("secret")
    (open_folder / "public").write_text("public")
    abstract = f"\0koikoi-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_server(("127.0.0.1", 0)) as index,
        socket.socket(socket.AF_UNIX) as other,
    ):
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{index.getsockname()[1]}/simple")
        other.bind(abstract)
        other.listen()
        names = {
            "OUTSIDE": str(open_folder),
            "PORT": server.getsockname()[1],
            "INDEX": index.getsockname()[1],
            "PARENT": os.getpid(),
            "ABSTRACT": abstract,
        }
        settings = "\n".join(f"{name} = {value!r}" for name, value in names.items())
        tree = built(level, settings + TRYING)

    tried = json.loads((tree / "tried.json").read_text())
    refused = {name for name, outcome in tried.items() if outcome == "refused"}
    assert refused == REFUSED | ALSO_REFUSED[level]
    assert (tree / "made").read_text() == "x"


@LEVELS
def test_what_a_build_has_made_is_ours_and_readable_and_no_link_is_followed(
    built: Build, level: Level, open_folder: Path
) -> None:
    outside = open_folder / "outside"
    outside.write_text("x")
    outside.chmod(0o640)
    script = f"""
import os, pathlib
pathlib.Path("closed").mkdir()
pathlib.Path("closed/file").write_text("x")
pathlib.Path("program").write_text("x")
os.chmod("closed/file", 0o400)
os.chmod("closed", 0o000)
os.chmod("program", 0o700)
os.symlink({str(outside)!r}, "link")
os.symlink({str(open_folder)!r}, "__pycache__")
"""

    tree = built(level, script)

    modes = {name: oct((tree / name).stat().st_mode & 0o7777) for name in ("closed", "program")}
    assert modes == {"closed": "0o755", "program": "0o755"}
    assert (tree / "closed" / "file").stat().st_mode & 0o7777 == 0o644
    assert (tree / "closed" / "file").stat().st_uid == os.geteuid()
    assert outside.stat().st_mode & 0o7777 == 0o640
    assert sorted(path.name for path in open_folder.glob("*.pyc")) == []


@LEVELS
def test_a_build_leaves_no_process_and_no_home(built: Build, level: Level) -> None:
    script = f"""
import os, pathlib, sys
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(3600)", {MARK!r}])
(pathlib.Path.home() / "kept").mkdir(mode=0o000)
"""

    tree = built(level, script)

    assert processes_with(MARK) == []
    assert list(tree.parent.glob("home-*")) == []


@LEVELS
def test_a_build_that_writes_without_end_is_stopped(
    built: Build, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_box, "MOST_BYTES", build_box.MEBIBYTE)

    with pytest.raises(BuildFailed, match="wrote more than 1 MiB"):
        built(level, "import time\nopen('big', 'wb').write(bytes(1 << 22))\ntime.sleep(3600)")


# However a build makes them, and whatever rights it leaves on them.
TOO_LARGE = {
    "nested": """
import os
for _ in range(1200):
    os.mkdir("d")
    os.chdir("d")
""",
    "nested by long names": """
import os
for _ in range(200):
    os.mkdir("d" * 255)
    os.chdir("d" * 255)
""",
    "nested and closed": """
import os
start = os.getcwd()
for _ in range(1200):
    os.mkdir("d")
    os.chdir("d")
os.chdir(start)
os.chmod("d", 0)
""",
    "many": """
import os
for number in range(201):
    open(str(number), "w").close()
""",
    "many folders": """
import os
for number in range(201):
    os.mkdir(str(number))
""",
}


@LEVELS
@pytest.mark.parametrize("script", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_build_that_makes_too_much_is_refused_and_its_tree_is_gone(
    built: Build, level: Level, script: str, sandbox_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "MOST_FILES", 200)
    monkeypatch.setattr(walked, "__defaults__", (200,))
    monkeypatch.setattr(build_box, "MOST_FILES", 200)
    monkeypatch.setattr(build_box, "PAUSE_SECONDS", 3600)  # only what is left at the end counts

    with pytest.raises(BuildFailed, match="made more than"):
        built(level, script)

    shelves = (sandbox_cache / "koikoi-arena" / "builds").iterdir()
    left = {one.name for shelf in shelves for one in shelf.iterdir() if shelf.is_dir()}
    assert [name for name in left if name.startswith(("home-", ".removed-"))] == []


@LEVELS
def test_a_home_of_any_depth_is_removed(built: Build, level: Level) -> None:
    script = "import os, pathlib\nos.chdir(pathlib.Path.home())\n"
    script += "for _ in range(99):\n    os.mkdir('d')\n    os.chdir('d')\n"

    tree = built(level, script)

    assert [one.name for one in tree.parent.iterdir() if one.name.startswith("home-")] == []


@LEVELS
def test_a_failed_build_is_told_which_hosts_it_asked_for_in_vain(
    built: Build, level: Level
) -> None:
    script = """
import urllib.request
urllib.request.urlopen("https://github.com/")
"""

    with pytest.raises(BuildFailed) as caught:
        built(level, script)

    assert "it asked for github.com:443, which ARENA_BUILD_HOSTS can allow" in caught.value.hint
