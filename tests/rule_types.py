"""The type of the rules in the phone's scripts, made of `RuleSet`: `python -m tests.rule_types` writes it."""

import re

from scorekeeper import settings
from scorekeeper.rules.ruleset import CHOICES, OPTIONAL, PARAMETERS, SWITCHES

SCRIPT = settings.shipped("static") / "alone" / "score.js"
HEAD = r" \* @typedef \{object\} Rules The parameters of a rule set \(rules/ruleset\.py\); null means none\.\n"
TYPE = re.compile(rf"(?<={HEAD})( \* @property .*\n)+")


def properties() -> str:
    """Each parameter with its type, a line each."""
    return "".join(f" * @property {{{_type(name)}}} {name}\n" for name in PARAMETERS)


def _type(name: str) -> str:
    if name in CHOICES:
        return " | ".join(f'"{choice}"' for choice in CHOICES[name])
    known = {"counters": "Record<string, number>"} | dict.fromkeys(SWITCHES, "boolean")
    return known.get(name, "number") + (" | null" if name in OPTIONAL else "")


def written() -> str:
    """What the script has."""
    found = TYPE.search(SCRIPT.read_text())
    assert found, f"{SCRIPT} has no type of the rules"
    return found[0]


if __name__ == "__main__":
    SCRIPT.write_text(TYPE.sub(lambda _: properties(), SCRIPT.read_text()))
