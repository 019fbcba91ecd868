"""Rolls dice: every legal action is equally likely, koi-koi is a coin.

Each match has dice of its own, seeded with the match's `bot_seed`. So a match is answered in the
same way whenever it is played again, whatever other matches are open beside it.
"""

import os
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from random import Random

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, Notice, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub


def main() -> None:
    token = os.environ["KOIKOI_TOKEN"]
    join = Join(token=token, protocol_version=1, client="random", max_matches=32)
    requests: SimpleQueue[PlayRequest] = SimpleQueue()
    requests.put(PlayRequest(join=join))
    dice: dict[int, Random] = {}  # by match
    with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
        for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
            answers = list(roll(response.notices, dice))
            if answers:
                requests.put(PlayRequest(answers=answers))


def roll(notices: Iterable[Notice], dice: dict[int, Random]) -> Iterator[Answer]:
    for notice in notices:
        match notice.WhichOneof("kind"):
            case "match_start":
                dice[notice.match_id] = Random(notice.match_start.bot_seed)
            case "question":
                question = notice.question
                action = dice[notice.match_id].choice(question.legal_actions)
                yield Answer(question_id=question.question_id, action=action)
            case "match_over":
                del dice[notice.match_id]
            case _:
                pass  # nothing to roll for


if __name__ == "__main__":
    main()
