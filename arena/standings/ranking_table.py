"""The ranking as tables for people and programs, and the files that hold it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from arena.rating.certainty import ENOUGH_LEGS
from arena.rating.estimates import LEVEL
from arena.standings.benching import Benched
from arena.standings.ranking_columns import RankingColumn, chosen_columns, verdicts_text
from arena.standings.standings import DIGITS, Standing, Standings
from arena.store.entries import Entry
from arena.system.files import write_whole
from arena.tables.table import Cell, Column, Table, as_csv, as_json, as_markdown
from referee.wire.ruleset_json import ruleset_json

TRUSTED = "trusted bots"  # where nothing is known of how they were confined
NO_PAIR = "no complete pair yet"
NO_RIVAL = "no rival left: the others are disqualified"
RETIRED = "retired"


def ranking_table(found: Standings, columns: str = "") -> Table:
    """Return the ranking for people with the chosen columns; unranked bots are listed below it.

    Raises UnknownChoice.
    """
    chosen = tuple(_as_needed(found, chosen_columns(columns), is_choice=bool(columns)))
    return Table(
        columns=tuple(one.column for one in chosen),
        rows=tuple(tuple(one.cell(bot) for one in chosen) for bot in found.ranked),
        footer=(*_below(found), *_footer(found)),
    )


def _as_needed(
    found: Standings, columns: tuple[RankingColumn, ...], *, is_choice: bool
) -> Iterator[RankingColumn]:
    """Yield the columns; chosen ones are never left out, nor are faults if there are any."""
    has_faults = any(one.faults for one in found.ranked)
    for one in columns:
        if is_choice or (one.key == "faults" and has_faults):
            yield replace(one, column=replace(one.column, spare=0))
        elif one.key != "verdicts" or has_faults:
            yield one


def _below(found: Standings) -> Iterator[str]:
    for entry in found.unranked:
        faults = _faults(found, entry)
        yield f"{entry.name}: {unranked_reason(found)}" + (f", {faults} faults" if faults else "")
    for benched in found.benched:
        yield f"{benched.entry.name}: {_grounds(found, benched)}"
    for entry in found.retired:
        yield f"{entry.name}: {RETIRED}"


def _grounds(found: Standings, benched: Benched) -> str:
    counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(benched.verdicts.items()))
    return f"{benched_reason(found)}: {counts}"


def benched_reason(found: Standings) -> str:
    """Return the reason why a bot is disqualified."""
    return f"disqualified after {found.settings.max_faults} faults"


def unranked_reason(found: Standings) -> str:
    """Return the reason why bots that take part have no rating."""
    is_alone = len(found.unranked) == 1 and not found.ranked
    return NO_RIVAL if is_alone and found.benched else NO_PAIR


def _footer(found: Standings) -> Iterator[str]:
    pairs = f"{found.complete_pairs} complete pair{'s' * (found.complete_pairs != 1)}"
    yield (
        f"{pairs}, ruleset {found.settings.ruleset.name},"
        f" draw probability {100 * found.draw_probability:.1f} %, ratings {found.ratings}."
    )
    if found.unpaired_legs:
        yield (
            f"{found.unpaired_legs} unpaired matches of remote bots and people, each on its own"
            " cards and rated alone."
        )
    if more := _worth_of_pairing(found.pooled_phi):
        yield f"Playing each deal twice did the work of {more} % more matches."
    yield (
        f"Ordered by mu - 3 sigma. Ranges and ± are {100 * LEVEL:.0f} % intervals."
        f" Only complete pairs{' and unpaired matches' * bool(found.unpaired_legs)} count."
    )
    yield from _anchor(found)
    yield (
        "LOS: probability that a bot is better than the one below it (shown from"
        f" {ENOUGH_LEGS} matches per opponent). pairs to go: pairs that each pairing still needs to"
        " settle their order."
    )
    yield "; ".join(_remarks(found)) + "."


def _worth_of_pairing(phi: float | None) -> int:
    """Return how many per cent more independent matches would have told as much, at least 0."""
    return max(0, round(100 * (1 / phi - 1))) if phi else 0


def _anchor(found: Standings) -> Iterator[str]:
    if found.is_anchored and (anchor := found.anchor):
        yield (
            f"Anchored: {anchor.name} has mu {anchor.mu:g}; sigma, ranges and Elo measure the"
            " distance to it. The order is the one without an anchor."
        )
    elif found.anchor:
        yield f"Not anchored: {found.anchor.name} is not ranked."


def _remarks(found: Standings) -> list[str]:
    banner = found.settings.banner
    return [f"sandbox: {banner}" if banner else TRUSTED, *found.fairness]


def _lasting_remarks(found: Standings) -> list[str]:
    """Return the remarks without details that differ between machines."""
    settings = found.settings
    return [f"sandbox: {settings.sandbox_title}" if settings.banner else TRUSTED, *found.fairness]


def ranking_data(found: Standings) -> dict[str, object]:
    """Return the ranking as plain data; equal facts give equal bytes."""
    return {
        "ranking": [
            {**ranking_object(one), "verdicts": dict(sorted(one.verdicts.items()))}
            for one in found.ranked
        ],
        "unranked": [{**_entrant(one), "faults": _faults(found, one)} for one in found.unranked],
        # No more than that: the rest depends on how far it came before it was benched.
        "benched": [
            {**_entrant(one.entry), "reason": benched_reason(found)} for one in found.benched
        ],
        "retired": [_entrant(one) for one in found.retired],
        "footer": {
            "complete_pairs": found.complete_pairs,
            **({"unpaired_legs": found.unpaired_legs} if found.unpaired_legs else {}),
            "draw_probability": found.draw_probability,
            "pooled_phi": found.pooled_phi,
            "level": LEVEL,
            "ruleset": ruleset_json(found.settings.ruleset),
            "ratings": found.ratings,
            "anchor": _anchor_object(found),
            "seed": found.settings.seed,
            "remarks": _lasting_remarks(found),
        },
    }


def _anchor_object(found: Standings) -> dict[str, Cell] | None:
    anchor = found.belief.anchor
    return None if anchor is None else {"bot": anchor.name, "mu": anchor.mu}


# The same for programs, as they spell things.
KEYS = (
    *("rank", "bot", "version", "mu", "sigma", "mu_minus_3_sigma", "mu_low", "mu_high"),
    *("rank_low", "rank_high", "first", "elo", "elo_error", "los_next", "tie_with_next"),
    *("more_pairs", "pairs", "wins", "draws", "losses", "match_percent"),
    *("points_per_month", "points_per_month_error", "faults", "verdicts", "note"),
)


def ranking_list(found: Standings) -> Table:
    """Return the ranking for spreadsheets."""
    objects: list[dict[str, Cell]] = [
        *({**ranking_object(one), "verdicts": verdicts_text(one)} for one in found.ranked),
        *(
            {**_entrant(one), "faults": _faults(found, one), "note": unranked_reason(found)}
            for one in found.unranked
        ),
        *({**_entrant(one.entry), "note": benched_reason(found)} for one in found.benched),
        *({**_entrant(one), "note": RETIRED} for one in found.retired),
    ]
    return Table(
        columns=tuple(Column(key) for key in KEYS),
        rows=tuple(tuple(one.get(key) for key in KEYS) for one in objects),
    )


def _entrant(entry: Entry) -> dict[str, Cell]:
    return {"bot": entry.name, "version": entry.version}


def _faults(found: Standings, entry: Entry) -> int:
    return sum(found.verdicts.get(entry.name, {}).values())


def ranking_object(standing: Standing) -> dict[str, Cell]:
    """Return a ranked bot as plain data."""
    return {
        "rank": standing.rank,
        **_entrant(standing.entry),
        **_rated(standing),
        **_scored(standing),
        "faults": standing.faults,
    }


def _rated(standing: Standing) -> dict[str, Cell]:
    certainty = standing.certainty
    return {
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "mu_minus_3_sigma": standing.conservative,
        "mu_low": certainty.interval[0],
        "mu_high": certainty.interval[1],
        "rank_low": certainty.ranks[0],
        "rank_high": certainty.ranks[1],
        "first": certainty.first,
        "elo": certainty.elo.value,
        "elo_error": certainty.elo.error,
        "los_next": certainty.lead.superiority if certainty.lead else None,
        "tie_with_next": certainty.lead.is_tie if certainty.lead else None,
        "more_pairs": certainty.lead.more_pairs if certainty.lead else None,
    }


def _scored(standing: Standing) -> dict[str, Cell]:
    tally, points = standing.tally, standing.points_per_month
    return {
        "pairs": tally.pairs,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "match_percent": round(tally.match_percent, DIGITS),
        "points_per_month": points.value if points else None,
        "points_per_month_error": points.error if points else None,
    }


def write_ranking(folder: Path, found: Standings) -> None:
    """Write a ranking into `ranking.json`, `.csv` and `.md` of a folder. Raises NotWritten."""
    texts = {
        "json": as_json(ranking_data(found)),
        "csv": as_csv(ranking_list(found)),
        "md": as_markdown(ranking_table(found)),
    }
    for suffix, text in texts.items():
        write_whole(folder / f"ranking.{suffix}", [text])
