"""The time control of a match, in a module that loads quickly, since commands read its defaults."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for each decision, and a reserve for each match; `move_time` inf means no clock."""

    move_time: float = 1.0
    time_bank: float = 60.0

    @property
    def move_time_ms(self) -> int:
        """The move time as the wire has it: 0 where there is no clock."""
        return 0 if math.isinf(self.move_time) else round(self.move_time * 1000)

    @property
    def time_bank_ms(self) -> int:
        """The reserve as the wire has it."""
        return round(self.time_bank * 1000)


DEFAULT_TIME_CONTROL = TimeControl()
