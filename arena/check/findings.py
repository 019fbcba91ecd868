"""What a stage has found: the outcome, and for people what was sent, what came and what to do."""

from dataclasses import asdict, dataclass
from enum import Enum


class Outcome(Enum):
    """How a stage ended."""

    PASS = "pass"
    FAIL = "fail"
    WARNING = "warning"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What came of one stage. Texts may be empty; what the bot chose is not escaped in them."""

    stage: str
    outcome: Outcome
    sent: str = ""
    came: str = ""
    rule: str = ""
    advice: str = ""
    seconds: float = 0.0

    def to_json(self) -> dict[str, object]:
        """The finding as plain data."""
        return asdict(self) | {"outcome": self.outcome.value, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Judgement:
    """An outcome and why, before it is known how long the stage took."""

    outcome: Outcome
    sent: str = ""
    came: str = ""
    rule: str = ""
    advice: str = ""

    def of(self, stage: str, seconds: float) -> Finding:
        """The judgement as the finding of a stage."""
        return Finding(
            stage=stage,
            outcome=self.outcome,
            sent=self.sent,
            came=self.came,
            rule=self.rule,
            advice=self.advice,
            seconds=seconds,
        )
