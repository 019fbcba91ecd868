"""An interpreter of the kernel's filter language, as far as our filters use it."""

import struct
from collections.abc import Mapping

LOAD, AND, IF_EQUAL, IF_AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
ALLOWED, KILLED, FAILED = 0x7FFF0000, 0x80000000, 0x00050000


def outcome(program: bytes, machine: int, call: int, arguments: Mapping[int, int]) -> str | int:
    """Return what becomes of a call: `allowed`, `killed`, or the error that it fails with."""
    code = list(struct.iter_unpack("=HBBI", program))
    words = {0: call, 4: machine}
    words |= {16 + 8 * place: value & 0xFFFFFFFF for place, value in arguments.items()}
    at, held = 0, 0
    while True:
        what, if_so, if_not, number = code[at]
        at += 1
        if what == LOAD:
            held = words.get(number, 0)
        elif what == AND:
            held &= number
        elif what == IF_EQUAL:
            at += if_so if held == number else if_not
        elif what == IF_AT_LEAST:
            at += if_so if held >= number else if_not
        else:
            assert what == RETURN
            return {ALLOWED: "allowed", KILLED: "killed"}.get(number, number - FAILED)
