"""Sends signals to its parent and to every process it can see; then it plays.

Only where it is confined: elsewhere it would end what the person runs it with.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

SIGNALS = (signal.SIGUSR1, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL)


def is_confined() -> bool:
    """Return whether the accounts of this machine are hidden, as every real sandbox hides them."""
    try:
        return not Path("/etc/passwd").read_bytes()
    except OSError:
        return True


def attack() -> None:
    """Return the processes that can be seen, and numbers around our own."""
    seen = {int(one.name) for one in Path("/proc").glob("[0-9]*")}
    for pid in sorted({os.getppid(), *seen, *range(1, 1000)} - {0, os.getpid()}):
        for number in SIGNALS:
            with suppress(OSError):
                os.kill(pid, number)
    print("tried", len(seen), "processes", flush=True)


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
    attack()
else:
    print("not confined: tried nothing", flush=True)
play()
