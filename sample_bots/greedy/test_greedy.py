"""The decisions that make up the strategy; `python -m unittest` runs them."""

import unittest

from greedy import STOP, decide

CRANE, RIBBON, PLAIN = 1, 2, 3
PHOENIX, PAULOWNIA = 45, 46
TAKE, KOI_KOI = 48, 98


class DecideTest(unittest.TestCase):
    def test_the_dearest_capture_is_played(self) -> None:
        self.assertEqual(decide([RIBBON, PAULOWNIA], [PLAIN, PHOENIX]), PAULOWNIA)

    def test_the_dearer_of_two_field_cards_is_taken(self) -> None:
        takes = [TAKE + CRANE, TAKE + RIBBON]
        self.assertEqual(decide(takes, [CRANE, RIBBON]), TAKE + CRANE)

    def test_it_stops_at_once(self) -> None:
        self.assertEqual(decide([STOP, KOI_KOI], []), STOP)
