"""Errors of the rules.

RulesError
├── IllegalAction      an action outside the legal list
├── UnknownRuleset     no preset has this name
├── BadRuleset         a house rule that does not exist, or has a value it cannot have
├── BadCards           cards that are unknown, doubled, or not the deck
└── BadRecord          a record that the rules do not bear out
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class RulesError(ValueError):
    """An act that the rules do not allow. `hint` says what to do about it; it may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class IllegalAction(RulesError):
    """The action is not in the legal list. Nothing has changed."""

    def __init__(self, action: int, legal: Sequence[int]) -> None:
        self.action = action
        self.legal = tuple(legal)
        super().__init__(f"action {action} is not legal (legal: {list(legal)})")


class UnknownRuleset(RulesError):
    """No preset has this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(
            f"no ruleset named `{name}` (known: {', '.join(self.known)})",
            nearest(name, self.known),
        )


class BadRuleset(RulesError):
    """A house rule that does not exist, or has a value it cannot have."""


class BadCards(RulesError):
    """Cards that are unknown, doubled, or not the whole deck."""


class BadRecord(RulesError):
    """A record that the rules do not bear out: where, what the rules give, what it says."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint with the known word nearest to `word`; empty if none is near."""
    close = get_close_matches(word, list(known), n=1)
    return f"did you mean `{close[0]}`?" if close else ""
