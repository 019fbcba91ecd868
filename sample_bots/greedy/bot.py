"""Joins the referee and answers its questions until the stream ends."""

import os
from queue import SimpleQueue

import grpc
from greedy import decide
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest, Question
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub


def answer(question: Question) -> Answer:
    action = decide(question.legal_actions, question.observation.field)
    return Answer(question_id=question.question_id, action=action)


def main() -> None:
    token = os.environ["KOIKOI_TOKEN"]
    join = Join(token=token, protocol_version=1, client="greedy", max_matches=32)
    requests: SimpleQueue[PlayRequest] = SimpleQueue()
    requests.put(PlayRequest(join=join))
    with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
        for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
            questions = [n.question for n in response.notices if n.HasField("question")]
            if questions:
                requests.put(PlayRequest(answers=map(answer, questions)))


if __name__ == "__main__":
    main()
