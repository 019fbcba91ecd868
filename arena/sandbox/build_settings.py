"""The environment of a build: settings for downloads without credentials, and the allowed hosts.

The build reaches the hosts by a relay only, see `index_relay`. Its own settings choose the index;
a stranger's settings choose nothing, because the relay allows no other host.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from arena.sandbox.toolchains import homes

SETTINGS = re.compile(
    r"(https?|ftp|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|CURL_CA_BUNDLE"
    r"|PIP_\w+|UV_\w+|NPM_CONFIG_\w+|GO(PROXY|SUMDB|NOSUMDB|FLAGS|PRIVATE|TOOLCHAIN|ROOT)"
    r"|CARGO_(NET|HTTP|REGISTRIES|REGISTRY)_\w+|RUSTUP_(TOOLCHAIN|AUTO_INSTALL)|JAVA_HOME"
    r"|MAVEN_OPTS|CC|CXX",
    re.IGNORECASE,
)
# The relay is a build's only proxy. It uses the organiser's proxy itself.
PROXIES = re.compile(r"\w*(?<!GO)PROXY", re.IGNORECASE)
SECRETS = re.compile(r"TOKEN|AUTH|PASS|SECRET|KEY|CREDENTIAL|USER|OTP", re.IGNORECASE)
# Values that hold a credential, whatever the variable is called: `user:pass@host`, `name=secret`
# and words that are as long and as mixed as tokens are in an address.
CREDENTIALS = re.compile(
    r"[^\s\"',;=|]@"
    r"|%40"
    r"|(token|auth|pass|secret|key|credential|sig)\w*\s*(=|:\s)"
    r"|-----BEGIN"
    r"|\b(gh[a-z]_|github_pat_|npm_|pypi-AgE|glpat-|eyJ|AKIA)[\w-]{8}"
    r"|://\S*?[/?&=]((?=\w*\d)(?=\w*[a-z])\w{16}|[0-9a-f]{8}-[0-9a-f]{4}-)",
    re.IGNORECASE,
)
URL = re.compile(r"https?://[^\s\"',;|]+", re.IGNORECASE)
SUM_DATABASE = re.compile(r"[a-z0-9.-]+\.[a-z]+", re.IGNORECASE)
PORTS = {"http": 80, "https": 443}
# The public indexes of the languages that bots are written in.
USUAL = (
    *("pypi.org", "files.pythonhosted.org"),
    *("registry.npmjs.org", "registry.yarnpkg.com"),
    *("index.crates.io", "static.crates.io", "crates.io", "static.rust-lang.org"),
    *("proxy.golang.org", "sum.golang.org"),
    *("repo.maven.apache.org", "repo1.maven.org", "plugins.gradle.org", "services.gradle.org"),
)
MORE_HOSTS = "ARENA_BUILD_HOSTS"

Place = tuple[str, int]


def build_settings(home: Path, proxy: str) -> dict[str, str]:
    """Return a build's environment; `proxy` is the address of its relay, as HOST:PORT."""
    kept = _kept()
    return (
        kept
        | homes()
        | {
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
        }
        | _relayed(proxy, kept)
    )


def _relayed(proxy: str, kept: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that send every package manager through the relay."""
    url = f"http://{proxy}"
    host, _, port = proxy.partition(":")
    places = (f"Host={host}", f"Port={port}")
    java = [f"-D{one}.proxy{place}" for one in ("http", "https") for place in places]
    java += [f"-Daether.{one}.http.useSystemProperties=true" for one in ("connector", "transport")]
    words = {name: url for one in ("http_proxy", "https_proxy") for name in (one, one.upper())}
    for name in ("MAVEN_OPTS", "GRADLE_OPTS"):
        words[name] = " ".join([*filter(None, [kept.get(name)]), *java])
    return words | {"NODE_USE_ENV_PROXY": "1"}


def withheld() -> list[str]:
    """Return the settings for downloads that no build gets, because they may hold a credential."""
    return sorted(key for key, value in _settings() if _may_be_secret(key, value))


def allowed_places() -> tuple[frozenset[Place], frozenset[Place]]:
    """Return the hosts that builds reach, with ports: public indexes, and configured ones.

    Only a configured host may be on this machine.
    """
    named = {place for value in _kept().values() for place in _places(value)}
    if found := SUM_DATABASE.match(_kept().get("GOSUMDB", "")):
        named.add((found[0].lower(), 443))
    for word in os.environ.get(MORE_HOSTS, "").replace(",", " ").split():
        named |= set(_places(word if "://" in word else f"https://{word}"))
    return frozenset((host, 443) for host in USUAL), frozenset(named)


def _settings() -> Iterator[tuple[str, str]]:
    for key, value in os.environ.items():
        if SETTINGS.fullmatch(key) and not PROXIES.fullmatch(key):
            yield key, value


def _kept() -> dict[str, str]:
    return {key: value for key, value in _settings() if not _may_be_secret(key, value)}


def _may_be_secret(key: str, value: str) -> bool:
    return bool(SECRETS.search(key) or CREDENTIALS.search(value))


def _places(text: str) -> Iterator[Place]:
    for url in URL.findall(text):
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port or PORTS[parts.scheme.lower()]
        except ValueError:  # no address
            continue
        if host:
            yield host.rstrip("."), port
