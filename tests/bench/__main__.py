"""`make bench`: every benchmark, or those named on the command line."""

import importlib
import sys
from pathlib import Path

from tests.bench.timing import HEADER

NAMES = sorted(
    path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")
)


def main(names: list[str]) -> None:
    """Prints one table."""
    print(HEADER, flush=True)
    for name in names or NAMES:
        for row in importlib.import_module(f"tests.bench.bench_{name}").measure():
            print(row.text(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
