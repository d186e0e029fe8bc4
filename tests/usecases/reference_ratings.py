"""A club whose games a test lists, and its ratings worked out the slow and plain way."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from openskill.models import BradleyTerryFull
from sqlalchemy import insert, select, update

from scorekeeper.storage.db import db, writing
from scorekeeper.storage.links import add_series
from scorekeeper.storage.models import Game, Player, Seat
from scorekeeper.storage.ratings import mark_stale
from scorekeeper.storage.tables import RATING
from scorekeeper.usecases.players.ratings import catch_up_to_the_end
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

    def play(self, base: str, ended: datetime, totals: Sequence[int], sides: str | None = None, first: int = 0) -> int:
        rules = {"base": base} | ({"sides": sides} if sides else {})
        with writing() as session:
            series = add_series(session, self.club)
            game = Game(
                club_id=self.club, series_id=series, uid=uuid4(), rules=rules, preset=base, dealer=0, status="over"
            )
            game.started_at = game.changed_at = game.ended_at = ended
            session.add(game)
            session.flush()
            people = [self.players[(first + seat) % 6] for seat in range(BASES[base])]
            session.add_all(
                Seat(game_id=game.id, number=seat, seat=seat, player_id=who) for seat, who in enumerate(people)
            )
            session.flush()
            self.games.append(game.id)
            _score(game.id, totals)
            mark_stale(session, self.club, ended)
        return game.id

    def correct(self, game: int, totals: Sequence[int]) -> None:
        with writing() as session:
            _score(game, totals)
            mark_stale(session, self.club, _ended(game))

    def delete(self, game: int, back: bool = False) -> None:
        with writing() as session:
            session.execute(update(Game).where(Game.id == game).values(status="over" if back else "deleted"))
            mark_stale(session, self.club, _ended(game))

    def end_again(self, game: int, ended: datetime) -> None:
        """It was resumed, and was over once more at another time."""
        with writing() as session:
            before = _ended(game)
            session.execute(update(Game).where(Game.id == game).values(ended_at=ended))
            mark_stale(session, self.club, min(before, ended))


_KEYS = ("player_id", "game_id", "ended_at", "preset")
_VALUES = ("mu", "sigma", "games", "run", "most_won", "most_lost", "any_run", "any_most_won", "any_most_lost")


def computed(club: int) -> set[tuple[Any, ...]]:
    """Everything that is kept of this club."""
    db.session.rollback()
    columns = [RATING.c[name] for name in (*_KEYS, *_VALUES)]
    return {tuple(row) for row in db.session.execute(select(*columns).where(RATING.c.club_id == club))}


def from_scratch(club: int) -> set[tuple[Any, ...]]:
    """The same, game after game, by the words of openskill's own page."""
    db.session.rollback()
    games = db.session.scalars(select(Game).where(Game.club_id == club, Game.status == "over")).all()
    skills: dict[Any, Any] = {}
    results: dict[Any, list[bool]] = {}
    rows = set()
    model = BradleyTerryFull()
    for game in sorted(games, key=lambda game: (game.ended_at, game.id)):
        asked = select(Seat).where(Seat.game_id == game.id).order_by(Seat.seat)
        seats = db.session.scalars(asked).all()
        pairs = game.rules.get("sides", "partnerships" if game.preset in ("original", "house-200") else "")
        teams = [seats[0::2], seats[1::2]] if pairs == "partnerships" else [[seat] for seat in seats]
        better = [[other[0].won, other[0].won or other[0].total] for other in teams]
        ranks = [sum(other > mine for other in better) for mine in better]
        now = [[skills.get((game.preset, s.player_id)) or model.rating() for s in team] for team in teams]
        for team, after in zip(teams, model.rate(now, ranks), strict=True):
            for seat, skill in zip(team, after, strict=True):
                skills[game.preset, seat.player_id] = skill
                runs = []
                for key in ((game.preset, seat.player_id), seat.player_id):
                    results.setdefault(key, []).append(seat.won)
                    runs += _runs(results[key])
                count = len(results[game.preset, seat.player_id])
                rows.add((seat.player_id, game.id, game.ended_at, game.preset, skill.mu, skill.sigma, count, *runs))
    return rows


def assert_up_to_date(club: int) -> None:
    catch_up_to_the_end(club)
    assert computed(club) == from_scratch(club)


def _runs(results: list[bool]) -> tuple[int, int, int]:
    """The run at the end, and the longest of each kind, in letters."""
    letters = "".join("W" if won else "L" for won in results)
    won, lost = (max(map(len, letters.split(other))) for other in "LW")
    last = letters[-1]
    at_end = len(letters) - len(letters.rstrip(last))
    return (at_end if last == "W" else -at_end), won, lost


def _score(game: int, totals: Sequence[int]) -> None:
    """Who has the most wins; jointly, where several have."""
    seats = db.session.scalars(select(Seat).where(Seat.game_id == game).order_by(Seat.seat)).all()
    rules = db.session.scalars(select(Game.rules).where(Game.id == game)).one()
    fixed = rules.get("sides", rules["base"]) in ("original", "house-200", "partnerships")
    of_seats = [totals[place % 2 if fixed else place] for place in range(len(seats))]
    for seat, total in zip(seats, of_seats, strict=True):
        seat.total, seat.won = total, total == max(of_seats)
    db.session.flush()


def _ended(game: int) -> datetime:
    ended = db.session.scalars(select(Game.ended_at).where(Game.id == game)).one()
    assert ended is not None
    return ended
