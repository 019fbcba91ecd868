"""Weighs the yaku that are still open to both sides, and what a call of koi-koi may bring.

This file talks to the referee; `decide` chooses, and `prospects` knows what yaku are worth.
"""

import os
from queue import SimpleQueue

import grpc
from decide import decider
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub
from koikoi.v1.ruleset_pb2 import Ruleset


def main() -> None:
    token = os.environ["KOIKOI_TOKEN"]
    join = Join(token=token, protocol_version=1, client="yaku", max_matches=32)
    requests: SimpleQueue[PlayRequest] = SimpleQueue()
    requests.put(PlayRequest(join=join))
    decide = decider(Ruleset())  # the welcome, which comes first, says which rules are in force
    with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
        for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
            answers = []
            for notice in response.notices:
                if notice.HasField("welcome"):
                    decide = decider(notice.welcome.ruleset)
                elif notice.HasField("question"):
                    question = notice.question
                    answer = Answer(question_id=question.question_id, action=decide(question))
                    answers.append(answer)
            if answers:
                requests.put(PlayRequest(answers=answers))


if __name__ == "__main__":
    main()
