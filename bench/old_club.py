"""A club with a long history of made-up games."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import URL

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage.db import close, db
from scorekeeper.storage.models import Player
from scorekeeper.storage.upgrade import upgrade
from scorekeeper.usecases.demo import LAST_EVENING, play_demo
from scorekeeper.usecases.permissions import club_id

from .load import Request

RULES, YEAR = "original", LAST_EVENING.year - 1
PLAYER = "Ben Birch"  # a frequent player


def pages_of(player: int) -> dict[str, Request]:
    """Each page that shows the history of this player's club, with the expected words."""
    pages = {"history": _page("/games", "All games"), "history by rules": _page(f"/games?rules={RULES}", "Original")}
    for by, query in {"": "", " by both": f"?rules={RULES}&year={YEAR}"}.items():
        pages[f"leaderboard{by}"] = _page(f"/players{query}", PLAYER)
        pages[f"records{by}"] = _page(f"/players/records{query}", PLAYER)
        pages[f"player{by}"] = _page(f"/players/{player}{query}", PLAYER)
    return pages


def _page(path: str, word: str) -> Request:
    return Request("GET", path, words=(word, "</html>"))


@contextmanager
def app_on(instance: Path, database: URL | None = None) -> Iterator[Flask]:
    """The app on this folder with a new database, by default a file there."""
    url = database.render_as_string(hide_password=False) if database else ""
    app = create_app(Settings(instance=instance, database=url))
    with app.app_context():
        upgrade(db.engine, instance)
        yield app
        close()


def played(games: int) -> int:
    """Adds this many games to the only club; returns the id of a frequent player."""
    list(play_demo(club_id(), games, seed=0))
    (player,) = db.session.query(Player.id).filter_by(club_id=club_id(), name=PLAYER).one()
    return int(player)
