"""Joins, opens 2,880 connections to its own referee at its first question, and plays on."""

import os
import signal
import socket
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

CHILDREN, EACH = 12, 240
SECONDS = 20  # for which a child lives where nobody ends it
address = os.environ["KOIKOI_ADDRESS"]


def line() -> socket.socket:
    """A new connection to the referee."""
    if address.startswith("unix:"):
        one = socket.socket(socket.AF_UNIX)
        one.connect(address.removeprefix("unix:"))
        return one
    host, _, port = address.rpartition(":")
    return socket.create_connection((host, int(port)))


def hold(count: int) -> list[socket.socket]:
    """As many connections as are to be had."""
    lines = []
    try:
        while len(lines) < count:
            lines.append(line())
    except OSError:
        pass
    return lines


def hoard() -> list[int]:
    """Children that hold connections once they are told to."""
    children = []
    for _ in range(CHILDREN):
        if (child := os.fork()) == 0:
            signal.alarm(SECONDS)
            os.read(told, 1)
            lines = hold(EACH)
            time.sleep(SECONDS)
            os._exit(len(lines) % 2)
        children.append(child)
    return children


told, telling = os.pipe()
hoard()  # before gRPC has threads, which do not survive a fork
token = os.environ["KOIKOI_TOKEN"]
join = Join(token=token, protocol_version=1, client="a28-hoard-late", max_matches=32)
requests: SimpleQueue[PlayRequest] = SimpleQueue()  # gRPC sends whatever is put in here
requests.put(PlayRequest(join=join))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        questions = [notice.question for notice in response.notices if notice.HasField("question")]
        answers = [Answer(question_id=q.question_id, action=q.legal_actions[0]) for q in questions]
        if answers and telling:
            os.write(telling, bytes(CHILDREN))
            telling = 0
            print("tried", flush=True)
        if answers:
            requests.put(PlayRequest(answers=answers))
