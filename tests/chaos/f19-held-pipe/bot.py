"""Ends at its fifth decision; a child keeps its output open."""

import os
import subprocess
import sys
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if not notice.HasField("question"):
                continue
            question = notice.question
            if question.question_id == 5:
                subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
                os._exit(3)
            answer = Answer(question_id=question.question_id, action=question.legal_actions[0])
            requests.put(PlayRequest(answers=[answer]))
