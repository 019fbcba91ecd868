"""Reads `tests/data/perft.txt`, counts with the engine, and writes the file anew.

`python -m tests.rules.perft` puts in what the engine counts now; `git diff` shows what changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from referee.rules.round import Round, apply, deal, legal_actions
from referee.rules.ruleset import find_ruleset
from referee.rules.seats import find_seat

PATH = Path(__file__).parents[1] / "data" / "perft.txt"


@dataclass
class Case:
    """A position of the file: numbers as on the wire, and its counts by depth."""

    ruleset: str = ""
    round: int = 1
    dealer: str = ""
    deck: tuple[int, ...] = ()
    actions: tuple[int, ...] = ()
    counts: dict[int, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return f"{self.ruleset}, {self.dealer} deals {self.deck[:3]}, {len(self.actions)} actions"

    def start(self) -> Round:
        """The round in the engine, with the first actions played."""
        dealer = find_seat(self.dealer)
        assert dealer is not None
        deck = bytes(card - 1 for card in self.deck)
        round_ = deal(find_ruleset(self.ruleset), deck, dealer, number=self.round)
        for action in self.actions:
            apply(round_, action - 1)
        return round_


def read(text: str) -> list[Case]:
    """The positions of the file. A blank line ends a position."""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    lines = [[line for line in block if not line.startswith("#")] for block in blocks]
    return [_case(block) for block in lines if block]


def _case(lines: list[str]) -> Case:
    case = Case()
    for line in lines:
        key, *words = line.split()
        if key == "perft":
            case.counts[int(words[0])] = int(words[1])
        elif key in ("ruleset", "dealer"):
            setattr(case, key, words[0])
        elif key == "round":
            case.round = int(words[0])
        else:
            setattr(case, key, tuple(map(int, words)))
    return case


def count(round_: Round, depth: int) -> int:
    """How many sequences of so many actions the engine allows from here."""
    legal = legal_actions(round_)
    if depth == 1:
        return len(legal)
    return sum(count(following, depth - 1) for following in _following(round_, legal))


def _following(round_: Round, legal: tuple[int, ...]) -> Iterator[Round]:
    for action in legal:
        following = round_.copy()
        apply(following, action)
        yield following


def rewritten(text: str) -> str:
    """The file with the counts of the engine."""
    header, *_ = text.split("\n\n")
    blocks = []
    for case in read(text):
        start = case.start()
        lines = [f"ruleset {case.ruleset}", f"round {case.round}", f"dealer {case.dealer}"]
        lines.append(f"deck {' '.join(map(str, case.deck))}")
        if case.actions:
            lines.append(f"actions {' '.join(map(str, case.actions))}")
        lines += [f"perft {depth} {count(start, depth)}" for depth in case.counts]
        blocks.append("\n".join(lines))
    return "\n\n".join([header, *blocks]) + "\n"


if __name__ == "__main__":
    PATH.write_text(rewritten(PATH.read_text(encoding="utf-8")), encoding="utf-8")
