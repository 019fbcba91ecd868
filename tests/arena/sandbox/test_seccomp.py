"""The filter refuses what no bot needs and lets every runtime live."""

import errno
import re
from pathlib import Path

import pytest

from arena.sandbox.decoys import BORNE, FATAL, SIGNALS, Decoys
from arena.sandbox.seccomp import (
    OWN_NETWORK,
    SHARED_NETWORK,
    UNIX_SOCKETS,
    Rule,
    filter_for,
    has_tables_for,
)
from arena.sandbox.syscalls import EXAMINED, MACHINES, REFUSED
from tests.arena.sandbox.kernel import outcome

CODES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
EVERY = pytest.mark.parametrize("machine", MACHINES)
UNIX, INET, INET6, NETLINK, PACKET, VSOCK = 1, 2, 10, 16, 17, 40
STREAM, DATAGRAM, CLOSE_ON_EXEC = 1, 2, 0o2000000
# Calls that every runtime makes.
LIVELIHOOD = {
    "x86_64": {"read": 0, "openat": 257, "execve": 59, "futex": 202, "exit_group": 231},
    "aarch64": {"read": 63, "openat": 56, "execve": 221, "futex": 98, "exit_group": 94},
}


def judged(machine: str, rules: tuple[Rule, ...], name: str, *arguments: int) -> str | int:
    number = (REFUSED | EXAMINED)[name][MACHINES.index(machine)]
    assert number is not None
    program = filter_for(machine, rules)
    return outcome(program, CODES[machine], number, dict(enumerate(arguments)))


@EVERY
def test_every_call_of_the_table_fails_with_an_error(machine: str) -> None:
    there = [name for name, numbers in REFUSED.items() if numbers[MACHINES.index(machine)]]

    assert {judged(machine, UNIX_SOCKETS, name) for name in there} == {errno.EPERM}


@EVERY
@pytest.mark.parametrize("rules", [UNIX_SOCKETS, OWN_NETWORK, SHARED_NETWORK])
def test_what_every_runtime_does_is_allowed(machine: str, rules: tuple[Rule, ...]) -> None:
    program = filter_for(machine, rules)

    for number in LIVELIHOOD[machine].values():
        assert outcome(program, CODES[machine], number, {}) == "allowed"


@EVERY
@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        pytest.param("clone", (0x50F00,), "allowed", id="a thread"),
        pytest.param("clone", (0x11,), "allowed", id="a process"),
        pytest.param("clone", (0x10000011,), errno.EPERM, id="a user namespace"),
        pytest.param("clone", (0x80,), errno.EPERM, id="a time namespace"),
        pytest.param("clone3", (1, 88), errno.ENOSYS, id="a call that cannot be looked into"),
        pytest.param("fcntl", (3, 1030), "allowed", id="a copy of a descriptor"),
        pytest.param("fcntl", (3, 6), errno.EPERM, id="a lock"),
        pytest.param("fcntl", (3, 5), errno.EPERM, id="a look at locks"),
        pytest.param("fcntl", (3, 37), errno.EPERM, id="a lock of an open file"),
        pytest.param("fcntl", (3, 1024), errno.EPERM, id="a lease"),
        pytest.param("fcntl", (3, 1036), errno.EPERM, id="a hint kept with the file"),
        pytest.param("ioctl", (0, 0x5401), "allowed", id="whether it is a terminal"),
        pytest.param("ioctl", (0, 0x5412), errno.EPERM, id="typing into a terminal"),
        pytest.param("ioctl", (0, 0x100005412), errno.EPERM, id="the same with a high half"),
        pytest.param("mmap", (0, 4096, 3, 0x22), "allowed", id="memory of its own"),
        pytest.param("mmap", (0, 4096, 1, 0x01), "allowed", id="a file, shared"),
        pytest.param("mmap", (0, 4096, 3, 0x21), errno.EPERM, id="shared memory without a file"),
        pytest.param("mmap", (0, 4096, 3, 0x23), errno.EPERM, id="the same, validated"),
        pytest.param("preadv2", (3, 0, 1, 0, 0, 0), "allowed", id="a plain read"),
        pytest.param("preadv2", (3, 0, 1, 0, 0, 8), errno.EPERM, id="whether others have read"),
        pytest.param("socket", (UNIX, STREAM | CLOSE_ON_EXEC, 0), "allowed", id="a unix socket"),
        pytest.param("socket", (INET, STREAM, 0), errno.EAFNOSUPPORT, id="TCP"),
        pytest.param("socket", (NETLINK, 3, 0), errno.EAFNOSUPPORT, id="netlink"),
        pytest.param("socketpair", (UNIX, STREAM, 0), "allowed", id="a pair of sockets"),
    ],
)
def test_a_call_is_judged_by_its_arguments(
    machine: str, name: str, arguments: tuple[int, ...], expected: str | int
) -> None:
    assert judged(machine, UNIX_SOCKETS, name, *arguments) == expected


@EVERY
@pytest.mark.parametrize(
    ("arguments", "own", "shared"),
    [
        pytest.param((INET, STREAM, 0), "allowed", "allowed", id="TCP"),
        pytest.param((INET6, STREAM, 6), "allowed", "allowed", id="TCP by its number"),
        pytest.param((UNIX, STREAM, 0), "allowed", errno.EAFNOSUPPORT, id="a unix socket"),
        pytest.param((INET, DATAGRAM, 0), *[errno.EPROTONOSUPPORT] * 2, id="datagrams"),
        pytest.param((INET, STREAM, 262), *[errno.EPROTONOSUPPORT] * 2, id="multipath TCP"),
        pytest.param((PACKET, 3, 0), *[errno.EAFNOSUPPORT] * 2, id="raw packets"),
        pytest.param((VSOCK, STREAM, 0), *[errno.EAFNOSUPPORT] * 2, id="the hypervisor"),
    ],
)
def test_tcp_is_all_there_is_of_a_network(
    machine: str, arguments: tuple[int, ...], own: str | int, shared: str | int
) -> None:
    assert judged(machine, OWN_NETWORK, "socket", *arguments) == own
    assert judged(machine, SHARED_NETWORK, "socket", *arguments) == shared


@EVERY
def test_where_processes_are_shared_a_bot_changes_only_itself(machine: str) -> None:
    for name in ("prlimit64", "sched_setaffinity", "sched_setscheduler"):
        assert judged(machine, SHARED_NETWORK, name, 0) == "allowed"
        assert judged(machine, SHARED_NETWORK, name, 4321) == errno.EPERM
        assert judged(machine, UNIX_SOCKETS, name, 4321) == "allowed"
    for name, itself, user in (("setpriority", 0, 2), ("ioprio_set", 1, 3)):
        assert judged(machine, SHARED_NETWORK, name, itself, 0) == "allowed"
        assert judged(machine, SHARED_NETWORK, name, itself, 4321) == errno.EPERM
        assert judged(machine, SHARED_NETWORK, name, user, 0) == errno.EPERM


@EVERY
def test_data_before_a_connection_is_refused(machine: str) -> None:
    for name, place in (("sendto", 3), ("sendmsg", 2), ("sendmmsg", 3)):
        plain, early = [0] * place, [0] * place
        assert judged(machine, SHARED_NETWORK, name, *plain, 0x4000) == "allowed"
        assert judged(machine, SHARED_NETWORK, name, *early, 0x20004000) == errno.EPERM


@EVERY
def test_a_trap_is_fatal_for_what_no_runtime_tries_and_for_nothing_else(machine: str) -> None:
    every = Decoys(tuple(FATAL), report=3, decoy=4)
    code, column = CODES[machine], MACHINES.index(machine)
    program = filter_for(machine, every.rules, BORNE, every.fatal)

    def judge(name: str, *arguments: int) -> str | int:
        number = (REFUSED | EXAMINED)[name][column]
        assert number is not None
        return outcome(program, code, number, dict(enumerate(arguments)))

    assert judge("ptrace") == judge("mount") == "killed"
    assert judge("kill", 1, 9) == judge("kill", 2, 15) == "killed"
    # Whether its parent lives, a child of its own, itself, an errand of a runtime's.
    assert judge("kill", 1, 0) == judge("kill", 3, 15) == judge("kill", 0, 15) == "allowed"
    assert judge("io_uring_setup") == judge("flock") == errno.EPERM
    assert judge("socket", INET, DATAGRAM, 0) == judge("inotify_add_watch") == "allowed"
    assert judge("socket", PACKET, 3, 0) == errno.EAFNOSUPPORT


@EVERY
def test_a_trap_of_one_kind_is_fatal_for_that_kind_alone(machine: str) -> None:
    only = Decoys((SIGNALS,), report=3, decoy=4)
    code, column = CODES[machine], MACHINES.index(machine)
    program = filter_for(machine, only.rules, BORNE, only.fatal)
    ptrace, kill = REFUSED["ptrace"][column], EXAMINED["kill"][column]

    assert ptrace is not None
    assert kill is not None
    assert outcome(program, code, ptrace, {}) == errno.EPERM
    assert outcome(program, code, kill, {0: 1, 1: 9}) == "killed"


def test_calls_by_the_numbers_of_another_machine_kill() -> None:
    program = filter_for("x86_64", UNIX_SOCKETS)

    assert outcome(program, CODES["aarch64"], 0, {}) == "killed"
    assert outcome(program, 0x40000003, 11, {}) == "killed"
    assert outcome(program, CODES["x86_64"], 0x40000000 + 101, {}) == "killed"


def test_there_is_no_filter_for_a_machine_without_a_table() -> None:
    assert has_tables_for("aarch64")
    assert not has_tables_for("riscv64")


@pytest.mark.parametrize(
    ("header", "pattern", "column"),
    [
        ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", r"#define __NR_(\w+)\s+(\d+)", 0),
        ("/usr/include/asm-generic/unistd.h", r"#define __NR(?:3264)?_(\w+)\s+(\d+)", 1),
    ],
)
def test_the_numbers_are_the_kernel_s_own(header: str, pattern: str, column: int) -> None:
    if not Path(header).exists():
        pytest.skip(f"{header} is not there to compare with")
    known = {name: int(number) for name, number in re.findall(pattern, Path(header).read_text())}
    newest = max(known.values())

    for name, numbers in (REFUSED | EXAMINED).items():
        number = numbers[column]
        assert known.get(name) == number or (number or 0) >= newest, name
