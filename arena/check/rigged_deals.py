"""Rigged deals that lead to rare questions, whatever the bot plays."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arena.check.sitting import Given
from referee.rules.cards import DECK_SIZE, find_card
from referee.rules.deal_check import Deck
from referee.rules.ruleset import NINTENDO
from referee.rules.seats import NORTH, SOUTH, Seat

# A field of four pairs is played, a card that matches has to be played, and there is no yaku but
# one that no match here makes by chance: so each round goes where its cards lead.
RULES = replace(
    NINTENDO,
    name="check",
    months=1,
    hand_match_required=True,
    yaku=tuple(row for row in NINTENDO.yaku if row.id in ("goko", "hanami")),
)


@dataclass(frozen=True, slots=True)
class Rigged:
    """Decks in the order in which they are dealt, and the first dealer."""

    deck: Deck
    dealer: Seat = NORTH
    void_deck: Deck | None = None

    def decks(self, number: int) -> Iterator[Deck]:
        """Yield the void deck if there is one, then the deck."""
        if self.void_deck is not None:
            yield self.void_deck
        yield self.deck

    def first_dealer(self) -> Seat:
        """Return the first dealer."""
        return self.dealer

    def bot_seed(self, seat: Seat) -> int:
        """Return a bot seed; it is the same for all rigged deals."""
        return seat


def deck(north: str, south: str, field: str, drawn: str = "", last: str = "") -> Deck:
    """Return a deck from hands, field, and first and last cards of the stock; the rest in order."""
    dealt = [_index(code) for code in f"{north} {south} {field} {drawn}".split()]
    end = [_index(code) for code in last.split()]
    rest = [index for index in range(DECK_SIZE) if index not in {*dealt, *end}]
    return bytes(dealt + rest + end)


def _index(code: str) -> int:
    card = find_card(code)
    assert card is not None, code
    return card.index


# Four cards of a month win as they are dealt.
TESHI = "01L 01R 01P1 01P2 02A 03R 04A 05A"
OTHER_TESHI = "06A 06R 06P1 06P2 07A 08A 10A 11A"
NO_PAIRS = "07R 08L 09R 10R 11R 12L 09A 02R"
VOID_FIELD = "01L 01R 01P1 01P2 02P1 03P1 04P1 05P1"
FIELD = "02P1 03P1 04P1 05P1 07P1 08P1 10P1 12P1"

# In each of them the bot sits NORTH.
RARE: tuple[tuple[str, Rigged], ...] = (
    (
        "a hand that wins as it is dealt",
        Rigged(deck(TESHI, NO_PAIRS, FIELD)),
    ),
    (
        "a rival's hand that wins as it is dealt",
        Rigged(deck(NO_PAIRS, TESHI, FIELD)),
    ),
    (
        "two hands that win as they are dealt",
        Rigged(deck(TESHI, OTHER_TESHI, FIELD)),
    ),
    (
        "a hand card that matches two",
        Rigged(
            deck(
                "01P1 02P1 04P1 05P1 06A 07A 08A 10A",
                "06R 07R 08L 10R 11L 12L 09A 03R",
                "01L 01R 02A 02R 04A 04R 05A 05R",
            )
        ),
    ),
    (
        "a drawn card that matches two",
        Rigged(
            deck(
                "06R 06P1 01L 02A 04A 05A 09A 09R",
                "01R 02R 04R 05R 07R 08A 10R 11R",
                "03R 03P1 06A 07A 08L 10A 11L 12L",
                drawn="03P2",
            )
        ),
    ),
    (
        "a yaku in the first turn",
        Rigged(
            deck(
                "03R 03P1 03P2 08L 08A 10A 10R 11L",
                "01R 02R 04R 05R 07R 08P1 10P1 11R",
                "03L 09A 01L 02A 04A 05A 06A 07A",
                drawn="09R",
            )
        ),
    ),
    (
        "a choice with the last card drawn and no card in the hand",
        Rigged(
            deck(
                "01L 02A 04A 05A 06A 07A 08A 10A",
                "01R 02R 04R 05R 06R 07R 08L 10R",
                "12L 12P1 01P1 02P1 04P1 05P1 06P1 07P1",
                drawn="01P2 02P2 04P2 05P2 06P2 07P2 08P1 08P2 10P1 10P2 11L 11A 11R 11P1 09R 12P2",
                last="03L 12P3",
            ),
            dealer=SOUTH,
        ),
    ),
    (
        "a void deal before the round",
        Rigged(
            deck(NO_PAIRS, "01L 02A 03R 04A 05A 06A 10A 12P2", FIELD),
            void_deck=deck(NO_PAIRS, "02A 03R 04A 05A 06A 10A 12P2 08A", VOID_FIELD),
        ),
    ),
)
LAST_DRAW = dict(RARE)["a choice with the last card drawn and no card in the hand"]


def rare_matches() -> tuple[Given, ...]:
    """Return matches of one round each that lead to rare questions."""
    return tuple(Given(name, NORTH, rigged) for name, rigged in RARE)


def largest_matches(count: int) -> tuple[Given, ...]:
    """Return matches that lead, side by side, to the question that shows most cards."""
    return tuple(Given(f"largest {number}", NORTH, LAST_DRAW) for number in range(1, count + 1))
