"""`arena doctor`: lists what is installed, and what is lost without the rest."""

from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.terminal.output import Format, OutputFormat, note, show
from arena.errors import USAGE
from arena.tables.table import Column, Table

if TYPE_CHECKING:
    from arena.doctor import Finding

COLUMNS = tuple(map(Column, ("what", "state", "found", "lost without it", "what to do")))


SandboxAlone = Annotated[
    bool, typer.Option("--sandbox", help="Print what to give `arena run --sandbox`, and no more.")
]


def doctor(output_format: Format = OutputFormat.TABLE, sandbox_alone: SandboxAlone = False) -> None:
    """List what is installed and what you lose without the rest."""
    from arena.doctor import examine

    if sandbox_alone:
        _print_sandbox()
        return
    findings = tuple(examine())
    show(_table(findings), output_format, [_as_data(finding) for finding in findings])
    if any(finding.is_fatal for finding in findings):
        raise typer.Exit(USAGE)


def _print_sandbox() -> None:
    """Print the sandbox level for scripts that run trusted bots on any machine."""
    import asyncio

    from arena.bots.runtime import runtime_python
    from arena.sandbox.choose import advise

    word, reason = asyncio.run(advise(runtime_python()))
    if reason:
        note(f"{reason}: continuing at --sandbox {word}, for trusted bots only")
    typer.echo(word)


def _table(findings: "tuple[Finding, ...]") -> Table:
    rows = tuple((f.what, f.state.value, f.found, f.lost, f.remedy) for f in findings)
    fatal = ", ".join(finding.what for finding in findings if finding.is_fatal)
    verdict = f"no match can be played before this is fixed: {fatal}" if fatal else ""
    return Table(COLUMNS, rows, footer=(verdict or "matches can be played here",))


def _as_data(finding: "Finding") -> dict[str, object]:
    return {
        "what": finding.what,
        "state": finding.state.value,
        "found": finding.found,
        "lost": finding.lost,
        "remedy": finding.remedy,
        "essential": finding.is_essential,
    }
