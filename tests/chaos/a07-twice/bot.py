"""Joins a second time with its own token, on the same channel and on another; then it plays on."""

import os
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

address = os.environ["KOIKOI_ADDRESS"]
join = PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1))
requests: SimpleQueue[PlayRequest] = SimpleQueue()
requests.put(join)


def join_again(channel: grpc.Channel) -> None:
    """Prints how a second join ends."""
    try:
        print("again:", next(RefereeServiceStub(channel).Play(iter([join]))), flush=True)
    except grpc.RpcError as error:
        print("again:", error.code().name, flush=True)


with grpc.insecure_channel(address) as channel:
    for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
        for notice in response.notices:
            if notice.HasField("welcome"):
                join_again(channel)
                options = (("grpc.use_local_subchannel_pool", 1),)
                with grpc.insecure_channel(address, options) as other:
                    join_again(other)
            if notice.HasField("question"):
                asked = notice.question
                answer = Answer(question_id=asked.question_id, action=asked.legal_actions[0])
                requests.put(PlayRequest(answers=[answer]))
