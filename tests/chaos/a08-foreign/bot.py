"""Answers questions that were asked of somebody else, then its own."""

import os
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
            foreign = question.question_id + 1000
            requests.put(PlayRequest(answers=[Answer(question_id=foreign, action=97)]))
            answer = Answer(question_id=question.question_id, action=question.legal_actions[0])
            requests.put(PlayRequest(answers=[answer]))
