"""A club's games, hands and players as tables for a spreadsheet or pandas: a heading, then one row a thing."""

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from ..rules.game import Entry
from ..rules.hand import named
from ..storage import whole_club
from .ends import end_in_words
from .spreadsheet import Value
from .table import Table

Row = Sequence[Value]
MOST_PLAYERS = 6
SEATS = range(1, MOST_PLAYERS + 1)


def _numbered(*names: str) -> list[str]:
    return [f"{name}_{seat}" for seat in SEATS for name in names]


def games(club_id: int) -> Iterator[Row]:
    """One row a game, its players clockwise; a game that was deleted is left out."""
    return _games(whole_club.apart(), club_id)


def hands(club_id: int) -> Iterator[Row]:
    """One row an entry, misdeals and passed-out deals among them; points and totals of each player clockwise."""
    return _hands(whole_club.apart(), club_id)


def players(club_id: int) -> Iterator[Row]:
    """One row a player: games begun, finished and won (a joint win is a win), and when the first and last began."""
    return _players(whole_club.apart(), club_id)


def _games(session: Session, club_id: int) -> Iterator[Row]:
    yield (
        *("game", "started", "ended", "rules", "house_rules", "played_to", "status", "hands", "winners", "notes"),
        *_numbered("player", "total", "won"),
    )
    with session:
        for stored in whole_club.all_games(session, club_id):
            table = Table(stored)
            winners = " and ".join(seat.player.name for seat in stored.players if seat.won)
            yield (
                *(str(stored.uid), stored.started, stored.end, stored.base, stored.house, end_in_words(table.rules)),
                *(stored.status, table.standing.hands_scored, winners, stored.notes),
                *_filled([(seat.player.name, seat.total, seat.won) for seat in stored.players], 3),
            )


def _hands(session: Session, club_id: int) -> Iterator[Row]:
    yield (
        *("game", "entry", "hand", "outcome", "dealer", "bidder", "bid", "partners", "trump", "bidding_side", "taken"),
        *("made", "reneged_by", "fouls", "note"),
        *_numbered("player", "points", "total"),
    )
    with session:
        for stored in whole_club.all_games(session, club_id):
            table = Table(stored)
            numbered = zip(table.hand_numbers, table.entries, strict=True)
            for place, (number, entry) in enumerate(numbered, 1):
                yield (str(stored.uid), place, number, *_hand(entry), *_filled(list(_seats(table, entry)), 3))


def _players(session: Session, club_id: int) -> Iterator[Row]:
    yield "player", "name", "games", "finished", "wins", "first_game", "last_game"
    with session:
        for player in whole_club.all_players(session, club_id):
            counts = player.games, player.finished, player.wins
            yield (str(player.id), player.name, *counts, player.first, player.last)


def _hand(entry: Entry) -> Row:
    hand, score = entry.hand, entry.score
    bidding = next((side for side in score.sides if side.players == score.bidding_side), None) if score else None
    return (
        *(hand.outcome, entry.deal.dealer, hand.bidder, hand.bid),
        *(None if hand.partners is None else named(hand.partners), hand.trump),
        *(named(bidding.players) if bidding else None, bidding.points if bidding else None),
        *(score.made if score else None, hand.reneged_by, len(hand.fouls), hand.note),
    )


def _seats(table: Table, entry: Entry) -> Iterator[Row]:
    """Each player with the points of the hand and the total after it; empty where it counts for nothing."""
    for name in table.players:
        points = entry.score.points[name] if entry.score else None
        yield name, points, entry.standing.totals[name]


def _filled(seats: Sequence[Row], columns: int) -> Row:
    """The seats one after the other, with empty cells for those that are not there."""
    empty = (None,) * (columns * (MOST_PLAYERS - len(seats)))
    return (*(value for seat in seats for value in seat), *empty)
