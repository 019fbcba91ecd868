"""The `arena` command: its commands in one table, and the handling of errors.

A command is a function in a module of its own beside this one. These modules load nothing heavy
when imported, so that `arena --help` is quick: what a command needs it imports when it runs.
"""

import os
import sys
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from arena.cli import (
    bots,
    bridge,
    check,
    commit,
    crosstable,
    debug,
    doctor,
    export,
    matches,
    new,
    play,
    plot,
    proto,
    ranking,
    replay,
    report,
    reveal,
    rules,
    run,
    score,
    serve,
    show,
    stats,
    token,
    verify,
    watch,
    worker_env,
)
from arena.cli.terminal import output
from arena.errors import USAGE, ArenaError
from referee.rules.errors import RulesError

COMMANDS: Mapping[str, Callable[..., None]] = {
    "run": run.run,
    "ranking": ranking.ranking,
    "crosstable": crosstable.crosstable,
    "show": show.show,
    "stats": stats.stats,
    "bots": bots.bots,
    "matches": matches.matches,
    "replay": replay.replay,
    "debug": debug.debug,
    "report": report.report,
    "plot": plot.plot,
    "watch": watch.watch,
    "export": export.export,
    "verify": verify.verify,
    "commit": commit.commit,
    "reveal": reveal.reveal,
    "new": new.new,
    "check": check.check,
    "play": play.play,
    "bridge": bridge.bridge,
    "token": token.token,
    "serve": serve.serve,
    "rules": rules.rules,
    "score": score.score,
    "doctor": doctor.doctor,
    "worker-env": worker_env.worker_env,
}

EXIT_CODES = (
    "Exit codes: 0 done; 1 a bug of the arena; 2 bad usage or input; 3 done, but a bot was"
    " rejected or disqualified, or a check failed; 4 stopped, run the same command to resume; 130"
    " interrupted, resume likewise."
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"arena {version('koikoi-arena')}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
]


def arena(version: Version = False) -> None:
    """Run a tournament arena for bots that play Koi-Koi."""


# Without Rich help is plain at any width, comes in half the time and has no escapes in a file.
app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback()(arena)
for name, command in COMMANDS.items():
    app.command(name)(command)
app.add_typer(proto.app, name="proto")


def main() -> None:
    """Run the command line. A mistake is told in two lines, a bug of ours keeps its traceback."""
    # Ratings are fitted while bots keep every core busy, and there OpenBLAS's threads wait for each
    # other: 100 bots take ten times as long. The variable is read when numpy is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _occupy_standard_files()
    output.check_standard_files()
    try:
        app(prog_name="arena")
    except (ArenaError, RulesError) as error:
        output.report(error)
        raise SystemExit(getattr(error, "exit_code", USAGE)) from None


def _occupy_standard_files() -> None:
    """Open the null device in place of closed standard files.

    Otherwise the store of an event could become a child's standard output. Results that were to go
    to a closed standard output are still an error.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or output.ClosedOutput()
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


if __name__ == "__main__":
    main()
