"""Tests of the optional part for clusters: without it, one machine plays, and an error names it."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

DASK = {"dask", "distributed", "tornado", "cloudpickle"}


def test_nothing_of_dask_is_imported_where_no_cluster_is_asked_for() -> None:
    code = (
        "import sys, arena.cli.app, arena.tournament.tournament, arena.tournament.plan;"
        "import arena.runner.worker;"
        f"assert not {DASK!r} & set(sys.modules)"
    )

    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_extra_it_is_said_what_to_install(
    enter_first: Callable[[int], None], tmp_path: Path
) -> None:
    enter_first(2)
    code = (
        "import sys; sys.modules['distributed'] = None;"
        "sys.argv[1:] = ['run', '--bots', 'bots', '--cluster', 'local:2'];"
        "from arena.cli.app import main; main()"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "distributed is not installed" in done.stderr
    assert "pip install 'koikoi-arena[cluster]'" in done.stderr


def test_a_machine_says_what_a_worker_needs_and_what_it_has() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", "worker-env", "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )

    needs = {need["what"]: need for need in json.loads(done.stdout)}
    assert next(iter(needs)) == "certificates"

    assert needs["Python"]["found"] == "{}.{}".format(*sys.version_info)
    assert needs["distributed"]["found"] == version("distributed")
    assert needs["koikoi-arena"]["found"].startswith(f"{version('koikoi-arena')} (code ")
    assert {"node", "sandbox bwrap", "sandbox landlock", "cores"} <= needs.keys()
