"""A match: rounds in sequence, the deal that passes, the totals, and who won."""

from dataclasses import dataclass, field

from referee.rules.deal_check import Deck, check_deck, is_void
from referee.rules.round import Round, RoundResult
from referee.rules.ruleset import MatchTie, NextDealer, Ruleset
from referee.rules.seats import NORTH, SOUTH, Seat


@dataclass(slots=True)
class PlayedRound:
    """A round of a match and the void decks that came before its own."""

    dealer: Seat
    void_decks: list[Deck]
    deck: Deck
    round: Round


@dataclass(slots=True)
class Match:
    """A match under way. It is dealt decks, one after the other, until `is_over`."""

    ruleset: Ruleset
    dealer: Seat
    scores: tuple[int, int] = (0, 0)
    rounds: list[PlayedRound] = field(default_factory=list)
    void_decks: list[Deck] = field(default_factory=list)
    finished: int = 0  # rounds that have been added up

    @property
    def number(self) -> int:
        """The round that the next deck is for, from 1."""
        return len(self.rounds) + 1

    @property
    def is_over(self) -> bool:
        """True if all rounds have been played and added up."""
        return self.finished == self.ruleset.months

    @property
    def winner(self) -> Seat | None:
        """The seat that is ahead or won; None for a draw."""
        north, south = self.scores
        if north != south:
            return NORTH if north > south else SOUTH
        if self.ruleset.match_tie is MatchTie.LAST_DEALER and self.rounds:
            return self.rounds[-1].dealer
        return None

    def deal(self, deck: Deck) -> Round | None:
        """Deal the next round; None if the deck is void and the same round needs another.

        The round may be over at once, by a dealt hand. Play it out and call `end_round`.
        """
        check_deck(deck)
        if is_void(self.ruleset, deck):
            self.void_decks.append(deck)
            return None
        round_ = Round(self.ruleset, deck, self.dealer, number=self.number, scores=self.scores)
        self.rounds.append(PlayedRound(self.dealer, self.void_decks, deck, round_))
        self.void_decks = []
        return round_

    def end_round(self) -> RoundResult:
        """Add up the round that is over and passes the deal."""
        result = self.rounds[-1].round.result
        assert result is not None, "the round is still being played"
        self.finished += 1
        north, south = self.scores
        self.scores = north + result.points[NORTH], south + result.points[SOUTH]
        self.dealer = next_dealer(self.ruleset, self.dealer, result)
        return result


def next_dealer(ruleset: Ruleset, dealer: Seat, result: RoundResult) -> Seat:
    """Return the next dealer: the winner, or by the ruleset after a drawn round (M05, M06)."""
    if result.winner is not None:
        return result.winner
    return dealer.other if ruleset.dealer_after_draw is NextDealer.OTHER else dealer
