"""A bot that answers with the first legal action.

argv: how many matches it offers, and perhaps the seconds for which it waits before it answers.
"""

import os
import sys
import time
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

wait = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
outbox: "SimpleQueue[PlayRequest]" = SimpleQueue()
join = Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1, max_matches=int(sys.argv[1]))
outbox.put(PlayRequest(join=join))
with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    for response in RefereeServiceStub(channel).Play(iter(outbox.get, None)):
        answers = [
            Answer(question_id=n.question.question_id, action=n.question.legal_actions[0])
            for n in response.notices
            if n.WhichOneof("kind") == "question"
        ]
        if answers:
            time.sleep(wait)
            outbox.put(PlayRequest(answers=answers))
