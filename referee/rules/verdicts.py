"""Verdicts: how a match ended, and whose fault that was."""

from enum import Enum

from referee.rules.seats import NORTH, SOUTH, Seat


class Verdict(Enum):
    """The way a match ended."""

    NORMAL = "normal"
    TIMEOUT = "timeout"
    ILLEGAL_MOVE = "illegal_move"
    PROTOCOL_ERROR = "protocol_error"
    FLOOD = "flood"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    MEMORY = "memory"
    DISK = "disk"
    FAILED_TO_START = "failed_to_start"
    CANCELLED = "cancelled"
    MACHINE = "machine"


# They forfeit one match; the stream and the process go on.
MATCH_FAULTS = frozenset({Verdict.TIMEOUT, Verdict.ILLEGAL_MOVE})
# Nobody scores; the match is played again.
UNSCORED = frozenset({Verdict.CANCELLED, Verdict.MACHINE})


class Fault(Enum):
    """The party at fault for a match that ended early."""

    NORTH = "north"
    SOUTH = "south"
    BOTH = "both"
    REFEREE = "referee"
    MACHINE = "machine"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats at fault; none where it was the referee or the machine."""
        return _SEATS.get(self, ())


_SEATS = {Fault.NORTH: (NORTH,), Fault.SOUTH: (SOUTH,), Fault.BOTH: (NORTH, SOUTH)}


def fault_of(seats: tuple[Seat, ...]) -> Fault:
    """Return the fault of these seats."""
    return next(fault for fault, at_fault in _SEATS.items() if at_fault == seats)
