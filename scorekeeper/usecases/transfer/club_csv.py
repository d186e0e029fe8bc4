"""A club's games, hands and players as tables for a spreadsheet or pandas, each with a row of headings."""

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Player
from scorekeeper.rules.words import Names
from scorekeeper.storage import club_batches
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.stored_rules import goal_text

from .csv_writer import Value

Row = Sequence[Value]
MOST_PLAYERS = 6
SEATS = range(1, MOST_PLAYERS + 1)


def _numbered(*names: str) -> list[str]:
    return [f"{name}_{seat}" for seat in SEATS for name in names]


def games(club_id: int) -> Iterator[Row]:
    """Yield a row for each game that is not deleted, its players clockwise."""
    return _games(club_batches.own_session(), club_id)


def hands(club_id: int) -> Iterator[Row]:
    """Yield a row for each hand, misdeal and passed-out deal, with the players' points and totals clockwise."""
    return _hands(club_batches.own_session(), club_id)


def players(club_id: int) -> Iterator[Row]:
    """Yield a row for each player: games started, finished and won (a joint win is one), first and last start."""
    return _players(club_batches.own_session(), club_id)


def _games(session: Session, club_id: int) -> Iterator[Row]:
    yield (
        *("game", "started", "ended", "rules", "house_rules", "played_to", "status", "hands", "winners", "notes"),
        *_numbered("player", "total", "won"),
    )
    with session:
        for stored in club_batches.all_games(session, club_id):
            state = GameState(stored)
            winners = " and ".join(seat.player.name for seat in stored.seats if seat.won)
            yield (
                *(str(stored.uid), stored.started_at, stored.end, stored.preset, stored.house_rules_name),
                *(goal_text(state.rules), stored.status, state.standing.hands_scored, winners, stored.notes),
                *_pad_seats([(seat.player.name, seat.total, seat.won) for seat in stored.seats], 3),
            )


def _hands(session: Session, club_id: int) -> Iterator[Row]:
    yield (
        *("game", "entry", "hand", "outcome", "dealer", "bidder", "bid", "partners", "trump", "bidding_side", "taken"),
        *("made", "reneged_by", "fouls", "note"),
        *_numbered("player", "points", "total"),
    )
    with session:
        for stored in club_batches.all_games(session, club_id):
            state = GameState(stored)
            numbered = zip(state.hand_numbers, state.hands, strict=True)
            for place, (number, played) in enumerate(numbered, 1):
                yield (
                    str(stored.uid),
                    place,
                    number,
                    *_hand(played, state.stored_names),
                    *_pad_seats(list(_seats(state, played)), 3),
                )


def _players(session: Session, club_id: int) -> Iterator[Row]:
    yield "player", "name", "games", "finished", "wins", "first_game", "last_game"
    with session:
        for player in club_batches.all_players(session, club_id):
            counts = player.games, player.finished, player.wins
            yield (str(player.id), player.name, *counts, player.first, player.last)


def _hand(played: PlayedHand, names: Names) -> Row:
    hand, score = played.hand, played.score
    bidding = next((side for side in score.sides if side.players == score.bidding_side), None) if score else None
    return (
        *(hand.outcome, names[played.deal.dealer], _name(hand.bidder, names), hand.bid),
        *(None if hand.partners is None else names.side(hand.partners), hand.trump),
        *(names.side(bidding.players) if bidding else None, bidding.points if bidding else None),
        *(score.made if score else None, _name(hand.reneged_by, names), len(hand.fouls), hand.note),
    )


def _name(player: Player | None, names: Names) -> str | None:
    return None if player is None else names[player]


def _seats(state: GameState, played: PlayedHand) -> Iterator[Row]:
    """Yield each player with the points of the hand and the total after it; no points if it doesn't count."""
    for player, name in state.stored_players:
        points = played.points[player] if played.has_points else None
        yield name, points, played.standing.totals[player]


def _pad_seats(seats: Sequence[Row], columns: int) -> Row:
    """Return the seats in order, with empty cells for seats that the rules do not have."""
    empty = (None,) * (columns * (MOST_PLAYERS - len(seats)))
    return (*(value for seat in seats for value in seat), *empty)
