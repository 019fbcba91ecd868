"""Tests that a bot's requests are decoded as they were sent, number by number."""

from hypothesis import given
from hypothesis import strategies as st
from koikoi.v1 import referee_pb2 as pb

from referee.wire.requests import action_of, decoded, join_of

INT32, UINT32 = 2**31, 2**32
anything = st.one_of(
    st.integers(0, 2**64 - 1),
    st.integers(0, 200),
    st.builds(lambda high, low: (high << 32) + low, st.integers(1, 2**32 - 1), st.integers(0, 100)),
)


def varint(number: int) -> bytes:
    """A number of up to 64 bits as protobuf writes it."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def field(number: int, value: int | bytes) -> bytes:
    """A field of a message: a number, or a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


@given(st.lists(st.tuples(anything, anything), min_size=1, max_size=4))
def test_an_answer_has_the_numbers_that_were_sent_or_numbers_that_nobody_has(
    sent: list[tuple[int, int]],
) -> None:
    data = b"".join(field(2, field(1, question) + field(2, action)) for question, action in sent)

    request, wrong = decoded(data)

    assert not wrong
    for answer, (question, action) in zip(request.answers, sent, strict=True):
        signed = action - 2**64 if action >= 2**63 else action
        assert answer.question_id == min(question, UINT32 - 1)
        if -INT32 <= signed < INT32:
            assert answer.action == signed
        else:
            assert action_of(answer) not in range(-1, INT32 - 2)


@given(anything, anything)
def test_the_last_of_several_numbers_counts_in_whatever_width(first: int, last: int) -> None:
    """As protobuf says it, also where the answer comes in two pieces."""
    data = field(2, field(1, first) + field(1, last) + field(2, 2**33) + field(2, 7))

    (answer,) = decoded(data)[0].answers

    assert answer.question_id == min(last, UINT32 - 1)
    assert answer.action == 7


@given(anything, anything)
def test_a_version_beyond_32_bits_is_another_version(version: int, most: int) -> None:
    join = join_of(field(1, field(1, b"token") + field(2, version) + field(4, most)))

    assert join is not None
    assert join.protocol_version == min(version, UINT32 - 1)
    assert join.max_matches == min(most, UINT32 - 1)


def test_usual_requests_are_decoded_as_protobuf_does() -> None:
    request = pb.PlayRequest(answers=[pb.Answer(question_id=UINT32 - 1, action=97)])
    join = pb.PlayRequest(join=pb.Join(token="\N{CHERRY BLOSSOM}" * 9, protocol_version=1))

    assert decoded(request.SerializeToString())[0] == request
    assert join_of(join.SerializeToString()) == join.join
