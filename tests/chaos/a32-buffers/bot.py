"""Plays slowly while its 24 children fill the buffers of 240 sockets each: 1.2 GiB and more."""

import os
import signal
import socket
import time
from queue import SimpleQueue

CHILDREN, PAIRS, SECONDS, PAUSE = 24, 120, 20, 0.5

told, telling = os.pipe()


def fill() -> list[tuple[socket.socket, socket.socket]]:
    """Sends into sockets from which nobody reads."""
    kept = []
    for _ in range(PAIRS):
        pair = socket.socketpair()
        kept.append(pair)
        for one in pair:
            one.settimeout(0)
            try:
                while True:
                    one.send(bytes(1 << 15))
            except BlockingIOError:
                pass
    return kept


for _ in range(CHILDREN):  # before gRPC has threads, which do not survive a fork
    if os.fork() == 0:
        signal.alarm(SECONDS)
        os.read(told, 1)
        kept = fill()
        time.sleep(SECONDS)
        os._exit(0)

import grpc  # noqa: E402
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest  # noqa: E402
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub  # noqa: E402

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        asked = [notice.question for notice in response.notices if notice.HasField("question")]
        answers = [Answer(question_id=q.question_id, action=q.legal_actions[0]) for q in asked]
        if answers:
            os.write(telling, bytes(CHILDREN))
            time.sleep(PAUSE)
            requests.put(PlayRequest(answers=answers))
