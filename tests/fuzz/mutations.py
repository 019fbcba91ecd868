"""Changes of bytes, such as a slip of the hand or somebody with bad intent would make them."""

from random import Random

LONG = 6_000
# What parsers trip over: depth, length, numbers that are none, halves of characters.
PIECES = (
    *(b"[" * LONG, b'{"a":' * LONG, b"(" * LONG, b"9" * LONG, b"0x" + b"f" * LONG, b"a." * LONG),
    *(b"NaN", b"-Infinity", b"1e999", b"-0", b"null", b"true", b"{}", b"[]", b'""', b"1.5"),
    *(b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"\xe2\x80\xae", b"\x1b[2J", b"\r", b"\n"),
    *(b"18446744073709551616", b"-1", b"2147483648", b'"' * 3, b"'''", b"=", b",", b"\\"),
)


def mutated(seed: bytes, random: Random) -> bytes:
    """Return the bytes with one to four changes."""
    data = seed
    for _ in range(random.randint(1, 4)):
        start, end = sorted(random.randint(0, len(data)) for _ in range(2))
        end = min(end, start + random.choice((1, 4, 40, 4000)))
        match random.randrange(6):
            case 0:
                data = data[:start] + data[end:]
            case 1:
                data = data[:end] + data[start:end] + data[end:]
            case 2:
                data = data[:start] + random.choice(PIECES) + data[end:]
            case 3:
                data = data[:start] + random.choice(PIECES) + data[start:]
            case 4:
                data = data[:start] + random.randbytes(end - start) + data[end:]
            case 5:
                place = random.randint(0, len(data))
                rest = data[:start] + data[end:]
                data = rest[:place] + data[start:end] + rest[place:]
    return data
