"""Skips for tools that a machine lacks; under `ARENA_REQUIRE_ALL=1` the test fails instead."""

import os
from typing import NoReturn

import pytest


def lacking(reason: str) -> NoReturn:
    """Skips the test, or fails it under ARENA_REQUIRE_ALL=1: nothing may hide there for long."""
    if os.environ.get("ARENA_REQUIRE_ALL") == "1":
        pytest.fail(f"{reason}, and ARENA_REQUIRE_ALL=1 is set", pytrace=False)
    pytest.skip(reason)
