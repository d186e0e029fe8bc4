"""Rule sets and hands as the plain dicts that the reference scorer reads."""

from dataclasses import asdict
from enum import Enum
from typing import Any

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet


def plain(rules_or_hand: RuleSet | Hand) -> dict[str, Any]:
    if isinstance(rules_or_hand, RuleSet):
        return {name: getattr(rules_or_hand, name) for name in PARAMETERS}
    hand = asdict(rules_or_hand)
    hand |= {name: [each._asdict() for each in hand[name]] for name in ("fouls", "adjustments")}
    return {name: value.value if isinstance(value, Enum) else value for name, value in hand.items()}
