"""The two places at the table. Who deals is not a seat: the dealer changes, a seat does not."""

from enum import IntEnum


class Seat(IntEnum):
    """A place at the table, fixed within a match; its value indexes anything kept per seat."""

    NORTH = 0
    SOUTH = 1

    @property
    def other(self) -> "Seat":
        """The seat across the table."""
        return OTHER[self]

    @property
    def label(self) -> str:
        """The word for it in records: `north` or `south`."""
        return LABELS[self]


NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
SEATS = (NORTH, SOUTH)
OTHER = (SOUTH, NORTH)
LABELS = ("north", "south")


def find_seat(label: str) -> Seat | None:
    """Return the seat with this label; None if there is none."""
    return Seat(LABELS.index(label)) if label in LABELS else None
