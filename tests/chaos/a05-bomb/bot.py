"""Sends 40 MiB that travel as 40 KiB, twenty times."""

import os
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
bomb = PlayRequest(join=Join(client="x" * 40 * 1024 * 1024))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    stub = RefereeServiceStub(channel)
    try:
        for response in stub.Play(iter(requests.get, None), compression=grpc.Compression.Gzip):
            if any(notice.HasField("question") for notice in response.notices):
                for _ in range(20):
                    requests.put(bomb)
    except grpc.RpcError as refused:
        print(refused.details(), flush=True)
        time.sleep(600)
