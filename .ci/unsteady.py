"""Count the tests that failed and then passed when they were run again.

    unsteady.py            fail if a test has been counted three times in a row
    unsteady.py FAILED     name the tests of this file, in which pytest keeps what failed last

The counts are in `tests/unsteady.json`, which is changed by hand: a count grows with each time in a
row, and a test is taken off when it has been fixed.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

COUNTS = Path(__file__).parents[1] / "tests" / "unsteady.json"
TOO_OFTEN = 3


def too_often(counts: Mapping[str, int]) -> list[str]:
    """Return the tests that have to be fixed."""
    return [test for test, count in counts.items() if count >= TOO_OFTEN]


def counted(counts: Mapping[str, int], failed: Mapping[str, object]) -> list[str]:
    """Return a line for each failed test, as it has to stand in the file of counts now."""
    return [f'"{test}": {counts.get(test, 0) + 1}' for test in failed if "::" in test]


def main() -> int:
    """Check the counts, or say how they grow."""
    counts = json.loads(COUNTS.read_text())
    if len(sys.argv) > 1:
        for line in counted(counts, json.loads(Path(sys.argv[1]).read_text())):
            print(f"ci: NOT STEADY, to be counted in tests/unsteady.json: {line}")
        return 0
    for test in too_often(counts):
        print(f"ci: failed and then passed {counts[test]} times in a row, fix it: {test}")
    return 1 if too_often(counts) else 0


if __name__ == "__main__":
    raise SystemExit(main())
