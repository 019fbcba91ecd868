"""Closes this process up with Landlock and a filter of calls, and becomes a bot.

    python launcher.py RULES COMMAND…

RULES is JSON: the files to `read`, the folders to `write` in, the devices to `use`, the TCP `port`
to connect to (0: any), and the open file that holds the `filter`. It knows nothing of the rest of
the arena: it is handed to Python as text. Whatever cannot be closed ends it before the bot starts.
"""

import ctypes
import json
import os
import struct
import sys
from pathlib import Path
from typing import Any

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
BENEATH_PATH, TO_PORT = 1, 2
RULESET, PATH_RULE, PORT_RULE = struct.Struct("=QQQ"), struct.Struct("=Qi"), struct.Struct("=QQ")

EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER = 1, 2, 4, 8
EVERYTHING_WITH_FILES = (1 << 16) - 1
EVERYTHING_WITH_TCP, CONNECT = 3, 2
ABSTRACT_SOCKETS_AND_SIGNALS = 3

NO_NEW_POWERS, SECCOMP, BY_FILTER, SUBREAPER = 38, 22, 2, 36
libc = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    """A filter as the kernel takes it: how many instructions, and where they are."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def main() -> None:
    """Close this process up: Landlock first, since the filter blocks the calls for it."""
    rules, command = json.loads(sys.argv[1]), sys.argv[2:]
    instructions = os.read(rules["filter"], 1 << 16)
    os.close(rules["filter"])
    checked(libc.prctl(NO_NEW_POWERS, 1, 0, 0, 0))
    # What leaves its parent stays a bot's, whose memory and time are counted.
    checked(libc.prctl(SUBREAPER, 1, 0, 0, 0))
    keep_to(rules)
    program = Program(len(instructions) // 8, instructions)
    checked(libc.prctl(SECCOMP, BY_FILTER, ctypes.byref(program), 0, 0))
    os.execvp(command[0], command)


def keep_to(rules: dict[str, Any]) -> None:
    """Give up every file, every TCP port and every process but these and its own."""
    ports = EVERYTHING_WITH_TCP if rules["port"] else 0
    attributes = RULESET.pack(EVERYTHING_WITH_FILES, ports, ABSTRACT_SOCKETS_AND_SIGNALS)
    ruleset = checked(libc.syscall(CREATE_RULESET, attributes, len(attributes), 0))
    for access, paths in (
        (EXECUTE | READ_FILE | READ_FOLDER, rules["read"]),
        (READ_FILE | WRITE_FILE, rules["use"]),
        (EVERYTHING_WITH_FILES, rules["write"]),
    ):
        for path in paths:
            allow(ruleset, path, access)
    if ports:
        rule = PORT_RULE.pack(CONNECT, rules["port"])
        checked(libc.syscall(ADD_RULE, ruleset, TO_PORT, rule, 0))
    checked(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def allow(ruleset: int, path: str, access: int) -> None:
    """Allow access to a path and everything below it."""
    if not Path(path).is_dir():
        access &= ~READ_FOLDER
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    checked(libc.syscall(ADD_RULE, ruleset, BENEATH_PATH, PATH_RULE.pack(access, file), 0))
    os.close(file)


def checked(result: int) -> int:
    """Return the result of a kernel call. Raises OSError."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


if __name__ == "__main__":
    main()
