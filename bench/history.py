"""What a long past costs: history, players and leaderboard of clubs that have played little and much.

Run `python -m bench.history [GAMES...]`, by default 100 and 10000; 100000 takes some minutes more. Each number of games
gets a database of its own, with one club that played so many and 1,000 other clubs beside it, and a server of its own;
they and the floor are asked in turn. Every answer is checked; only a wrong one makes it fail.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask
from sqlalchemy import URL

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import Club, Player
from scorekeeper.storage.upgrade import upgrade
from scorekeeper.usecases.access import club_id
from scorekeeper.usecases.demo.games import LAST_EVENING, play_demo

from .floor import prepare
from .goals import Goal
from .load import Request, WrongAnswer, load
from .rounds import Round, medians
from .server import Server, serving

SIZES = (100, 10_000)
FEW, MANY = SIZES
OTHER_CLUBS, GAMES_OF_OTHERS = 1000, 5
ROUNDS, LOOKS, HELLOS, WARM_UP = 3, 200, 2000, 16
RULES, YEAR = "original", LAST_EVENING.year - 1
RATIO, HELLOS_EACH = 2, 14
PLAYER = "Ben Birch"


@dataclass(frozen=True)
class Past:
    """A club with so many games: where its database lies, and the id of one who plays in it often."""

    games: int
    instance: Path
    player: int

    def pages(self) -> dict[str, Request]:
        """Each page that is measured, with what it must say."""
        asked = {"": "", " by rules": f"rules={RULES}", " by year": f"year={YEAR}"}
        asked[" by both"] = f"rules={RULES}&year={YEAR}"
        pages = {
            "history": _page("/games", "All games"),
            "history by rules": _page(f"/games?rules={RULES}", "Original"),
        }
        for by, query in asked.items():
            pages[f"leaderboard{by}"] = _page(f"/players?{query}", PLAYER)
            pages[f"records{by}"] = _page(f"/players/records?{query}", PLAYER)
            pages[f"player{by}"] = _page(f"/players/{self.player}?{query}", PLAYER)
        return pages


def _page(path: str, word: str) -> Request:
    return Request("GET", path.removesuffix("?"), words=(word, "</html>"))


@contextmanager
def app_on(instance: Path, database: URL | None = None) -> Iterator[Flask]:
    """The app on this folder, with its database made, by default a file there."""
    settings = Settings(instance=instance, database=database.render_as_string(hide_password=False) if database else "")
    app = create_app(settings)
    with app.app_context():
        upgrade(db.engine, instance)
        yield app
        db.session.remove()
        db.engine.dispose()


def play(club_id: int, games: int, seed: int) -> None:
    """Plays so many games into a club."""
    for _ in play_demo(club_id, games, seed):
        pass


def other_clubs(instance: Path) -> None:
    """Clubs of other people, behind the one that is asked for."""
    with app_on(instance):
        for number in range(OTHER_CLUBS):
            with writing() as session:
                other = Club(name=f"Neighbours {number}", created_at=datetime.now(UTC))
                session.add(other)
                session.flush()
                other_id = other.id
            play(other_id, GAMES_OF_OTHERS, seed=number)


def past(others: Path, instance: Path, games: int) -> Past:
    """A club with so many games, among the others."""
    shutil.copytree(others, instance)
    with app_on(instance):
        play(club_id(), games, seed=0)
        (player,) = db.session.query(Player.id).filter_by(club_id=club_id(), name=PLAYER).one()
    return Past(games, instance, player)


def measured(folder: Path, sizes: Sequence[int]) -> list[Round]:
    """Every round's figures, by name of the page and number of games; raises WrongAnswer."""
    floor_file, others = folder / "floor.sqlite", folder / "others"
    prepare(str(floor_file))
    print(f"making {OTHER_CLUBS:,} clubs", flush=True)
    other_clubs(others)
    pasts = []
    for games in sizes:
        print(f"playing {games:,} games", flush=True)
        pasts.append(past(others, folder / str(games), games))
    with ExitStack() as running:
        floor = running.enter_context(serving("bench.floor:app", {"FLOOR_DATABASE": str(floor_file)}))
        keepers = [
            running.enter_context(serving("wsgi:app", {"SCOREKEEPER_INSTANCE": str(past.instance)})) for past in pasts
        ]
        for past_, keeper in zip(pasts, keepers, strict=True):
            load(keeper, [page for page in past_.pages().values() for _ in range(WARM_UP)])
        return [one_round(floor, list(zip(pasts, keepers, strict=True))) for _ in range(ROUNDS)]


def one_round(floor: Server, keepers: Sequence[tuple[Past, Server]]) -> Round:
    """Each page by each club in turn, and hello."""
    figures = {"hello": load(floor, [Request("GET", "/hello", words=("hello",))] * HELLOS)}
    for name in keepers[0][0].pages():
        for past_, keeper in keepers:
            figures[f"{name}, {past_.games:,}"] = load(keeper, [past_.pages()[name]] * LOOKS)
    return figures


def print_figures(rounds: Sequence[Round], sizes: Sequence[int]) -> None:
    """The medians in hellos, against those of the club with fewest games, and the goals."""
    cpu = medians(rounds, lambda figures: figures.cpu_each)
    hello = cpu.pop("hello")
    names = list(dict.fromkeys(name.rpartition(", ")[0] for name in cpu))
    heads = "".join(f"{games:>14,}" for games in sizes)
    print(f"\nCPU of hello: {hello:.2f} ms\n{'median of each round, in hellos (ratio)':<40}{heads}")
    goals = []
    for name in names:
        first, line = cpu[f"{name}, {sizes[0]:,}"], f"{name:<40}"
        for games in sizes:
            each = cpu[f"{name}, {games:,}"]
            line += f"{each / hello:>8.1f} ({each / first:.1f})"
            if FEW < games <= MANY:
                goals.append(Goal(f"{name} at {games:,} games, against {sizes[0]:,}", each / first, RATIO))
                goals.append(Goal(f"{name} at {games:,} games, CPU in hellos", each / hello, HELLOS_EACH))
        print(line)
    print("\n" + "\n".join(map(str, goals)))


def main() -> None:
    """Measures and prints; fails where an answer was wrong."""
    sizes = [int(word) for word in sys.argv[1:]] or list(SIZES)
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as folder:
        try:
            rounds = measured(Path(folder), sizes)
        except WrongAnswer as wrong:
            sys.exit(f"WRONG: {wrong}")
    print_figures(rounds, sizes)


if __name__ == "__main__":
    main()
