"""What this machine has for each language in which a bot can be begun."""

from collections.abc import Iterator, Sequence

from arena.bots.languages import LANGUAGES, Language
from arena.bots.scaffold import needs
from arena.doctor import TOOLS, Finding, State, attempt
from arena.tables.table import Column, Table

COLUMNS = tuple(map(Column, ("--lang", "language", "wants", "state", "found", "what to do")))
# The worst of what was found says whether bots in a language can be built.
WORST_FIRST = (State.MISSING, State.BROKEN, State.OK)


def language_list() -> Table:
    """A row for each language; every program it needs is tried."""
    return Table(COLUMNS, tuple(_rows()))


def _rows() -> Iterator[tuple[str, ...]]:
    for word, language in LANGUAGES.items():
        findings = tuple(_tried(language))
        yield word, language.title, language.wants, *_said(findings)


def _tried(language: Language) -> Iterator[Finding]:
    trials = {trial.what: trial for trial in TOOLS}
    yield from (attempt(trials[program]) for program in needs(language))


def _said(findings: Sequence[Finding]) -> tuple[str, str, str]:
    """State, what was found, and what to do."""
    if not findings:
        return State.OK.value, "the arena's own", ""
    state = next(state for state in WORST_FIRST if state in {one.state for one in findings})
    found = (f"{one.what}: {one.found or one.state.value}" for one in findings)
    remedies = dict.fromkeys(one.remedy for one in findings if one.remedy)
    return state.value, "; ".join(found), "; ".join(remedies)
