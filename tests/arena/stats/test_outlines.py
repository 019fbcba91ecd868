"""Tests that outlines read from a round's stored text equal those of its record."""

from random import Random

import pytest

from arena.stats.outlines import RoundOutline, outlines_of_record, outlines_of_text
from arena.store.plays import packed_rounds, unpacked_text
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord
from referee.rules.ruleset import RULESETS, Ruleset
from referee.rules.shuffle import Deals
from tests.records import KEY, random_match


def text_of(record: MatchRecord) -> bytes:
    return unpacked_text(packed_rounds(record))


def in_values(one: RoundOutline) -> RoundOutline:
    """An outline as a record gives it: what is read off a text is still as it is written there."""
    result = one.result and one.result._replace(yaku=[id.decode() for id in one.result.yaku])
    return one._replace(thoughts=tuple(map(float, one.thoughts)), result=result)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda one: one.name)
def test_text_and_record_give_the_same_outlines(ruleset: Ruleset) -> None:
    for number in range(1, 6):
        record = random_match(Deals(KEY, str(number)), Random(number), ruleset)

        found = [in_values(one) for one in outlines_of_text(text_of(record))]

        assert found == list(outlines_of_record(record))
        assert len(found) == len(record.rounds)


def test_a_match_without_a_round_has_no_outline() -> None:
    assert outlines_of_text(b"[]") == []


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b'[{"dealer":"north"}]', b"[[]]"])
def test_a_text_that_is_none_of_ours_is_refused(text: bytes) -> None:
    with pytest.raises(BadRecord):
        outlines_of_text(text)


def test_a_text_that_was_changed_is_refused_and_the_round_is_named() -> None:
    text = text_of(random_match(Deals(KEY, "1"), Random(1)))

    with pytest.raises(BadRecord, match=r"rounds\[11\]"):
        outlines_of_text(text[:-1])
    with pytest.raises(BadRecord, match=r"rounds\[0\]"):
        outlines_of_text(text.replace(b'"dealer"', b'"bidder"', 1))
