"""Storage of a hand: plain JSON, with players by their numbers in the game.

What was not entered is left out, so an ordinary hand stays small.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, cast

from scorekeeper.rules.hand import TIED, Adjustment, Deal, Foul, Hand, Tied


class HandFacts(TypedDict, total=False):
    """What is stored of a hand; a player is a number, a pair is a player's number with something of theirs."""

    outcome: str
    seats: list[int]
    dealer: int
    bidder: int
    bid: int
    partners: list[int]
    auction: list[list[int | str]]
    trump: str
    captured: list[list[int]]
    last_trick: int
    most_tricks: int | str
    sweep: int
    nest_points: int
    reneged_by: int
    fouls: list[list[int | str]]
    adjustments: list[list[int | str]]
    last: bool
    note: str


_PLAYERS = ("dealer", "bidder", "last_trick", "most_tricks", "sweep", "reneged_by")
_VALUES = ("bid", "trump", "nest_points", "note")


def encode(hand: Hand, deal: Deal, names: Sequence[str]) -> HandFacts:
    """Return the facts of a hand with the deal it was played from; `names[i]` is the player with number i."""
    number = {name: index for index, name in enumerate(names)}
    facts: dict[str, Any] = {"outcome": hand.outcome, "seats": [number[name] for name in deal.seats]}
    for field in _PLAYERS:
        player = deal.dealer if field == "dealer" else getattr(hand, field)
        if player is not None:
            facts[field] = "tied" if player is TIED else number[player]
    facts |= {field: getattr(hand, field) for field in _VALUES if getattr(hand, field) is not None}
    if hand.last:
        facts["last"] = True
    if hand.captured:
        facts["captured"] = [[number[player], worth] for player, worth in hand.captured.items()]
    if hand.partners is not None:
        facts["partners"] = [number[player] for player in hand.partners]
    if hand.auction is not None:
        facts["auction"] = [[number[player], call] for player, call in hand.auction]
    if hand.fouls:
        facts["fouls"] = [[number[foul.player], foul.kind] for foul in hand.fouls]
    if hand.adjustments:
        facts["adjustments"] = [[number[a.player], a.points, a.reason] for a in hand.adjustments]
    return cast(HandFacts, facts)


def decode(facts: HandFacts, names: Sequence[str]) -> Hand:
    """Return the hand that these facts tell of, players by name."""
    return Hand(**{field: read(value, names) for field, value in facts.items() if (read := _READ.get(field))})


def _player(number: int | str, names: Sequence[str]) -> str | Tied:
    return names[number] if isinstance(number, int) else TIED


_READ: Mapping[str, Callable[[Any, Sequence[str]], Any]] = {
    **dict.fromkeys(("outcome", "last", *_VALUES), lambda value, _names: value),
    **dict.fromkeys(_PLAYERS, _player),
    "captured": lambda counts, names: {names[number]: worth for number, worth in counts},
    "partners": lambda numbers, names: tuple([names[number] for number in numbers]),
    "auction": lambda calls, names: tuple([(names[number], call) for number, call in calls]),
    "fouls": lambda fouls, names: tuple([Foul(names[number], kind) for number, kind in fouls]),
    "adjustments": lambda rows, names: tuple([Adjustment(names[number], points, why) for number, points, why in rows]),
}
