"""Reads every file of others that it finds, and writes to its own; then it plays.

What it is shown on purpose is left out: itself, and where programs are installed.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

OWN = Path.cwd()
# An installation is what the folders of PATH belong to.
INSTALLED = {Path(folder).parent for folder in os.environ["PATH"].split(":")}
SHOWN = {OWN, Path(sys.prefix), Path(sys.base_prefix), *INSTALLED} - {Path("/")}
PLACES = ("/root", "/home", "/tmp", "/var", "/run", "/srv", "/mnt", "/opt", str(OWN.parents[2]))
SECRETS = ("/etc/shadow", "/etc/passwd", "/etc/hostname", "/proc/kcore", "/proc/keys")


def files() -> Iterator[str]:
    """Every file that may be worth reading."""
    yield from SECRETS
    for place in PLACES:
        for folder, folders, names in os.walk(place):
            here = Path(folder)
            folders[:] = [one for one in folders if here / one not in SHOWN]
            yield from (str(here / name) for name in names)


def readable() -> Iterator[str]:
    """Those that can be read."""
    for file in files():
        with suppress(OSError), Path(file).open("rb") as stream:
            if Path(file).is_file() and stream.read(1):
                yield file


def writable() -> Iterator[str]:
    """Where something can be written."""
    for place in (str(OWN), "/tmp", "/var/tmp", "/dev/shm", "/run", "/", sys.prefix):
        with suppress(OSError):
            (Path(place) / "koikoi-chaos").touch()
            yield place


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


for name in islice(readable(), 20):
    print("reached", name, flush=True)
for name in writable():
    print("reached, for writing", name, flush=True)
print("tried", len(PLACES), "places", flush=True)
play()
