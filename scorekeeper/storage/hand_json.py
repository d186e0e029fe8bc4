"""Stores the facts of a hand as JSON, with players by their numbers in the game.

Fields that were not entered are left out, to keep ordinary hands small. The seats and the dealer are stored too.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.rules.hand import HAND_DEFAULTS, MAY_BE_TIED, PLAYERS, TIED, Adjustment, Deal, Foul, Hand

Facts = dict[str, Any]

_ORDER = (
    *PLAYERS, "bid", "trump", "nest_points", "note", "last", "captured", "partners", "auction", "fouls", "adjustments",
)  # fmt: skip
_WRITE: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(MAY_BE_TIED, lambda player: "tied" if player is TIED else player),
    "captured": lambda counts: [list(pair) for pair in counts.items()],
    "partners": list,
    **dict.fromkeys(("auction", "fouls", "adjustments"), lambda rows: [list(row) for row in rows]),
}
_READ: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(MAY_BE_TIED, lambda player: TIED if player == "tied" else player),
    "captured": dict,
    "partners": tuple,
    "auction": lambda calls: tuple([(player, call) for player, call in calls]),
    "fouls": lambda fouls: tuple([Foul(*foul) for foul in fouls]),
    "adjustments": lambda rows: tuple([Adjustment(*row) for row in rows]),
}


def write_facts(hand: Hand, deal: Deal) -> Facts:
    """Return the facts of a hand and its deal."""
    facts: Facts = {"outcome": hand.outcome, "seats": list(deal.seats), "dealer": deal.dealer}
    for name in _ORDER:
        value = getattr(hand, name)
        if value != HAND_DEFAULTS[name]:
            facts[name] = _WRITE[name](value) if name in _WRITE else value
    return facts


def read_facts(facts: Mapping[str, Any]) -> Hand:
    """Return the hand with these facts, with its dealer."""
    return Hand(
        **{name: _READ[name](value) if name in _READ else value for name, value in facts.items() if name != "seats"}
    )
