"""What a person may do: the choices of a question by what can be typed for them."""

from collections.abc import Iterator, Mapping

from koikoi.v1 import referee_pb2 as pb
from rich.text import Text

from arena.play.words import cards_on_wire, cell, codes
from arena.play.yaku_words import points_text
from referee.rules.actions import KOI_KOI, STOP, TAKE_OFFSET, TEXTS, Action
from referee.rules.cards import CARDS, MONTH_OF, CardSet

ALL = 3  # on the field of one month: they are taken together


def actions(question: pb.Question) -> list[Action]:
    """The legal actions, in order."""
    return [number - 1 for number in question.legal_actions]


def by_words(question: pb.Question) -> Mapping[str, Action]:
    """Every word that means a choice: its number, the code of its card, `stop`, `koi-koi`."""
    words: dict[str, Action] = {}
    for number, action in enumerate(actions(question), start=1):
        text = TEXTS[action].casefold()
        words |= {str(number): action, text: action, text.rpartition(" ")[2]: action}
    return words


def lines(question: pb.Question) -> Iterator[Text]:
    """The choices, numbered."""
    for number, action in enumerate(actions(question), start=1):
        yield Text(f"  {number:2}  ") + _text(action, question.observation)


def _text(action: Action, seen: pb.Observation) -> Text:
    if action == STOP:
        return Text(f"stop: win this round with {points_text(seen.points_at_stake)}")
    if action == KOI_KOI:
        return Text("koi-koi: play on for more")
    if action >= TAKE_OFFSET:
        return Text("take ") + cell(CARDS[action - TAKE_OFFSET])
    field = cards_on_wire(seen.field)
    return cell(CARDS[action]) + Text("  ") + _prospect(field & MONTH_OF[action])


def _prospect(matches: CardSet) -> Text:
    """What becomes of a card that is played where these of its month lie on the field."""
    if not matches:
        return Text("stays on the field", "dim")
    between = ", " if matches.bit_count() == ALL else " or "
    return Text("takes ") + codes(matches, between)
