"""What all tests share: how a test asks for a tool, and how laws are tried."""

import os
import shutil
from collections.abc import Callable

import pytest
from hypothesis import settings

from tests.lacking import lacking

# How long an example takes says nothing on a busy machine. Where everything is required the
# examples are the same each time: new ones are for whoever is there to read what they found.
settings.register_profile(
    "arena", deadline=None, derandomize=os.environ.get("ARENA_REQUIRE_ALL") == "1"
)
settings.load_profile("arena")


@pytest.fixture(scope="session")
def require() -> Callable[[str], str]:
    """A function that finds a program: `require("node")` is its path.

    Without the program the test is skipped. ARENA_REQUIRE_ALL=1, set where everything should be
    installed, makes that a failure, so that a lost tool cannot hide tests for long.
    """
    return _require


def _require(tool: str) -> str:
    return shutil.which(tool) or lacking(f"{tool} is not on the PATH")
