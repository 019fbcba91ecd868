"""The suite itself: it can be collected on a machine that has run nothing yet, and is smoked."""

import os
import subprocess
import sys
from pathlib import Path

from tests.kinds import SMOKE

ROOT = Path(__file__).parents[1]


def test_every_test_is_found_where_no_module_was_compiled_before(tmp_path: Path) -> None:
    """Python warns of a module's syntax only when it compiles it, and a warning is an error."""
    fresh = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")

    done = subprocess.run(command, cwd=ROOT, env=os.environ | fresh, capture_output=True, text=True)

    assert (done.returncode, done.stdout[-2000:] if done.returncode else "") == (0, "")
    assert set(done.stdout.splitlines()) >= SMOKE
