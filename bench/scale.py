"""Measures a large PostgreSQL database: pages and recording with 1,000,000 games, compared with 10,000.

Run `python -m bench.scale [GAMES]`, where GAMES is the number of games per club in the large database, by default 1000.
Both databases have 1,000 clubs. The first, which is measured, is the same in both; of the others one is played and the
rest are copies of it, made inside the database: a million games take some minutes and ten gigabytes. Every answer is
checked; only a wrong one makes it fail.
"""

import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from subprocess import DEVNULL

from sqlalchemy import URL, Connection, Table, create_engine, func, select, text

from scorekeeper.storage import clubs
from scorekeeper.storage.db import Base, writing
from scorekeeper.storage.models import Club
from scorekeeper.usecases.demo import play_demo
from tests.postgresql import own_server, send

from .load import Figures, Request, Round, WrongAnswer, ask, goal, load, medians
from .old_club import app_on, pages_of, played
from .phone import Game, Phone
from .server import Server, serving

CLUBS, COPIES_AT_A_TIME = 1_000, 100
GAMES_ASKED, GAMES_OF_FEW, GAMES_OF_MANY = 1_000, 9, 1_000
"""Games of the measured club, and of each other club in the small database and in the large one."""
ROUNDS, LOOKS, GAMES_KEPT, HANDS, WARM_UP = 3, 40, 40, 2, 16
RATIO = 1.5
IDS = {"club_id": "club", "player_id": "player", "other_id": "player", "game_id": "game", "series_id": "series"}
"""The table that a column of ids refers to."""
KEYS = {"public_id": 16, "keeper_key": 26, "reader_key": 26, "table_key": 26, "watch_key": 26}
"""The columns with values that are unique in the whole database, with their lengths."""


TABLES = [table for table in Base.metadata.sorted_tables if table.name != "attempt"]
"""Everything that belongs to a club."""


QUIET = ("autovacuum=off", "max_wal_size=16GB", "checkpoint_timeout=1h", "shared_buffers=1GB")
"""PostgreSQL's background work would count as the app's, so it is off; commits are still durable."""


@dataclass(frozen=True)
class Database:
    """A database, and the process of its server."""

    url: URL
    process: int

    @property
    def setting(self) -> Mapping[str, str]:
        """The setting that makes the app use it."""
        return {"SCOREKEEPER_DATABASE": self.url.render_as_string(hide_password=False)}

    def count(self, table: str) -> int:
        """The number of rows in this table."""
        engine = create_engine(self.url)
        with engine.connect() as connection:
            rows = connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
        engine.dispose()
        return int(rows)


@contextmanager
def postgresql(*names: str) -> Iterator[list[Database]]:
    """Runs a server with empty databases with these names while the block runs."""
    with own_server(QUIET, DEVNULL) as url:
        send(url, *(f"CREATE DATABASE {name}" for name in names))
        process = int((Path(str(url.query["host"])) / "data" / "postmaster.pid").read_text().split()[0])
        yield [Database(url.set(database=name), process) for name in names]


@dataclass(frozen=True)
class Kept:
    """One of the databases: its number of games, its server, and what a phone requests and plays there."""

    games: int
    keeper: Server
    phone: Phone
    pages: Mapping[str, Request]
    played: Sequence[Game]


def fill(database: Database, instance: Path, games: int) -> int:
    """Plays the measured club and another with this many games, and copies the latter until there are enough clubs.

    Returns the id of a player in the first.
    """
    with app_on(instance, database.url):
        player = played(GAMES_ASKED)
        with writing() as session:
            other = clubs.add(session, "Neighbours", datetime.now(UTC))
        list(play_demo(other, games, seed=1))
    engine = create_engine(database.url)
    with engine.begin() as connection:
        connection.execute(text("SET session_replication_role = replica"))  # copies refer to copies
        connection.execute(text(ADD_CHANGES))
        for first in range(0, CLUBS - 2, COPIES_AT_A_TIME):
            copy_club(connection, other, min(COPIES_AT_A_TIME, CLUBS - 2 - first))
        for table in TABLES:
            if "id" in table.c:
                last = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
                connection.execute(text(last))
    engine.dispose()
    send(database.url, "VACUUM ANALYZE")
    return player


ADD_CHANGES = """
    INSERT INTO change (game_id, uid, version, kind, fields, state, made_at)
    SELECT game_id, hand.uid, position + 1, 'hand', facts, 'done', started_at FROM hand JOIN game ON game.id = game_id
"""
"""Made-up games have no changes; real ones have at least one for each hand."""


def copy_club(connection: Connection, club: int, copies: int) -> None:
    """Makes this many copies of this club."""
    shifts = dict(_shifts(connection, club))
    for table in TABLES:
        mine = "club_id = :club" if "club_id" in table.c else "game_id IN (SELECT id FROM game WHERE club_id = :club)"
        if "club_id" not in table.c and "game_id" not in table.c:
            mine = "id = :club" if table.name == "club" else "false"
        columns = ", ".join(column.name for column in table.c)
        values = ", ".join(_copied(table, column.name, shifts) for column in table.c)
        rows = f"SELECT {values} FROM {table.name} t, generate_series(0, :copies - 1) AS k WHERE {mine}"
        connection.execute(text(f"INSERT INTO {table.name} ({columns}) {rows}"), {"club": club, "copies": copies})


def _shifts(connection: Connection, club: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yields, for each table with ids, the offset of the first copy's ids, and of each further copy."""
    for table in TABLES:
        if "id" in table.c:
            mine = table.c.id if table.name == "club" else table.c.get("club_id")
            of_club = select(func.min(table.c.id), func.max(table.c.id))
            if mine is not None:
                low, high = connection.execute(of_club.where(mine == club)).one()
            else:
                game = Base.metadata.tables["game"]
                low, high = connection.execute(of_club.join_from(table, game).where(game.c.club_id == club)).one()
            newest = connection.execute(select(func.max(table.c.id))).scalar_one()
            if low is not None:
                yield table.name, (newest - low + 1, high - low + 1)


def _copied(table: Table, column: str, shifts: Mapping[str, tuple[int, int]]) -> str:
    """Returns the value of this column in a copy, in SQL."""
    if column in KEYS:
        return f"substr(replace(gen_random_uuid()::text, '-', ''), 1, {KEYS[column]})"
    leads_to = table.name if column == "id" else IDS.get(column, "")
    if leads_to not in shifts:
        return f"t.{column}"
    first, each = shifts[leads_to]
    return f"t.{column} + {first} + k * {each}"


def prepared(database: Database, player: int, keeper: Server) -> Kept:
    """A warm server, and its running games."""
    phone, games = Phone(keeper), [Game() for _ in range(GAMES_KEPT)]
    for game in games:
        ask(keeper, phone.start(game))
    pages = {"first page": phone.look("/", "</html>"), **pages_of(player)}
    load(keeper, [page for page in pages.values() for _ in range(WARM_UP)])
    return Kept(database.count("game"), keeper, phone, pages, games)


def one_round(both: Sequence[Kept]) -> Round:
    """Each page and each recording in both databases in turn."""
    figures = dict[str, Figures]()
    for name in both[0].pages:
        for kept in both:
            figures[f"{name}|{kept.games}"] = load(kept.keeper, [kept.pages[name]] * LOOKS)
    for _ in range(HANDS):
        for what in ("bid", "hand"):
            for kept in both:
                requests = [getattr(kept.phone, what)(game) for game in kept.played]
                name = f"record {what}|{kept.games}"
                figures[name] = figures.get(name, Figures(0, 0, 0)) + load(kept.keeper, requests)
    for kept in both:
        name = f"scoreboard|{kept.games}"
        figures[name] = load(kept.keeper, [kept.phone.scoreboard(game) for game in kept.played])
    return figures


def print_figures(rounds: Sequence[Round], both: Sequence[Kept]) -> None:
    """Prints the CPU time of the workers and PostgreSQL together, and requests a second, in both databases."""
    cpu = medians(rounds, lambda each: each.cpu_each)
    rate = medians(rounds, lambda each: each.requests / each.wall)
    few, many = (kept.games for kept in both)
    heads = f"{few:>12,}{many:>12,}{'ratio':>8}"
    print(f"\n{'games in the database':<22}{heads}{heads}\n{'':<22}{'CPU each, ms':>28}{'requests a second':>32}")
    goals = []
    for name in dict.fromkeys(name.partition("|")[0] for name in cpu):
        line = f"{name:<22}"
        for figure, form in ((cpu, "12.2f"), (rate, "12.0f")):
            small, large = figure[f"{name}|{few}"], figure[f"{name}|{many}"]
            line += f"{small:{form}}{large:{form}}{large / small:8.2f}"
        print(line)
        goals.append(goal(f"{name}, CPU", cpu[f"{name}|{many}"] / cpu[f"{name}|{few}"], RATIO))
    print("\n" + "\n".join(goals))


def print_removal(database: Database, instance: Path, games: int) -> None:
    """Prints how long removing the last copied club takes."""
    with app_on(instance, database.url):
        with writing() as session:
            club = session.execute(select(func.max(Club.id))).scalar_one()
        began = time.perf_counter()
        with writing(club) as session:
            clubs.remove(session, club)
        print(f"a club of {games:,} games is removed in {time.perf_counter() - began:.2f} s")


def main() -> None:
    """Makes both databases, measures and prints; fails if an answer was wrong."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up first
    sizes = (GAMES_OF_FEW, int(sys.argv[1]) if len(sys.argv) > 1 else GAMES_OF_MANY)
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as folder, ExitStack() as running:
        databases = running.enter_context(postgresql("few", "many"))
        both = []
        for database, games in zip(databases, sizes, strict=True):
            began, instance = time.perf_counter(), Path(folder, str(games))
            player = fill(database, instance, games)
            print(f"{database.count('game'):,} games made in {time.perf_counter() - began:.0f} s", flush=True)
            settings = {"SCOREKEEPER_INSTANCE": str(instance), **database.setting}
            both.append((database, player, running.enter_context(serving("wsgi:app", settings, database.process))))
        try:
            kept = [prepared(*each) for each in both]
            rounds = [one_round(kept) for _ in range(ROUNDS)]
        except WrongAnswer as wrong:
            sys.exit(f"WRONG: {wrong}")
        print_figures(rounds, kept)
        print_removal(databases[1], Path(folder, str(sizes[1])), sizes[1])


if __name__ == "__main__":
    main()
