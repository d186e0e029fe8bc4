"""A club whose games a test lists, and its ratings worked out the slow and plain way."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from openskill.models import BradleyTerryFull
from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.rules.game_stats import GameStats, PlayerStats
from scorekeeper.rules.rating import places
from scorekeeper.storage import ratings, stats, streaks
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.link_keys import add_series
from scorekeeper.storage.models import Game, Player, Seat
from scorekeeper.storage.stats import StoredStats
from scorekeeper.usecases.players.update_ratings import update_ratings
from tests import strategies as _profile  # noqa: F401 - how many examples are tried
from tests.many_games import another_club

BASES = {"original": 4, "three-handed": 3, "changing-partners": 4, "house-200": 4}
MINUTE = timedelta(minutes=1)


class Played:
    """A club of which games are told: by their number, as long as they were over."""

    def __init__(self) -> None:
        self.club = another_club()
        with writing() as session:
            rows = [{"club_id": self.club, "name": name} for name in "ABCDEF"]
            session.execute(insert(Player), rows)
            self.players = list(session.scalars(select(Player.id).where(Player.club_id == self.club)))
        self.games: list[int] = []

    def play(
        self, base: str, ended: datetime, totals: Sequence[int], sides: str | None = None, *, first: int = 0
    ) -> int:
        rules = {"base": base} | ({"sides": sides} if sides else {})
        with writing() as session:
            series = add_series(session, self.club)
            game = Game(
                club_id=self.club, series_id=series, uid=uuid4(), rules=rules, preset=base, dealer=0, status="over"
            )
            game.started_at = game.changed_at = game.ended_at = game.listed_at = ended
            session.add(game)
            session.flush()
            people = [self.players[(first + seat) % 6] for seat in range(BASES[base])]
            session.add_all(
                Seat(game_id=game.id, number=seat, seat=seat, player_id=who) for seat, who in enumerate(people)
            )
            session.flush()
            self.games.append(game.id)
            _score(game.id, totals)
            self._count(session, game.id)
        return game.id

    def correct(self, game: int, totals: Sequence[int]) -> None:
        with writing() as session:
            _score(game, totals)
            self._count(session, game)

    def delete(self, game: int, back: bool = False) -> None:
        with writing() as session:
            session.execute(update(Game).where(Game.id == game).values(status="over" if back else "deleted"))
            self._count(session, game)

    def end_again(self, game: int, ended: datetime) -> None:
        """It was resumed, and was over once more at another time."""
        with writing() as session:
            session.execute(update(Game).where(Game.id == game).values(ended_at=ended, listed_at=ended))
            self._count(session, game)

    def _count(self, session: Session, game_id: int) -> None:
        """As `update_stats` does for games with hands."""
        game = session.scalars(select(Game).where(Game.id == game_id)).one()
        of = {"game_id": game.id, "club_id": self.club, "preset": game.preset, "year": game.started_at.year}
        seats = session.scalars(select(Seat).where(Seat.game_id == game.id).order_by(Seat.seat)).all()
        rows = {}
        for seat, place in zip(seats, places([(seat.won, seat.total) for seat in seats]), strict=True):
            side = seat.seat % 2 if _is_fixed(game) else seat.seat
            counts = asdict(PlayerStats(ended=1, games=1, wins=seat.won))
            own = {"player_id": seat.player_id, "ended_at": game.ended_at, "side": side, "place": place}
            rows[seat.player_id] = of | own | counts
        after = StoredStats(of | asdict(GameStats(0, 0, 0, 0)), rows) if game.status == "over" else None
        before = stats.read(session, [game.id]).get(game.id)
        stats.replace(session, [game.id], [after] if after else [])
        update_ratings(session, before, after)


def computed(club: int) -> dict[tuple[Any, ...], float]:
    """Everything that is told of this club's players: ratings by each preset, and streaks, of all games too ("")."""
    db.session.rollback()
    connection = db.session().connection()
    told: dict[tuple[Any, ...], float] = {}
    for preset, of in ratings.read(connection, club).items():
        for player, one in of.items():
            told |= _told(player, preset, (one.mu, one.sigma, one.games, *one.latest))
            for by in (preset, ""):
                told |= _told(player, by, [_streak(player, by)], "streak")
    return told


def _told(player: int, preset: str, numbers: Iterable[float], what: str = "rating") -> dict[tuple[Any, ...], float]:
    return {(player, preset, what, place): number for place, number in enumerate(numbers)}


def _streak(player: int, preset: str) -> int:
    found = streaks.longest_streak(db.session().connection(), player, preset, 0)
    return found.games if found else 0


def from_scratch(club: int) -> dict[tuple[Any, ...], float]:
    """The same, game after game, by the words of openskill's own page."""
    db.session.rollback()
    games = db.session.scalars(select(Game).where(Game.club_id == club, Game.status == "over")).all()
    skills: dict[Any, list[Any]] = {}
    results: dict[Any, list[str]] = {}
    model = BradleyTerryFull()
    for game in sorted(games, key=lambda game: (game.ended_at, game.id)):
        asked = select(Seat).where(Seat.game_id == game.id).order_by(Seat.seat)
        seats = db.session.scalars(asked).all()
        teams = [seats[0::2], seats[1::2]] if _is_fixed(game) else [[seat] for seat in seats]
        better = [[other[0].won, other[0].won or other[0].total] for other in teams]
        ranks = [float(sum(other > mine for other in better)) for mine in better]
        now = [[skills.get((s.player_id, game.preset), [model.rating()])[-1] for s in team] for team in teams]
        for team, after in zip(teams, model.rate(now, ranks), strict=True):
            for seat, skill in zip(team, after, strict=True):
                skills.setdefault((seat.player_id, game.preset), []).append(skill)
                for key in ((seat.player_id, game.preset), (seat.player_id, "")):
                    results.setdefault(key, []).append("W" if seat.won else "L")
    told: dict[tuple[Any, ...], float] = {}
    for (player, preset), of in skills.items():
        told |= _told(player, preset, (of[-1].mu, of[-1].sigma, len(of), *(skill.mu for skill in of[-16:])))
    for (player, preset), letters in results.items():
        told |= _told(player, preset, [max(map(len, "".join(letters).split("L")))], "streak")
    return told


def assert_up_to_date(club: int) -> None:
    """The last digits may differ: openskill adds in another order."""
    assert computed(club) == pytest.approx(from_scratch(club), abs=1e-9)


def _score(game: int, totals: Sequence[int]) -> None:
    """Who has the most wins; jointly, where several have."""
    seats = db.session.scalars(select(Seat).where(Seat.game_id == game).order_by(Seat.seat)).all()
    fixed = _is_fixed(db.session.scalars(select(Game).where(Game.id == game)).one())
    of_seats = [totals[place % 2 if fixed else place] for place in range(len(seats))]
    for seat, total in zip(seats, of_seats, strict=True):
        seat.total, seat.won = total, total == max(of_seats)
    db.session.flush()


def _is_fixed(game: Game) -> bool:
    sides = game.rules.get("sides", "partnerships" if game.preset in ("original", "house-200") else "")
    return bool(sides == "partnerships")
