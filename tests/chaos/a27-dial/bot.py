"""Prints what its build reached, and plays the first legal action."""

import os
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

print(Path(__file__).with_name("tried.txt").read_text(), flush=True)

token = os.environ["KOIKOI_TOKEN"]
join = Join(token=token, protocol_version=1, client="a27-dial", max_matches=32)
requests: SimpleQueue[PlayRequest] = SimpleQueue()  # gRPC sends whatever is put in here
requests.put(PlayRequest(join=join))

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        questions = [notice.question for notice in response.notices if notice.HasField("question")]
        answers = [Answer(question_id=q.question_id, action=q.legal_actions[0]) for q in questions]
        if answers:
            requests.put(PlayRequest(answers=answers))
