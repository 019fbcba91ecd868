"""Many matches between the same two streams, side by side, until there are none left."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from referee.rules.record import MatchRecord
from referee.rules.seats import SEATS, Seat
from referee.rules.verdicts import Verdict
from referee.server.stream import BotStream, StreamEnd
from referee.server.table import MatchPlan, Table


class Session:
    """Plays plans from the front of `pending`; what is left there was not begun.

    A session ends when all are played, or when a stream has ended and its open matches have been
    forfeited.
    """

    def __init__(self, streams: tuple[BotStream, BotStream], pending: deque[MatchPlan]) -> None:
        self._streams = streams
        self._pending = pending
        self._window = min(stream.max_matches for stream in streams)
        self._tables: list[Table] = []
        self._records: asyncio.Queue[MatchRecord] = asyncio.Queue()

    async def play(self) -> AsyncIterator[MatchRecord]:
        """Yield the records, in the order in which matches end."""
        for seat in SEATS:
            self._streams[seat].on_end = _Ender(self, seat)
        try:
            self._open()
            while self._tables or not self._records.empty():
                yield await self._records.get()
        finally:
            for stream in self._streams:
                stream.on_end = None

    def _open(self) -> None:
        while (
            self._pending
            and len(self._tables) < self._window
            and all(stream.end is None for stream in self._streams)
        ):
            table = Table(self._pending.popleft(), self._streams, self._over)
            self._tables.append(table)
            table.start()

    def _over(self, table: Table, record: MatchRecord) -> None:
        self._tables.remove(table)
        self._records.put_nowait(record)
        self._open()

    def stream_ended(self, seat: Seat, end: StreamEnd) -> None:
        """Forfeits every open match for a bot that is gone: one fault, whatever their number.

        If the referee itself closed the stream, the matches are nobody's loss.
        """
        tables = self._tables.copy()
        incident = tables[0].plan.match if tables and end.verdict else None
        at_fault = (seat,) if end.verdict else ()
        for table in tables:
            table.forfeit(at_fault, end.verdict or Verdict.CANCELLED, end.detail, incident)


class _Ender:
    """Tells a session which of its two streams has ended."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self._session = session
        self._seat = seat

    def __call__(self, end: StreamEnd) -> None:
        self._session.stream_ended(self._seat, end)
