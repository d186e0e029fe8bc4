"""Measures the size of a scoreboard, the app against a bare server with Flask, and the waiting times in a browser.

Run `python -m bench [GAMES]`, by default with 10,000 games. Every answer is checked; only a wrong one makes it fail.
CPU, measured in hellos, is steady from run to run; the browser's times depend on the load of the machine.
"""

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from scorekeeper.usecases.permissions import club_id
from scorekeeper.usecases.transfer.export import all_records

from . import in_browser, page_size
from .load import ROUNDS, Figures, Request, Round, WrongAnswer, ask, goal, load, medians
from .old_club import app_on, pages_of, played
from .phone import Game, Phone
from .server import Server, serving

PAST, RECORDS = 10_000, 1_000
GAMES, HANDS, EVENING = 60, 4, 12
LOOKS, LONG_LOOKS, HELLOS, WARM_UP = 120, 16, 1000, 8  # LONG_LOOKS: at all games
IN_HELLOS = {
    "scoreboard, bid due": 10, "scoreboard, hand due": 10, "record bid": 14, "record hand": 14,
    "save and see": 18, "home page": 18, "home page, one game": 10, "history": 15,
    "poll of who watches": 2, "poll of who keeps": 4, "check of a record": 4,
}  # fmt: skip
HISTORY_GOAL = 60  # milliseconds of CPU for a page of 10,000 games


class Evening:
    """A phone that keeps score on a warm server: running games, and two with an evening's hands."""

    def __init__(self, server: Server, player: int):
        self.server, self.phone = server, Phone(server)
        self.games, self.bid_due, self.hand_due = [Game() for _ in range(GAMES)], Game(), Game()
        home = self.phone.look("/", "In progress", "Ann &amp; Cal", "</html>")
        ask(server, self.phone.start(self.bid_due))
        load(server, [home] * WARM_UP)
        self.one_game = [load(server, [home] * LOOKS) for _ in range(ROUNDS)]
        for game in (*self.games, self.hand_due):
            ask(server, self.phone.start(game))
        for game in (self.bid_due, self.hand_due):
            while game.hands < EVENING:
                ask(server, self.phone.bid(game))
                ask(server, self.phone.hand(game))
        ask(server, self.phone.bid(self.hand_due))
        watch = self.phone.watch_poll(self.hand_due)
        self.long_looks = pages_of(player)
        self.looks: Mapping[str, Request] = {
            "home page": home,
            "scoreboard, bid due": self.phone.scoreboard(self.bid_due),
            "scoreboard, hand due": self.phone.scoreboard(self.hand_due),
            "poll of who watches": Request("GET", watch, status=204),
            "poll of who watches, new": Request("GET", f"{watch.rpartition('/')[0]}/older", words=("data-poll",)),
            "poll of who keeps": self.phone.poll(self.hand_due, 0),
            "poll of who keeps, new": self.phone.poll(self.hand_due, 1),
        }
        for look in (*self.looks.values(), *self.long_looks.values()):
            load(server, [look] * WARM_UP)

    def round(self) -> dict[str, Figures]:
        """Every page and every tap; raises WrongAnswer."""
        figures = {name: load(self.server, [look] * LOOKS) for name, look in self.looks.items()}
        figures |= {name: load(self.server, [look] * LONG_LOOKS) for name, look in self.long_looks.items()}
        bids, hands, seen = Figures(0, 0, 0), Figures(0, 0, 0), Figures(0, 0, 0)
        for _ in range(HANDS):
            bids += load(self.server, [self.phone.bid(game) for game in self.games])
            hands += load(self.server, [self.phone.hand(game) for game in self.games])
            seen += load(self.server, [self.phone.scoreboard(game) for game in self.games])
        saved = Figures(hands.requests, hands.wall + seen.wall, hands.cpu + seen.cpu)
        figures |= {"record bid": bids, "record hand": hands, "save and see": saved}
        return {**figures, "home page, one game": self.one_game.pop()}


def check_records(folder: Path) -> Figures:
    """The CPU time of `rook-scorekeeper check` for these files, including its start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, "-m", "scorekeeper", "check", "--json", *map(str, folder.iterdir())]
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    valid = [json.loads(line)["valid"] for line in said.splitlines()]
    if not all(valid):
        raise WrongAnswer("A record that was exported is not valid.")
    return Figures(len(valid), 1, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def measured(folder: Path, games: int, running: ExitStack) -> tuple[list[Round], Server, Server]:
    """Every round's figures, and the servers, which keep running; raises WrongAnswer."""
    instance, records = folder / "instance", folder / "records"
    records.mkdir()
    with app_on(instance):
        player = played(games)
        for name, record in islice(all_records(club_id()), RECORDS):
            (records / name).write_bytes(record)
    keeper = running.enter_context(serving("wsgi:app", {"SCOREKEEPER_INSTANCE": str(instance)}))
    floor = running.enter_context(serving("bench.bare_flask:app", {}))
    hello = Request("GET", "/hello", words=("hello",))
    load(floor, [hello] * WARM_UP)
    evening = Evening(keeper, player)
    rounds: list[Round] = [
        {"hello": load(floor, [hello] * HELLOS), **evening.round(), "check of a record": check_records(records)}
        for _ in range(ROUNDS)
    ]
    return rounds, keeper, floor


def main() -> None:
    """Measures and prints; fails if an answer was wrong."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else PAST
    print(*page_size.goals(), sep="\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as place, ExitStack() as running:
        rounds, keeper, floor = measured(Path(place), games, running)
        cpu = medians(rounds, lambda figures: figures.cpu_each)
        print(f"{'median of each round':<28}{'CPU each':>11}{'in hellos':>11}")
        for name, each in cpu.items():
            print(f"{name:<28}{each:>8.2f} ms{each / cpu['hello']:>11.1f}")
        for name, bound in IN_HELLOS.items():
            print(goal(f"{name}, CPU in hellos", cpu[name] / cpu["hello"], bound))
        for name in pages_of(player=0):
            print(goal(f"{name} of {games:,} games, ms of CPU", cpu[name], HISTORY_GOAL), flush=True)
        print(*in_browser.goals(keeper, floor), sep="\n")


if __name__ == "__main__":
    main()
