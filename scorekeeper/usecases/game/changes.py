"""The one way in which a game changes, and how a change is taken back.

A change is a set of fields with what stood before and what stands after: taking it back puts the former in place.
It is known by the id its form carried, so that sending it twice makes it once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.hand import Hand
from scorekeeper.storage import games, hand_facts
from scorekeeper.storage.db import unit_of_work
from scorekeeper.storage.games import ENDED, StoredChange
from scorekeeper.usecases.errors import Conflict, Deleted, NotFound
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.game_rules import goal_text
from scorekeeper.usecases.game_state import GameState, entry_name, ruleset_of
from scorekeeper.usecases.players.stats import update_stats

from .fields import Fields, put_back, read, write

PLAYS_ON = ("hand", "stop")
"""After these a game has not ended before."""


def make_change(
    club_id: int,
    game_uid: UUID,
    token: FormToken,
    kind: str,
    edit: Callable[[GameState], Fields],
    *,
    beyond_game: bool = False,
) -> None:
    """Changes a game by the fields that `edit` returns, scores it again and stores both, once for each entry id.

    Where there is nothing to change, nothing is stored that undo could take back. `beyond_game`: the fields touch what
    other games share, so that nobody else may write from the first look on.

    Raises NotFound, Conflict, and whatever `edit` refuses; then nothing is stored.
    """

    def change(session: Session, state: GameState) -> AppliedChange | None:
        after = {key: value for key, value in edit(state).items() if read(state, key) != value}
        return _changed(session, state, after, "done") if after else None

    _apply(club_id, game_uid, token, kind, change, locked=beyond_game)


def delete(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Takes a game out of every list; undo passes it over. Raises NotFound, Conflict."""
    now = {"deleted_at": datetime.now(UTC).isoformat()}
    _apply(club_id, game_uid, token, "deletion", lambda session, table: _changed(session, table, now, "beside"))


def restore(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Puts a deleted game back where it was. Raises NotFound, Conflict."""

    def change(session: Session, state: GameState) -> AppliedChange | None:
        return _changed(session, state, {"deleted_at": None}, "beside") if state.game.deleted_at else None

    _apply(club_id, game_uid, token, "return", change, deleted=True)


def undo(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Takes back the last change that stands; does nothing at the start of a game. Raises NotFound, Conflict."""

    def change(session: Session, state: GameState) -> AppliedChange | None:
        last = games.to_undo_and_redo(session, state.game.id)[0]
        if last is None:
            return None
        put_back(session, state, {key: (after, before) for key, (before, after) in last.fields.items()})
        games.set_state(session, state.game.id, last, "undone")
        return AppliedChange({"of": str(last.uid)}, "undo")

    _apply(club_id, game_uid, token, "undo", change, locked=True)


def redo(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Puts back what the last undo took, until something new is recorded. Raises NotFound, Conflict."""

    def change(session: Session, state: GameState) -> AppliedChange | None:
        taken = games.to_undo_and_redo(session, state.game.id)[1]
        if taken is None:
            return None
        put_back(session, state, {key: (before, after) for key, (before, after) in taken.fields.items()})
        games.set_state(session, state.game.id, taken, "done")
        return AppliedChange({"of": str(taken.uid)}, "undo")

    _apply(club_id, game_uid, token, "redo", change, locked=True)


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """What is kept of a change: its fields and its state, see `models.Change`."""

    fields: Fields
    state: str


def _changed(session: Session, table: GameState, after: Fields, state: str) -> AppliedChange:
    before = {key: read(table, key) for key in after}
    write(session, table, after)
    return AppliedChange({key: [before[key], after[key]] for key in after}, state)


Make = Callable[[Session, GameState], AppliedChange | None]


def _apply(
    club_id: int, uid: UUID, token: FormToken, kind: str, make: Make, *, deleted: bool = False, locked: bool = False
) -> None:
    """Makes one change and books it under its entry.

    Everything is read and computed before the lock is taken, which then is short. Whoever was overtaken meanwhile
    starts again, with the lock from the start (`locked`).
    """
    try:
        with unit_of_work() as (session, lock):
            if locked:
                lock()
            table, undone = _to_change(session, club_id, uid, token, kind, deleted=deleted)
            if table is None:
                return
            game, was = table.game, table.game.as_it_was()
            table.before = before = GameState(was)
            booked = make(session, table)
            if booked is None:
                return
            game.version, game.changed_at = game.version + 1, datetime.now(UTC)
            after = GameState(game, before)
            if kind in PLAYS_ON:
                game.ended_at = None
            if set(booked.fields) != {"open_hand"}:  # an open bid scores nothing
                update_derived(after)
            if not locked:
                lock()
            games.write(session, was, game)
            update_stats(session, was, after)
            if undone and booked.state == "done":
                games.drop_undone(session, game.id)
            change = games.StoredChange(token.id, game.version, kind, dict(booked.fields), booked.state)
            games.add_change(session, game, change)
    except games.StaleVersion:
        _apply(club_id, uid, token, kind, make, deleted=deleted, locked=True)


def _to_change(
    session: Session, club_id: int, uid: UUID, token: FormToken, kind: str, *, deleted: bool = False
) -> tuple[GameState | None, bool]:
    """The game, and whether a change of it can be put back.

    No game where this very entry was made before (asked first: a lost answer is asked again). The buttons of one page
    share its id, so a known one of another `kind` is late and not the same.
    `deleted`: whether this is for games that were deleted; without it they are refused.
    """
    game = games.read(session, club_id, uid)
    if game is None:
        raise NotFound
    known, undone = games.known_and_undone(session, game.id, token.id)
    if known and known.kind == kind:
        return None, undone
    if game.deleted_at and not deleted:
        raise Deleted
    state = GameState(game)
    if not (deleted and not game.deleted_at) and (known or token.version != game.version):
        raise Conflict(
            tuple(describe_change(change, state) for change in games.changes_since(session, game.id, token.version))
        )
    return state, undone


def update_derived(state: GameState) -> None:
    """Sets what follows from the hands: the game's status, when it ended, each player's total, who won.

    When it ended is kept while a slip or an undo reopens it: the same game has ended then once that is put right.
    """
    standing, game = state.standing, state.game
    game.status = state.status
    if game.status in ENDED:
        game.ended_at = game.ended_at or game.changed_at
    for seat in game.players:
        name = seat.player.name
        seat.total, seat.won = standing.totals[name], game.status == "over" and name in standing.winners


def describe_change(change: StoredChange, state: GameState) -> str:
    """A change in words, as it stands behind "Takes back" and "Meanwhile"."""
    return _SAID[change.kind](change, state)


def _contract_said(change: StoredChange, state: GameState) -> Hand:
    return hand_facts.decode(change.fields["open_hand"][1] or {}, state.names)


def _bid_said(change: StoredChange, state: GameState) -> str:
    hand = _contract_said(change, state)
    return f"{hand.bidder}'s bid of {hand.bid}"


def _call_said(change: StoredChange, state: GameState) -> str:
    auction = _contract_said(change, state).auction
    if not auction:
        return "the last pass"
    player, call = auction[-1]
    return f"{player}'s pass" if call == PASS else f"{player}'s call of {call}"


def _hand_said(change: StoredChange, state: GameState) -> str:
    kept = next(after for key, (_, after) in change.fields.items() if key.startswith("hand:"))
    hand = hand_facts.decode(kept["facts"], state.names)
    return f"the hand {hand.bidder} bid {hand.bid}"


def _only(change: StoredChange) -> list[Any]:
    """What stood before and what stands after, where a change has one field."""
    return next(iter(change.fields.values()))


def _entry_said(change: StoredChange, state: GameState) -> str:
    """The hand that was corrected or deleted, by its number."""
    before = _only(change)[0]
    earlier = [row for row in state.game.hands if row.position < before["position"]]
    number = 1 + sum(hand_facts.decode(row.facts, state.names).scored for row in earlier)
    return entry_name(before["facts"]["outcome"], number)


def _name_said(change: StoredChange) -> str:
    before, after = _only(change)
    return f"the spelling {after} for {before}" if isinstance(after, str) else f"{after[1]} in the seat of {before[1]}"


_SAID: Mapping[str, Callable[[StoredChange, GameState], str]] = {
    "bid": _bid_said,
    "call": _call_said,
    "trump": lambda change, state: f"trump {_contract_said(change, state).trump}",
    "partners": lambda change, state: f"whom {_contract_said(change, state).bidder} called",
    "hand": _hand_said,
    "misdeal": lambda _change, _table: "the misdeal",
    "passed-out": lambda _change, _table: "the passed-out deal",
    "correction": lambda change, state: f"the correction of {_entry_said(change, state)}",
    "hand deletion": lambda change, state: f"the deletion of {_entry_said(change, state)}",
    "name": lambda change, _table: _name_said(change),
    "seats": lambda _change, _table: "the order of seats",
    "dealer": lambda change, state: f"the first dealer, {state.names[change.fields['dealer'][1]]}",
    "target": lambda change, _table: f"the end of the game, {goal_text(ruleset_of(_only(change)[1]))}",
    "notes": lambda _change, _table: "the notes",
    "stop": lambda _change, _table: "the stop",
    "resumption": lambda _change, _table: "the resumption",
    "deletion": lambda _change, _table: "its deletion",
    "return": lambda _change, _table: "its return",
    "undo": lambda _change, _table: "an undo",
    "redo": lambda _change, _table: "a redo",
}
