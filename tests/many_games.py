"""A club that has played much: games put straight into the tables, with hands that score as the games say."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import func, insert

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import Club, Game, HandRow, Player, Seat, Series

BEGUN = datetime(2020, 1, 1, 18).astimezone()
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Flo", "Gus", "Hal")
STATUSES = ("over", "over", "over", "over", "in-progress", "over", "stopped", "over")
# By the original rules: three hands that Ann & Cal win to 300, each bid by Ann and made with all but 20 points.
HAND = {"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 0, "bid": 100, "last_trick": 0}
CAPTURED = [[0, 100], [1, 20]]


def another_club(name: str = "Neighbours") -> int:
    """The id of a club of other people."""
    with writing() as session:
        club = Club(name=name, created_at=BEGUN)
        session.add(club)
        session.flush()
        return club.id


def play_many(
    club: int,
    count: int,
    *,
    started: Sequence[datetime] | None = None,
    rules: Sequence[str] = ("original",),
    statuses: Sequence[str] = STATUSES,
    house: str | None = None,
    hands: int = 3,
) -> list[UUID]:
    """Plays so many games, an hour apart, four of eight players in turn; answers their uids, oldest first."""
    moments = started or [BEGUN + timedelta(hours=place) for place in range(count)]
    with writing() as session:
        known = {p.name: p.id for p in session.query(Player).filter(Player.club_id == club)}
        for name in NAMES:
            if name not in known:
                player = Player(club_id=club, name=name)
                session.add(player)
                session.flush()
                known[name] = player.id
        if count:
            session.execute(insert(Series), [{"club_id": club} for _ in range(count)])
        (last_series,) = session.query(func.max(Series.id)).one()
        games, seats, rows = (list[dict[str, Any]]() for _ in range(3))
        for place in range(count):
            base, status, begun = rules[place % len(rules)], statuses[place % len(statuses)], moments[place]
            over = status == "over"
            ended = begun + timedelta(minutes=50) if status in ("over", "stopped") else None
            game: dict[str, Any] = {"club_id": club, "uid": uuid4(), "rules": {"base": base}, "preset": base}
            game |= {
                "series_id": last_series - place,
                "house_rules_name": house,
                "dealer": 3,
                "version": 0,
                "stopped": status == "stopped",
                "status": status,
            }
            last = ended or begun
            games.append(game | {"started_at": begun, "changed_at": last, "ended_at": ended, "listed_at": last})
            for seat in range(4):
                total = (100 if seat % 2 == 0 else 20) * (3 if over else 2)
                who = known[NAMES[(seat + place) % len(NAMES)]]
                seats.append(
                    {"game_id": game["uid"], "number": seat, "seat": seat, "player_id": who}
                    | {"total": total, "won": over and seat % 2 == 0}
                )
            for position in range(min(hands, 3 if over else 2)):
                rows.append(
                    {"game_id": game["uid"], "uid": uuid4(), "position": position}
                    | {"facts": HAND | {"dealer": (3 + position) % 4, "captured": CAPTURED}}
                )
        if games:
            session.execute(insert(Game), games)
        ids = dict(session.query(Game.uid, Game.id).filter(Game.club_id == club).all())
        for model, values in ((Seat, seats), (HandRow, rows)):
            if values:
                session.execute(insert(model), [value | {"game_id": ids[value["game_id"]]} for value in values])
    return [game["uid"] for game in games]
