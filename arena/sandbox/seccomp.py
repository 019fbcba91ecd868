"""The filter of system calls, as the bytes that the kernel and bubblewrap take.

It is a small program in the kernel's own filter language. Refused calls fail with an error and do
not kill, so that a language's runtime which merely tries something continues without it.
"""

import errno
import os
import platform
import struct
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from arena.sandbox.syscalls import EXAMINED, MACHINES, REFUSED

# One instruction: code, two jumps, and a number.
INSTRUCTION = struct.Struct("=HBBI")
LOAD, AND = 0x20, 0x54  # a word of the call into the accumulator; mask the accumulator
IF_EQUAL, IF_AT_LEAST = 0x15, 0x35
RETURN = 0x06
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000

# Where the call's number, the machine and the low halves of the arguments stand.
CALL, MACHINE, ARGUMENTS = 0, 4, 16
CODES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# On x86_64 a second set of numbers, for 32-bit pointers, begins here.
X32 = 0x40000000

AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16
SOCK_STREAM, SOCK_KIND = 1, 0xF
IPPROTO_TCP = 6
MSG_FASTOPEN = 0x20000000
NEW_NAMESPACES, CLONE_PIDFD = 0x7E020080, 0x1000
SHARED_AND_ANONYMOUS = 0x21
ANY = 0xFFFFFFFF
PROCESS_ONLY = 0  # PRIO_PROCESS
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
SOL_SOCKET, BUFFER_SIZES = 1, (7, 8, 32, 33)
# The commands of fcntl that act on one descriptor alone: no locks, no leases, no hints on files.
OWN_FCNTL = (0, 1, 2, 3, 4, 8, 9, 1030, 1031, 1032)
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
QUERY_PERSONALITY = 0xFFFFFFFF

Instruction = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by which a call is refused, unless an argument, masked, has one of these values.

    It may be spared for the value of another argument, `unless`, or hold for that alone: `only`.
    With error 0 the call is not made, and the caller told that it was.
    """

    call: str
    argument: int
    values: tuple[int, ...]
    mask: int = ANY
    refuses_values: bool = False
    error: int = errno.EPERM
    kills: bool = False
    unless: tuple[int, int] | None = None
    only: tuple[int, int] | None = None


NO_NAMESPACES = (
    Rule("clone", 0, (0,), NEW_NAMESPACES),
    # What it is asked for lies in memory, where no filter can look: the C library then uses clone.
    Rule("clone3", 0, (), error=errno.ENOSYS),
    Rule("ioctl", 1, (TIOCSTI, TIOCLINUX), refuses_values=True),
)
ALWAYS = (
    *NO_NAMESPACES,
    Rule("fcntl", 1, OWN_FCNTL),
    # Memory that is shared and has no file stays when a process no longer maps it: unseen.
    Rule("mmap", 3, (SHARED_AND_ANONYMOUS,), SHARED_AND_ANONYMOUS, refuses_values=True),
    # Buffers keep the size for which they are counted. The kernel limits them without a word, too.
    Rule("setsockopt", 2, BUFFER_SIZES, refuses_values=True, error=0, only=(1, SOL_SOCKET)),
    # What a process that nobody may look into holds cannot be counted.
    Rule("prctl", 0, (PR_SET_DUMPABLE,), refuses_values=True),
    Rule("personality", 0, (0, QUERY_PERSONALITY)),
    # The number of such a file counts the processes of the whole machine.
    Rule("pidfd_open", 0, (), error=errno.ENOSYS),
    Rule("clone", 0, (0,), CLONE_PIDFD),
    # Its flags tell whether a file was read before, by whomever.
    Rule("preadv2", 5, (0,)),
)
# Only where the bot sees the processes of others: the runtimes' own threads have such numbers too.
PROCESSES_SHARED = (
    Rule("prlimit64", 0, (0,)),
    Rule("sched_setaffinity", 0, (0,)),
    Rule("sched_setattr", 0, (0,)),
    Rule("sched_setparam", 0, (0,)),
    Rule("sched_setscheduler", 0, (0,)),
    Rule("setpriority", 0, (PROCESS_ONLY,)),
    Rule("setpriority", 1, (0,)),
    Rule("ioprio_set", 0, (1,)),
    Rule("ioprio_set", 1, (0,)),
    # The launcher has made the bot the parent of its orphans, so that they are counted as its.
    Rule("prctl", 0, (PR_SET_CHILD_SUBREAPER,), refuses_values=True),
)
# TCP and nothing beside it: no datagrams, no second TCP, no data before the connection.
TCP_ONLY = (
    Rule("socket", 1, (SOCK_STREAM,), SOCK_KIND, error=errno.EPROTONOSUPPORT),
    Rule("socket", 2, (0, IPPROTO_TCP), error=errno.EPROTONOSUPPORT),
    Rule("sendto", 3, (0,), MSG_FASTOPEN),
    Rule("sendmsg", 2, (0,), MSG_FASTOPEN),
    Rule("sendmmsg", 3, (0,), MSG_FASTOPEN),
)
# A socket that listens without being bound gets a port that Landlock knows nothing of.
NO_SERVERS = (Rule("listen", 0, ()),)


def families(*allowed: int) -> tuple[Rule, ...]:
    """Return the rule that leaves a bot only these socket families."""
    return (Rule("socket", 0, allowed, error=errno.EAFNOSUPPORT),)


UNIX_SOCKETS = ALWAYS + families(AF_UNIX)
OWN_NETWORK = ALWAYS + families(AF_UNIX, AF_INET, AF_INET6) + TCP_ONLY
# Where whom a bot calls is to be counted, in a network with nobody in it.
COUNTED_NETWORK = ALWAYS + families(AF_UNIX, AF_INET, AF_INET6)
# What two processes could meet in, and changes of files: a build has no rival and writes its own.
OF_A_BUILD = frozenset(
    (
        *("memfd_create", "mbind", "set_mempolicy", "fadvise64", "mincore", "flock"),
        *("statfs", "fstatfs"),
        *("shmget", "shmat", "shmctl", "shmdt", "semget", "semop", "semctl", "semtimedop"),
        *("inotify_init", "inotify_init1", "inotify_add_watch"),
        *("utime", "utimes", "futimesat", "utimensat", "chmod", "fchmod", "fchmodat", "fchmodat2"),
        *("chown", "lchown", "fchown", "fchownat"),
        *("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"),
    )
)
# A build whose network is its own may use every kind of socket: there is nobody in it but a relay.
BUILDING = NO_NAMESPACES + families(AF_UNIX, AF_INET, AF_INET6, AF_NETLINK)
# Where it shares the network, it calls the port of its relay and no other, by TCP alone.
BUILDING_BESIDE_OTHERS = NO_NAMESPACES + families(AF_INET, AF_INET6) + TCP_ONLY + NO_SERVERS
SHARED_NETWORK = ALWAYS + families(AF_INET, AF_INET6) + TCP_ONLY + NO_SERVERS + PROCESSES_SHARED


def has_tables_for(machine: str) -> bool:
    """Return whether a filter can be made for a machine, by its name in `platform.machine()`."""
    return machine in MACHINES


def filter_for(
    machine: str,
    rules: tuple[Rule, ...],
    borne: Collection[str] = frozenset(),
    fatal: Collection[str] = frozenset(),
) -> bytes:
    """Return the filter that refuses what no bot needs, less the tolerated calls, plus extra rules.

    What is fatal ends the process.
    """
    column = MACHINES.index(machine)
    parts = chain(
        _prologue(machine),
        # First, since these calls are made all the time.
        *(_examined(EXAMINED[rule.call][column], rule) for rule in rules),
        *(
            _refused(numbers[column], _returning(KILL) if call in fatal else _failing(errno.EPERM))
            for call, numbers in REFUSED.items()
            if call not in borne
        ),
        [_returning(ALLOW)],
    )
    return b"".join(INSTRUCTION.pack(*one) for one in parts)


@contextmanager
def open_filter(
    rules: tuple[Rule, ...],
    borne: Collection[str] = frozenset(),
    fatal: Collection[str] = frozenset(),
) -> Iterator[int]:
    """Provide an open file with the filter for this machine; it serves for one start."""
    file = os.memfd_create("seccomp")
    try:
        os.write(file, filter_for(platform.machine(), rules, borne, fatal))
        os.lseek(file, 0, os.SEEK_SET)
        yield file
    finally:
        os.close(file)


def _prologue(machine: str) -> Iterator[Instruction]:
    yield (LOAD, 0, 0, MACHINE)
    yield (IF_EQUAL, 1, 0, CODES[machine])
    yield _returning(KILL)
    yield (LOAD, 0, 0, CALL)
    if machine == "x86_64":
        yield (IF_AT_LEAST, 0, 1, X32)
        yield _returning(KILL)


def _refused(number: int | None, ending: Instruction) -> list[Instruction]:
    return [] if number is None else [(IF_EQUAL, 0, 1, number), ending]


def _examined(number: int | None, rule: Rule) -> list[Instruction]:
    if number is None:
        return []
    body = _judged(rule)
    return [(IF_EQUAL, 0, len(body), number), *body]


def _judged(rule: Rule) -> list[Instruction]:
    """Return instructions that judge an argument, and restore the call's number if it passes."""
    count, fail = len(rule.values), _returning(KILL) if rule.kills else _failing(rule.error)
    if rule.refuses_values:
        tests = [one for value in rule.values for one in ((IF_EQUAL, 0, 1, value), fail)]
    else:  # a value that is found jumps over the rest
        tests = [(IF_EQUAL, count - place, 0, value) for place, value in enumerate(rule.values)]
        tests.append(fail)
    body = [_argument(rule.argument), (AND, 0, 0, rule.mask), *tests]
    if rule.unless is not None:
        argument, value = rule.unless
        body = [_argument(argument), (IF_EQUAL, len(body), 0, value), *body]
    if rule.only is not None:
        argument, value = rule.only
        body = [_argument(argument), (IF_EQUAL, 0, len(body), value), *body]
    return [*body, (LOAD, 0, 0, CALL)]


def _argument(number: int) -> Instruction:
    return (LOAD, 0, 0, ARGUMENTS + 8 * number)


def _returning(action: int) -> Instruction:
    return (RETURN, 0, 0, action)


def _failing(error: int) -> Instruction:
    return _returning(FAIL | error)
