"""A game as it leaves the house: as a record, in a file of its own."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from ..record import Document, document_of, entry_of, write
from ..rules.auction import replay
from ..rules.errors import Refusal
from ..rules.hand import Hand
from ..storage import whole_club
from ..storage.db import db
from ..storage.games import StoredGame
from .rotation import Dealt, dealt
from .table import Table, changes_of, read_table


def record_file(club_id: int, game_uid: UUID) -> tuple[str, bytes]:
    """The name of a game's file, and its record: the same bytes for the same game. Raises NotFound, Deleted."""
    table = read_table(club_id, game_uid)
    return file_name(table.game, ".rook.json"), write(game_document(table))


def all_records(club_id: int) -> Iterator[tuple[str, bytes]]:
    """Every game of a club that was not deleted, the first one first: the name of its file, and its record."""
    for game in whole_club.all_games(db.session(), club_id):
        yield file_name(game, ".rook.json"), write(game_document(Table(game)))


def file_name(game: StoredGame, ending: str) -> str:
    """The name of a game's file: the day it began and its own id, which never change and suit every system."""
    return f"{game.started.date().isoformat()}-{game.uid}{ending}"


def game_document(table: Table) -> Document:
    """The game as a record. The hand that is being played is not part of it."""
    game = table.game
    said = {
        "id": game.uid,
        "rules_name": game.house,
        "teams": tuple(game.teams) if game.teams else None,
        "dealer": table.names[game.dealer],
        "started": game.started.isoformat(),
        "ended": game.end and game.end.isoformat(),
        "notes": game.notes,
    }
    changes = changes_of(game.rules)
    given = {"base": game.base, **changes} if changes else game.base
    others = {name: value for name, value in said.items() if value is not None}
    hands = [entry_of(_hand(table, each), id=row.uid) for row, each in zip(game.hands, dealt(table), strict=False)]
    return document_of(table.rules, table.players, tuple(hands), given=given, **others)


def _hand(table: Table, dealt: Dealt) -> Hand:
    """The hand as a record tells it: its dealer only where the deal was not theirs anyway.

    Calls that no longer follow the seats, because these were set right later, are left out; the bid stands.
    """
    hand = dealt.hand
    if hand.dealer == dealt.due:
        hand = replace(hand, dealer=None)
    if hand.auction is not None:
        try:
            replay(table.rules, dealt.deal.seats, dealt.deal.dealer, hand.auction)
        except Refusal:
            hand = replace(hand, auction=None)
    return hand
