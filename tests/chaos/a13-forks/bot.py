"""Forks until it has 60 children or may have no more, and plays with 10 of them."""

import os
import signal
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

# With those that an earlier process left, which may still be dying, there is room for threads.
MOST, KEPT = 60, 10
SECONDS = 30  # for which a child lives where nobody ends it


def fork_all() -> list[int]:
    """Children that sleep."""
    children: list[int] = []
    try:
        while len(children) < MOST:
            child = os.fork()
            if child == 0:
                time.sleep(SECONDS)
                os._exit(0)
            children.append(child)
    except OSError as error:
        print("stopped at", len(children), error, flush=True)
    return children


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


children = fork_all()
for child in children[KEPT:]:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
print("tried", len(children), "children", flush=True)
play()
