"""Loading a ruleset: a preset by name, or a file of house rules."""

from pathlib import Path

from referee.rules.errors import BadRuleset, UnknownRuleset
from referee.rules.house_rules import parse_house_rules, shown
from referee.rules.ruleset import Ruleset, find_ruleset

SUFFIX = ".toml"


def load_ruleset(name_or_path: str) -> Ruleset:
    """Load a preset by name, or house rules from a file whose name ends in `.toml`.

    Raises UnknownRuleset or BadRuleset.
    """
    if name_or_path.endswith(SUFFIX):
        return parse_house_rules(_text(Path(name_or_path)), name_or_path)
    try:
        return find_ruleset(name_or_path)
    except UnknownRuleset as error:
        error.hint = error.hint or f"house rules are a file whose name ends in `{SUFFIX}`"
        raise


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadRuleset(
            f"house rules {shown(path)} cannot be read: {error.strerror or error}",
            "`arena rules` lists the rulesets that need no file",
        ) from error
    except UnicodeDecodeError as error:
        raise BadRuleset(
            f"house rules {shown(path)} are not UTF-8: byte {error.start}", "save them as UTF-8"
        ) from error
