"""The table as a person sees it, made from an observation alone, with the yaku in reach."""

from collections.abc import Iterator
from dataclasses import dataclass

from koikoi.v1 import referee_pb2 as pb
from rich.text import Text

from arena.play import prompt
from arena.play.words import NAMES, cards_on_wire, codes, named, rows
from referee.rules.cards import (
    ANIMALS,
    CARDS,
    LIGHTS,
    PLAINS,
    RIBBONS,
    CardSet,
    card_set,
    cards_of,
    of_month,
)
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import made_yaku
from referee.rules.yaku import TSUKIFUDA, Yaku

NEAR = 2  # cards that may be missing
KINDS = {"lights": LIGHTS, "animals": ANIMALS, "ribbons": RIBBONS, "plains": PLAINS}
MOST_SHOWN = 4  # yaku in reach; and cards, of which one is missing
HEADINGS = {
    pb.PHASE_PLAY: "your hand: play a card",
    pb.PHASE_TAKE: "take one of two",
    pb.PHASE_CALL: "your yaku have grown",
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The facts that yaku depend on besides the pile: the rival's pile, the field and the month."""

    ruleset: Ruleset
    rival_pile: CardSet
    field: CardSet
    month: int

    def points(self, pile: CardSet) -> int:
        """Return the sum of a pile's yaku."""
        made = made_yaku(self.ruleset, pile, month=self.month, field=self.field)
        return sum(one.points for one in made)


@dataclass(frozen=True, slots=True)
class Reach:
    """A yaku that lacks `missing` of the cards `left`; making it adds `gain` to the sum."""

    yaku: Yaku
    missing: int
    left: CardSet
    gain: int


def in_reach(around: Surroundings, pile: CardSet) -> list[Reach]:
    """Return the yaku that are begun, lack at most two cards and can be made; nearest first."""
    return sorted(_begun(around, pile), key=lambda reach: (reach.missing, -reach.gain))


def _begun(around: Surroundings, pile: CardSet) -> Iterator[Reach]:
    now = around.points(pile)
    for row in around.ruleset.yaku:
        cards = of_month(around.month) if row.id == TSUKIFUDA else row.cards
        held = (cards & pile).bit_count()
        left = cards & ~pile & ~around.rival_pile
        missing = row.needs - held
        if row.points and held and 0 < missing <= min(NEAR, left.bit_count()):
            gain = around.points(pile | card_set(cards_of(left)[:missing])) - now
            if gain > 0:
                yield Reach(row, missing, left, gain)


def table_lines(ruleset: Ruleset, rival: str, question: pb.Question, width: int) -> Iterator[Text]:
    """Yield the whole table, with the choices at its end."""
    seen = question.observation
    yield Text("")
    yield Text(_head(ruleset, rival, seen), "bold")
    yield Text(f"{rival} holds {seen.rival_hand_size} cards{_calls(seen.rival_calls)}")
    yield from _pile(f"{rival}'s pile", cards_on_wire(seen.rival_pile))
    yield Text("field")
    yield from rows(cards_on_wire(seen.field), width)
    yield from _pile(f"your pile{_calls(seen.own_calls)}", cards_on_wire(seen.own_pile))
    yield from _yaku(ruleset, seen)
    yield from _decision(question, width)


def _head(ruleset: Ruleset, rival: str, seen: pb.Observation) -> str:
    dealer = "you deal" if seen.dealer == seen.seat else f"{rival} deals"
    score = f"you {seen.own_score}, {rival} {seen.rival_score}"
    return f"round {seen.round} of {ruleset.months} · {score} · {dealer} · stock {seen.stock_size}"


def _calls(count: int) -> str:
    return f" · koi-koi called {count}x" if count else ""


def _pile(title: str, pile: CardSet) -> Iterator[Text]:
    yield Text(title if pile else f"{title}: empty")
    parts = [
        Text(f"{name} {(pile & cards).bit_count()}: ") + codes(pile & cards)
        for name, cards in KINDS.items()
        if pile & cards
    ]
    if parts:
        yield Text("  ") + Text("  ").join(parts)


def _yaku(ruleset: Ruleset, seen: pb.Observation) -> Iterator[Text]:
    pile, field = cards_on_wire(seen.own_pile), cards_on_wire(seen.field)
    month = (seen.round - 1) % 12 + 1
    around = Surroundings(ruleset, cards_on_wire(seen.rival_pile), field, month)
    made = made_yaku(ruleset, pile, month=month, field=field)
    if made:
        yield Text("  yaku: " + ", ".join(f"{NAMES[one.id]} {one.points}" for one in made), "green")
    if near := in_reach(around, pile)[:MOST_SHOWN]:
        yield Text("  in reach: ") + Text(" · ").join(map(_reach, near))


def _reach(reach: Reach) -> Text:
    name = f"{NAMES[reach.yaku.id]} +{reach.gain}"
    count = reach.left.bit_count()
    if count > MOST_SHOWN:
        return Text(f"{name} ({reach.missing} more)")
    some = f"{reach.missing} of " if reach.missing < count else ""
    return Text.assemble(f"{name} ({some}", codes(reach.left), ")")


def _decision(question: pb.Question, width: int) -> Iterator[Text]:
    seen = question.observation
    yield Text.assemble((HEADINGS[seen.phase], "bold"), _in_play(seen))
    yield from prompt.lines(question)
    if others := _not_to_choose(question):
        yield Text("in your hand")
        yield from rows(others, width)


def _in_play(seen: pb.Observation) -> Text:
    if not seen.card_in_play:
        return Text("")
    how = "drawn" if seen.card_was_drawn else "played"
    return Text(" with ") + named(CARDS[seen.card_in_play - 1]) + Text(f", which was {how}")


def _not_to_choose(question: pb.Question) -> CardSet:
    """Return the cards of the hand that are no choice now."""
    hand = cards_on_wire(question.observation.hand)
    for action in prompt.actions(question):
        if action < len(CARDS):
            hand &= ~CARDS[action].bit
    return hand
