"""Tests of batches: what one message carries, the limit on open matches, and the numbering."""

import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.seats import NORTH
from tests.server.clients import Client, answers, at_random
from tests.server.conftest import Run
from tests.server.games import plans, plans_led_by, playing, seated


def kinds(response: pb.PlayResponse) -> list[str | None]:
    """Return what each notice of a message is."""
    return [notice.WhichOneof("kind") for notice in response.notices]


def questions(response: pb.PlayResponse) -> list[pb.Question]:
    """The questions of a message."""
    return [notice.question for notice in response.notices if notice.HasField("question")]


@pytest.mark.parametrize(
    ("offers", "window"),
    [
        ((0, 0), 1),
        ((1, 1), 1),
        ((7, 7), 7),
        ((7, 1000), 7),
        ((1000, 0), 1),
        ((1000, 1000), 32),
        ((2**32 - 1, 33), 32),
    ],
)
def test_as_many_matches_are_open_as_both_bots_offer_and_no_more_than_32(
    run: Run, offers: tuple[int, int], window: int
) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 40), offers=offers) as game:
            message = await game.clients[NORTH].asked()

            assert kinds(message) == ["match_start", "round_start", "question"] * window
            assert len(game.pending) == 40 - window

    run(scenario)


def test_what_is_due_to_a_bot_at_the_same_moment_travels_in_one_message(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 16), offers=(16, 16)) as game:
            north, south = game.clients
            asked = questions(await north.asked())

            await north.send(answers(*((one.question_id, at_random(one)) for one in asked)))

            message = await south.asked()
            passed_on = len(questions(message))
            assert passed_on > 8
            assert kinds(message) == ["match_start", "round_start"] * 16 + ["question"] * passed_on
            # The rest had to choose what their card takes.
            if passed_on < 16:
                assert len(questions(await north.asked())) == 16 - passed_on

    run(scenario)


def test_news_of_other_matches_does_not_wait_for_an_answer(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 2), offers=(2, 2)) as game:
            north, south = game.clients
            first, second = questions(await north.asked())
            async with playing(south):
                await north.answer(second, at_random)

                assert first.question_id not in {
                    q.question_id for q in questions(await north.asked())
                }

    run(scenario)


@pytest.mark.parametrize("offers", [(1, 1), (1, 5), (5, 5)], ids=str)
def test_whole_sessions_keep_their_books(run: Run, offers: tuple[int, int]) -> None:
    async def scenario() -> None:
        async with seated(plans(12), offers=offers) as game:
            async with playing(*game.clients, choose=at_random):
                await game.records(12)
                for client in game.clients:
                    while len(match_ids(client, "match_over")) < 12:
                        await client_has_heard(client)
            for client in game.clients:
                keeps_its_books(client, min(offers))

    run(scenario)


async def client_has_heard(client: Client) -> None:
    """Waits until a client that plays by itself has heard one more message."""
    await client.heard.wait()
    client.heard.clear()


def match_ids(client: Client, kind: str) -> list[int]:
    """The matches that notices of a kind were about, in order."""
    return [one.match_id for one in client.notices if one.WhichOneof("kind") == kind]


def keeps_its_books(client: Client, window: int) -> None:
    """Checks the whole of what a client has heard."""
    assert all(response.notices for response in client.responses)
    assert match_ids(client, "welcome") == [0]
    assert match_ids(client, "match_start") == [*range(1, 13)]
    assert sorted(match_ids(client, "match_over")) == [*range(1, 13)]
    asked = [one.question.question_id for one in client.notices if one.HasField("question")]
    assert asked == [*range(1, len(asked) + 1)]
    assert max(len(questions(response)) for response in client.responses) <= window
    open_now, most = set[int](), 0
    for notice in client.notices:
        match notice.WhichOneof("kind"):
            case "match_start":
                open_now.add(notice.match_id)
                most = max(most, len(open_now))
            case "match_over":
                open_now.remove(notice.match_id)
            case "welcome":
                pass
            case _:
                assert notice.match_id in open_now
    assert most == window


def test_a_bot_of_one_match_is_asked_one_thing_at_a_time(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans(3), offers=(1, 9)) as game:
            north, south = game.clients
            async with playing(south, choose=at_random):
                for number in range(1, 150):
                    (question,) = questions(await north.asked())
                    assert question.question_id == number
                    await north.send(answers((number, at_random(question))))

    run(scenario)
