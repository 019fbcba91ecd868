"""Reads what /proc says of every other process; then it plays.

Process 1 is left out: in a box it is what made the box.
"""

import os
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

FILES = ("environ", "cmdline", "maps", "mem", "stack")
LINKS = ("cwd", "root", "exe", "fd/0")


def reached(process: Path) -> list[str]:
    """Return what can be read of a process."""
    found = []
    for name in FILES:
        with suppress(OSError):
            (process / name).open("rb").read(1)
            found.append(name)
    for name in LINKS:
        with suppress(OSError):
            found.append(f"{name} -> {(process / name).readlink()}")
    return found


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


others = [one for one in Path("/proc").glob("[0-9]*") if one.name not in ("1", str(os.getpid()))]
for other in others:
    for what in reached(other):
        print("reached", other, what, flush=True)
print("tried", len(others), "processes", flush=True)
play()
