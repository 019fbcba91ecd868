"""Answers a question with its number plus 2^32, then with a legal action plus 2^33."""

import os
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Join, PlayRequest, PlayResponse

METHOD = "/koikoi.v1.RefereeService/Play"


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def answer(question_id: int, action: int) -> bytes:
    """A request with one answer, whose numbers may have more bits than the contract gives them."""
    numbers = b"\x08" + varint(question_id) + b"\x10" + varint(action)
    return b"\x12" + varint(len(numbers)) + numbers


join = Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)
requests: SimpleQueue[bytes] = SimpleQueue()
requests.put(PlayRequest(join=join).SerializeToString())

with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
    play = channel.stream_stream(METHOD, response_deserializer=PlayResponse.FromString)
    for response in play(iter(requests.get, None)):
        for notice in response.notices:
            if notice.HasField("question"):
                number, legal = notice.question.question_id, notice.question.legal_actions[0]
                requests.put(answer(number + 2**32, legal))
                requests.put(answer(number, legal + 2**33))
            if notice.HasField("warning"):
                print("no question", notice.warning.question_id, flush=True)
