"""Clubs as files, and what is to be the same of a club wherever it is."""

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import text

from scorekeeper.storage import clubs, players
from scorekeeper.storage.db import db, writing

from .game_at_table import (
    INDEX,
    GameAtTable,
    bring_club,
    export_club,
    merge_player,
    open_club_file,
    player_view,
    started,
    undo_merge,
)

STATS = ("seat_stats", "game_stats", "rating")
OWN = ("club_id", "id", "series_id", "version", "dealer", "starting_totals")
"""Columns of numbers that tie rows together; what they mean is in the file."""


def file_of(club: int) -> bytes:
    _, file = export_club(club)
    with file:
        return file.read()


def bring_file(file: bytes) -> int:
    """Bring a club from its file; return its id."""
    return bring_club(open_club_file(io.BytesIO(file)))[0]


def move(club: int) -> int:
    """Delete a club and bring it back from its file as another; return that one's id."""
    file = file_of(club)
    with writing() as session:
        clubs.set_deleted(session, club, datetime.now(UTC))
    return bring_file(file)


def unpacked(file: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(file)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewritten(file: bytes, edit: Callable[[dict[str, Any]], object]) -> bytes:
    """The same file with another index."""
    files = unpacked(file)
    index = json.loads(files[INDEX])
    edit(index)
    return packed(files | {INDEX: json.dumps(index).encode()})


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def portrait(club: int) -> dict[str, Any]:
    """All that is to be the same of a club after it moved: names for ids, and its file without what is its own."""
    files = unpacked(file_of(club))
    index = json.loads(files.pop(INDEX))
    files.pop("players.csv")  # which names players by their ids
    index |= {"id": "", "players": sorted(index["players"], key=str)}
    found: dict[str, Any] = {"index": index, "files": files}
    with db.engine.connect() as connection:

        def rows_of(table: str) -> list[dict[str, Any]]:
            rows = connection.execute(text(f"SELECT * FROM {table} WHERE club_id = :club"), {"club": club})
            return [dict(row) for row in rows.mappings()]

        names = {row["id"]: row["name"].lstrip("\x1f0123456789") for row in rows_of("player")}
        games = {row["id"]: str(row["uid"]) for row in rows_of("game")}
        known = dict.fromkeys(("player_id", "other_id", "merged_id", "into_id"), names) | {"game_id": games}
        for table in (*STATS, "game", "house_rules"):
            found[table] = sorted(
                str({name: known[name][row[name]] if name in known else row[name] for name in row if name not in OWN})
                for row in rows_of(table)
            )
    return found


def merge_players(club: int, name: str, into: str) -> None:
    (player,) = [id_ for id_, known, _ in players.with_merged(db.session(), club) if known == name]
    merge_player(club, player, into)


def undo_last_merge(club: int, name: str) -> None:
    """Take back the last merge into the player of this name."""
    into = players.read_named(db.session(), club, name)
    assert into is not None
    undo_merge(club, into.id, player_view(club, into.id).merges[0].uid)


def play_game(club: int, *names: str, hands: int = 3) -> GameAtTable:
    game = started(club, names=names, new_names=names)
    for _ in range(hands):
        game.play("Bob", 100, 0)
    return game
