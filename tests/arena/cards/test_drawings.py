"""The cards: small files that need nothing, all different, each with its month and its kind."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arena.cards import creatures, plants, scenery
from arena.cards.drawing import card_back, card_svg, card_symbol, contact_sheet
from referee.rules.cards import CARDS, Card, Kind, cards_of
from referee.rules.yaku import BLUES, RED_POEMS

ROOT = Path(__file__).parents[3]
MOST_BYTES = 4000
D = re.compile(r' d="([^"]{12,})')


def drawn(motif: str) -> set[str]:
    """The outlines of a motif, whatever its colours."""
    return set(D.findall(motif))


PLANTS = {
    1: plants.PINE_TUFT,
    2: plants.PLUM_FLOWER,
    3: plants.CHERRY_FLOWER,
    4: plants.WISTERIA,
    5: plants.IRIS_FLOWER,
    6: plants.PEONY_FLOWER,
    7: plants.CLOVER_LEAF,
    8: scenery.HILL,
    9: plants.chrysanthemum("", "", ""),
    10: plants.maple("", ""),
    11: plants.WILLOW_STRAND,
    12: plants.paulownia_leaf("", ""),
}
FIGURES = {
    Card.PINE_CRANE: creatures.CRANE,
    Card.PLUM_WARBLER: creatures.WARBLER,
    Card.CHERRY_CURTAIN: scenery.CURTAIN,
    Card.WISTERIA_CUCKOO: creatures.CUCKOO,
    Card.IRIS_BRIDGE: scenery.BRIDGE,
    Card.PEONY_BUTTERFLIES: creatures.butterfly("", ""),
    Card.CLOVER_BOAR: creatures.BOAR,
    Card.PAMPAS_GEESE: creatures.GOOSE,
    Card.CHRYSANTHEMUM_SAKE_CUP: creatures.SAKE_CUP,
    Card.MAPLE_DEER: creatures.DEER,
    Card.WILLOW_RAIN_MAN: creatures.RAIN_MAN,
    Card.WILLOW_SWALLOW: creatures.SWALLOW,
    Card.PAULOWNIA_PHOENIX: creatures.PHOENIX,
}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.code)
def test_a_card_is_a_small_file_of_shapes_alone(card: Card) -> None:
    text = card_svg(card)
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}

    assert len(text.encode()) <= MOST_BYTES
    assert names <= {"svg", "title", "clipPath", "rect", "g", "path", "circle", "ellipse", "use"}
    assert set(re.findall(r'href="(.)', text)) <= {"#"}
    assert card.english in text


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.code)
def test_a_card_shows_the_plant_of_its_month_and_of_no_other(card: Card) -> None:
    shapes = drawn(card_svg(card))

    assert {month for month, plant in PLANTS.items() if drawn(plant) <= shapes} == {card.month}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.code)
def test_a_figure_is_on_its_own_card_alone(card: Card) -> None:
    shapes = drawn(card_svg(card))
    figures = {one for one, figure in FIGURES.items() if drawn(figure) <= shapes}

    assert figures == ({card} & FIGURES.keys())
    if card.kind in (Kind.LIGHT, Kind.ANIMAL):
        assert figures or scenery.MOON in card_svg(card)


def test_ribbons_are_red_with_a_poem_or_blue_or_plain_red() -> None:
    slips = {scenery.POEM: cards_of(RED_POEMS), scenery.BLUE_SLIP: cards_of(BLUES)}
    plain = (Card.WISTERIA_RIBBON, Card.IRIS_RIBBON, Card.CLOVER_RIBBON, Card.WILLOW_RIBBON)

    for slip, cards in (*slips.items(), (scenery.RED_SLIP, (*plain, *cards_of(RED_POEMS)))):
        assert {card for card in CARDS if slip in card_svg(card)} == set(cards)
    ribbons = {card for card in CARDS if card.kind is Kind.RIBBON}
    assert ribbons == {*cards_of(BLUES), *cards_of(RED_POEMS), *plain}


def test_no_two_symbols_of_a_page_share_an_id() -> None:
    text = "".join([*map(card_symbol, CARDS), card_back()])
    ids = re.findall(r' id="([^"]+)"', text)

    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(ids)


def test_the_contact_sheet_is_the_one_that_is_shipped() -> None:
    """If the change is meant: `python -m arena.cards > results/cards.svg`."""
    assert (ROOT / "results" / "cards.svg").read_text(encoding="utf-8") == contact_sheet()
