"""What is drawn on each card: a table of motifs and their places, season by season."""

from collections.abc import Mapping

from arena.cards.seasons.autumn import AUTUMN
from arena.cards.seasons.spring import SPRING
from arena.cards.seasons.summer import SUMMER
from arena.cards.seasons.winter import WINTER
from arena.cards.shapes import Layer
from referee.rules.cards import Card

DESIGNS: Mapping[Card, tuple[Layer, ...]] = {**SPRING, **SUMMER, **AUTUMN, **WINTER}
