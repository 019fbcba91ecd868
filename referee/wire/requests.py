"""Messages from a bot: decoded, or described if they are invalid."""

from google.protobuf.message import DecodeError
from koikoi.v1 import referee_pb2 as pb

from referee.wire.wide import without_cut_numbers

LARGEST_REQUEST = 64 * 1024


def decoded(data: bytes) -> tuple[pb.PlayRequest, str]:
    """Return the request, and what is wrong with it; empty if nothing is."""
    if len(data) > LARGEST_REQUEST:
        return pb.PlayRequest(), f"a message of {len(data)} bytes"
    try:
        request = without_cut_numbers(pb.PlayRequest.FromString(data), data)
    except DecodeError:
        return pb.PlayRequest(), "a message that does not decode"
    if request.HasField("join"):
        return request, "a second join"
    return request, "" if request.answers else "an empty request"


def join_of(data: object) -> pb.Join | None:
    """Return the join of a first message that holds one and nothing else."""
    if not isinstance(data, bytes) or len(data) > LARGEST_REQUEST:
        return None
    try:
        request = without_cut_numbers(pb.PlayRequest.FromString(data), data)
    except DecodeError:
        return None
    return request.join if request.HasField("join") and not request.answers else None


def action_of(answer: pb.Answer) -> int | None:
    """Return the action of an answer; None if it was left unset. On the wire it is one more."""
    return answer.action - 1 if answer.action else None
