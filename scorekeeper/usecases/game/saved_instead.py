"""A hand that another phone saved first, and how what was entered here differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.rules.hand import HAND_DEFAULTS, Hand, Player
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.usecases.game.corrections import HandToCorrect, hand_to_correct
from scorekeeper.usecases.game_state import read_game

WORDS_OF = {
    "last_trick": "another last trick",
    "most_tricks": "another side with most tricks",
    "sweep": "another sweep",
    "reneged_by": "another renege",
    "nest_points": "other points in the nest",
    "rook": "another player with the Rook",
    "fouls": "other penalties",
    "adjustments": "other adjustments",
    "note": "another note",
}
"""What else can differ between two counts of one hand."""


@dataclass(frozen=True, slots=True)
class SavedInstead:
    """A hand that another phone saved first, and how what was entered here differs, "" if it doesn't."""

    hand: HandToCorrect
    differs: str


def saved_instead(club_id: int, game_uid: UUID, version: int, entered: Hand) -> SavedInstead | None:
    """Return the hand that another phone saved right after this version of the game, if it did and the hand is there.

    Raises NotFound, Deleted.
    """
    state = read_game(club_id, game_uid)
    changes = games.changes_since(db.session(), state.game.id, version)
    if not changes or changes[0].kind != "hand":
        return None
    places = {f"hand:{row.uid}": place for place, row in enumerate(state.game.hands, 1)}
    place = next((places[key] for key in changes[0].fields if key in places), None)
    if place is None:
        return None
    hand = hand_to_correct(club_id, game_uid, place)
    return SavedInstead(hand, _difference(hand, entered))


def _difference(hand: HandToCorrect, entered: Hand) -> str:
    """Return how a hand as entered differs from the stored one: "75 instead of 70"."""
    mine, theirs = (_with_rest(hand, each.captured) for each in (entered, hand.entered))
    sides = sorted(hand.contract.sides, key=lambda side: not side.has_bid) if hand.contract else []
    for number in (side.number for side in sides):
        if mine.get(number) != theirs.get(number):
            return f"{mine.get(number, 'nothing')} instead of {theirs.get(number, 'nothing')}"
    said = {name: value for name in WORDS_OF if (value := getattr(entered, name)) != HAND_DEFAULTS[name]}
    return next((WORDS_OF[name] for name, value in said.items() if value != getattr(hand.entered, name)), "")


def _with_rest(hand: HandToCorrect, captured: Mapping[Player, int]) -> dict[Player, int]:
    """Return the counts of all sides, where one side was left out that took the rest."""
    sides = [side.number for side in hand.contract.sides] if hand.contract else []
    missing = [number for number in sides if number not in captured]
    if len(missing) != 1 or hand.rules.out_of_play_cards:
        return dict(captured)
    return {**captured, missing[0]: hand.rules.card_total - sum(captured.values())}
