"""Writes the golden files anew: `python -m tests.golden`. Read the difference before it goes in."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden.outputs import GOLDEN, OUTPUTS, fixed_event, output


def main() -> None:
    """Plays the event and prints everything into files."""
    with TemporaryDirectory() as results:
        fixed_event(Path(results) / "golden")
        for name in OUTPUTS:
            (GOLDEN / name).write_bytes(output(name, Path(results)))
            sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
