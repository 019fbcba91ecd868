"""Bots on other machines: who is let in, and what is played with them."""

import json
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub
from koikoi.v1 import referee_pb2 as pb
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

from tests.arena.remote.conftest import SERVER, Event, services_of

FIRST = Path(__file__).parents[3] / "sample_bots" / "first"
WORDS = ("ca", "key", "cert")
FILES = ("ca.pem", "key.pem", "cert.pem")


def outcome(channel: grpc.Channel, token: str) -> grpc.StatusCode:
    """Return what becomes of a bot that joins with this token."""
    join = pb.PlayRequest(join=pb.Join(token=token, protocol_version=1))
    with channel, pytest.raises(grpc.RpcError) as refused:
        next(RefereeServiceStub(channel).Play(iter([join]), timeout=20))
    return refused.value.code()


def secure(
    address: str,
    trusts: Path,
    shows: Path | None,
    name: str = "",
    options: Sequence[tuple[str, Any]] = (),
) -> grpc.Channel:
    """A channel that trusts one authority and shows a certificate, or none.

    `name` is that of the server, if it is not its address.
    """
    pem = [(shows / name).read_bytes() if shows else None for name in FILES[1:]]
    credentials = grpc.ssl_channel_credentials((trusts / FILES[0]).read_bytes(), *pem)
    named = [("grpc.ssl_target_name_override", name)] if name else []
    return grpc.secure_channel(address, credentials, [*named, *options])


def test_only_who_has_its_own_token_and_certificate_is_let_in(event: Event) -> None:
    replaced = event.arena("token", "ann", "--event", "spring")
    again = event.arena("token", "ann", "--event", "spring")
    ann, ben = again.stdout.strip(), event.token("ben")
    event.token("ann", "another-event")
    stranger, own = event.tls("ann", "another-event"), event.tls("ann")
    served = event.serve("--listen", SERVER, "--pairs", "1")

    refused = {
        "certified by another authority": (secure(served.address, own, stranger), ann),
        "no certificate": (secure(served.address, own, None), ann),
        "plain text": (grpc.insecure_channel(served.address), ann),
        "another's certificate": (secure(served.address, own, event.tls("ben")), ann),
        "a wrong token": (secure(served.address, own, own), "x" * 43),
        "a replaced token": (secure(served.address, own, own), replaced.stdout.strip()),
    }
    codes = {what: outcome(*how) for what, how in refused.items()}

    no_seat, no_connection = grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.UNAVAILABLE
    assert codes == {
        "certified by another authority": no_connection,
        "no certificate": no_connection,
        "plain text": no_connection,
        "another's certificate": no_seat,
        "a wrong token": no_seat,
        "a replaced token": no_seat,
    }
    assert "it no longer works" in again.stderr
    assert "it no longer works" not in replaced.stderr
    event.join("ann", ann, served.address)  # none of this has used its token up
    served.hear("ann has joined")
    assert outcome(secure(served.address, own, own), ann) is no_seat
    event.join("ben", ben, served.address)
    code, _, err = served.end()
    assert code == 0, err
    assert not list(event.tls("ann").parent.glob("*.token"))


def test_remote_bots_play_among_themselves_and_never_twice_on_the_same_cards(event: Event) -> None:
    tokens = {name: event.token(name) for name in ("ann", "ben", "cat")}
    served = event.serve("--listen", SERVER, "--pairs", "2")
    for name, token in tokens.items():
        event.join(name, token, served.address)

    code, _, err = served.end()

    assert code == 0, err
    records = [json.loads(line) for line in event.arena("export", "spring").stdout.splitlines()]
    assert len(records) == 3 * 2 * 2
    assert {record["paired"] for record in records} == {False}
    decks = {tuple(record["rounds"][0]["deck"]) for record in records}
    assert len(decks) == len(records)
    verified = event.arena("verify", "spring", "--deals")
    assert verified.returncode == 0, verified.stdout
    footer = json.loads(event.arena("ranking", "spring", "--format", "json").stdout)["footer"]
    assert (footer["complete_pairs"], footer["unpaired_legs"]) == (0, 12)


def test_remote_and_local_bots_play_one_event(event: Event) -> None:
    for name in ("first", "second"):
        place = event.folder / "bots" / name
        shutil.copytree(FIRST, place, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = place / "bot.toml"
        manifest.write_text(manifest.read_text().replace('"first"', f'"{name}"', 1))
    token = event.token("ann")
    flags = ("--bots", "bots", "--remote", "ann", "--pairs", "2", "--no-check")
    served = event.serve(*flags, "--listen", SERVER, command="run")
    event.join("ann", token, served.address)

    code, _, err = served.end()

    assert code == 0, err
    table = json.loads(event.arena("ranking", "spring", "--format", "json").stdout)
    assert {row["bot"]: row["pairs"] for row in table["ranking"]} == {
        "ann": 0,
        "first": 2,
        "second": 2,
    }
    assert (table["footer"]["complete_pairs"], table["footer"]["unpaired_legs"]) == (2, 8)
    assert event.arena("verify", "spring").returncode == 0


def test_who_does_not_come_is_left_out_and_named(event: Event) -> None:
    tokens = {name: event.token(name) for name in ("ann", "ben", "late")}
    served = event.serve("--listen", SERVER, "--pairs", "1", "--lobby-time", "8")
    for name in ("ann", "ben"):
        event.join(name, tokens[name], served.address)

    code, _, err = served.end()

    assert code == 3, err
    assert "late has not joined: it did not join within 8 s" in err
    assert (event.tls("late").parent / "late.token").exists()


def test_certificates_of_ones_own_serve_as_well(event: Event) -> None:
    tokens = event.token("ann"), event.token("ben")
    event.token("host", "office")
    event.token("ann", "office")
    host, ann = event.tls("host", "office"), event.tls("ann", "office")
    given = [f"--tls-{flag}={host / file}" for flag, file in zip(WORDS, FILES, strict=True)]
    served = event.serve("--listen", SERVER, *given)

    join = pb.PlayRequest(join=pb.Join(token=tokens[0], protocol_version=1))
    with secure(served.address, ann, ann, "host") as channel:
        response = next(RefereeServiceStub(channel).Play(iter([join]), timeout=20))

    assert response.notices[0].HasField("welcome")
    refused = secure(served.address, ann, event.tls("ben"), "host")
    assert outcome(refused, tokens[1]) is grpc.StatusCode.UNAVAILABLE


def test_the_server_answers_to_health_checks_and_reflection(event: Event) -> None:
    event.token("ann")
    event.token("ben")
    served = event.serve("--listen", SERVER)
    own = event.tls("ann")

    with secure(served.address, own, own) as channel:
        health = HealthStub(channel).Check(HealthCheckRequest(), timeout=20)
        served = services_of(channel)

    assert health.status == HealthCheckResponse.SERVING
    assert {"koikoi.v1.RefereeService", "grpc.health.v1.Health"} <= served


def test_an_entrant_that_holds_every_call_it_can_get_keeps_nobody_out(event: Event) -> None:
    tokens = {name: event.token(name) for name in ("ann", "ben", "cat")}
    served = event.serve("--listen", SERVER, "--pairs", "1", "--lobby-time", "20")
    own = event.tls("ann")
    options = [("grpc.use_local_subchannel_pool", 1)]
    with ExitStack() as stack:
        held: list[Any] = []
        refused = 0
        for number in range(150):
            channel = stack.enter_context(secure(served.address, own, own, options=options))
            if number % 2:
                call = HealthStub(channel).Watch(HealthCheckRequest(), wait_for_ready=True)
            else:
                waits = SimpleQueue[pb.PlayRequest]()
                call = RefereeServiceStub(channel).Play(iter(waits.get, None), wait_for_ready=True)
            held.append(call)
        for call in held[1::2]:
            try:
                next(call)
            except grpc.RpcError as error:
                refused += error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert refused >= 75 - 2

        for name in ("ben", "cat"):
            event.join(name, tokens[name], served.address)
            served.hear(f"{name} has joined")
        code, _, err = served.end()
        for call in held:
            call.cancel()

    assert code == 3, err
    assert "ann has not joined" in err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--event", "spring", "--no-tls", "--listen", "0.0.0.0"), "leave out --no-tls"),
        (("--event", "spring", "--remote", "ann,dan"), "arena token dan --event spring"),
        (("--event", "spring", "--tls-cert", "cert.pem"), "belong together"),
        (("--event", "spring", "--listen", "192.0.2.1:7000"), "no server can listen"),
        (("--event", "spring", "--listen", "localhost:port"), "not an address to listen"),
        ((), "name one: --event EVENT or --local NAME"),
    ],
)
def test_what_cannot_be_served_is_told_with_a_hint(
    event: Event, flags: tuple[str, ...], said: str
) -> None:
    event.token("ann")
    event.token("ben")

    told = event.arena("serve", *flags)

    assert told.returncode == 2
    assert said in told.stderr
    assert "hint:" in told.stderr
