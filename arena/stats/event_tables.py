"""The statistics of an event as tables for people and programs."""

from collections.abc import Iterator

from arena.rating.estimates import mean_rate
from arena.standings.standings import DIGITS
from arena.stats.event_stats import EventStats
from arena.stats.luck import Luck
from arena.stats.play_stats import Dealers, PlayStats
from arena.tables.numbers import estimate_text
from arena.tables.table import Align, Cell, Column, Row, Table
from referee.rules.yaku import KUTTSUKI, TESHI

ALL = "all"
P99 = 0.99
DEALT = {TESHI: "Teshi, four of a month dealt", KUTTSUKI: "Kuttsuki, four pairs dealt"}


def _right(name: str, digits: int | None = None, spare: int = 0) -> Column:
    return Column(name, Align.RIGHT, digits, spare)


LUCK = (
    *(Column("luck"), _right("pairs", spare=1), _right("points sd", 1)),
    *(_right("cards %", 1), _right("rest %", 1), _right("cards % of results", 1, spare=2)),
)
LUCK_NOTE = (
    "cards: share of the variance of net points that both matches of a pair have in common.",
    "Below 0 the matches agreed more than by chance. Forfeited matches are left out.",
)
PLAY = (
    *(Column("bot"), _right("legs", spare=2), _right("rounds", spare=3), _right("won %", 1)),
    *(_right("called %", 1), _right("then won %", 1), _right("then lost %", 1, spare=1)),
    *(_right("faults"), _right("think ms", 2), _right("p99 ms", 1)),
)
PLAY_NOTE = (
    "called: share of offers at which it called koi-koi; then won, lost: shares of its rounds with"
    " a call. think: mean time per answer, measured by the referee.",
)
DEALERS = (
    *(Column("dealers"), _right("rounds"), _right("dealer wins %", 1)),
    _right("points/round"),
)
DEALERS_NOTE = (
    "Wins of the decided rounds; net points of the dealer. Who wins deals next, so that all months"
    " favour the better bot; in first months the deal is drawn, the same seat for both legs.",
)
YAKU_NOTE = ("Of the rounds that were won.",)


def stats_tables(found: EventStats) -> tuple[Table, ...]:
    """Return the tables for people."""
    return (_luck_table(found), _play_table(found), _dealer_table(found), _yaku_table(found))


def _luck_table(found: EventStats) -> Table:
    rows = [_luck_row(ALL, found.all_luck)]
    rows += [_luck_row(name, found.luck_with(name)) for name in found.names]
    return Table(LUCK, tuple(rows), footer=LUCK_NOTE)


def _luck_row(name: str, luck: Luck) -> Row:
    rest = None if luck.cards is None else 1 - luck.cards
    shares = (luck.cards, rest, luck.cards_of_results)
    return (name, luck.count, luck.deviation, *map(_percent, shares))


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _play_table(found: EventStats) -> Table:
    rows = (
        _play_row(found, name, play_stats) for name, play_stats in found.play_stats.bots.items()
    )
    return Table(PLAY, tuple(rows), footer=PLAY_NOTE)


def _play_row(found: EventStats, name: str, play_stats: PlayStats) -> Row:
    won = play_stats.won / play_stats.rounds if play_stats.rounds else None
    shares = (won, play_stats.call_rate, play_stats.call_success, play_stats.call_penalty)
    return (
        *(name, play_stats.legs, play_stats.rounds, *map(_percent, shares)),
        _faults(found, name),
        *(play_stats.mean_thought, play_stats.thought(P99)),
    )


def _faults(found: EventStats, name: str) -> int:
    return sum(found.verdicts.get(name, {}).values())


def _dealer_table(found: EventStats) -> Table:
    rows = (_dealer_row(what, dealers) for what, dealers in _dealers(found).items())
    return Table(DEALERS, tuple(rows), footer=DEALERS_NOTE)


def _dealers(found: EventStats) -> dict[str, Dealers]:
    return {"all months": found.play_stats.dealers, "first months": found.play_stats.first_dealers}


def _dealer_row(what: str, dealers: Dealers) -> Row:
    points = estimate_text(mean_rate([dealers.sums]), 3)
    return (what, dealers.rounds, _percent(dealers.win_rate), points)


def _yaku_table(found: EventStats) -> Table:
    bots = found.play_stats.bots
    won = sum(play_stats.won for play_stats in bots.values())
    columns = (
        *(Column("yaku"), Column("name", spare=len(bots) + 1), _right("rounds")),
        _right(f"{ALL} %", 1),
        *(_right(f"{name} %", 1, spare) for spare, name in enumerate(bots, start=1)),
    )
    return Table(columns, tuple(_yaku_rows(found, won)), footer=YAKU_NOTE)


def _yaku_rows(found: EventStats, won: int) -> Iterator[Row]:
    bots = found.play_stats.bots.values()
    for id, name in _yaku_names(found).items():
        rounds = sum(play_stats.yaku[id] for play_stats in bots)
        shares = (_part(play_stats.yaku[id], play_stats.won) for play_stats in bots)
        yield (id, name, rounds, _part(rounds, won), *shares)


def _part(rounds: int, of: int) -> float | None:
    return 100 * rounds / of if of else None


def _yaku_names(found: EventStats) -> dict[str, str]:
    """Return the names of the ruleset's yaku, and of dealt hands if there were any."""
    names = {row.id: row.name for row in found.ruleset.yaku if row.points} | DEALT
    made = {id for play_stats in found.play_stats.bots.values() for id in play_stats.yaku}
    return {id: name for id, name in names.items() if id in made or id not in DEALT}


def stats_list(found: EventStats) -> Table:
    """Return the table for spreadsheets: subject, figure, value."""
    data = stats_data(found)
    columns = (Column("about"), Column("figure"), Column("value"))
    return Table(columns, tuple(_listed(data)))


def _listed(data: dict[str, list[dict[str, Cell]]]) -> Iterator[Row]:
    for objects in data.values():
        for one in objects:
            about, *figures = one.items()
            yield from ((about[1], figure, value) for figure, value in figures)


def stats_data(found: EventStats) -> dict[str, list[dict[str, Cell]]]:
    """Return plain data."""
    pairings = [_luck_object("~".join(names), luck) for names, luck in found.luck.items()]
    return {
        "luck": [_luck_object(ALL, found.all_luck), *pairings],
        "dealers": [_dealer_object(what, one) for what, one in _dealers(found).items()],
        "bots": [_bot_object(found, name) for name in found.names],
    }


def _luck_object(what: str, luck: Luck) -> dict[str, Cell]:
    return {
        "pairing": what,
        "pairs": luck.count,
        "points_deviation": _shown(luck.deviation),
        "cards_percent": _shown(_percent(luck.cards)),
        "cards_percent_of_results": _shown(_percent(luck.cards_of_results)),
    }


def _shown(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)


def _dealer_object(what: str, dealers: Dealers) -> dict[str, Cell]:
    points = mean_rate([dealers.sums])
    return {
        "months": what,
        "rounds": dealers.rounds,
        "dealer_won": dealers.won,
        "dealer_lost": dealers.lost,
        "points_per_round": _shown(points.value if points else None),
        "points_per_round_error": _shown(points.error if points else None),
    }


def _bot_object(found: EventStats, name: str) -> dict[str, Cell]:
    play_stats = found.play_stats.bots[name]
    return {
        "bot": name,
        "legs": play_stats.legs,
        "rounds": play_stats.rounds,
        "rounds_won": play_stats.won,
        "rounds_lost": play_stats.lost,
        "offers": play_stats.calls + play_stats.stops,
        "calls": play_stats.calls,
        "rounds_with_call": play_stats.rounds_with_call,
        "won_after_call": play_stats.won_after_call,
        "lost_after_call": play_stats.lost_after_call,
        "faults": _faults(found, name),
        "answers": play_stats.thinking.total(),
        "think_ms_mean": _shown(play_stats.mean_thought),
        "think_ms_p99": play_stats.thought(P99),
        **{f"won_with_{id}": play_stats.yaku[id] for id in _yaku_names(found)},
    }
