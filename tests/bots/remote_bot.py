"""A remote bot: plays the first legal action over TLS, and comes back when its connection breaks.

ADDRESS, the folder with its certificate (or `-` for plain text), seconds to think about its fifth
question, and how many matches it plays at once.
"""

import os
import secrets
import sys
import time
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1 import referee_pb2 as pb
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

ADDRESS, TLS, THINKS, MATCHES = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
RESUME = os.environ.get("RESUME_TOKEN", secrets.token_urlsafe(32))
LOST = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN)
# Asks whether the other end is still there: a connection can fall silent without being closed.
KEEPALIVE = (("grpc.keepalive_time_ms", 5_000), ("grpc.keepalive_timeout_ms", 3_000))
asked = 0


def channel() -> grpc.Channel:
    if TLS == "-":
        return grpc.insecure_channel(ADDRESS, KEEPALIVE)
    ca, key, certificate = ((Path(TLS) / name).read_bytes() for name in FILES)
    return grpc.secure_channel(
        ADDRESS, grpc.ssl_channel_credentials(ca, key, certificate), KEEPALIVE
    )


FILES = ("ca.pem", "key.pem", "cert.pem")


def answer(question: pb.Question) -> pb.Answer:
    global asked
    asked += 1
    if asked == 5:
        print("thinks", flush=True)
        time.sleep(THINKS)
    return pb.Answer(question_id=question.question_id, action=question.legal_actions[0])


def play(join: pb.Join) -> None:
    requests: SimpleQueue[pb.PlayRequest] = SimpleQueue()
    requests.put(pb.PlayRequest(join=join))
    with channel() as one:
        call = RefereeServiceStub(one).Play(iter(requests.get, None))
        call.initial_metadata()
        print("joined", flush=True)
        for response in call:
            questions = [n.question for n in response.notices if n.HasField("question")]
            if questions:
                requests.put(pb.PlayRequest(answers=[answer(one) for one in questions]))


def main() -> None:
    terms = {"protocol_version": 1, "client": "remote-bot 1", "max_matches": MATCHES}
    join = pb.Join(token=os.environ["KOIKOI_TOKEN"], resume_token=RESUME, **terms)
    for _ in range(60):
        try:
            play(join)
            print("done", flush=True)
            return
        except grpc.RpcError as error:
            print(error.code().name, error.details(), flush=True)
            if error.code() not in LOST:
                sys.exit(1)
            time.sleep(0.2)
            if asked:
                join = pb.Join(resume_token=RESUME, **terms)
    sys.exit(2)


main()
