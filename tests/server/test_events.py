"""Events: everything public, once, in order, to bots that ask; and no card that was not shown."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from google.protobuf.message import Message
from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import STOP, TEXTS
from referee.rules.cards import CardSet, cards_of, indexes_of
from referee.rules.deal_check import hands_and_field
from referee.rules.match import PlayedRound
from referee.rules.round import DEAL_VOIDED, DEALT_YAKU, Event
from referee.rules.ruleset import LEMME, RULESETS
from referee.rules.seats import SEATS, Seat
from referee.wire.notices import event_message
from tests.server.conftest import Run
from tests.server.games import KEY, plans, playing, seated
from tests.server.offline import SPECIALS, Laid, Offline, deck_with

STRICT = replace(LEMME, name="strict", hand_match_required=True)
RULES = {**RULESETS, "strict": STRICT}


@cache
def games(name: str, *, want_events: bool) -> tuple[Offline, ...]:
    """Random matches, played to their ends, in which special deals come up."""
    return tuple(
        _played(name, Random(f"{name} {seed}"), want_events=want_events) for seed in range(2)
    )


def _played(name: str, rng: Random, *, want_events: bool) -> Offline:
    laid = {n: (deck_with(special, rng),) for n, special in enumerate(SPECIALS, start=2)}
    deals = Laid(KEY, str(rng.random()), laid=laid, dealer=rng.choice(SEATS))
    game = Offline(RULES[name], deals, want_events=want_events)
    while game.asked is not None:
        assert not want_events or heard_all(game, game.asked[0])
        game.answer(rng.choice(game.asked[1].legal_actions) - 1)
    return game


def heard_all(game: Offline, seat: Seat) -> bool:
    """Return whether a seat that is being asked has been told everything so far."""
    return told_by_round(game, seat)[-1] == public(game.rounds[-1])


def told_by_round(game: Offline, seat: Seat) -> list[list[pb.Event]]:
    """The events that a seat has been told, round by round."""
    rounds: list[list[pb.Event]] = []
    for notice in game.notices(seat):
        match notice.WhichOneof("kind"):
            case "round_start":
                rounds.append([*notice.round_start.events])
            case "question":
                rounds[-1].extend(notice.question.events)
            case "round_over":
                rounds[-1].extend(notice.round_over.events)
    return rounds


def public(played: PlayedRound) -> list[pb.Event]:
    """The events of a round by the engine's own log, void deals first."""
    fields = (hands_and_field(deck)[2] for deck in played.void_decks)
    voided = [Event(DEAL_VOIDED, None, None, field) for field in fields]
    return [event_message(event) for event in (*voided, *played.round.events)]


@pytest.mark.parametrize("name", RULES)
def test_events_are_told_complete_and_in_order_up_to_every_question(name: str) -> None:
    for game in games(name, want_events=True):
        log = [public(played) for played in game.rounds]
        kinds = {event.kind for events in log for event in events}

        assert [told_by_round(game, seat) for seat in SEATS] == [log, log]
        assert {pb.EVENT_KIND_DEAL_VOIDED, pb.EVENT_KIND_DEALT_YAKU} <= kinds


@pytest.mark.parametrize("name", RULES)
def test_a_bot_that_does_not_want_events_gets_none(name: str) -> None:
    for game in games(name, want_events=False):
        for seat in SEATS:
            assert all(events == [] for events in told_by_round(game, seat))


def test_each_bot_of_a_match_gets_events_or_not_as_it_asked(run: Run) -> None:
    async def scenario() -> None:
        async with (
            seated(plans(2), want_events=(False, True)) as game,
            playing(*game.clients),
        ):
            await game.records(2)
            counts = [
                sum(len(notice.question.events) for notice in client.notices)
                for client in game.clients
            ]
            assert counts[0] == 0
            assert counts[1] > 100

    run(scenario)


def action_text(event: pb.Event) -> str:
    """The words of the action that an event shows."""
    (card,) = cards_of(1 << event.card - 1) if event.card else (None,)
    match event.kind:
        case pb.EVENT_KIND_PLAYED:
            return f"play {card.code}"
        case pb.EVENT_KIND_TOOK:
            return f"take {card.code}"
        case _:
            return "koi-koi"


@pytest.mark.parametrize("name", RULES)
def test_events_show_every_action_forced_ones_included(name: str) -> None:
    shown = {pb.EVENT_KIND_PLAYED, pb.EVENT_KIND_TOOK, pb.EVENT_KIND_CALLED}
    for game in games(name, want_events=True):
        for played, events in zip(game.rounds, told_by_round(game, SEATS[0]), strict=True):
            actions = [TEXTS[action] for action in played.round.actions if action != STOP]
            assert [action_text(event) for event in events if event.kind in shown] == actions


@pytest.mark.parametrize("name", RULES)
def test_a_question_is_asked_only_where_there_is_a_choice(name: str) -> None:
    asked = acted = 0
    for game in games(name, want_events=False):
        acted += sum(len(played.round.actions) for played in game.rounds)
        for seat in SEATS:
            for notice in game.notices(seat):
                if notice.HasField("question"):
                    legal = list(notice.question.legal_actions)
                    assert len(legal) >= 2
                    assert legal == sorted(set(legal))
                    asked += 1
    assert 0 < asked < acted


def cards_named(message: Message) -> set[int]:
    """Every card in a message, actions on cards included, by index."""
    found = set[int]()
    for field, value in message.ListFields():
        values = [value] if isinstance(value, int | Message) else value
        if field.enum_type and field.enum_type.name in ("Card", "Action"):
            found |= {(number - 1) % 48 for number in values if number <= 96}
        elif field.message_type:
            found |= {card for one in values for card in cards_named(one)}
    return found


def shown_to(seat: Seat, played: PlayedRound, *, want_events: bool) -> CardSet:
    """The cards of a round that a seat has seen by its end."""
    round_, hands = played.round, hands_and_field(played.deck)
    drawn = sum(1 << card for card in round_.stock[: round_.drawn])
    seen = hands[seat] | hands[2] | round_.piles[0] | round_.piles[1] | round_.field | drawn
    if want_events:
        for deck in played.void_decks:
            seen |= hands_and_field(deck)[2]
        for event in round_.events:
            seen |= event.cards if event.kind is DEALT_YAKU else 0
    return seen


@pytest.mark.parametrize("told_of", ["events", "no events"])
@pytest.mark.parametrize("name", RULES)
def test_unplayed_cards_the_rest_of_the_stock_and_void_hands_are_never_named(
    name: str, told_of: str
) -> None:
    want_events = told_of == "events"
    for game in games(name, want_events=want_events):
        for seat in SEATS:
            named: list[set[int]] = []
            for notice in game.notices(seat):
                if notice.HasField("round_start"):
                    named.append(set())
                if named:
                    named[-1] |= cards_named(notice)
            seen = [shown_to(seat, played, want_events=want_events) for played in game.rounds]
            assert [one - {*indexes_of(known)} for one, known in zip(named, seen, strict=True)] == [
                set() for _ in seen
            ]
            assert any(known != 2**48 - 1 for known in seen)
