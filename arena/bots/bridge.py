"""`arena bridge -- COMMAND`: lets a program play that speaks lines of JSON instead of gRPC.

Every message of the contract is one line in proto3 JSON: what the referee sends goes to the
program's standard input, what the program prints goes to the referee. The first line that it prints
joins, such as `{"join": {"protocolVersion": 1}}`; the token is filled in here.

This module is given to bots along with the contract, so it sees that and nothing else of ours.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Event
from typing import IO

import grpc
from google.protobuf.json_format import MessageToJson, Parse, ParseError
from koikoi.v1.referee_pb2 import PlayRequest, PlayResponse
from koikoi.v1.referee_pb2_grpc import RefereeServiceStub

USAGE = "usage: arena bridge -- COMMAND [ARGUMENT]..."
BAD_USAGE, BAD_LINE, LOST_REFEREE, STILL_THERE = 2, 65, 69, 75
EXIT_SECONDS = 0.5  # less than the arena lets us have
LONGEST_SHOWN = 200


def main(words: Sequence[str] = tuple(sys.argv[1:])) -> int:
    """Play until the referee or the program ends; return the exit code."""
    command = words[1:] if words[:1] == ("--",) else words
    missing = [name for name in ("KOIKOI_ADDRESS", "KOIKOI_TOKEN") if name not in os.environ]
    if not command or missing:
        return _failure(f"{', '.join(missing)}: not set" if missing else USAGE, BAD_USAGE)
    try:
        program = _started(command)
    except OSError as error:
        return _failure(f"{command[0]}: {error.strerror}", BAD_USAGE)
    with program:
        try:
            return _Bridge(program).play()
        finally:
            program.kill()


def request_of(line: str) -> PlayRequest:
    """Return the message in a line. Raises ParseError."""
    try:
        return Parse(line, PlayRequest())
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, deep lists
        raise ParseError(str(error)) from error


def _started(command: Sequence[str]) -> "subprocess.Popen[str]":
    """Start the program, before gRPC has threads."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", bufsize=1)


def _failure(text: str, code: int) -> int:
    sys.stderr.write(f"bridge: {text}\n")
    return code


class _Bridge:
    """A program, and the stream that it plays on."""

    def __init__(self, program: "subprocess.Popen[str]") -> None:
        assert program.stdin is not None
        assert program.stdout is not None
        self._program = program
        self._input: IO[str] = program.stdin
        self._output: IO[str] = program.stdout
        self._wrong = ""  # what is wrong with a line that is no message
        self._has_called = Event()

    def play(self) -> int:
        """Carry lines both ways until one side ends."""
        with grpc.insecure_channel(os.environ["KOIKOI_ADDRESS"]) as channel:
            self._call = RefereeServiceStub(channel).Play(self._requests())
            self._has_called.set()
            try:
                for response in self._call:
                    self._tell(response)
            except grpc.RpcError as error:
                return self._broken(error)
        return self._leave()

    def _requests(self) -> Iterator[PlayRequest]:
        """Yield the answers that the program prints, until its output ends.

        Runs in a thread of gRPC's.
        """
        self._has_called.wait()
        for number, line in enumerate(self._output, 1):
            try:
                request = request_of(line)
            except ParseError as error:
                shown = line.rstrip()[:LONGEST_SHOWN]
                self._wrong = (
                    f"line {number} is no PlayRequest: {shown!r}: {' '.join(str(error).split())}"
                )
                break
            if request.HasField("join") and not request.join.token:
                request.join.token = os.environ["KOIKOI_TOKEN"]
            yield request
        self._call.cancel()

    def _tell(self, response: PlayResponse) -> None:
        try:
            self._input.write(MessageToJson(response, indent=None) + "\n")
        except BrokenPipeError:  # it reads no more; how it ends is still to be seen
            self._call.cancel()

    def _broken(self, error: grpc.RpcError) -> int:
        """Report a call that ended with an error, and return the exit code."""
        if self._wrong:
            return _failure(self._wrong, BAD_LINE)
        if error.code() is grpc.StatusCode.CANCELLED:
            return self._leave()
        return _failure(f"{error.code().name}: {error.details()}", LOST_REFEREE)

    def _leave(self) -> int:
        """Wait for the program to end; it has read everything."""
        with suppress(BrokenPipeError):
            self._input.close()
        try:
            return self._program.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return _failure(f"still there {EXIT_SECONDS:g} s after the end, killed", STILL_THERE)


if __name__ == "__main__":
    sys.exit(main())
