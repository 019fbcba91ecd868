"""How much a build has written. No quota does this for a folder, so somebody has to look."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

MEBIBYTE = 1 << 20
MOST_BYTES, MOST_FILES = 4096 * MEBIBYTE, 300_000
PAUSE_SECONDS = 0.5
BLOCK = 512


async def outgrown(folders: Sequence[Path]) -> str:
    """Waits until these folders together hold too much, and says how much that is."""
    while True:
        size, count = await asyncio.to_thread(_measured, folders)
        if size > MOST_BYTES:
            return f"wrote more than {MOST_BYTES // MEBIBYTE} MiB"
        if count > MOST_FILES:
            return f"made more than {MOST_FILES} files"
        # A large tree takes its time to look at: never more than a part of one core.
        await asyncio.sleep(PAUSE_SECONDS + count / 20_000)


def _measured(folders: Sequence[Path]) -> tuple[int, int]:
    size = count = 0
    for folder in folders:
        for _, inner, files, handle in os.fwalk(folder, onerror=None):
            count += len(inner) + len(files)
            size += sum(_size(name, handle) for name in files)
    return size, count


def _size(name: str, handle: int) -> int:
    try:
        return os.stat(name, dir_fd=handle, follow_symlinks=False).st_blocks * BLOCK
    except OSError:  # gone by now
        return 0
