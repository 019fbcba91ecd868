"""The referee cannot be looked into, not even by another program of the same user."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CLOSE = """
import os
from arena.system.processes import close_to_others, keep_files_private
close_to_others()
keep_files_private()
os.close(os.open(os.environ["NEW"], os.O_CREAT, 0o666))
print("closed", flush=True)
input()
"""


@pytest.mark.process
def test_a_closed_process_cannot_be_read_and_writes_for_its_owner_alone(tmp_path: Path) -> None:
    """Root reads everything, but the files still show: they are root's, whoever runs it."""
    new = tmp_path / "new"
    with subprocess.Popen(
        [sys.executable, "-c", CLOSE],
        env=os.environ | {"NEW": str(new)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "closed\n"
        environment = Path(f"/proc/{process.pid}/environ")

        assert environment.stat().st_uid == 0
        if os.geteuid() != 0:
            with pytest.raises(PermissionError):
                environment.read_bytes()
        process.communicate("\n")

    assert new.stat().st_mode & 0o777 == 0o600
