"""Compare every figure that is kept beside the facts with a recount from them, and write them anew on request."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import isclose
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.storage import bulk, games, ratings, recount, stats
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import ENDED, StoredGame

from .game.changes import update_derived
from .game_state import GameState
from .players.ratings import catch_up_to_the_end
from .players.ratings import recount as recount_ratings
from .players.stats import add_stats, stats_of

UNREADABLE = (LookupError, TypeError, ValueError)
"""What comes of a row that holds what no program of ours writes: a status, a moment or JSON of no kind."""


@dataclass
class Findings:
    """How much was looked at, and what is wrong: of the facts, which nothing can set right, and of what follows."""

    clubs: int = 0
    games: int = 0
    facts: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)


def examine() -> Findings:
    """Recount all games of all clubs, as they stood at one moment; nothing is written and nobody waits."""
    found = Findings()
    with bulk.own_session() as session:
        found.facts += recount.problems_of_schema(session.connection())
        for club_id in recount.club_ids(session):
            found.clubs += 1
            try:
                _examine_club(session, club_id, found)
            except UNREADABLE as error:
                found.facts.append(f"Club {club_id}: a row cannot be read ({type(error).__name__}: {error}).")
    return found


def _examine_club(session: Session, club_id: int, found: Findings) -> None:
    ended = []
    for game in bulk.all_games(session, club_id, even_deleted=True):
        found.games += 1
        state = _recounted(game, found)
        if state and state.game.status in ENDED:
            ended.append(stats_of(state))
    found.figures += _wrong_stats(session, ended)
    found.figures += recount.wrong_totals(session, club_id, ended)
    found.figures += _wrong_ratings(session, club_id)


def _recounted(game: StoredGame, found: Findings) -> GameState | None:
    """Return the game with what follows from its hands; note what is stored otherwise."""
    state = GameState(game.copy())
    try:
        update_derived(state)
    except Exception as error:  # spoilt facts may lead to any
        found.facts.append(f"Game {game.uid}: its hands cannot be replayed ({type(error).__name__}: {error}).")
        return None
    right = state.game
    if game.status != right.status:
        found.figures.append(f"Game {game.uid}: its status is {game.status}, and should be {right.status}.")
    if game.status in ENDED and not game.ended_at:
        found.figures.append(f"Game {game.uid}: when it ended is missing.")
    for seat, should in zip(game.seats, right.seats, strict=True):
        if (seat.total, seat.won) != (should.total, should.won):
            stored, counted = _result(seat.total, seat.won), _result(should.total, should.won)
            found.figures.append(f"Game {game.uid}: {seat.player.name} has {stored}, and should have {counted}.")
    return state


def _result(total: int, won: bool) -> str:
    return f"{total}{' and won' if won else ''}"


def _wrong_stats(session: Session, ended: list[stats.StoredGameStats]) -> Iterator[str]:
    for start in range(0, len(ended), bulk.GAMES_AT_A_TIME):
        batch = ended[start : start + bulk.GAMES_AT_A_TIME]
        stored = stats.read(session, [game.game_id for game in batch])
        for game in batch:
            if stored.get(game.game_id) != game:
                yield f"The stats of game {game.game_id} are not what its hands say."


def _wrong_ratings(session: Session, club_id: int) -> Iterator[str]:
    """Yield which ratings are wrong of those that are computed already; the others come with the next visit."""
    progress = ratings.progress(session, club_id)
    for rows in recount_ratings(session, club_id):
        stored = recount.stored_ratings(session, (row["game_id"] for row in rows))
        for row in rows:
            known = progress is not None and (row["ended_at"], row["game_id"]) <= progress.cursor
            found = stored.pop((row["game_id"], row["player_id"]), None)
            if known and (found is None or not _same(found, row)):
                yield f"The rating of player {row['player_id']} after game {row['game_id']} is not what the games say."
        if stored and progress and not progress.left_over:
            yield f"There are {len(stored)} ratings of players who were not in the game."


def _same(found: Mapping[str, Any], should: Mapping[str, Any]) -> bool:
    return all(
        isclose(value, found[name], rel_tol=1e-9) if isinstance(value, float) else value == found[name]
        for name, value in should.items()
    )


def repair() -> None:
    """Write every derived figure anew from the facts, a club at a time; nobody writes in the club meanwhile.

    A club with a row that cannot be read stays as it is.
    """
    with bulk.own_session() as session:
        clubs = recount.club_ids(session)
    for club_id in clubs:
        with suppress(*UNREADABLE):
            _repair_club(club_id)
            catch_up_to_the_end(club_id)
        db.session.remove()


def _repair_club(club_id: int) -> None:
    with writing(club_id) as session:
        recount.forget_derived(session, club_id)
        batch = []
        for game in bulk.all_games(session, club_id, even_deleted=True):
            if (state := _recounted(game, Findings())) is None:
                continue
            games.write(session, game, state.game)
            if state.game.status in ENDED:
                batch.append(state)
        for start in range(0, len(batch), bulk.GAMES_AT_A_TIME):
            add_stats(session, batch[start : start + bulk.GAMES_AT_A_TIME])
