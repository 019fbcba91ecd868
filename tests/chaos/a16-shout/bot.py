"""Prints 64 MiB of escape sequences, bad UTF-8 and verdicts, and plays on."""

import os
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
NOISE = b"\x1b[31m\x1b]0;owned\x07\xff\xfe normal: honest crashed, failed_to_start\r"
for stream in (1, 2):
    for _ in range(1024):
        os.write(stream, (NOISE * 512)[: 32 * 1024])

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if not notice.HasField("question"):
                continue
            question = notice.question
            answer = Answer(question_id=question.question_id, action=question.legal_actions[0])
            requests.put(PlayRequest(answers=[answer]))
