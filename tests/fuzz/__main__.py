"""Fuzz readers of other people's bytes: `python -m tests.fuzz [TARGET...]`.

Each target is tried for FUZZ_SECONDS, 20 unless it is set. Input on which a target fails is kept in
`tests/fuzz/corpus`, where `make test` tries it from then on.
"""

import hashlib
import os
import sys
import time
import traceback
from pathlib import Path
from random import Random

from tests.fuzz.mutations import mutated
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
SECONDS = float(os.environ.get("FUZZ_SECONDS", "20"))
SLOW_SECONDS = 5.0


def corpus(name: str) -> list[bytes]:
    """Return the input on which a target has failed before."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


def fuzz(name: str, seed: int) -> bool:
    """Try a target for a while; return whether nothing was wrong."""
    target, random = TARGETS[name], Random(seed)
    inputs = [*target.seeds(), *corpus(name)]
    end, tried = time.monotonic() + SECONDS, 0
    while (began := time.monotonic()) < end:
        data = mutated(random.choice(inputs), random)
        try:
            target.read(data)
        except Exception:  # noqa: BLE001 (whatever it is, it is what was looked for)
            traceback.print_exc()
            return _kept(name, data, "fails")
        if time.monotonic() - began > SLOW_SECONDS:
            return _kept(name, data, f"takes more than {SLOW_SECONDS:g} s")
        tried += 1
    print(f"{name}: {tried} inputs, seed {seed}")
    return True


def _kept(name: str, data: bytes, what: str) -> bool:
    path = CORPUS / name / hashlib.sha256(data).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{name}: {what}, the input is in {path}")
    return False


def main() -> int:
    """Fuzz the targets that are named, or all."""
    seed = int(os.environ.get("FUZZ_SEED", time.time_ns() % 1_000_000))
    names = sys.argv[1:] or list(TARGETS)
    failed = [name for name in names if not fuzz(name, seed)]
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
