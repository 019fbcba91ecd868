"""Thinks for three seconds beside helpers on its own core, as if others had taken that from it."""

import os
import time
from queue import SimpleQueue

HELPERS, THINKS, LIFE = 3, 0.75, 60

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
told, telling = os.pipe()


def spin(seconds: float) -> None:
    """Runs for so many seconds of its own time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


for _ in range(HELPERS):  # before gRPC has threads, which do not survive a fork
    if os.fork() == 0:
        end = time.monotonic() + LIFE
        while time.monotonic() < end and os.read(told, 1):
            spin(THINKS)
        os._exit(0)

import grpc  # noqa: E402
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest  # noqa: E402
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub  # noqa: E402

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        asked = [notice.question for notice in response.notices if notice.HasField("question")]
        if asked:
            os.write(telling, bytes(HELPERS))
            spin(THINKS)
            answers = [Answer(question_id=q.question_id, action=q.legal_actions[0]) for q in asked]
            requests.put(PlayRequest(answers=answers))
