"""`arena check`: checks whether a bot keeps to the contract, stage by stage."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.run import (
    Cpus,
    Memory,
    MinSandbox,
    MoveTime,
    Sandbox,
    SandboxOption,
    StartTime,
    TimeBank,
    sandbox_request,
)
from arena.cli.terminal.output import OutputFormat, note, show_all, write
from arena.defaults import START_SECONDS
from arena.errors import INTERRUPTED
from arena.sandbox.levels import USUAL_MEMORY, Level
from referee.server.time_control import DEFAULT_TIME_CONTROL

if TYPE_CHECKING:
    from arena.check.kit import Report

WITH_A_FAILED_STAGE = 3


class CheckFormat(Enum):
    """The output formats of a check report."""

    TABLE = "table"
    JSON = "json"
    JUNIT = "junit"


Bot = Annotated[Path, typer.Argument(metavar="BOT", help="The bot's folder.")]
Format = Annotated[CheckFormat, typer.Option("--format", help="How to print the report.")]


def check(
    bot: Bot,
    output_format: Format = CheckFormat.TABLE,
    sandbox: SandboxOption = Sandbox.AUTO,
    min_sandbox: MinSandbox = Level.NONE,
    memory: Memory = USUAL_MEMORY,
    cpus: Cpus = 0,
    move_time: MoveTime = DEFAULT_TIME_CONTROL.move_time,
    time_bank: TimeBank = DEFAULT_TIME_CONTROL.time_bank,
    start_time: StartTime = START_SECONDS,
) -> None:
    """Check that a bot keeps to the contract, stage by stage."""
    import asyncio

    from arena.check.kit import check as examine
    from arena.runner.single_bot import SingleBotRequest
    from referee.server.time_control import TimeControl

    request = SingleBotRequest(
        folder=bot,
        time_control=TimeControl(move_time, time_bank),
        start_seconds=start_time,
        sandbox_request=sandbox_request(sandbox, min_sandbox, memory, cpus),
    )
    try:
        report = asyncio.run(examine(request, note))
    except (asyncio.CancelledError, KeyboardInterrupt):
        note("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    _show(report, output_format)
    if report.failed:
        raise typer.Exit(WITH_A_FAILED_STAGE)


def _show(report: "Report", output_format: CheckFormat) -> None:
    from arena.check.report import as_data, as_junit, stage_table, think_table

    if output_format is CheckFormat.JUNIT:
        write(as_junit(report))
        return
    thought = (think_table(report),) if report.think_times else ()
    tables = (stage_table(report), *thought)
    show_all(tables, OutputFormat(output_format.value), as_data(report))
