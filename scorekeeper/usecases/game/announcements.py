"""What a tap just did, in one line for screen readers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.words import agree, format_points
from scorekeeper.storage.games import StoredChange
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.stored_rules import rules_title

from .change_descriptions import describe_change, open_hand_of


@dataclass(frozen=True, slots=True)
class Step:
    """A form that was sent: whether it was an undo or a redo, and the version of the game after it."""

    direction: Literal["do", "undo", "redo"]
    version: int


def announce(state: GameState, last: StoredChange | None, undone: StoredChange | None, step: Step) -> str:
    """Return what a step did: "Saved hand 6: Ann & Cal +45, Bob & Dee −95." or "Undone: the misdeal.".

    `last` is the last change, `undone` the one that redo would put back. Return "" if the game has changed since, and
    for a bid, a partner and trump, which the form for the count shows.
    """
    if step.version != state.game.version:
        return ""
    if step.direction == "undo":
        return f"Undone: {describe_change(undone, state)}." if undone else ""
    if last is None:
        return ""
    if step.direction == "redo":
        return f"Redone: {describe_change(last, state)}."
    sentence = _SENTENCES.get(last.kind)
    return sentence(state, last) if sentence and last.version == step.version else ""


def _saved(state: GameState, _change: StoredChange) -> str:
    return f"Saved hand {state.hand_numbers[-1]}: {_points(state)}."


def _points(state: GameState, played: PlayedHand | None = None) -> str:
    points = (played or state.hands[-1]).points
    return ", ".join(f"{state.names.side(side)} {format_points(points[side[0]])}" for side in state.competitors)


def announce_since(state: GameState, changes: Iterable[StoredChange]) -> str:
    """Return what others did in the meantime: "Since then: the hand Bob bid 95: set, Ann & Cal +45, Bob & Dee −95."."""
    done = "; ".join(_done(change, state) for change in changes)
    return f"Since then: {done}." if done else ""


def _done(change: StoredChange, state: GameState) -> str:
    """Return a change in words; for a saved hand with its score, unless it was undone."""
    what = describe_change(change, state)
    for row, played in zip(state.game.hands, state.hands, strict=True):
        if change.kind == "hand" and f"hand:{row.uid}" in change.fields and played.score:
            outcome = {True: "made, ", False: "set, ", None: ""}[played.score.made]
            return f"{what}: {outcome}{_points(state, played)}"
    return what


def _not_played(state: GameState, what: str) -> str:
    booked = f": {_points(state)}" if state.hands[-1].has_points else ""
    return f"{what}{booked}. {_deals_next(state)}"


def _deals_next(state: GameState) -> str:
    dealer = state.standing.table.dealer
    again = " again" if dealer == state.hands[-1].deal.dealer else ""
    name = state.names[dealer]
    return f"{name} {agree(name, 'deals')}{again}."


def _stuck(state: GameState, change: StoredChange) -> str:
    hand = open_hand_of(change)
    return f"Everyone passed: {_has_the_bid(state, hand)}." if hand.is_stuck else ""


def _has_the_bid(state: GameState, hand: Hand) -> str:
    name = state.names[hand.bidder]
    return f"{name} {agree(name, 'has')} the bid at {hand.bid}"


def _called(state: GameState, change: StoredChange) -> str:
    hand = open_hand_of(change)
    if not hand.auction:
        return f"Everyone passed. {_deals_next(state)}"
    player, call = hand.auction[-1]
    name = state.names[player]
    said = f"{name} passed" if call == PASS else f"{name} bid {call}"
    if hand.bidder is None:
        return f"{said}."
    return f"{said}: {_has_the_bid(state, hand)}." if call == PASS else f"{said} and {agree(name, 'has')} it."


def _dealer(state: GameState, _change: StoredChange) -> str:
    deal = state.deal
    name = state.names[deal.dealer]
    return f"{name} {agree(name, 'deals')} hand {deal.number}."


def _rules(state: GameState) -> str:
    return rules_title(state.game.rules, state.game.house_rules_name)


_SENTENCES: Mapping[str, Callable[[GameState, StoredChange], str]] = {
    "bid": _stuck,
    "hand": _saved,
    "call": _called,
    "dealer": _dealer,
    "misdeal": lambda state, _change: _not_played(state, "Misdeal"),
    "passed-out": lambda state, _change: _not_played(state, "Everyone passed"),
    "rules": lambda state, _change: f"Every hand is now scored with these rules: {_rules(state)}.",
    "correction": lambda state, change: f"Saved {describe_change(change, state)}.",
    "hand deletion": lambda state, change: f"Saved {describe_change(change, state)}.",
    "resumption": lambda _state, _change: "Game resumed.",
    "return": lambda _state, _change: "Game restored.",
}
