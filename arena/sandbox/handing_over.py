"""Gives folders to a build's user, and takes back what it has made of them.

What lies there by then was made by a stranger's program: everything is done by way of the open
folder that holds it, and a link is never followed. No process of the build's is left by then.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

FOLDER, FILE, RUNS = 0o755, 0o644, 0o111


def hand_over(folder: Path, uid: int | None) -> None:
    """Makes a user the owner of a folder and of all in it; nobody is no change."""
    if uid is None:
        return
    os.chown(folder, uid, uid)
    for name, handle in _within(folder):
        os.chown(name, uid, uid, dir_fd=handle, follow_symlinks=False)


def take_back(folder: Path) -> None:
    """Makes all in a folder ours, readable by everybody, and its folders ours to change."""
    os.chown(folder, os.geteuid(), os.getegid())
    folder.chmod(FOLDER)
    for name, handle in _within(folder):
        mode = os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode
        os.chown(name, os.geteuid(), os.getegid(), dir_fd=handle, follow_symlinks=False)
        if stat.S_ISDIR(mode):
            os.chmod(name, FOLDER, dir_fd=handle)
        elif stat.S_ISREG(mode):
            os.chmod(name, FILE | (RUNS if mode & stat.S_IXUSR else 0), dir_fd=handle)


def _within(folder: Path) -> Iterator[tuple[str, int]]:
    """Everything below a folder, a folder before what is in it, with the open folder around it."""
    for _, folders, files, handle in os.fwalk(folder):
        for name in (*folders, *files):
            yield name, handle
