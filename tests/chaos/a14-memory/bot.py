"""Takes 1.2 GiB together with three children, none of which takes much, once it is asked."""

import os
import subprocess
import sys
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

EACH = 300 * 1024 * 1024
HOLD = f"input(); held = b'x' * {EACH}; import time; time.sleep(20)"

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
# Started before there is a clock, so that nothing but memory ends the match.
children = [
    subprocess.Popen([sys.executable, "-S", "-c", HOLD], stdin=subprocess.PIPE) for _ in range(3)
]

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        if any(notice.HasField("question") for notice in response.notices):
            for child in children:
                assert child.stdin is not None
                child.stdin.write(b"\n")
                child.stdin.flush()
            held = b"x" * EACH
            time.sleep(20)
