import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.manifest import (
    MAX_BYTES,
    Manifest,
    parse_manifest,
    read_manifest,
    without_nonce,
)
from arena.errors import BadFiles, BadManifest

FILE = Path("bots/crane/bot.toml")
SMALLEST = 'name = "crane"\ncommand = ["python", "bot.py"]\n'
FULL = """\
name = "crane-2"
command = ["./run", "--deep", ""]
version = "1.2 β"
build = ["npm", "ci"]
requires = ["node", "npm"]
language = "TypeScript"
author = "坂本 Ada"
description = "Takes the dearest card."
transport = "tcp"
nonce = "a1b2"
"""


def refusal(text: str) -> BadManifest:
    with pytest.raises(BadManifest) as caught:
        parse_manifest(text, FILE)
    return caught.value


def test_two_keys_make_a_manifest() -> None:
    assert parse_manifest(SMALLEST, FILE) == Manifest(name="crane", command=("python", "bot.py"))


def test_every_key_reaches_its_field() -> None:
    assert parse_manifest(FULL, FILE) == Manifest(
        name="crane-2",
        command=("./run", "--deep", ""),
        label="1.2 β",
        build=("npm", "ci"),
        requires=("node", "npm"),
        language="TypeScript",
        author="坂本 Ada",
        description="Takes the dearest card.",
        transport="tcp",
        nonce="a1b2",
    )


def test_a_mistyped_key_is_named_with_its_line_and_the_nearest_one() -> None:
    error = refusal('name = "crane"\ncomand = ["python", "bot.py"]\n')

    first, second = error.message.splitlines()
    assert first.startswith("bots/crane/bot.toml:2: unknown key `comand` (known: name, command, ")
    assert second == "bots/crane/bot.toml: `command` is missing"
    assert error.hint == "did you mean `command`?"


def test_a_string_for_a_list_is_answered_with_the_list() -> None:
    error = refusal('name = "crane"\n\ncommand = "python bot.py"\n')

    assert error.message == (
        "bots/crane/bot.toml:3: `command` must be a list of 1 to 64 strings such as "
        '["python", "bot.py"], not \'python bot.py\''
    )
    assert error.hint == 'write command = ["python", "bot.py"]'


def test_a_heading_is_answered_with_where_keys_stand() -> None:
    error = refusal('[bot]\nname = "crane"\n')

    assert error.message.startswith("bots/crane/bot.toml:1: unknown key `bot`")
    assert error.hint == "keys stand at the top of bot.toml, under no [heading]"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        pytest.param("name = crane\n", ":1: not TOML: Invalid value in column 8", id="bare word"),
        pytest.param('a = 1\nname = "crane\n', ":2: not TOML: ", id="open string"),
        pytest.param("name", ": not TOML: ", id="cut off"),
        pytest.param('name = "a"\nname = "b"\n', ":2: not TOML: ", id="one key twice"),
        pytest.param(f"deep = {'[' * 8000}", ": lists nested too deeply", id="deep lists"),
        pytest.param(f"many = {'9' * 5000}", ": not TOML: ", id="a number past all bounds"),
        pytest.param("day = 2024-13-45", ":1: not TOML: ", id="no such day"),
    ],
)
def test_broken_toml_is_refused_with_its_place(text: str, start: str) -> None:
    assert refusal(text).message.startswith(f"bots/crane/bot.toml{start}")


@pytest.mark.parametrize(
    "name",
    ["", "-rf", "a-", "..", "Crane", "a b", "crane\u001b[31m", "鶴", "a" * 33, "a\n", "a/b"],
)
def test_a_name_that_could_mislead_is_refused(name: str) -> None:
    spelled = "".join(f"\\u{ord(mark):04x}" for mark in name)

    error = refusal(f'name = "{spelled}"\ncommand = ["python"]\n')

    assert error.message.startswith("bots/crane/bot.toml:1: `name` must be 1 to 32 small letters")
    assert error.message.isprintable()


@pytest.mark.parametrize("name", ["a", "7", "a-b_c", "a" * 32])
def test_a_plain_name_is_taken(name: str) -> None:
    assert parse_manifest(f'name = "{name}"\ncommand = ["x"]', FILE).name == name


@pytest.mark.parametrize(
    ("line", "key"),
    [
        pytest.param("command = []", "command", id="nothing to start"),
        pytest.param('command = [""]', "command", id="an empty program"),
        pytest.param('command = ["a", 1]', "command", id="a number among the words"),
        pytest.param('command = ["a\\u0000b"]', "command", id="a NUL"),
        pytest.param('command = ["/bin/sh", "-c", "id"]', "command", id="an absolute path"),
        pytest.param('command = ["../crane/bot"]', "command", id="a path that leads out"),
        pytest.param('command = ["a/../../b"]', "command", id="a path that leads out later"),
        pytest.param(f'command = ["a", "{"b" * 4097}"]', "command", id="a word too long"),
        pytest.param("command = [" + '"a",' * 65 + "]", "command", id="too many words"),
        pytest.param('build = "make"', "build", id="build as a shell line"),
        pytest.param('build = [["make"], ["test"]]', "build", id="two builds"),
        pytest.param('requires = "node"', "requires", id="requires as a string"),
        pytest.param('requires = ["/usr/bin/node"]', "requires", id="requires with a path"),
        pytest.param("version = 1.2", "version", id="a number as version"),
        pytest.param('author = "a\\u001b[0m"', "author", id="an escape sequence"),
        pytest.param('author = "a\\u202eb"', "author", id="text that turns around"),
        pytest.param(f'description = "{"x" * 301}"', "description", id="a long description"),
        pytest.param('transport = "udp"', "transport", id="an unknown transport"),
        pytest.param("transport = []", "transport", id="a list as transport"),
        pytest.param('nonce = "a b"', "nonce", id="a nonce with a blank"),
        pytest.param('nonce = """ab"""', "nonce", id="a nonce in triple quotes"),
        pytest.param('"nonce" = "ab"', "nonce", id="a quoted key for the nonce"),
    ],
)
def test_a_value_that_breaks_the_schema_is_refused(line: str, key: str) -> None:
    others = [one for one in SMALLEST.splitlines() if not one.startswith(key)]

    message = refusal("\n".join([*others, line])).message

    assert message.startswith(f"bots/crane/bot.toml:{len(others) + 1}: `{key}` must ")
    assert "\n" not in message


def test_all_problems_of_a_file_are_named() -> None:
    error = refusal('nmae = "a"\ntransport = "udp"\nrequires = "node"\n')

    assert [line.split(": ")[0].rpartition("/")[2] for line in error.message.splitlines()] == [
        "bot.toml:1",
        "bot.toml:2",
        "bot.toml:3",
        "bot.toml",
        "bot.toml",
    ]


def test_a_nonce_cannot_hide_in_a_command() -> None:
    hidden = 'command = ["python", """\\\nnonce = "a"\n"""]\n'

    assert "`nonce` must stand on a line of its own" in refusal(f'name = "a"\n{hidden}').message


words = st.text(alphabet="abcXYZ059._:+/=-", max_size=64)


@given(words, st.sampled_from("\"'"), st.sampled_from(["", " # mine", "\t"]), st.integers(0, 2))
def test_leaving_out_the_nonce_leaves_out_nothing_else(
    nonce: str, quote: str, tail: str, place: int
) -> None:
    others = SMALLEST.splitlines(keepends=True)
    line = f"nonce = {quote}{nonce}{quote}{tail}\n"
    text = "".join([*others[:place], line, *others[place:]])

    assert parse_manifest(text, FILE).nonce == nonce
    assert without_nonce(text) == SMALLEST


# Pieces that can open, close or imitate each other when they stand in one file.
pieces = st.sampled_from(
    [
        *FULL.splitlines()[2:],
        'nonce = "b" #"""',
        'author = """\\',
        "description = '''\\",
        '"""',
        "'''",
        'build = ["a", """\\',
        "]",
        "[a]",
        "#",
    ]
)
more = st.lists(pieces, max_size=5, unique=True).map(lambda lines: SMALLEST + "\n".join(lines))


@given(more | st.text(max_size=80))
def test_any_text_is_a_manifest_or_refused_and_the_nonce_stands_apart(text: str) -> None:
    try:
        manifest = parse_manifest(text, FILE)
    except BadManifest:
        return
    kept = {key: value for key, value in tomllib.loads(text).items() if key != "nonce"}

    assert tomllib.loads(without_nonce(text)) == kept
    assert manifest.command


def test_a_manifest_of_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_bytes(b'name = "a"\nauthor = "J\xf6rg"\n')

    with pytest.raises(BadManifest, match=r"bot\.toml:2: not UTF-8"):
        read_manifest(tmp_path, "a")


def test_a_manifest_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(SMALLEST, encoding="utf-8-sig")

    manifest = read_manifest(tmp_path, "a")

    assert manifest is not None
    assert manifest.name == "crane"


def test_a_manifest_with_windows_line_ends_is_read(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(FULL, newline="\r\n")

    manifest = read_manifest(tmp_path, "a")

    assert manifest == parse_manifest(FULL, FILE)


def test_a_huge_manifest_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("#" * (MAX_BYTES + 1))

    with pytest.raises(BadManifest, match="at most 16384 bytes"):
        read_manifest(tmp_path, "a")


def test_a_manifest_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SMALLEST)
    (tmp_path / "bot.toml").symlink_to("secret")

    with pytest.raises(BadFiles, match=r"bot\.toml is a symbolic link"):
        read_manifest(tmp_path, "a")


@pytest.mark.parametrize(
    ("file", "command", "requires"),
    [
        ("bot", ("./bot",), ()),
        ("bot.py", ("python", "bot.py"), ()),
        ("bot.js", ("node", "bot.js"), ("node",)),
    ],
)
def test_a_lone_executable_is_a_bot_named_like_its_folder(
    tmp_path: Path, file: str, command: tuple[str, ...], requires: tuple[str, ...]
) -> None:
    (tmp_path / file).write_text("")
    (tmp_path / file).chmod(0o755)

    manifest = read_manifest(tmp_path, "lone")

    assert manifest == Manifest(name="lone", command=command, requires=requires)


def test_a_bot_file_that_may_not_be_executed_is_no_bot(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("")

    assert read_manifest(tmp_path, "lone") is None


def test_a_lone_executable_in_a_folder_whose_name_is_no_id_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")

    with pytest.raises(BadManifest, match="`My 鶴` cannot be a bot's name") as caught:
        read_manifest(tmp_path, "My 鶴")

    assert caught.value.hint == "rename the folder, or add a bot.toml with a name"
