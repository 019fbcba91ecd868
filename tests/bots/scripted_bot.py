"""A real bot that does as its first argument says: the misbehaviour is in the table at the end.

It offers as many matches at once as its second argument says, and plays the first legal action
wherever it has nothing worse to do.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue

import grpc
from koikoi.v1 import referee_pb2 as pb
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

FOR_EVER = 3600
DAEMON = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 64)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)
"""


def first_legal(question: pb.Question, number: int) -> int:
    return question.legal_actions[0]


def sleeps(question: pb.Question, number: int) -> int:
    if number == 3:
        time.sleep(FOR_EVER)
    return question.legal_actions[0]


def plays_what_it_does_not_hold(question: pb.Question, number: int) -> int:
    held = set(question.observation.hand)
    return next(card for card in range(1, 49) if card not in held)


def crashes(question: pb.Question, number: int) -> int:
    if number == 5:
        sys.exit("out of ideas")
    return question.legal_actions[0]


def is_killed(question: pb.Question, number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), 9)
    return question.legal_actions[0]


def thinks_a_little(question: pb.Question, number: int) -> int:
    time.sleep(0.01)
    return question.legal_actions[0]


def thinks_hard(question: pb.Question, number: int) -> int:
    """Works for 0.3 s of its own, however long it has to wait for a core."""
    until = time.process_time() + 0.3
    while time.process_time() < until:
        pass
    return question.legal_actions[0]


def shouts(question: pb.Question, number: int) -> int:
    print("\x1b[31m<script>", "x" * 2000, flush=True)
    return question.legal_actions[0]


def leaves_a_child(question: pb.Question, number: int) -> int:
    if number == 1:
        stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(3600)"
        subprocess.Popen([sys.executable, "-c", stubborn])
    return question.legal_actions[0]


def leaves_a_daemon(question: pb.Question, number: int) -> int:
    if number == 1:
        # Not forked from here: a fork of a process that uses gRPC may not live long.
        subprocess.run([sys.executable, "-c", DAEMON, str(Path.cwd())], env={}, check=True)
    return question.legal_actions[0]


def hangs_up(question: pb.Question, number: int) -> int:
    if number == 5:
        raise EOFError
    return question.legal_actions[0]


CHOICES = {
    "good": first_legal,
    "sleeps": sleeps,
    "illegal": plays_what_it_does_not_hold,
    "crashes": crashes,
    "killed": is_killed,
    "thinks": thinks_a_little,
    "thinks-hard": thinks_hard,
    "shouts": shouts,
    "forks": leaves_a_child,
    "daemonises": leaves_a_daemon,
    "hangs-up": hangs_up,
    "floods": first_legal,
    "comes-late": first_legal,
}


def play(behaviour: str, matches: int) -> None:
    requests: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    join = pb.Join(token=os.environ["KOIKOI_TOKEN"], protocol_version=1, max_matches=matches)
    requests.put(pb.PlayRequest(join=join))
    if behaviour == "floods":
        answers = [pb.Answer(question_id=4_000_000_000, action=97)] * 100
        requests.put(pb.PlayRequest(answers=answers))
    asked = 0
    with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
        stream = RefereeServiceStub(channel).Play(iter(requests.get, None))
        for response in stream:
            for notice in response.notices:
                if not notice.HasField("question"):
                    continue
                asked += 1
                try:
                    action = CHOICES[behaviour](notice.question, asked)
                except EOFError:
                    stream.cancel()
                    time.sleep(FOR_EVER)
                answer = pb.Answer(question_id=notice.question.question_id, action=action)
                requests.put(pb.PlayRequest(answers=[answer]))


if __name__ == "__main__":
    mode = sys.argv[1]
    if mode == "exits":
        sys.exit("not today")
    if mode == "never-connects":
        time.sleep(FOR_EVER)
    if mode == "comes-late":
        time.sleep(1)
    play(mode, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
