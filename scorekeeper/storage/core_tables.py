"""The tables of `models` as SQLAlchemy Core tables, for statements that read and write plain rows.

Pages use plain rows: reading them takes a third of the time of mapped objects, and a page that only reads cannot change
anything by accident.
"""

from sqlalchemy import Table

from . import models, stats_models
from .db import Base


def _table(model: type[Base]) -> Table:
    table = model.__table__
    assert isinstance(table, Table)
    return table


CLUB = _table(models.Club)
SERIES = _table(models.Series)
TOURNAMENT = _table(models.Tournament)
PHONE = _table(models.Phone)
PLAYER = _table(models.Player)
HOUSE_RULES = _table(models.HouseRules)
GAME = _table(models.Game)
SEAT = _table(models.Seat)
HAND = _table(models.HandRow)
CHANGE = _table(models.Change)
MERGE = _table(models.PlayerMerge)
MERGED_SEAT = _table(models.PlayerMergeSeat)
ATTEMPT = _table(models.Attempt)
SEAT_STATS, GAME_STATS, RATING = stats_models.SEAT_STATS, stats_models.GAME_STATS, stats_models.RATING
