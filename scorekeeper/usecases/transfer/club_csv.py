"""A club's games, hands and players as tables for a spreadsheet or pandas: a heading, then one row a thing."""

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import side_name
from scorekeeper.storage import bulk
from scorekeeper.usecases.game_rules import goal_text
from scorekeeper.usecases.game_state import GameState

from .csv_writer import Value

Row = Sequence[Value]
MOST_PLAYERS = 6
SEATS = range(1, MOST_PLAYERS + 1)


def _numbered(*names: str) -> list[str]:
    return [f"{name}_{seat}" for seat in SEATS for name in names]


def games(club_id: int) -> Iterator[Row]:
    """One row a game, its players clockwise; a game that was deleted is left out."""
    return _games(bulk.apart(), club_id)


def hands(club_id: int) -> Iterator[Row]:
    """One row an entry, misdeals and passed-out deals among them; points and totals of each player clockwise."""
    return _hands(bulk.apart(), club_id)


def players(club_id: int) -> Iterator[Row]:
    """One row a player: games begun, finished and won (a joint win is a win), and when the first and last began."""
    return _players(bulk.apart(), club_id)


def _games(session: Session, club_id: int) -> Iterator[Row]:
    yield (
        *("game", "started", "ended", "rules", "house_rules", "played_to", "status", "hands", "winners", "notes"),
        *_numbered("player", "total", "won"),
    )
    with session:
        for stored in bulk.all_games(session, club_id):
            state = GameState(stored)
            winners = " and ".join(seat.player.name for seat in stored.players if seat.won)
            yield (
                *(
                    str(stored.uid),
                    stored.started_at,
                    stored.end,
                    stored.preset,
                    stored.house_rules_name,
                    goal_text(state.rules),
                ),
                *(stored.status, state.standing.hands_scored, winners, stored.notes),
                *_filled([(seat.player.name, seat.total, seat.won) for seat in stored.players], 3),
            )


def _hands(session: Session, club_id: int) -> Iterator[Row]:
    yield (
        *("game", "entry", "hand", "outcome", "dealer", "bidder", "bid", "partners", "trump", "bidding_side", "taken"),
        *("made", "reneged_by", "fouls", "note"),
        *_numbered("player", "points", "total"),
    )
    with session:
        for stored in bulk.all_games(session, club_id):
            state = GameState(stored)
            numbered = zip(state.hand_numbers, state.hands, strict=True)
            for place, (number, entry) in enumerate(numbered, 1):
                yield (str(stored.uid), place, number, *_hand(entry), *_filled(list(_seats(state, entry)), 3))


def _players(session: Session, club_id: int) -> Iterator[Row]:
    yield "player", "name", "games", "finished", "wins", "first_game", "last_game"
    with session:
        for player in bulk.all_players(session, club_id):
            counts = player.games, player.finished, player.wins
            yield (str(player.id), player.name, *counts, player.first, player.last)


def _hand(entry: PlayedHand) -> Row:
    hand, score = entry.hand, entry.score
    bidding = next((side for side in score.sides if side.players == score.bidding_side), None) if score else None
    return (
        *(hand.outcome, entry.deal.dealer, hand.bidder, hand.bid),
        *(None if hand.partners is None else side_name(hand.partners), hand.trump),
        *(side_name(bidding.players) if bidding else None, bidding.points if bidding else None),
        *(score.made if score else None, hand.reneged_by, len(hand.fouls), hand.note),
    )


def _seats(state: GameState, entry: PlayedHand) -> Iterator[Row]:
    """Each player with the points of the hand and the total after it; empty where it counts for nothing."""
    for name in state.players:
        points = entry.score.points[name] if entry.score else None
        yield name, points, entry.standing.totals[name]


def _filled(seats: Sequence[Row], columns: int) -> Row:
    """The seats one after the other, with empty cells for those that are not there."""
    empty = (None,) * (columns * (MOST_PLAYERS - len(seats)))
    return (*(value for seat in seats for value in seat), *empty)
