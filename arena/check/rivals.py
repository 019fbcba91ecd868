"""Who sits opposite a bot that is being checked: the same choice whenever the same is asked."""

import asyncio
from random import Random

from koikoi.v1 import referee_pb2 as pb

from referee.server.inner_seat import NO_ACTION, Sitter


def rival(pause: float = 0.0) -> Sitter:
    """A player that chooses by the question alone. Its first choice takes `pause` seconds."""
    left = [pause]

    async def choose(notice: pb.Notice) -> int:
        if not notice.HasField("question"):
            return NO_ACTION
        if pause and left:
            await asyncio.sleep(left.pop())
        seen = notice.question.observation.SerializeToString(deterministic=True)
        return int(Random(seen).choice(notice.question.legal_actions))

    return choose
