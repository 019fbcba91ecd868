"""Reads the memory of every other process, three ways; then it plays.

Only where it is confined: elsewhere it would hold up what it traces.
"""

import ctypes
import os
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

SEIZE, PIDFD_OPEN, PIDFD_GETFD = 0x4206, 434, 438
libc = ctypes.CDLL(None, use_errno=True)


def is_confined() -> bool:
    """Return whether the accounts of this machine are hidden, as every real sandbox hides them."""
    try:
        return not Path("/etc/passwd").read_bytes()
    except OSError:
        return True


def attack(pid: int) -> None:
    """Tries one process."""
    with suppress(OSError), Path(f"/proc/{pid}/mem").open("rb"):
        print("reached memory of", pid, flush=True)
    if libc.ptrace(SEIZE, pid, None, None) == 0:
        print("reached by ptrace", pid, flush=True)
    handle = libc.syscall(PIDFD_OPEN, pid, 0)
    if handle >= 0 and libc.syscall(PIDFD_GETFD, handle, 0, 0) >= 0:
        print("reached a file of", pid, flush=True)


def play() -> None:
    """Plays the first legal action of every question."""
    requests: SimpleQueue[PlayRequest] = SimpleQueue()
    requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
    with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
        for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
            for notice in response.notices:
                if notice.HasField("question"):
                    asked = notice.question
                    answer = Answer(question_id=asked.question_id, action=asked.legal_actions[0])
                    requests.put(PlayRequest(answers=[answer]))


if is_confined():
    others = set(range(2, 1000)) - {os.getpid()}
    for other in others:
        attack(other)
    print("tried", len(others), "processes", flush=True)
else:
    print("not confined: tried nothing", flush=True)
play()
