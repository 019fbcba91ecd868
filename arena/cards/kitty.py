"""Pictures on a terminal, by the graphics protocol of kitty, which several others speak too.

A picture is sent once under a number, and then placed wherever it is wanted.
"""

import base64

CHUNK = 4096  # the most that one command may carry
#: Takes every picture away, those that were sent stay known; and forgets these, too.
CLEARED, FORGOTTEN = "\x1b_Ga=d,d=a,q=2\x1b\\", "\x1b_Ga=d,d=A,q=2\x1b\\"
#: A question that is answered with OK by whoever knows the protocol, and by nobody else.
QUESTION, YES = "\x1b_Gi=1801545577,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", "\x1b_Gi=1801545577;OK\x1b\\"


def sent(number: int, png: bytes) -> str:
    """Sends a picture, to be known by a number."""
    data = base64.b64encode(png).decode("ascii")
    chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    heads = [f"a=t,f=100,q=2,i={number},", *[""] * (len(chunks) - 1)]
    more = [1] * (len(chunks) - 1) + [0]
    parts = zip(heads, more, chunks, strict=True)
    return "".join(f"\x1b_G{head}m={is_more};{chunk}\x1b\\" for head, is_more, chunk in parts)


def placed(number: int, columns: int, lines: int, *, place: int, depth: int) -> str:
    """Draws a picture from the cursor on, which stays where it is; the deeper one lies above.

    A picture that is drawn several times has a `place` for each.
    """
    size = f"c={columns},r={lines}"
    return f"\x1b_Ga=p,i={number},p={place},{size},z={depth},C=1,q=2\x1b\\"
