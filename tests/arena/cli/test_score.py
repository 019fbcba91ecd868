"""`arena score`: the rules' own examples, and what is not a card."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from arena.defaults import RULESET
from referee.rules.ruleset import DEFAULT

Run = Callable[..., subprocess.CompletedProcess[str]]
EXAMPLES = Path(__file__).parents[2] / "data" / "rules_examples.json"
# Without a card the command asks for one; that none pays nothing is tested with the rules.
ROWS = [
    row
    for row in json.loads(EXAMPLES.read_text(encoding="utf-8"))["scoring"]
    if row["captured_codes"]
]
JANUARY = "01L 01R 01P1 01P2"


def score(*arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(app, ["score", *arguments, "--format", "json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_cards_pay_what_the_examples_of_the_rules_say(row: dict[str, Any]) -> None:
    calls = row["calls"]

    data = score(
        *("--ruleset", row["ruleset"], " ".join(row["captured_codes"])),
        *("--calls-own", str(calls["winner"]), "--calls-rival", str(calls["loser"])),
    )

    assert data == {
        "ruleset": row["ruleset"],
        "cards": row["captured_codes"],
        "yaku": row["yaku"],
        "base": row["base"],
        "factors": row["factors"],
        "final": row["final"],
    }


def test_five_lights_pay_30_by_the_fuda_wiki() -> None:
    data = score("--ruleset", "fudawiki", "01L 03L 08L 11L 12L")

    assert data["yaku"] == [{"id": "goko", "points": 15}]
    assert data["final"] == 30


def test_the_keys_come_in_the_order_of_the_sum(arena: Run) -> None:
    result = arena("score", "--ruleset", "nintendo", "06A 07A 10A 02A 08A", "--format", "json")

    assert (result.returncode, result.stderr) == (0, "")
    assert list(json.loads(result.stdout)) == [
        "ruleset", "cards", "yaku", "base", "factors", "final",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "cards",
    [
        ("03L 09A",),
        ("03L,09A",),
        (" 03l ,\t09a ",),
        ("03L", "09A"),
        ("cherry_curtain", "CHRYSANTHEMUM_SAKE_CUP"),
        ("09A", "Cherry_Curtain"),
    ],
)
def test_cards_may_be_named_in_any_of_these_ways(cards: tuple[str, ...]) -> None:
    assert score(*cards)["cards"] == ["03L", "09A"]


REFUSALS = {
    "unknown code": ("03L 06B", "there is no card `06B`", "did you mean `06R`?"),
    "unknown name": ("pine_crown", "there is no card `pine_crown`", "did you mean `pine_crane`?"),
    "nothing like a card": (
        "???",
        "there is no card `???`",
        "a card is a code such as `01L` (month, then L, A, R or P) or a name such as `pine_crane`",
    ),
    "doubled": (
        "03L cherry_curtain",
        "`cherry_curtain` is there twice (03L, Cherry curtain)",
        "the deck has each card once: leave one out",
    ),
    "an escape": ("\x1b[2J", "there is no card `\\x1b[2J`", None),
}


@pytest.mark.parametrize(("cards", "message", "hint"), REFUSALS.values(), ids=REFUSALS)
def test_what_is_no_card_is_refused_with_a_hint(
    arena: Run, cards: str, message: str, hint: str | None
) -> None:
    result = arena("score", cards)

    error, _, rest = result.stderr.partition("\n\n")
    assert (result.returncode, result.stdout) == (2, "")
    assert error == f"error: {message}"
    assert rest.startswith("hint: ")
    assert hint is None or rest == f"hint: {hint}\n"


@pytest.mark.parametrize("cards", ["", " ", ","])
def test_no_card_at_all_is_refused(arena: Run, cards: str) -> None:
    result = arena("score", cards)

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("error: no card is named\n\nhint: a card is a code such as")


@pytest.mark.parametrize(
    ("cards", "yaku"),
    [
        ("03L 03R 03P1 03P2 01P1 05A 07R 12L", "teshi"),
        ("01L 01P1 02A 02P1 04A 04P1 09A 09P1", "kuttsuki"),
        ("08L 08A 08P1 08P2 02A 02R 10A 10P1", "teshi"),
        ("01L 01P1 02A 02P1 04A 04P1 09A 10A", None),
        ("03L 03R 03P1 02A 02P1 05A 05P1 12L", None),
    ],
)
def test_a_dealt_hand_wins_6_points_or_nothing(cards: str, yaku: str | None) -> None:
    data = score("--dealt", cards)

    points = 6 if yaku else 0
    assert data["yaku"] == ([{"id": yaku, "points": 6}] if yaku else [])
    assert (data["base"], data["factors"], data["final"]) == (points, [], points)


def test_a_dealt_hand_is_eight_cards(arena: Run) -> None:
    result = arena("score", "--dealt", "01L 01R 01P1 01P2")

    assert result.returncode == 2
    assert result.stderr.startswith("error: a dealt hand is 8 cards, not 4\n\nhint: ")


@pytest.mark.parametrize("option", ["--calls-own", "--calls-rival", "--month"])
def test_nothing_is_called_before_a_dealt_hand_wins(arena: Run, option: str) -> None:
    result = arena("score", "--dealt", "03L 03R 03P1 03P2 01P1 05A 07R 12L", option, "1")

    assert (result.returncode, result.stdout) == (2, "")


def test_the_yaku_of_the_month_needs_its_month(arena: Run) -> None:
    in_january = score("--ruleset", "fudawiki", JANUARY, "--month", "1")
    in_may = score("--ruleset", "fudawiki", JANUARY, "--month", "5")
    at_no_time = arena("score", "--ruleset", "fudawiki", JANUARY, "--format", "json")

    assert in_january["yaku"] == [{"id": "tsukifuda", "points": 4}]
    assert in_may["yaku"] == []
    assert json.loads(at_no_time.stdout)["yaku"] == []
    assert at_no_time.stderr == "without --month the yaku of the month is left out\n"


def test_a_month_that_changes_nothing_is_not_asked_for(arena: Run) -> None:
    assert arena("score", "--ruleset", "lemme", JANUARY).stderr == ""
    assert arena("score", "--ruleset", "fudawiki", "01L 01R 01P1").stderr == ""


@pytest.mark.parametrize("options", [("--month", "13"), ("--month", "0"), ("--calls-own", "-1")])
def test_numbers_that_cannot_be_are_refused(arena: Run, options: tuple[str, str]) -> None:
    result = arena("score", "01L", *options)

    assert (result.returncode, result.stdout) == (2, "")


def test_house_rules_score_too(tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('name = "ours"\n[yaku.hanami]\npoints = 3\n')

    data = score("--ruleset", str(rules), "03L 09A")

    assert (data["ruleset"], data["final"]) == ("ours", 3)


def test_a_viewing_that_the_field_could_spoil_is_said_to_be_unspoiled(
    arena: Run, tmp_path: Path
) -> None:
    (tmp_path / "ours.toml").write_text('viewing_spoiled_by = "field"')

    result = arena("score", "--ruleset", "ours.toml", "03L 09A")

    assert result.returncode == 0
    assert result.stderr == "the field is not known: nothing on it spoils a viewing here\n"


def test_people_see_the_cards_by_name_and_the_sum_line_by_line(arena: Run) -> None:
    result = arena("score", "--ruleset", "nintendo", "--calls-rival", "1", "06A 07A 10A 02A 08A")

    assert result.stdout == (
        "card  name\n"
        "----  -----------------\n"
        "02A   Plum nightingale\n"
        "06A   Peony butterflies\n"
        "07A   Bush clover boar\n"
        "08A   Pampas geese\n"
        "10A   Maple deer\n"
        "\n"
        "under nintendo                           points\n"
        "---------------------------------------  ------\n"
        "Inoshikachō, boar, deer and butterflies       7\n"
        "sum of yaku                                   7\n"
        "7 or more                                    ×2\n"
        "the rival had called koi-koi                 ×2\n"
        "pays                                         28\n"
    )


def test_csv_is_one_table(arena: Run) -> None:
    result = arena("score", "03L 09A 08L", "--format", "csv")

    assert result.stdout.split() == [
        "part,id,value", "yaku,hanami,5", "yaku,tsukimi,5", "base,,10", "factor,threshold,2",
        "final,,20",
    ]  # fmt: skip


def test_the_default_ruleset_is_that_of_the_rules() -> None:
    assert DEFAULT.name == RULESET
