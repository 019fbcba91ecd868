"""The report of a check as tables, JSON and JUnit."""

from collections.abc import Iterator
from dataclasses import asdict
from xml.etree import ElementTree as Xml

from arena.check.findings import Finding, Outcome
from arena.check.kit import Report
from arena.errors import shown
from arena.tables.table import Align, Column, Table

MARKS = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "FAIL",
    Outcome.WARNING: "warning",
    Outcome.NOT_APPLICABLE: "n/a",
}
# The parts of a finding that people need where something is wrong.
DETAILS = ("sent", "came", "rule", "advice")


def stage_table(report: Report) -> Table:
    """Make a table with a row for each stage; details of failures follow it."""
    columns = (Column("stage"), Column("outcome"), Column("s", Align.RIGHT, 2), Column("what came"))
    rows = tuple((one.stage, MARKS[one.outcome], one.seconds, one.came) for one in report.findings)
    title = f"{report.bot} ({report.version[:14] or 'not built'}): {report.sandbox}"
    return Table(columns, rows, title, tuple(_details(report)))


def _details(report: Report) -> Iterator[str]:
    wrong = (Outcome.FAIL, Outcome.WARNING)
    for finding in (one for one in report.findings if one.outcome in wrong):
        yield f"{MARKS[finding.outcome]}: {finding.stage}"
        for name, text in _told(finding):
            yield f"  {name + ':':8}{text}"
    yield verdict(report)


def _told(finding: Finding) -> Iterator[tuple[str, str]]:
    for name in DETAILS:
        if text := getattr(finding, name):
            yield name, text


def verdict(report: Report) -> str:
    """Return the result in one line."""
    failed = report.failed
    if failed:
        return f"{report.bot} fails at: {', '.join(failed)}."
    return f"{report.bot} passes."


def think_table(report: Report) -> Table:
    """Make a table of think times by phase."""
    figures = (Column(name, Align.RIGHT, 1) for name in ("p50 ms", "p99 ms", "max ms"))
    columns = (Column("phase"), Column("answers", Align.RIGHT), *figures)
    rows = tuple((one.phase, one.answers, one.p50, one.p99, one.most) for one in report.think_times)
    return Table(columns, rows, "Think times, as the referee saw them")


def as_data(report: Report) -> dict[str, object]:
    """Return the report as plain data."""
    return {
        "bot": report.bot,
        "version": report.version,
        "sandbox": report.sandbox,
        "passed": not report.failed,
        "stages": [finding.to_json() for finding in report.findings],
        "think_ms": [asdict(one) for one in report.think_times],
    }


def as_junit(report: Report) -> str:
    """Return the report as JUnit XML. A warning passes, with its text as output.

    A warning passes, with its text as output.
    """
    suite = Xml.Element(
        "testsuite",
        name=f"arena check {report.bot}",
        tests=str(len(report.findings)),
        failures=str(len(report.failed)),
        skipped=str(sum(one.outcome is Outcome.NOT_APPLICABLE for one in report.findings)),
    )
    for finding in report.findings:
        _add_case(suite, report.bot, finding)
    Xml.indent(suite)
    return Xml.tostring(suite, "unicode", xml_declaration=True) + "\n"


def _add_case(suite: Xml.Element, bot: str, finding: Finding) -> None:
    case = Xml.SubElement(
        suite, "testcase", classname=bot, name=finding.stage, time=f"{finding.seconds:.3f}"
    )
    text = "\n".join(f"{name}: {shown(text)}" for name, text in _told(finding))
    if finding.outcome is Outcome.FAIL:
        Xml.SubElement(case, "failure", message=shown(finding.came)).text = text
    elif finding.outcome is Outcome.NOT_APPLICABLE:
        Xml.SubElement(case, "skipped", message=shown(finding.came))
    else:
        Xml.SubElement(case, "system-out").text = text
