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

from ..rules.auction import PASS
from ..rules.hand import Hand
from ..storage import facts, games
from ..storage.db import changing
from ..storage.games import ENDED, StoredChange
from .ends import end_in_words
from .errors import Deleted, NotFound, OutOfDate
from .fields import Fields, put_back, read, write
from .table import Table, entry_in_words, ruleset_of
from .tallies import recount

PLAYS_ON = ("hand", "stop")
"""After these a game has not ended before."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a form carries of itself: its own id, and the version of the game it was made from."""

    id: UUID
    version: int


def make_change(
    club_id: int,
    game_uid: UUID,
    entry: Entry,
    kind: str,
    edit: Callable[[Table], Fields],
    *,
    beyond_game: bool = False,
) -> None:
    """Changes a game by the fields that `edit` returns, scores it again and stores both, once for each entry id.

    Where there is nothing to change, nothing is stored that undo could take back. `beyond_game`: the fields touch what
    other games share, so that nobody else may write from the first look on.

    Raises NotFound, OutOfDate, and whatever `edit` refuses; then nothing is stored.
    """

    def change(session: Session, table: Table) -> Booked | None:
        after = {key: value for key, value in edit(table).items() if read(table, key) != value}
        return _changed(session, table, after, "done") if after else None

    _book(club_id, game_uid, entry, kind, change, locked=beyond_game)


def delete(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Takes a game out of every list; undo passes it over. Raises NotFound, OutOfDate."""
    now = {"deleted": datetime.now(UTC).isoformat()}
    _book(club_id, game_uid, entry, "deletion", lambda session, table: _changed(session, table, now, "beside"))


def bring_back(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Puts a deleted game back where it was. Raises NotFound, OutOfDate."""

    def change(session: Session, table: Table) -> Booked | None:
        return _changed(session, table, {"deleted": None}, "beside") if table.game.deleted else None

    _book(club_id, game_uid, entry, "return", change, deleted=True)


def undo(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Takes back the last change that stands; does nothing at the start of a game. Raises NotFound, OutOfDate."""

    def change(session: Session, table: Table) -> Booked | None:
        last = games.to_undo_and_redo(session, table.game.id)[0]
        if last is None:
            return None
        put_back(session, table, {key: (after, before) for key, (before, after) in last.fields.items()})
        games.set_state(session, table.game.id, last, "undone")
        return Booked({"of": str(last.uid)}, "undo")

    _book(club_id, game_uid, entry, "undo", change, locked=True)


def redo(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Puts back what the last undo took, until something new is recorded. Raises NotFound, OutOfDate."""

    def change(session: Session, table: Table) -> Booked | None:
        taken = games.to_undo_and_redo(session, table.game.id)[1]
        if taken is None:
            return None
        put_back(session, table, {key: (before, after) for key, (before, after) in taken.fields.items()})
        games.set_state(session, table.game.id, taken, "done")
        return Booked({"of": str(taken.uid)}, "undo")

    _book(club_id, game_uid, entry, "redo", change, locked=True)


@dataclass(frozen=True, slots=True)
class Booked:
    """What is kept of a change: its fields and its state, see `models.Change`."""

    fields: Fields
    state: str


def _changed(session: Session, table: Table, after: Fields, state: str) -> Booked:
    before = {key: read(table, key) for key in after}
    write(session, table, after)
    return Booked({key: [before[key], after[key]] for key in after}, state)


Make = Callable[[Session, Table], Booked | None]


def _book(
    club_id: int, uid: UUID, entry: Entry, kind: str, make: Make, *, deleted: bool = False, locked: bool = False
) -> None:
    """Makes one change and books it under its entry.

    Everything is read and computed before the lock is taken, which then is short. Whoever was overtaken meanwhile
    starts again, with the lock from the start (`locked`).
    """
    try:
        with changing() as (session, lock):
            if locked:
                lock()
            table, undone = _to_change(session, club_id, uid, entry, kind, deleted=deleted)
            if table is None:
                return
            game, was = table.game, table.game.as_it_was()
            table.before = before = Table(was)
            booked = make(session, table)
            if booked is None:
                return
            game.version, game.changed = game.version + 1, datetime.now(UTC)
            after = Table(game, before)
            if kind in PLAYS_ON:
                game.ended = None
            if set(booked.fields) != {"contract"}:  # an open bid scores nothing
                derive(after)
            if not locked:
                lock()
            games.write(session, was, game)
            recount(session, was, after)
            if undone and booked.state == "done":
                games.drop_undone(session, game.id)
            change = games.StoredChange(entry.id, game.version, kind, dict(booked.fields), booked.state)
            games.add_change(session, game, change)
    except games.Overtaken:
        _book(club_id, uid, entry, kind, make, deleted=deleted, locked=True)


def _to_change(
    session: Session, club_id: int, uid: UUID, entry: Entry, kind: str, *, deleted: bool = False
) -> tuple[Table | None, bool]:
    """The game, and whether a change of it can be put back.

    No game where this very entry was made before (asked first: a lost answer is asked again). The buttons of one page
    share its id, so a known one of another `kind` is late and not the same.
    `deleted`: whether this is for games that were deleted; without it they are refused.
    """
    game = games.read(session, club_id, uid)
    if game is None:
        raise NotFound
    known, undone = games.known_and_undone(session, game.id, entry.id)
    if known and known.kind == kind:
        return None, undone
    if game.deleted and not deleted:
        raise Deleted
    table = Table(game)
    if not (deleted and not game.deleted) and (known or entry.version != game.version):
        raise OutOfDate(tuple(said(change, table) for change in games.changes_since(session, game.id, entry.version)))
    return table, undone


def derive(table: Table) -> None:
    """Sets what follows from the hands: the game's status, when it ended, each player's total, who won.

    When it ended is kept while a slip or an undo reopens it: the same game has ended then once that is put right.
    """
    standing, game = table.standing, table.game
    game.status = table.status
    if game.status in ENDED:
        game.ended = game.ended or game.changed
    for seat in game.players:
        name = seat.player.name
        seat.total, seat.won = standing.totals[name], game.status == "over" and name in standing.winners


def said(change: StoredChange, table: Table) -> str:
    """A change in words, as it stands behind "Takes back" and "Meanwhile"."""
    return _SAID[change.kind](change, table)


def _contract_said(change: StoredChange, table: Table) -> Hand:
    return facts.seen(change.fields["contract"][1] or {}, table.names)


def _bid_said(change: StoredChange, table: Table) -> str:
    hand = _contract_said(change, table)
    return f"{hand.bidder}'s bid of {hand.bid}"


def _call_said(change: StoredChange, table: Table) -> str:
    auction = _contract_said(change, table).auction
    if not auction:
        return "the last pass"
    player, call = auction[-1]
    return f"{player}'s pass" if call == PASS else f"{player}'s call of {call}"


def _hand_said(change: StoredChange, table: Table) -> str:
    kept = next(after for key, (_, after) in change.fields.items() if key.startswith("hand:"))
    hand = facts.seen(kept["facts"], table.names)
    return f"the hand {hand.bidder} bid {hand.bid}"


def _only(change: StoredChange) -> list[Any]:
    """What stood before and what stands after, where a change has one field."""
    return next(iter(change.fields.values()))


def _entry_said(change: StoredChange, table: Table) -> str:
    """The hand that was corrected or deleted, by its number."""
    before = _only(change)[0]
    earlier = [row for row in table.game.hands if row.position < before["position"]]
    number = 1 + sum(facts.seen(row.facts, table.names).scored for row in earlier)
    return entry_in_words(before["facts"]["outcome"], number)


def _name_said(change: StoredChange) -> str:
    before, after = _only(change)
    return f"the spelling {after} for {before}" if isinstance(after, str) else f"{after[1]} in the seat of {before[1]}"


_SAID: Mapping[str, Callable[[StoredChange, Table], str]] = {
    "bid": _bid_said,
    "call": _call_said,
    "trump": lambda change, table: f"trump {_contract_said(change, table).trump}",
    "partners": lambda change, table: f"whom {_contract_said(change, table).bidder} called",
    "hand": _hand_said,
    "misdeal": lambda _change, _table: "the misdeal",
    "passed-out": lambda _change, _table: "the passed-out deal",
    "correction": lambda change, table: f"the correction of {_entry_said(change, table)}",
    "hand deletion": lambda change, table: f"the deletion of {_entry_said(change, table)}",
    "name": lambda change, _table: _name_said(change),
    "seats": lambda _change, _table: "the order of seats",
    "dealer": lambda change, table: f"the first dealer, {table.names[change.fields['dealer'][1]]}",
    "target": lambda change, _table: f"the end of the game, {end_in_words(ruleset_of(_only(change)[1]))}",
    "notes": lambda _change, _table: "the notes",
    "stop": lambda _change, _table: "the stop",
    "resumption": lambda _change, _table: "the resumption",
    "deletion": lambda _change, _table: "its deletion",
    "return": lambda _change, _table: "its return",
    "undo": lambda _change, _table: "an undo",
    "redo": lambda _change, _table: "a redo",
}
