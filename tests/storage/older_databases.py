"""A small club as an older program left it: one game with an open bid, one that is over, one that was deleted."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from alembic import command
from alembic.config import Config
from sqlalchemy import Boolean, Column, Connection, DateTime, Engine, MetaData, Table, Uuid

from scorekeeper.storage import upgrade as upgrading

Row = Mapping[str, Any]

OLD_WORDS = "0006"
"""The last revision whose tables and columns have the names that stand here."""
NO_PHONES = "0009"
"""The last revision before phones that came in by a link; from here on every table has its last name."""
NO_TOURNAMENTS = "0016"
"""The last revision before tournaments."""
COUNTED_AGAIN = "0014"
"""The revision that drops all stats, for the next start to add them up."""
RATED_AGAIN = "0016"
"""The revision that drops all ratings, for the next start to make them."""
BEFORE, STARTED, ENDED = (f"2026-01-02 {time}.250000" for time in ("19:55:00", "20:00:00", "20:40:00"))
RUNNING, OVER, DELETED, HAND, MERGE = (f"{number:032x}" for number in range(10, 15))
PLAYERS = {1: "Ann", 2: "Bob", 3: "Cal", 4: "Dee"}
BID = {"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 1, "bid": 100}
PLAYED = BID | {"bidder": 0, "last_trick": 0, "captured": [[0, 100], [1, 20]]}


def fill(engine: Engine, revision: str) -> None:
    """Migrates an empty database up to this revision; fills every table it has, but for stats to be counted."""
    config = Config()
    config.set_main_option("script_location", str(upgrading.MIGRATIONS))
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":  # as in an upgrade, which turns them on again
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            config.attributes["connection"] = connection
            _fill(connection, config, revision)


def _fill(connection: Connection, config: Config, revision: str) -> None:
    command.upgrade(config, min(revision, OLD_WORDS))
    there = MetaData()
    there.reflect(connection)
    for name, row in _rows(revision):
        if name in there.tables:
            _insert(connection, there.tables[name], row)
    command.upgrade(config, revision)
    if revision > NO_PHONES:
        phone = Table("phone", MetaData(), autoload_with=connection)
        _insert(connection, phone, {"club_id": 1, "uid": f"{40:032x}", "link": "keeper", "entered_at": STARTED})
    if revision > NO_TOURNAMENTS:
        tournament = Table("tournament", MetaData(), autoload_with=connection)
        of = {"club_id": 1, "uid": f"{41:032x}", "name": "Friday", "rules": {"base": "original"}, "facts": {}}
        _insert(connection, tournament, of | {"started_at": STARTED, "changed_at": STARTED})


def _insert(connection: Connection, table: Table, row: Row) -> None:
    """Inserts what the table has columns for; numbers that are not given are 0."""
    values = {
        column.name: row.get(column.name, None if column.nullable else 0)
        for column in table.columns
        if column.name != "id" or "id" in row
    }
    connection.execute(table.insert(), {name: _as(table.c[name], value) for name, value in values.items()})


def _as(column: Column[Any], value: Any) -> Any:
    """The value as the column's type on this database takes it."""
    match column.type:
        case DateTime() if value:
            return datetime.fromisoformat(value).replace(tzinfo=UTC)
        case Boolean():
            return bool(value)
        case Uuid():
            return UUID(value)
    return value


def _rows(revision: str) -> Iterator[tuple[str, Row]]:
    yield "club", {"id": 1, "name": "Ours", "created": BEFORE}
    yield "pin_try", {"address": "192.168.0.9", "tried": STARTED}
    for number, name in PLAYERS.items():
        yield "player", {"id": number, "club_id": 1, "name": name}
    anna = {"name": "\x1f9", "merged": 1} if revision >= "0004" else {"name": "Anna"}
    yield "player", {"id": 9, "club_id": 1, "hidden": 0, "version": 2, **anna}
    own = {"base": "concise", "target": 200}
    yield "house_rules", {"club_id": 1, "uid": f"{1:032x}", "name": "Grandma's", "rules": own, "version": 3}
    running: dict[str, object] = {"contract": BID, "version": 3, "status": "in-progress"}
    over: dict[str, object] = {"status": "over", "ended": ENDED, "notes": "Late.", "house": "Grandma's"}
    gone: dict[str, object] = {"status": "deleted", "deleted": ENDED, "version": 1}
    for number, (uid, game) in enumerate(((RUNNING, running), (OVER, over), (DELETED, gone)), 1):
        rules = {"base": "original", "target": 200}
        game = {"rules": rules, "base": "original", "dealer": 3, "started": STARTED, "changed": ENDED, **game}
        yield "game", {"id": number, "club_id": 1, "uid": uid, **game}
        for seat, player in enumerate(PLAYERS):
            won = number == 2 and seat % 2 == 0
            total = {1: (100, 20), 2: (200, 40), 3: (0, 0)}[number][seat % 2]
            yield (
                "game_player",
                {"game_id": number, "number": seat, "seat": seat, "player_id": player}
                | {
                    "total": total,
                    "won": won,
                },
            )
    for number, position in ((1, 0), (2, 0), (2, 1)):
        uid = HAND if number == 1 else f"{20 + position:032x}"
        facts = PLAYED | {"dealer": (3 + position) % 4}
        yield "hand", {"game_id": number, "uid": uid, "position": position, "facts": facts}
    yield from _changes()
    yield from _statistics()
    yield from _ratings()


def _changes() -> Iterator[tuple[str, Row]]:
    first, second = BID | {"bidder": 0}, BID | {"dealer": 0}
    played = {"contract": [first, None], f"hand:{HAND}": [None, {"position": 0, "facts": PLAYED}]}
    done: tuple[tuple[int, str, Row], ...] = (
        (1, "bid", {"contract": [None, first]}),
        (1, "hand", played),
        (1, "bid", {"contract": [None, second]}),
        (3, "deletion", {"deleted": [None, "2026-01-02T20:40:00.250000+00:00"]}),
    )
    for number, (game, kind, fields) in enumerate(done, 1):
        change = {"uid": f"{30 + number:032x}", "version": 1 if game == 3 else number, "made": ENDED}
        state = "beside" if kind == "deletion" else "done"
        yield "change", {"game_id": game, "kind": kind, "fields": fields, "state": state, **change}


def _statistics() -> Iterator[tuple[str, Row]]:
    of = {"club_id": 1, "base": "original", "year": 2026}
    counted = {"ended": 1, "games": 1, "hands": 2, "bids": 2, "made": 2, "bid_over": 7, "forced": 3, "dearest": 100}
    yield "game_tally", of | {"game_id": 2, "hands": 2, "highest": 100, "sets": 4, "comeback": 60, "minutes": 40}
    yield "club_tally", of | {"ended": 1, "games": 1, "hands": 2}
    for seat, player in enumerate(PLAYERS):
        one = of | counted | {"player_id": player, "defence_captured": 10 * player}
        yield "seat_tally", one | {"game_id": 2, "started": STARTED, "side": seat % 2}
        yield "player_tally", one
        pair = {"player_id": player, "other_id": player % 4 + 1, "partners": 0}
        yield "pair_tally", of | pair | {"games": 1, "won": seat % 2 == 0}


def _ratings() -> Iterator[tuple[str, Row]]:
    merge = {"id": 7, "merged_id": 9, "into_id": 1, "name": "Anna", "made": ENDED}
    yield "merger", merge | {"club_id": 1, "uid": MERGE, "undone": 0}
    yield "merged_seat", {"merger_id": 7, "game_id": 2, "number": 0}
    yield "rated_until", {"club_id": 1, "ended": ENDED, "game_id": 2, "version": 5}
    for player in PLAYERS:
        skill = {"mu": 25.5, "sigma": 8.25, "games": 1, "run": 1, "most_won": 1, "any_run": 1, "any_most_won": 1}
        of = {"player_id": player, "ended": ENDED, "game_id": 2, "club_id": 1, "base": "original"}
        yield "rating", of | skill
