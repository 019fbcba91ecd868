"""Leaves a daemon behind that nothing asks to go, and ends."""

import os
import signal
import sys
import time
from contextlib import suppress
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub


def leave_a_daemon() -> None:
    """Forks twice into a session of its own, closes everything and ignores every signal."""
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for descriptor in range(64):
        with suppress(OSError):
            os.close(descriptor)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    time.sleep(600)
    os._exit(0)


requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if not notice.HasField("question"):
                continue
            question = notice.question
            leave_a_daemon()
            sys.exit(0)
