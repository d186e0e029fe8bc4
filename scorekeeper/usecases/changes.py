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
from ..storage import facts, queries
from ..storage.db import writing
from ..storage.models import Change
from .ends import end_in_words
from .errors import Deleted, NotFound, OutOfDate
from .fields import Fields, put_back, read, write
from .table import Table, entry_in_words, ruleset_of


@dataclass(frozen=True, slots=True)
class Entry:
    """What a form carries of itself: its own id, and the version of the game it was made from."""

    id: UUID
    version: int


def make_change(club_id: int, game_uid: UUID, entry: Entry, kind: str, edit: Callable[[Table], Fields]) -> None:
    """Changes a game by the fields that `edit` returns, scores it again and stores both, once for each entry id.

    Where there is nothing to change, nothing is stored that undo could take back.

    Raises NotFound, OutOfDate, and whatever `edit` refuses; then nothing is stored.
    """
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry, kind)
        if table is not None:
            after = {key: value for key, value in edit(table).items() if read(table, key) != value}
            if after:
                queries.drop_undone(session, table.game.id)
                _change(session, table, entry, kind, after, "done")


def delete(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Takes a game out of every list; undo passes it over. Raises NotFound, OutOfDate."""
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry, "deletion")
        if table is not None:
            _change(session, table, entry, "deletion", {"deleted": datetime.now(UTC).isoformat()}, "beside")


def bring_back(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Puts a deleted game back where it was. Raises NotFound, OutOfDate."""
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry, "return", deleted=True)
        if table is not None:
            _change(session, table, entry, "return", {"deleted": None}, "beside")


def undo(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Takes back the last change that stands; does nothing at the start of a game. Raises NotFound, OutOfDate."""
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry, "undo")
        last = table and queries.to_undo_and_redo(session, table.game.id)[0]
        if table and last:
            put_back(session, table, {key: (after, before) for key, (before, after) in last.fields.items()})
            last.state = "undone"
            _book(session, table, entry, "undo", {"of": str(last.uid)}, "undo")


def redo(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Puts back what the last undo took, until something new is recorded. Raises NotFound, OutOfDate."""
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry, "redo")
        taken = table and queries.to_undo_and_redo(session, table.game.id)[1]
        if table and taken:
            put_back(session, table, {key: (before, after) for key, (before, after) in taken.fields.items()})
            taken.state = "done"
            _book(session, table, entry, "redo", {"of": str(taken.uid)}, "undo")


def _to_change(
    session: Session, club_id: int, uid: UUID, entry: Entry, kind: str, *, deleted: bool = False
) -> Table | None:
    """The game, locked; None where this very entry was made before (asked first: a lost answer is asked again).

    The buttons of one page share its id, so a known one of another `kind` is late and not the same.
    `deleted`: whether this is for games that were deleted, or for all others.
    """
    game = queries.game(session, club_id, uid, to_change=True)
    if game is None:
        raise NotFound
    known = queries.change(session, game.id, entry.id)
    if (known and known.kind == kind) or (deleted and not game.deleted):
        return None
    if game.deleted and not deleted:
        raise Deleted
    table = Table(game)
    if known or entry.version != game.version:
        raise OutOfDate(tuple(said(change, table) for change in queries.changes_since(session, game.id, entry.version)))
    return table


def _change(session: Session, table: Table, entry: Entry, kind: str, after: Fields, state: str) -> None:
    before = {key: read(table, key) for key in after}
    write(session, table, after)
    _book(session, table, entry, kind, {key: [before[key], after[key]] for key in after}, state)


def _book(session: Session, table: Table, entry: Entry, kind: str, fields: Fields, state: str) -> None:
    game = table.game
    game.version += 1
    game.changed = datetime.now(UTC)
    made = Change(game_id=game.id, uid=entry.id, version=game.version, kind=kind, fields=fields, state=state)
    made.made = game.changed
    session.add(made)
    if set(fields) != {"contract"}:  # an open bid scores nothing
        derive(Table(game))


def derive(table: Table) -> None:
    """Writes what follows from the hands: the game's status, when it ended, each player's total, who won."""
    standing, game = table.standing, table.game
    game.status = table.status
    if game.status in ("over", "stopped"):
        game.ended = game.ended or game.changed
    elif game.status != "deleted":
        game.ended = None
    for player in table.game.players:
        name = player.player.name
        player.total, player.won = standing.totals[name], table.status == "over" and name in standing.winners


def said(change: Change, table: Table) -> str:
    """A change in words, as it stands behind "Takes back" and "Meanwhile"."""
    return _SAID[change.kind](change, table)


def _contract_said(change: Change, table: Table) -> Hand:
    return facts.seen(change.fields["contract"][1] or {}, table.names)


def _bid_said(change: Change, table: Table) -> str:
    hand = _contract_said(change, table)
    return f"{hand.bidder}'s bid of {hand.bid}"


def _call_said(change: Change, table: Table) -> str:
    auction = _contract_said(change, table).auction
    if not auction:
        return "the last pass"
    player, call = auction[-1]
    return f"{player}'s pass" if call == PASS else f"{player}'s call of {call}"


def _hand_said(change: Change, table: Table) -> str:
    kept = next(after for key, (_, after) in change.fields.items() if key.startswith("hand:"))
    hand = facts.seen(kept["facts"], table.names)
    return f"the hand {hand.bidder} bid {hand.bid}"


def _only(change: Change) -> list[Any]:
    """What stood before and what stands after, where a change has one field."""
    return next(iter(change.fields.values()))


def _entry_said(change: Change, table: Table) -> str:
    """The hand that was corrected or deleted, by its number."""
    before = _only(change)[0]
    earlier = [row for row in table.game.hands if row.position < before["position"]]
    number = 1 + sum(facts.seen(row.facts, table.names).scored for row in earlier)
    return entry_in_words(before["facts"]["outcome"], number)


def _name_said(change: Change) -> str:
    before, after = _only(change)
    return f"the spelling {after} for {before}" if isinstance(after, str) else f"{after[1]} in the seat of {before[1]}"


_SAID: Mapping[str, Callable[[Change, Table], str]] = {
    "bid": _bid_said,
    "call": _call_said,
    "trump": lambda change, table: f"trump {_contract_said(change, table).trump}",
    "hand": _hand_said,
    "misdeal": lambda _change, _table: "the misdeal",
    "passed-out": lambda _change, _table: "the passed-out deal",
    "correction": lambda change, table: f"the correction of {_entry_said(change, table)}",
    "hand deletion": lambda change, table: f"the deletion of {_entry_said(change, table)}",
    "name": lambda change, _table: _name_said(change),
    "seats": lambda _change, _table: "the order of seats",
    "dealer": lambda change, table: f"the first dealer, {table.names[change.fields['dealer'][1]]}",
    "target": lambda change, _table: f"the end of the game, {end_in_words(ruleset_of(_only(change)[1]))}",
    "stop": lambda _change, _table: "the stop",
    "resumption": lambda _change, _table: "the resumption",
    "deletion": lambda _change, _table: "its deletion",
    "return": lambda _change, _table: "its return",
    "undo": lambda _change, _table: "an undo",
    "redo": lambda _change, _table: "a redo",
}
