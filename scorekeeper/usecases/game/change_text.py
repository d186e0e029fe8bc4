"""Each kind of change in words."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.hand import Hand
from scorekeeper.storage import hand_facts
from scorekeeper.storage.games import StoredChange
from scorekeeper.usecases.game_rules import goal_text, ruleset_of
from scorekeeper.usecases.game_state import GameState, describe_hand


def describe_change(change: StoredChange, state: GameState) -> str:
    """Return a change in words, as it stands behind "Takes back" and "Meanwhile"."""
    return _DESCRIBE[change.kind](change, state)


def _open_hand(change: StoredChange, state: GameState) -> Hand:
    return hand_facts.decode(change.fields["open_hand"][1] or hand_facts.HandFacts(), state.names)


def _describe_bid(change: StoredChange, state: GameState) -> str:
    hand = _open_hand(change, state)
    return f"{hand.bidder}'s bid of {hand.bid}"


def _describe_call(change: StoredChange, state: GameState) -> str:
    auction = _open_hand(change, state).auction
    if not auction:
        return "the last pass"
    player, call = auction[-1]
    return f"{player}'s pass" if call == PASS else f"{player}'s call of {call}"


def _describe_recorded(change: StoredChange, state: GameState) -> str:
    stored = next(after for key, (_, after) in change.fields.items() if key.startswith("hand:"))
    hand = hand_facts.decode(stored["facts"], state.names)
    return f"the hand {hand.bidder} bid {hand.bid}"


def _only_field(change: StoredChange) -> list[Any]:
    """Return what stood before and what stands after, where a change has one field."""
    return next(iter(change.fields.values()))


def _describe_touched(change: StoredChange, state: GameState) -> str:
    """Name the hand that was corrected or deleted, by its number."""
    before = _only_field(change)[0]
    earlier = [row for row in state.game.hands if row.position < before["position"]]
    number = 1 + sum(hand_facts.decode(row.facts, state.names).scored for row in earlier)
    return describe_hand(before["facts"]["outcome"], number)


def _describe_name(change: StoredChange) -> str:
    before, after = _only_field(change)
    return f"the spelling {after} for {before}" if isinstance(after, str) else f"{after[1]} in the seat of {before[1]}"


_DESCRIBE: Mapping[str, Callable[[StoredChange, GameState], str]] = {
    "bid": _describe_bid,
    "call": _describe_call,
    "trump": lambda change, state: f"trump {_open_hand(change, state).trump}",
    "partners": lambda change, state: f"whom {_open_hand(change, state).bidder} called",
    "hand": _describe_recorded,
    "misdeal": lambda _change, _state: "the misdeal",
    "passed-out": lambda _change, _state: "the passed-out deal",
    "time": lambda _change, _state: "the call of time",
    "correction": lambda change, state: f"the correction of {_describe_touched(change, state)}",
    "hand deletion": lambda change, state: f"the deletion of {_describe_touched(change, state)}",
    "name": lambda change, _state: _describe_name(change),
    "seats": lambda _change, _state: "the order of seats",
    "dealer": lambda change, state: f"the first dealer, {state.names[change.fields['dealer'][1]]}",
    "target": lambda change, _state: f"the end of the game, {goal_text(ruleset_of(_only_field(change)[1]))}",
    "notes": lambda _change, _state: "the notes",
    "stop": lambda _change, _state: "the stop",
    "resumption": lambda _change, _state: "the resumption",
    "deletion": lambda _change, _state: "its deletion",
    "return": lambda _change, _state: "its return",
    "undo": lambda _change, _state: "an undo",
    "redo": lambda _change, _state: "a redo",
}
