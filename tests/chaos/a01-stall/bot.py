"""Takes its seat and never answers."""

import os
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if not notice.HasField("question"):
                continue
            question = notice.question
            time.sleep(600)
