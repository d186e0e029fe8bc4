"""Each kind of change in words."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.words import whose
from scorekeeper.storage.games import StoredChange
from scorekeeper.storage.hand_json import read_facts
from scorekeeper.usecases.game_state import GameState, describe_hand
from scorekeeper.usecases.stored_rules import goal_text, ruleset_of


def describe_change(change: StoredChange, state: GameState) -> str:
    """Return a change in words, to follow "Takes back" and "Meanwhile"."""
    return _DESCRIBE[change.kind](change, state)


def open_hand_of(change: StoredChange) -> Hand:
    """Return the hand being played, as it was after a change that set it."""
    return read_facts(change.fields["open_hand"][1] or {})


def _describe_bid(change: StoredChange, state: GameState) -> str:
    return describe_bid(open_hand_of(change), state)


def describe_bid(hand: Hand, state: GameState) -> str:
    """Return the bid of a hand in words: "Ann's bid of 95"."""
    return f"{whose(state.names[hand.bidder])} bid of {hand.bid}"


def _describe_call(change: StoredChange, state: GameState) -> str:
    auction = open_hand_of(change).auction
    if not auction:
        return "the last pass"
    player, call = auction[-1]
    owner = whose(state.names[player])
    return f"{owner} pass" if call == PASS else f"{owner} bid of {call}"


def _describe_recorded(change: StoredChange, state: GameState) -> str:
    facts = next(after["facts"] for key, (_, after) in change.fields.items() if key.startswith("hand:"))
    return f"the hand {state.names[facts['bidder']]} bid {facts['bid']}"


def _only_field(change: StoredChange) -> list[Any]:
    """Return the values before and after a change that has one field."""
    return next(iter(change.fields.values()))


def _describe_touched(change: StoredChange, state: GameState) -> str:
    """Name the hand that was corrected or deleted, by its number."""
    before = _only_field(change)[0]
    earlier = [row for row in state.game.hands if row.position < before["position"]]
    number = 1 + sum(row.hand.scored for row in earlier)
    return describe_hand(before["facts"]["outcome"], number)


def _dealer(change: StoredChange) -> int:
    """Return the number of the dealer after this change, of the first hand or the one being played."""
    number: int = change.fields["dealer"][1] if "dealer" in change.fields else change.fields["open_hand"][1]["dealer"]
    return number


def _describe_name(change: StoredChange) -> str:
    before, after = _only_field(change)
    return f"the name {after} for {before}" if isinstance(after, str) else f"{after[1]} in {before[1]}'s seat"


_DESCRIBE: Mapping[str, Callable[[StoredChange, GameState], str]] = {
    "bid": _describe_bid,
    "call": _describe_call,
    "trump": lambda change, _state: f"trump {open_hand_of(change).trump}",
    "partners": lambda change, state: f"{whose(state.names[open_hand_of(change).bidder])} choice of partner",
    "hand": _describe_recorded,
    "misdeal": lambda _change, _state: "the misdeal",
    "passed-out": lambda _change, _state: "the passed-out hand",
    "time": lambda _change, _state: "calling time",
    "meeting": lambda _change, _state: "the hands from another phone",
    "correction": lambda change, state: f"the correction of {_describe_touched(change, state)}",
    "hand deletion": lambda change, state: f"the deletion of {_describe_touched(change, state)}",
    "name": lambda change, _state: _describe_name(change),
    "seats": lambda _change, _state: "the seating",
    "dealer": lambda change, state: f"{state.names[_dealer(change)]} as the dealer",
    "target": lambda change, _state: f"the game length, {goal_text(ruleset_of(_only_field(change)[1]))}",
    "teams": lambda _change, _state: "the names of the sides",
    "rules": lambda _change, _state: "the change of rules",
    "notes": lambda _change, _state: "the notes",
    "stop": lambda _change, _state: "ending the game early",
    "resumption": lambda _change, _state: "resuming the game",
    "hiding": lambda _change, _state: "hiding the game",
    "showing": lambda _change, _state: "showing the game again",
    "deletion": lambda _change, _state: "deleting the game",
    "return": lambda _change, _state: "restoring the game",
    "undo": lambda _change, _state: "an undo",
    "redo": lambda _change, _state: "a redo",
}
