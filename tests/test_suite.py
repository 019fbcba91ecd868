"""The suite itself: it can be collected on a machine that has run nothing yet, and is smoked."""

import json
import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.kinds import SMOKE

ROOT = Path(__file__).parents[1]


@pytest.mark.process
def test_every_test_is_found_where_no_module_was_compiled_before(tmp_path: Path) -> None:
    """Python warns of a module's syntax only when it compiles it, and a warning is an error."""
    fresh = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")

    done = subprocess.run(command, cwd=ROOT, env=os.environ | fresh, capture_output=True, text=True)

    assert (done.returncode, done.stdout[-2000:] if done.returncode else "") == (0, "")
    assert set(done.stdout.splitlines()) >= SMOKE


def unsteady() -> ModuleType:
    """The script by which `.ci/run` counts."""
    spec = spec_from_file_location("unsteady", ROOT / ".ci" / "unsteady.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_test_was_unsteady_three_times_in_a_row() -> None:
    counts = json.loads((ROOT / "tests" / "unsteady.json").read_text())

    assert unsteady().too_often(counts) == []


def test_what_failed_and_then_passed_is_counted_and_three_times_are_too_many() -> None:
    counts = {"tests/a.py::a": 2, "tests/b.py::b": 3}
    failed = {"tests/a.py::a": True, "tests/new.py::c[1]": True, "tests/not_collected.py": True}

    assert unsteady().counted(counts, failed) == ['"tests/a.py::a": 3', '"tests/new.py::c[1]": 1']
    assert unsteady().too_often(counts) == ["tests/b.py::b"]
