"""Never answers, and ignores every request to go."""

import os
import signal
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if not notice.HasField("question"):
                continue
            question = notice.question
            time.sleep(600)
