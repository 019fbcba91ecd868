"""A ruleset in a record: a preset by its name, house rules with every parameter."""

import json
from functools import lru_cache

from referee.rules.errors import BadRecord, BadRuleset, UnknownRuleset
from referee.rules.house_rules import ruleset_from_mapping, ruleset_to_mapping
from referee.rules.ruleset import RULESETS, Ruleset, find_ruleset

RulesetJSON = str | dict[str, object]


def ruleset_json(ruleset: Ruleset) -> RulesetJSON:
    """Return the name of a preset, or every parameter."""
    is_preset = RULESETS.get(ruleset.name) == ruleset
    return ruleset.name if is_preset else dict(_parameters(ruleset))


def read_ruleset(value: object, where: str) -> Ruleset:
    """Return the ruleset in a JSON value, which stands at `where`. Raises BadRecord."""
    try:
        if isinstance(value, str):
            return find_ruleset(value)
        if isinstance(value, dict):
            return _house_rules(json.dumps(value))
    except (BadRuleset, UnknownRuleset) as error:
        raise BadRecord(f"{where}: {error}", error.hint) from None
    raise BadRecord(f"{where}: a name or an object is needed, not {json.dumps(value)[:60]}")


# Every record of an event has the same ones. Reading them once also makes them one object, which
# the engine recognises at a glance.
@lru_cache(maxsize=16)
def _house_rules(text: str) -> Ruleset:
    return ruleset_from_mapping(json.loads(text))


@lru_cache(maxsize=16)
def _parameters(ruleset: Ruleset) -> dict[str, object]:
    return ruleset_to_mapping(ruleset)
