"""The kinds of tests that need more than this process, and where they lie.

`make test` runs what has no kind and one smoke test of each; `make test-all` runs everything. A
test of a file that is mixed gets its kind by a marker of its own.
"""

from collections.abc import Iterable, Mapping
from pathlib import PurePath

KINDS: Mapping[str, str] = {
    "process": "bots and commands as programs",
    "cluster": "runs on a cluster",
    "browser": "browser pages",
    "toolchain": "tools and other languages",
    "chaos": "hostile bots and kills",
}
# By path; the longest that fits counts.
PLACES: Mapping[str, str] = {
    "tests/arena/bots/test_build.py": "process",
    "tests/arena/bots/test_prepare.py": "process",
    "tests/arena/bots/test_runtime.py": "process",
    "tests/arena/chaos_kit": "chaos",
    "tests/arena/check": "process",
    "tests/arena/check/test_chaos.py": "chaos",
    "tests/arena/cli/fair_deals": "process",
    "tests/arena/cli/runs": "process",
    "tests/arena/cli/test_bots.py": "process",
    "tests/arena/cli/test_bridge.py": "process",
    "tests/arena/cli/test_check.py": "process",
    "tests/arena/cli/test_debug.py": "process",
    "tests/arena/cli/test_doctor.py": "process",
    "tests/arena/cli/test_interrupt.py": "process",
    "tests/arena/cli/test_nothing_lost.py": "process",
    "tests/arena/cli/test_play.py": "process",
    "tests/arena/cli/test_preflight.py": "process",
    "tests/arena/cli/test_random_kills.py": "chaos",
    "tests/arena/cli/test_run_web.py": "process",
    "tests/arena/cli/test_schedules.py": "process",
    "tests/arena/cli/test_six_languages.py": "toolchain",
    "tests/arena/cli/test_stepping.py": "process",
    "tests/arena/cli/test_until_resolved.py": "process",
    "tests/arena/cluster": "cluster",
    "tests/arena/cluster/test_bundle.py": "",
    "tests/arena/cluster/test_kills.py": "chaos",
    "tests/arena/remote": "process",
    "tests/arena/sandbox": "process",
    "tests/arena/system/test_process_pool.py": "process",
    "tests/arena/system/test_processes.py": "process",
    "tests/arena/system/test_schedstat.py": "process",
    "tests/arena/system/test_subreaper.py": "process",
    "tests/sample_bots": "process",
    "tests/sample_bots/test_new_bots.py": "toolchain",
    "tests/sample_bots/test_standing_alone.py": "",
    "tests/soak": "chaos",
    "tests/test_contract_promise.py": "toolchain",
    "tests/test_manual_by_hand.py": "process",
    "tests/test_manual_workflow.py": "process",
    "tests/test_wheel.py": "process",
}
# Those that look at the whole machine: at the users of bots, or at processes of other arenas.
ALONE = ("tests/arena/sandbox/test_uids.py",)
# One of each kind, that `make test` runs as well.
SMOKE = {
    "tests/arena/cli/runs/test_events.py::test_every_bot_meets_every_other_in_pairs_of_legs",
    "tests/arena/cluster/test_same_event.py::test_a_chunk_ends_early_on_a_cluster_where_it_does_here",
    "tests/arena/report/test_page.py::test_the_whole_page_is_there[1440]",
    "tests/rules/test_shuffle.py::test_javascript_computes_the_same_vectors",
    "tests/arena/chaos_kit/test_cases.py::test_a_bad_bot_costs_itself_and_nobody_else[f01-crash]",
}
# By what a test asks for.
FIXTURES: Mapping[str, str] = {"arena_process": "process", "browser": "browser"}


def kind_of(path: PurePath, fixtures: Iterable[str]) -> str:
    """The kind of a test, from its file's path from the root of the project and its fixtures.

    Empty where a test has none.
    """
    asked = [kind for fixture, kind in FIXTURES.items() if fixture in fixtures]
    places = [place for place in PLACES if path.is_relative_to(place)]
    return asked[0] if asked else PLACES[max(places, key=len)] if places else ""
