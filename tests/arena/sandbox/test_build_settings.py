"""Settings for downloads come to a build, and nothing that could be a credential does."""

from pathlib import Path

import pytest

from arena.sandbox.build_settings import allowed_places, build_settings, withheld

CREDENTIALS = {
    "PIP_INDEX_URL": "https://ann:hunter2@index.example.org/simple",
    "PIP_EXTRA_INDEX_URL": "https://a.example.org/ https://hunter2@b.example.org/simple",
    "PIP_FIND_LINKS": "https://example.org/?token=hunter2",
    "PIP_TRUSTED_HOST": "ann:hunter2@example.org",
    "UV_INDEX": "corp=https://__token__:hunter2@example.org/simple",
    "UV_INDEX_URL": "https://ann%3Ahunter2%40example.org@example.org/",
    "UV_DEFAULT_INDEX": "https://dl.example.org/hunter2A1b2C3d4E5f6/org/simple",
    "UV_INDEX_CORP_USERNAME": "hunter2",
    "UV_PUBLISH_TOKEN": "hunter2",
    "NPM_CONFIG_REGISTRY": "https://registry.example.org/?_authToken=hunter2",
    "npm_config__auth": "hunter2",
    "npm_config_email": "hunter2@example.org",
    "GOPROXY": "https://ann:hunter2@goproxy.example.org,direct",
    "GOFLAGS": "-ldflags=-Xmain.apikey=hunter2",
    "CARGO_REGISTRIES_CORP_TOKEN": "hunter2",
    "CARGO_REGISTRIES_CORP_INDEX": "sparse+https://ann:hunter2@example.org/index/",
    "CARGO_HTTP_PROXY": "ann:hunter2@proxy.example.org:3128",
    "https_proxy": "http://ann:hunter2@proxy.example.org:3128",
    "HTTP_PROXY": "ann:hunter2@proxy.example.org:3128",
    "ALL_PROXY": "socks5://ann:hunter2@proxy.example.org",
    "npm_config_https_proxy": "http://ann:hunter2@proxy.example.org",
    "MAVEN_OPTS": "-Xmx1g -Dhttps.proxyPassword=hunter2",
}
PLAIN = {
    "PIP_INDEX_URL": "https://index.example.org:8443/simple",
    "PIP_FIND_LINKS": "/opt/wheels",
    "UV_INDEX": "corp=https://uv.example.org/simple",
    "UV_DEFAULT_INDEX": "https://authority.example.org:443/api/pypi/pypi-remote-2-virtual/simple",
    "NPM_CONFIG_REGISTRY": "https://registry.example.org/npm/",
    "NPM_CONFIG_SCOPE": "@ann",
    "GOPROXY": "https://goproxy.example.org,direct",
    "GOSUMDB": "sum.golang.google.cn",
    "CARGO_REGISTRIES_CORP_INDEX": "sparse+https://cargo.example.org/index/",
    "MAVEN_OPTS": "-Xmx1g",
    "CC": "clang",
}
HOME = Path("/home/build")


@pytest.mark.parametrize("name", CREDENTIALS)
def test_no_variable_with_a_credential_reaches_a_build(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, CREDENTIALS[name])

    found = build_settings(HOME, "127.0.0.1:1")

    assert [key for key, value in found.items() if "hunter2" in value] == []
    if "proxy" not in name.lower().replace("goproxy", ""):
        assert name in withheld()


@pytest.mark.parametrize("name", PLAIN)
def test_a_setting_without_a_credential_is_passed_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, PLAIN[name])

    assert build_settings(HOME, "127.0.0.1:1")[name].startswith(PLAIN[name])
    assert name not in withheld()


def test_the_indexes_of_the_settings_are_allowed_with_their_ports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("ARENA_BUILD_HOSTS", "github.com, http://10.0.0.5:3141")
    monkeypatch.setenv("UV_INDEX_URL", CREDENTIALS["UV_INDEX_URL"])

    public, configured = allowed_places()

    assert ("pypi.org", 443) in public
    assert configured == {
        ("index.example.org", 8443),
        ("uv.example.org", 443),
        ("authority.example.org", 443),
        ("registry.example.org", 443),
        ("goproxy.example.org", 443),
        ("sum.golang.google.cn", 443),
        ("cargo.example.org", 443),
        ("github.com", 443),
        ("10.0.0.5", 3141),
    }


def test_every_package_manager_is_sent_through_the_relay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("https_proxy", "http://proxy.example.org:3128")

    found = build_settings(HOME, "127.0.0.1:7")

    proxies = {key: value for key, value in found.items() if "http" in key.lower()}
    assert set(proxies.values()) == {"http://127.0.0.1:7"}
    assert {"http_proxy", "https_proxy", "HTTPS_PROXY"} <= proxies.keys()
    assert "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=7" in found["MAVEN_OPTS"]
