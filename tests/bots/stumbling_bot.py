"""A bot that plays as long as nothing unusual happens; its first argument says what trips it."""

import os
import sys
import threading
import time
from queue import Empty, SimpleQueue

import grpc
from koikoi.v1 import referee_pb2 as pb
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

FOR_EVER = 3600
SECONDS_OF_PATIENCE = 0.6

stumbles = sys.argv[1]
requests: SimpleQueue[pb.PlayRequest] = SimpleQueue()
responses: SimpleQueue[pb.PlayResponse | None] = SimpleQueue()
decisions = 0
seen: set[int] = set()


def require(case: str, fine: object) -> None:
    """Falls over if this is what trips it."""
    if stumbles == case and not fine:
        print(f"cannot bear {case}", flush=True)
        os._exit(9)


def choose(question: pb.Question) -> int:
    """An action, after a look at everything that might be too much."""
    global decisions
    decisions += 1
    require("a number twice", question.question_id not in seen)
    require("an empty hand", question.observation.hand)
    require("a call", question.observation.phase != pb.PHASE_CALL)
    seen.add(question.question_id)
    if stumbles == "words":
        print("thinking" * 4096, flush=True)
    if stumbles == "haste":
        time.sleep(0.03)
    if stumbles == "moods":
        return question.legal_actions[decisions % 2]
    return question.legal_actions[0]


def hear(response: pb.PlayResponse) -> list[pb.Question]:
    """The questions of a message."""
    for notice in response.notices:
        require("news", notice.WhichOneof("kind"))
        if notice.HasField("welcome"):
            require("other rules", notice.welcome.ruleset.name == "lemme")
    asked = [notice.question for notice in response.notices if notice.HasField("question")]
    return asked[:1] if stumbles == "company" else asked


def listen(channel: grpc.Channel) -> None:
    """Reads the stream to its end."""
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        responses.put(response)
    responses.put(None)


matches = 4 if stumbles in ("company", "moods") else 1
join = pb.Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1, max_matches=matches)
requests.put(pb.PlayRequest(join=join))
with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    threading.Thread(target=listen, args=(channel,), daemon=True).start()
    while True:
        try:
            timeout = SECONDS_OF_PATIENCE if stumbles == "silence" else None
            response = responses.get(timeout=timeout)
        except Empty:
            require("silence", fine=False)
        if response is None:
            break
        for question in hear(response):
            answer = pb.Answer(question_id=question.question_id, action=choose(question))
            requests.put(pb.PlayRequest(answers=[answer]))
if stumbles == "the end":
    time.sleep(FOR_EVER)
sys.exit(1 if stumbles == "a quiet end" else 0)
