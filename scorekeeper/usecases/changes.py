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
from ..storage.models import Change, HandRow
from .errors import NotFound, OutOfDate
from .table import Table

Fields = Mapping[str, Any]

# The columns of a game that a change may set; "hand:UID" stands for one of its hands, None where there is none.
GAME_FIELDS = ("contract",)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a form carries of itself: its own id, and the version of the game it was made from."""

    id: UUID
    version: int


def make_change(club_id: int, game_uid: UUID, entry: Entry, kind: str, edit: Callable[[Table], Fields]) -> None:
    """Changes a game by the fields that `edit` returns, scores it again and stores both, once for each entry id.

    Raises NotFound, OutOfDate, and whatever `edit` refuses; then nothing is stored.
    """
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry)
        if table is not None:
            after = edit(table)
            queries.drop_undone(session, table.game.id)
            before = {key: _read(table, key) for key in after}
            _write_all(session, table, after)
            fields = {key: [before[key], after[key]] for key in after}
            _book(session, table, entry, kind, fields, "done")


def undo(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Takes back the last change that stands; does nothing at the start of a game. Raises NotFound, OutOfDate."""
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry)
        last = table and queries.to_undo_and_redo(session, table.game.id)[0]
        if table and last:
            _write_all(session, table, {key: before for key, (before, _) in last.fields.items()})
            last.state = "undone"
            _book(session, table, entry, "undo", {"of": str(last.uid)}, "undo")


def redo(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Puts back what the last undo took, until something new is recorded. Raises NotFound, OutOfDate."""
    with writing() as session:
        table = _to_change(session, club_id, game_uid, entry)
        taken = table and queries.to_undo_and_redo(session, table.game.id)[1]
        if table and taken:
            _write_all(session, table, {key: after for key, (_, after) in taken.fields.items()})
            taken.state = "done"
            _book(session, table, entry, "redo", {"of": str(taken.uid)}, "undo")


def _to_change(session: Session, club_id: int, uid: UUID, entry: Entry) -> Table | None:
    """The game, locked; None where this very entry was made before (asked first: a lost answer is asked again)."""
    game = queries.game(session, club_id, uid, to_change=True)
    if game is None:
        raise NotFound
    if queries.change(session, game.id, entry.id):
        return None
    table = Table(game)
    if entry.version != game.version:
        raise OutOfDate(tuple(said(change, table) for change in queries.changes_since(session, game.id, entry.version)))
    return table


def _book(session: Session, table: Table, entry: Entry, kind: str, fields: Fields, state: str) -> None:
    game = table.game
    game.version += 1
    game.changed = datetime.now(UTC)
    made = Change(game_id=game.id, uid=entry.id, version=game.version, kind=kind, fields=fields, state=state)
    made.made = game.changed
    session.add(made)
    derive(Table(game))


def derive(table: Table) -> None:
    """Writes what follows from the hands: the game's status, each player's total, who won."""
    standing = table.standing
    table.game.status = standing.status
    for player in table.game.players:
        name = player.player.name
        player.total, player.won = standing.totals[name], name in standing.winners


def _read(table: Table, key: str) -> Any:
    if key in GAME_FIELDS:
        return getattr(table.game, key)
    row = _hand_row(table, key)
    return row and {"position": row.position, "facts": row.facts}


def _write_all(session: Session, table: Table, values: Fields) -> None:
    for key, value in values.items():
        if key in GAME_FIELDS:
            setattr(table.game, key, value)
        else:
            _write_hand(table, key, value)
    session.flush()
    table.game.hands.sort(key=lambda row: row.position)


def _write_hand(table: Table, key: str, value: Any) -> None:
    row = _hand_row(table, key)
    if value is None:
        if row:
            table.game.hands.remove(row)
    elif row:
        row.position, row.facts = value["position"], value["facts"]
    else:
        table.game.hands.append(HandRow(uid=UUID(key.removeprefix("hand:")), **value))


def _hand_row(table: Table, key: str) -> HandRow | None:
    hand_id = UUID(key.removeprefix("hand:"))
    return next((row for row in table.game.hands if row.uid == hand_id), None)


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


_SAID: Mapping[str, Callable[[Change, Table], str]] = {
    "bid": _bid_said,
    "call": _call_said,
    "trump": lambda change, table: f"trump {_contract_said(change, table).trump}",
    "hand": _hand_said,
    "misdeal": lambda _change, _table: "the misdeal",
    "passed-out": lambda _change, _table: "the passed-out deal",
    "undo": lambda _change, _table: "an undo",
    "redo": lambda _change, _table: "a redo",
}
