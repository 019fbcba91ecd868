"""How every sample bot behaves at the table, whatever it thinks of the cards."""

import pytest
from koikoi.v1.referee_pb2 import MatchOver, Notice, PlayResponse, RoundOver, Warning

from tests.sample_bots.greedies import GREEDIES
from tests.sample_bots.made_up import questions
from tests.sample_bots.scripted import (
    TOKEN,
    Ending,
    PlayTo,
    broken_off,
    refused,
    under_open_questions,
)
from tests.sample_bots.scripts import ask, asked, in_batches, start

NAMES = ("first", "random", "yaku", *GREEDIES)
every_bot = pytest.mark.parametrize("name", NAMES)


@every_bot
def test_it_joins_with_its_token_and_offers_many_matches(name: str, play_to: PlayTo) -> None:
    join = play_to(name, []).join
    assert (join.token, join.protocol_version, join.max_matches) == (TOKEN, 1, 32)
    assert join.client == name


@every_bot
def test_it_answers_every_question_once_and_with_a_legal_action(name: str, play_to: PlayTo) -> None:
    script = in_batches(questions(640, seed=1), size=32)
    played = play_to(name, script)
    legal = {q.question_id: q.legal_actions for batch in script for q in asked(batch)}
    assert sum(len(request.answers) for request in played.requests) == len(legal)
    assert played.actions.keys() == legal.keys()
    assert [n for n, action in played.actions.items() if action not in legal[n]] == []


@every_bot
def test_it_answers_a_batch_in_one_message_and_prints_nothing(name: str, play_to: PlayTo) -> None:
    played = play_to(name, in_batches(questions(96, seed=2), size=32))
    assert [len(request.answers) for request in played.requests] == [0, 32, 32, 32]
    assert (played.output, played.exit_code) == ("", 0)


@every_bot
def test_news_of_any_kind_does_not_disturb_it(name: str, play_to: PlayTo) -> None:
    from_the_future = Notice.FromString(b"\x08\x01\xfa\x01\x02\x08\x07")  # match 1, field 31
    over = Notice(match_id=1, match_over=MatchOver(own_points=3))
    news = [Notice(match_id=1, round_over=RoundOver(round=1)), Notice(warning=Warning(left=9))]
    first, second = questions(2, seed=3)
    script = [
        PlayResponse(notices=[start(1, bot_seed=7), from_the_future, *news, ask(1, first), over]),
        PlayResponse(notices=[start(2, bot_seed=7), from_the_future, ask(2, second)]),
    ]
    played = play_to(name, script)
    assert (list(played.actions), played.output, played.exit_code) == ([1, 2], "", 0)


@every_bot
def test_it_leaves_quietly_when_the_stream_ends_under_an_open_question(
    name: str, play_to: PlayTo
) -> None:
    played = play_to(name, [], under_open_questions)
    assert (played.output, played.exit_code) == ("", 0)


@every_bot
@pytest.mark.parametrize("end", [refused, broken_off])
def test_it_ends_with_an_error_when_the_stream_breaks(
    name: str, end: Ending, play_to: PlayTo
) -> None:
    script = [PlayResponse(notices=[start(1, bot_seed=7)])]
    assert play_to(name, script, end).exit_code != 0
