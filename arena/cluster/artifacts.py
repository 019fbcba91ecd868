"""Artifacts: logs and dossiers that come back from cluster workers."""

import shlex
from pathlib import Path, PurePosixPath

from arena.cluster.plugin import Artifacts
from arena.runner.dossiers import FOLDER as DOSSIERS

LOGS = "logs"


def keep_artifacts(artifacts: Artifacts, event: Path) -> None:
    """Write artifacts into the event's folder, and put that folder's name into dossiers."""
    there, here = artifacts.home.encode(), shlex.quote(str(event)).encode()
    for name, content in artifacts.files.items():
        place = PurePosixPath(name)
        if place.parts[0] not in (LOGS, DOSSIERS) or ".." in place.parts:
            continue  # of no kind that is ever sent
        target = event / place
        target.parent.mkdir(parents=True, exist_ok=True)
        is_text = place.parts[0] == DOSSIERS and place.suffix == ".txt"
        target.write_bytes(content.replace(there, here) if is_text else content)
