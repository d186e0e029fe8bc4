"""A hand's facts as they are kept: plain JSON, with players by their numbers in the game.

What was not said is left out, so an ordinary hand stays small.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ..rules.hand import TIED, Adjustment, Deal, Foul, Hand

_PLAYERS = ("dealer", "bidder", "last_trick", "most_tricks", "sweep", "reneged_by")
_VALUES = ("bid", "trump", "nest_points", "note")


def kept(hand: Hand, deal: Deal, names: Sequence[str]) -> dict[str, Any]:
    """The facts of a hand with the deal it was played from; `names[i]` is the player with number i."""
    number = {name: place for place, name in enumerate(names)}
    facts: dict[str, Any] = {"outcome": hand.outcome, "seats": [number[name] for name in deal.seats]}
    for field in _PLAYERS:
        player = deal.dealer if field == "dealer" else getattr(hand, field)
        if player is not None:
            facts[field] = "tied" if player is TIED else number[player]
    facts |= {field: getattr(hand, field) for field in _VALUES if getattr(hand, field) is not None}
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
    return facts


def seen(facts: Mapping[str, Any], names: Sequence[str]) -> Hand:
    """The hand that these facts tell of, players by name."""
    said: dict[str, Any] = {field: facts[field] for field in ("outcome", *_VALUES) if field in facts}
    for field in _PLAYERS:
        if field in facts:
            said[field] = TIED if facts[field] == "tied" else names[facts[field]]
    if "partners" in facts:
        said["partners"] = tuple(names[number] for number in facts["partners"])
    if "auction" in facts:
        said["auction"] = tuple((names[number], call) for number, call in facts["auction"])
    return Hand(
        **said,
        captured={names[number]: worth for number, worth in facts.get("captured", ())},
        fouls=tuple(Foul(names[number], kind) for number, kind in facts.get("fouls", ())),
        adjustments=tuple(Adjustment(names[n], points, reason) for n, points, reason in facts.get("adjustments", ())),
    )
