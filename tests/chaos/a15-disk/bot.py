"""Fills every place that turns out to be writable with 6 MiB and 100 files; then it plays."""

import os
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1.referee_pb2 import Answer, Join, PlayRequest
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

PLACES = (".", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/run/lock", "/home", "/root", "/")
PART = 1024 * 1024


def fill(place: Path) -> None:
    """Writes files under the limit for one file, and many that take no room but an inode."""
    place.mkdir()
    print("reached", place, flush=True)
    for number in range(6):
        (place / f"part-{number}").write_bytes(bytes(PART))
    with (place / "sparse").open("wb") as sparse:
        sparse.truncate(PART)
    for number in range(100):
        (place / str(number)).touch()


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


for place in PLACES:
    with suppress(OSError):
        fill(Path(place) / "koikoi-chaos")
print("tried", len(PLACES), "places", flush=True)
play()
