"""The floor of a gRPC referee in Python: it asks and reads answers, and there is no game.

Every Question is built from plain ints and every Answer is read, as a referee must; the rules, the
clock and the record are left out. Bots are the same processes that play for the real referee.
"""

import asyncio
from pathlib import Path

import grpc
import grpc.aio
from koikoi.v1 import referee_pb2 as pb

HAND, FIELD = (1, 6, 11, 20, 33, 41), (2, 7, 10, 22, 30, 44, 47)
OWN, RIVAL = tuple(range(12, 20)), (3, 4, 8, 9, 25, 26)


class Echo:
    """Asks two bots in turn, in some matches side by side, until enough has been asked."""

    def __init__(self, matches: int, questions: int) -> None:
        self._matches = matches
        self._left = questions
        self._batches = [pb.PlayResponse(), pb.PlayResponse()]
        self._wakes = [asyncio.Event(), asyncio.Event()]
        self._asked = 0
        self._match_of: dict[int, int] = {}
        self.joined = [asyncio.Event(), asyncio.Event()]
        self.done = asyncio.Event()

    def begin(self) -> None:
        """Asks the first question of every match, half of them each bot."""
        for match in range(1, self._matches + 1):
            self._ask(match, match % 2)

    def server(self, seat: int, folder: Path) -> tuple[grpc.aio.Server, str]:
        """A server for one bot, and its address."""

        async def play(_: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
            await self._play(seat, context)

        server = grpc.aio.server()
        method = grpc.stream_stream_rpc_method_handler(play)
        name = "koikoi.v1.RefereeService"
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(name, {"Play": method}),)
        )
        address = f"unix:{folder / f'echo{seat}'}"
        server.add_insecure_port(address)
        return server, address

    async def _play(self, seat: int, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        await context.read()
        self._batches[seat].notices.add().welcome.protocol_version = 1
        self._wakes[seat].set()
        self.joined[seat].set()
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._write(seat, context))
            while self._left > 0:
                request = pb.PlayRequest.FromString(await context.read())
                for answer in request.answers:
                    if answer.action:
                        self._ask(self._match_of.pop(answer.question_id), 1 - seat)
            self.done.set()
            writer.cancel()

    async def _write(self, seat: int, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        while True:
            await self._wakes[seat].wait()
            self._wakes[seat].clear()
            if self._batches[seat].notices:
                batch, self._batches[seat] = self._batches[seat], pb.PlayResponse()
                await context.write(batch.SerializeToString())

    def _ask(self, match: int, seat: int) -> None:
        self._left -= 1
        self._asked += 1
        self._match_of[self._asked] = match
        question = self._batches[seat].notices.add(match_id=match).question
        question.question_id = self._asked
        question.legal_actions.extend(HAND)
        question.bank_left_ms = 60_000
        seen = question.observation
        seen.seat, seen.dealer, seen.round, seen.phase = 1, 2, 4, 1
        seen.hand.extend(HAND)
        seen.field.extend(FIELD)
        seen.own_pile.extend(OWN)
        seen.rival_pile.extend(RIVAL)
        seen.rival_hand_size, seen.stock_size = 6, 14
        seen.own_score, seen.rival_score, seen.rival_calls = 12, 20, 1
        self._wakes[seat].set()
