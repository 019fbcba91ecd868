"""Plays slowly while its four children take 1.1 GiB of page tables, and little other memory."""

import ctypes
import os
import signal
import time
from queue import SimpleQueue

GIBIBYTES, HUGE_PAGE = 140, 2 << 20  # for each process
CHILDREN, SECONDS, PAUSE = 4, 20, 0.5
PROT_READ, PRIVATE_ANONYMOUS_UNRESERVED = 1, 0x4022

told, telling = os.pipe()


def fill() -> None:
    """Reads one page in each 2 MiB of a mapping: the kernel keeps a table for each of them."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    size = GIBIBYTES << 30
    start = libc.mmap(None, size, PROT_READ, PRIVATE_ANONYMOUS_UNRESERVED, -1, 0)
    for place in range(start, start + size, HUGE_PAGE):
        ctypes.string_at(place, 1)


for _ in range(CHILDREN):  # before gRPC has threads, which do not survive a fork
    if os.fork() == 0:
        signal.alarm(SECONDS)
        os.read(told, 1)
        fill()
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
