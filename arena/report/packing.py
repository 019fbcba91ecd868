"""Data for scripts: JSON, deflated, in base64, so that no HTML can be in it."""

import base64
import zlib

from referee.wire.record_json import to_line

FIRST_SIGN = 35  # `#`: the sign of number 0


def packed(data: object) -> str:
    """Any JSON value as a text of letters and digits."""
    return base64.b64encode(zlib.compress(to_line(data).encode())).decode()


def signs(numbers: bytes) -> str:
    """Numbers below 100 as a text of one sign each."""
    return numbers.translate(_SIGNS).decode("latin-1")


_SIGNS = bytes((number + FIRST_SIGN) % 256 for number in range(256))
