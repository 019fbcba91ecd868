"""What the referee does against being looked into by others of the same user."""

import ctypes
import os
import sys

_PR_SET_DUMPABLE = 4
OWNER_ONLY = 0o077


def close_to_others() -> None:
    """Closes this process's memory, environment and open files to all but root. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def keep_files_private() -> None:
    """Closes the files that this process makes from now on to other users."""
    os.umask(OWNER_ONLY)
