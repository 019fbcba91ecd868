"""Numbers of a request beyond 32 bits: seen as they were sent, and never taken for others.

Protobuf cuts a varint to the 32 bits of its field, so 2^33 + 1 would become the action 1. The same
bytes are read once more with 64-bit fields where one of them could be as long.
"""

import re
from collections.abc import Mapping
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.message import Message
from koikoi.v1 import referee_pb2 as pb

# A number of more than 32 bits has five bytes or more, and all but its last have the high bit.
COULD_BE_WIDE = re.compile(rb"[\x80-\xff]{4}")
LARGEST: Mapping[int, int] = {Field.TYPE_UINT32: 2**32 - 1, Field.TYPE_ENUM: 2**31 - 1}
SMALLEST: Mapping[int, int] = {Field.TYPE_UINT32: 0, Field.TYPE_ENUM: -(2**31)}
WIDE = {
    Field.TYPE_UINT32: Field.TYPE_UINT64,
    Field.TYPE_ENUM: Field.TYPE_INT64,
}
KEPT = {*WIDE, Field.TYPE_MESSAGE}
PACKAGE = "koikoi.wide"


def without_cut_numbers(request: pb.PlayRequest, data: bytes) -> pb.PlayRequest:
    """Return a request decoded from `data`, with the limit of its field for a number beyond it.

    No question and no action has such a number.
    """
    if COULD_BE_WIDE.search(data):
        wide: Any = _PlayRequest.FromString(data)
        if request.HasField("join"):
            _bound(request.join, wide.join)
        for answer, widened in zip(request.answers, wide.answers, strict=True):
            _bound(answer, widened)
    return request


def _bound(message: Message, wide: Message) -> None:
    """Put the limit of its field in place of every number beyond it."""
    for field in wide.DESCRIPTOR.fields:
        number = getattr(wide, field.name)
        kind = message.DESCRIPTOR.fields_by_name[field.name].type
        if number > LARGEST[kind]:
            setattr(message, field.name, LARGEST[kind])
        elif number < SMALLEST[kind]:
            setattr(message, field.name, SMALLEST[kind])


def _widened() -> type[Message]:
    """Return the class of a request whose numbers have 64 bits and which has nothing else."""
    file = descriptor_pb2.FileDescriptorProto(name="wide.proto", package=PACKAGE, syntax="proto3")
    for message in (pb.PlayRequest, pb.Join, pb.Answer):
        described = file.message_type.add()
        message.DESCRIPTOR.CopyToProto(described)
        fields = list(described.field)
        del described.field[:]
        described.field.extend(_widened_field(one) for one in fields if one.type in KEPT)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{PACKAGE}.PlayRequest"))


def _widened_field(
    field: Field,
) -> Field:
    if field.type == Field.TYPE_MESSAGE:
        field.type_name = f".{PACKAGE}.{field.type_name.rpartition('.')[2]}"
    else:
        field.type = WIDE[field.type]
        field.ClearField("type_name")
    return field


_PlayRequest = _widened()
