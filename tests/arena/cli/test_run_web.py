"""`arena run --web`: a page as long as the run, and nothing left when it is over."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from socket import create_server
from urllib.request import urlopen

from tests.arena.living import processes_with

BOTS = Path(__file__).parents[3] / "sample_bots"
RUN = (
    *("run", "--bots", str(BOTS), "--only", "first,random", "--event", "spring", "--no-check"),
    *("--pairs", "2", "--seed", "1", "--sandbox", "none", "--jobs", "1"),
)

Arena = Callable[..., subprocess.CompletedProcess[str]]


def test_a_page_tells_of_the_run_to_its_end_and_is_gone_with_it(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "arena.cli.app", *RUN, "--web")
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, text=True, **streams) as process:
        assert process.stderr is not None
        found = re.search(r"live page: (http://127\.0\.0\.1:\d+/)", process.stderr.readline())
        assert found
        with urlopen(f"{found[1]}events", timeout=60) as events:
            lines = [line.decode() for line in events if line.startswith(b"data: ")]
        rest = process.stderr.read()
        assert process.wait(60) == 0, rest

    states = [json.loads(line.removeprefix("data: ")) for line in lines]
    assert states[-1]["has_report"]
    assert states[-1]["done"] == 4
    assert [row[1] for row in states[-1]["tables"][0]["rows"]] == ["first", "random"]
    assert not (tmp_path / "results" / "spring" / "live.json").exists()
    assert not processes_with(f"arena.live {tmp_path}")


def test_a_port_that_is_taken_is_said_before_anything_is_played(
    arena: Arena, tmp_path: Path
) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        done = arena(*RUN, "--web-port", str(taken.getsockname()[1]))

    assert done.returncode == 2
    assert "is not available" in done.stderr
    assert not (tmp_path / "results").exists()


def test_without_the_server_the_extra_is_named(tmp_path: Path) -> None:
    lacking = "import sys; sys.modules['uvicorn'] = None; from arena.cli.app import main; main()"

    for arguments in ((*RUN, "--web"), ("watch", "spring")):
        command = (sys.executable, "-c", lacking, *arguments)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

        assert done.returncode == 2
        assert "pip install 'koikoi-arena[web]'" in done.stderr
