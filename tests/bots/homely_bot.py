"""Does much of what a runtime or a careful author may do, and harms nobody by it; then it plays."""

import os
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

Path("/proc/self/environ").read_bytes()
Path("/proc/self/maps").read_bytes()
with suppress(OSError):
    Path("/etc/passwd").read_bytes()
with suppress(OSError):
    Path("/tmp/performance-data").write_bytes(bytes(32 * 1024))
with suppress(OSError):
    os.kill(os.getppid(), 0)  # whether whoever started it lives
with subprocess.Popen(["sleep", "60"]) as child:
    child.terminate()
for family in (socket.AF_INET, socket.AF_INET6):
    with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as one:
        one.bind(("", 0))
print("at home", flush=True)

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if notice.HasField("question"):
                asked = notice.question
                answer = Answer(question_id=asked.question_id, action=asked.legal_actions[0])
                requests.put(PlayRequest(answers=[answer]))
