"""Rulesets as tables for people: all presets side by side, or one of them in full.

What the texts say is in `referee.rules.ruleset_notes`.
"""

from collections.abc import Iterator
from dataclasses import asdict

from arena.tables.table import Column, Table
from referee.rules.cards import CardSet, Kind, codes_of, of_kind
from referee.rules.house_rules import ruleset_to_mapping
from referee.rules.parameters import PARAMETERS, YAKU, plain, word, yaku_keys
from referee.rules.ruleset import DEFAULT, RULESETS, Ruleset
from referee.rules.ruleset_notes import FILL_INS, FIXED, MEANINGS, SOURCES
from referee.rules.yaku import TSUKIFUDA, Yaku

HOUSE_RULES = "house rules"


def written_values(ruleset: Ruleset) -> dict[str, str]:
    """Return every parameter under its key in house rules, such as `yaku.tane.points`."""
    mapping = ruleset_to_mapping(ruleset)
    values = {parameter.key: word(mapping[parameter.key]) for parameter in PARAMETERS}
    for row in ruleset.yaku:
        values |= {f"{YAKU}.{row.id}.{key}": word(getattr(row, key)) for key in yaku_keys(row)}
    return values


def side_by_side() -> tuple[Table, Table]:
    """Return the presets beside each other: the parameters in which they differ, and their yaku."""
    return _differing_parameters(), _yaku_side_by_side()


def side_by_side_as_list() -> Table:
    """Return every parameter of every preset, by its key, in one table."""
    return Table((Column("parameter"), *map(Column, RULESETS)), tuple(_rows_side_by_side()))


def _rows_side_by_side() -> Iterator[tuple[str, ...]]:
    presets = [written_values(ruleset) for ruleset in RULESETS.values()]
    for key in presets[0]:
        yield (key, *(preset[key] for preset in presets))


def _differing_parameters() -> Table:
    keys = [parameter.key for parameter in PARAMETERS]
    rows = [row for row in _rows_side_by_side() if row[0] in keys]
    alike = ", ".join(f"{row[0]} {row[1]}" for row in rows if _is_alike(row))
    return Table(
        columns=(Column("parameter"), *map(Column, RULESETS)),
        rows=tuple(row for row in rows if not _is_alike(row)),
        footer=(f"The same in all: {alike}.",),
    )


def _yaku_side_by_side() -> Table:
    tables = [ruleset.yaku for ruleset in RULESETS.values()]
    return Table(
        columns=(Column("yaku"), *map(Column, RULESETS)),
        rows=tuple(
            (rows[0].id, *(_worth(row) + (", void" if row.void_if else "") for row in rows))
            for rows in zip(*tables, strict=True)
        ),
        footer=(
            "+1: for each further animal, ribbon or plain. void: not beside certain others.",
            f"The default is {DEFAULT.name}; `arena rules NAME` shows one in full.",
        ),
    )


def _is_alike(row: tuple[str, ...]) -> bool:
    return len(set(row[1:])) == 1


def in_full(ruleset: Ruleset) -> tuple[Table, ...]:
    """Return all there is to know about a ruleset."""
    made = (_parameters, _yaku, _differences, _fixed, _own_values)
    return tuple(table for table in (make(ruleset) for make in made) if table.rows)


def as_data(ruleset: Ruleset) -> dict[str, object]:
    """Return the ruleset as plain data; `ruleset` is what a record may carry."""
    return {
        "ruleset": ruleset_to_mapping(ruleset),
        "source": SOURCES.get(ruleset.name, HOUSE_RULES),
        "yaku": [_row_data(row) for row in ruleset.yaku],
        "fixed": _fixed(ruleset).objects(),
        "own_values": _own_values(ruleset).objects(),
    }


def as_list(ruleset: Ruleset) -> Table:
    """Return the ruleset as a single table, for formats that hold only one."""
    fixed = [("fixed", *row) for row in FIXED]
    own = {fill_in.key: fill_in.why for fill_in in FILL_INS.get(ruleset.name, ())}
    values = [
        ("parameter", key, value, own.get(key, own.get(key.split(".")[0])))
        for key, value in written_values(ruleset).items()
    ]
    return Table(
        columns=(Column("part"), Column("key"), Column("value"), Column("ours, because")),
        rows=(*values, *((*row, own.get(row[1])) for row in fixed)),
    )


def _parameters(ruleset: Ruleset) -> Table:
    values = written_values(ruleset)
    source = SOURCES.get(ruleset.name)
    return Table(
        columns=(Column("parameter"), Column("value"), Column("meaning")),
        rows=tuple((key, values[key], meaning) for key, meaning in MEANINGS.items()),
        title=f"Ruleset {ruleset.name}: {f'after {source}' if source else HOUSE_RULES}",
    )


def _yaku(ruleset: Ruleset) -> Table:
    return Table(
        columns=tuple(map(Column, ("id", "yaku", "points", "cards", "beside others"))),
        rows=tuple(
            (row.id, row.name, _worth(row), _needs(row), _beside(row)) for row in ruleset.yaku
        ),
        title="Yaku",
        footer=("+1 is for each further animal, ribbon or plain.",),
    )


def _row_data(row: Yaku) -> dict[str, object]:
    cards = {"cards": codes_of(row.cards), "more": codes_of(row.more)}
    return {key: plain(value) for key, value in asdict(row).items()} | cards


def _worth(row: Yaku) -> str:
    if not row.points:
        return "off"
    return f"{row.points} +{row.extra}" if row.extra else f"{row.points}"


def _needs(row: Yaku) -> str:
    if row.id == TSUKIFUDA:
        return f"the {row.needs} of the round's month"
    return f"{row.needs} of {cards_text(row.cards)}"


def cards_text(cards: CardSet) -> str:
    """Return a set of cards, kinds that are whole as one: `24 plains, 09A`."""
    whole = [kind for kind in Kind if cards & of_kind(kind) == of_kind(kind)]
    parts = [f"{of_kind(kind).bit_count()} {kind.value}s" for kind in whole]
    for kind in whole:
        cards &= ~of_kind(kind)
    return ", ".join(filter(None, (*parts, " ".join(codes_of(cards)))))


def _beside(row: Yaku) -> str:
    parts = (
        f"one of the {row.family}" if row.family else "",
        f"replaces {', '.join(row.replaces)}" if row.replaces else "",
        f"void beside {', '.join(row.void_if)}" if row.void_if else "",
    )
    return "; ".join(filter(None, parts))


def _differences(ruleset: Ruleset) -> Table:
    """Make a table of the differences between house rules and the preset most like them."""
    values = written_values(ruleset)
    presets = [(preset.name, written_values(preset)) for preset in RULESETS.values()]
    name, usual = min(presets, key=lambda preset: len(preset[1].items() - values.items()))
    return Table(
        columns=(Column("key"), Column("value"), Column(name)),
        rows=tuple((key, values[key], usual[key]) for key in values if values[key] != usual[key]),
        title=f"What differs from {name}",
    )


def _fixed(_: Ruleset) -> Table:
    return Table((Column("what"), Column("rule")), FIXED, title="The same in every ruleset")


def _own_values(ruleset: Ruleset) -> Table:
    values = written_values(ruleset)
    return Table(
        columns=(Column("key"), Column("value"), Column("why")),
        rows=tuple(
            (own.key, values.get(own.key), own.why) for own in FILL_INS.get(ruleset.name, ())
        ),
        title="This project's own values, where the source is silent or leaves a choice",
    )
