"""Tries every token but its own and every method but the right one; then it plays."""

import os
import secrets
from collections.abc import Iterator
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

OTHER_METHODS = (
    "/koikoi.v1.RefereeService/Spectate",
    "/grpc.health.v1.Health/Check",
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "/grpc.channelz.v1.Channelz/GetServers",
)
own = os.environ["KOIKOI_TOKEN"]
OTHER_TOKENS = ("", "x", own[:-1], own + "x", own.upper(), secrets.token_urlsafe(32), "x" * 2**20)


def code_of(call: Iterator[object]) -> str:
    """How a call ended that should come to nothing."""
    try:
        return f"{next(call)} came"
    except StopIteration:
        return "OK"
    except grpc.RpcError as error:
        return f"{error.code().name}: {error.details()}"


requests: SimpleQueue[PlayRequest] = SimpleQueue()
with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    stub = RefereeServiceStub(channel)
    for token in OTHER_TOKENS:
        join = PlayRequest(join=Join(token=token, protocol_version=1))
        print("token:", code_of(stub.Play(iter([join]))), flush=True)
    print("no join:", code_of(stub.Play(iter([PlayRequest()]))), flush=True)
    for method in OTHER_METHODS:
        print("method:", code_of(channel.unary_stream(method)(b"")), flush=True)

    requests.put(PlayRequest(join=Join(token=own, protocol_version=1)))
    for response in stub.Play(iter(requests.get, None)):
        for notice in response.notices:
            if notice.HasField("question"):
                asked = notice.question
                answer = Answer(question_id=asked.question_id, action=asked.legal_actions[0])
                requests.put(PlayRequest(answers=[answer]))
