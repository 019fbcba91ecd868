"""Ends with a last line that no terminal should see as it is."""

import os
import sys
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
            os.write(2, b"\x1b[2J\x1b]0;owned\x07\xff\xfe \xe2\x80\xae<script>alert(1)</script>\n")
            sys.exit(7)
