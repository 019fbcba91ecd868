"""Tries to reach somebody by every kind of socket but its own; then it plays."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

# A name server, what commonly listens on a machine, and an address that belongs to nobody.
TCP = [("127.0.0.1", port) for port in (22, 53, 80, 111, 443, 631, 8080)]
UDP = [("127.0.0.1", 53), ("192.0.2.1", 53)]
PATHS = ("/run/dbus/system_bus_socket", "/run/docker.sock", "/run/systemd/notify", "/dev/log")
SECONDS = 0.2


def abstract_names() -> list[str]:
    """Sockets that have a name and no file."""
    with suppress(OSError):
        last = [line.split()[-1] for line in Path("/proc/net/unix").read_text().splitlines()]
        return ["\0" + name[1:] for name in last if name.startswith("@")]
    return []


def attempt(what: object, family: int, kind: int, act: Callable[[socket.socket], object]) -> None:
    """Prints what was reached, if anything was."""
    with suppress(OSError), socket.socket(family, kind) as one:
        one.settimeout(SECONDS)
        act(one)
        print("reached", ascii(what), flush=True)


def play() -> None:
    """Plays the first legal action of every question."""
    requests: SimpleQueue[PlayRequest] = SimpleQueue()
    requests.put(PlayRequest(join=Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1)))
    with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
        for response in RefereeServiceStub(channel).Play(iter(requests.get, None)):
            for notice in response.notices:
                if notice.HasField("question"):
                    asked = notice.question
                    answer = Answer(question_id=asked.question_id, action=asked.legal_actions[0])
                    requests.put(PlayRequest(answers=[answer]))


for address in TCP:
    attempt(address, socket.AF_INET, socket.SOCK_STREAM, lambda one, to=address: one.connect(to))
for address in UDP:
    attempt(
        address, socket.AF_INET, socket.SOCK_DGRAM, lambda one, to=address: one.sendto(b"?", to)
    )
for path in (*PATHS, *abstract_names()):
    attempt(path, socket.AF_UNIX, socket.SOCK_STREAM, lambda one, to=path: one.connect(to))
attempt("a raw socket", socket.AF_INET, socket.SOCK_RAW, lambda one: None)
attempt("packets", socket.AF_PACKET, socket.SOCK_RAW, lambda one: None)
attempt("a port", socket.AF_INET, socket.SOCK_STREAM, lambda one: one.bind(("0.0.0.0", 0)))
print("tried", len(TCP) + len(UDP) + len(PATHS), "addresses", flush=True)
play()
