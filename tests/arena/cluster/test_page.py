"""Tests that everything the page on clusters names exists."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import yaml

from arena.cluster.address import cluster_address

PAGE = (Path(__file__).parents[3] / "arena" / "cluster" / "README.md").read_text(encoding="utf-8")
TOOLS = {
    "arena": (sys.executable, "-m", "arena.cli.app"),
    "dask": (sys.executable, "-m", "dask"),
}


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def test_every_command_shown_exists_with_its_flags() -> None:
    lines = [line[2:] for block in _blocks("console") for line in block.splitlines()]
    shown = [found[0] for line in lines if (found := re.search(r"\b(arena|dask) [a-z].*", line))]

    assert len(shown) >= 8
    for tool, name, *arguments in (shlex.split(command) for command in shown):
        help_text = subprocess.run(
            [*TOOLS[tool], name, "--help"], capture_output=True, text=True, check=True
        ).stdout
        for flag in (word for word in arguments if word.startswith("--")):
            assert flag in help_text, (tool, name, flag)


def test_every_address_shown_is_one_that_is_taken() -> None:
    addresses = re.findall(r"--cluster (\S+:[^\s`]+)", PAGE)

    assert len(addresses) >= 5
    for address in addresses:
        if "{" not in address and "…" not in address:
            assert str(cluster_address(address, allows_plain_text=True)) == address


def test_the_settings_shown_are_settings_of_dask() -> None:
    settings, cluster = map(yaml.safe_load, _blocks("yaml"))
    names = {
        one["name"]
        for part in ("worker", "scheduler")
        for container in cluster["spec"][part]["spec"]["containers"]
        for one in container["env"]
    }
    tls = settings["distributed"]["comm"]["tls"]
    roles = {role: kinds for role, kinds in tls.items() if isinstance(kinds, dict)}
    keys = [f"tls.{role}.{kind}" for role, kinds in roles.items() for kind in kinds]
    keys += [name.partition("COMM__")[2].lower().replace("__", ".") for name in names]

    code = (
        "import dask, distributed, sys;"
        "[dask.config.get('distributed.comm.' + key) for key in sys.argv[1:]]"
    )
    subprocess.run([sys.executable, "-c", code, *filter(None, keys)], check=True)


def test_the_job_script_shown_is_python() -> None:
    (code,) = _blocks("python")

    compile(code, "page", "exec")
