"""Compare every stored figure with a recount from the hands, and repair it on request."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from math import isclose

from sqlalchemy.orm import Session

from scorekeeper.storage import clubs, games, ratings, readiness, stats
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import ENDED, StoredGame
from scorekeeper.storage.ratings import Rated
from scorekeeper.usecases.players.update_ratings import rate_club, rate_games
from scorekeeper.usecases.players.update_stats import stats_of, store_stats

from .days import zone_called
from .game.change import update_derived
from .game_state import GameState

UNREADABLE = (LookupError, TypeError, ValueError)
"""What a row raises that this program cannot have written: a bad status, time or JSON."""
WEST_AND_EAST = ("Etc/GMT+12", "Etc/GMT-14")
"""The zones in which a year begins last and first: a moment is in no other year elsewhere."""


@dataclass
class Findings:
    """What was checked, and what is wrong with facts, which cannot be repaired, and with derived figures."""

    clubs: int = 0
    games: int = 0
    facts: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)


def examine() -> Findings:
    """Recount all games of all clubs in one snapshot; nothing is written and no one has to wait."""
    found = Findings()
    with clubs.own_session() as session:
        found.facts += readiness.problems_of_schema(session.connection())
        for club_id in readiness.club_ids(session):
            found.clubs += 1
            try:
                _examine_club(session, club_id, found)
            except UNREADABLE as error:
                found.facts.append(f"Club {club_id}: a row cannot be read ({type(error).__name__}: {error}).")
    return found


def _examine_club(session: Session, club_id: int, found: Findings) -> None:
    club = clubs.get(session, club_id)
    if club.zone and zone_called(club.zone) is None:
        found.facts.append(f"Club {club_id}: this machine knows no time zone {club.zone}; its days are the server's.")
    every_game = clubs.all_games(session, club_id, even_deleted=True)
    while batch := list(islice(every_game, clubs.GAMES_AT_A_TIME)):
        found.games += len(batch)
        states = [state for game in batch if (state := _recounted(game, found))]
        found.figures += _wrong_stats(session, states, club.zone)
    found.figures += _wrong_ratings(session, club_id)


def _wrong_stats(session: Session, states: list[GameState], zone: str | None) -> Iterator[str]:
    """Yield which stats are wrong. Where the days are the server's, the year of any zone will do: this terminal can be
    in another one."""
    found = stats.read(session, [state.game.id for state in states])
    zones = WEST_AND_EAST if zone_called(zone) is None else (zone,)
    for state in states:
        right = (stats_of(state, each) for each in zones) if state.game.status in ENDED else (None,)
        if found.get(state.game.id) not in right:
            yield f"The stats of game {state.game.id} are not what its hands say."


def _wrong_ratings(session: Session, club_id: int) -> Iterator[str]:
    found = ratings.read(session.connection(), club_id)
    should = rate_games(ratings.games(session, club_id), {})
    for preset in sorted(found.keys() | should.keys()):
        stored, right = found.get(preset, {}), should.get(preset, {})
        for player in sorted(stored.keys() | right.keys()):
            if player not in stored or player not in right or not _same(stored[player], right[player]):
                yield f"The rating of player {player} at {preset} is not what the games say."


def _same(found: Rated, should: Rated) -> bool:
    pairs = zip((found.mu, found.sigma, *found.latest), (should.mu, should.sigma, *should.latest), strict=True)
    same_games = (found.games, len(found.latest)) == (should.games, len(should.latest))
    return same_games and all(isclose(one, other, rel_tol=1e-9) for one, other in pairs)


def _recounted(game: StoredGame, found: Findings) -> GameState | None:
    """Return the game with its derived figures, and note those that are stored differently."""
    state = GameState(game.copy())
    try:
        update_derived(state)
    except Exception as error:  # damaged facts can raise anything
        found.facts.append(f"Game {game.uid}: its hands cannot be replayed ({type(error).__name__}: {error}).")
        return None
    right = state.game
    if game.status != right.status:
        found.figures.append(f"Game {game.uid}: its status is {game.status}, and should be {right.status}.")
    if game.status in ENDED and not game.ended_at:
        found.figures.append(f"Game {game.uid}: when it ended is missing.")
    if game.listed_at != game.place:
        found.figures.append(f"Game {game.uid}: its place in lists is not its end.")
    for seat, should in zip(game.seats, right.seats, strict=True):
        if (seat.total, seat.won) != (should.total, should.won):
            stored, counted = _result(seat.total, seat.won), _result(should.total, should.won)
            found.figures.append(f"Game {game.uid}: {seat.player.name} has {stored}, and should have {counted}.")
    return state


def _result(total: int, won: bool) -> str:
    return f"{total}{' and won' if won else ''}"


def repair() -> None:
    """Write every derived figure again from the facts, one club at a time, under its lock.

    A club with an unreadable row is left alone.
    """
    with clubs.own_session() as session:
        ids = readiness.club_ids(session)
    for club_id in ids:
        with suppress(*UNREADABLE):
            _repair_club(club_id)
        db.session.remove()


def _repair_club(club_id: int) -> None:
    with writing(club_id) as session:
        every_game = clubs.all_games(session, club_id, even_deleted=True)
        while batch := list(islice(every_game, clubs.GAMES_AT_A_TIME)):
            recounted = [(game, state) for game in batch if (state := _recounted(game, Findings()))]
            for game, state in recounted:
                games.write(session, game, state.game)
            store_stats(session, [state for _, state in recounted])
        rate_club(session, club_id)
