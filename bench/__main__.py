"""How fast the score keeper is, against what the server and Flask cost by themselves, and what a person feels.

Run `python -m bench [GAMES]`, by default with 10,000 games. Every answer is checked; only what is wrong makes it
fail. CPU is steady from run to run, in hellos; the browser's times depend on whatever else the machine does.
"""

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from scorekeeper.usecases.access import club_id
from scorekeeper.usecases.transfer.exports import all_records

from . import felt
from .figures import ROUNDS, Goal, Round, medians
from .load import Figures, Request, WrongAnswer, ask, load
from .past import app_on, pages_of, played
from .server import Server, serving
from .table import Game, Phone

PAST, RECORDS = 10_000, 1_000
GAMES, HANDS, EVENING = 60, 4, 12
LOOKS, HELLOS, WARM_UP = 200, 1500, 24
IN_HELLOS = {
    "scoreboard, bid due": 10, "scoreboard, hand due": 10, "record bid": 14, "record hand": 14,
    "poll of who watches": 2, "poll of who keeps": 4, "check of a record": 4,
}  # fmt: skip
OF_THE_PAST = 60
"""Milliseconds of CPU for a page of 10,000 games."""


class Evening:
    """A phone that keeps score on a warm server: games that are played on, and two of an evening's hands."""

    def __init__(self, server: Server, player: int):
        self.server, self.phone = server, Phone(server)
        self.games, self.bid_due, self.hand_due = [Game() for _ in range(GAMES)], Game(), Game()
        for game in (*self.games, self.bid_due, self.hand_due):
            ask(server, self.phone.start(game))
        for game in (self.bid_due, self.hand_due):
            while game.hands < EVENING:
                ask(server, self.phone.bid(game))
                ask(server, self.phone.hand(game))
        ask(server, self.phone.bid(self.hand_due))
        watch = self.phone.watch_poll(self.hand_due)
        self.looks: Mapping[str, Request] = {
            "home page": self.phone.look("/", "In progress", "Ann &amp; Cal", "</html>"),
            "scoreboard, bid due": self.phone.scoreboard(self.bid_due),
            "scoreboard, hand due": self.phone.scoreboard(self.hand_due),
            "poll of who watches": Request("GET", watch, status=204),
            "poll of who watches, new": Request("GET", f"{watch.rpartition('/')[0]}/older", words=("data-poll",)),
            "poll of who keeps": self.phone.poll(self.hand_due, 0),
            "poll of who keeps, new": self.phone.poll(self.hand_due, 1),
            **pages_of(player),
        }
        for look in self.looks.values():
            load(server, [look] * WARM_UP)

    def round(self) -> dict[str, Figures]:
        """Every page and every tap."""
        figures = {name: load(self.server, [look] * LOOKS) for name, look in self.looks.items()}
        bids, hands = Figures(0, 0, 0), Figures(0, 0, 0)
        for _ in range(HANDS):
            bids += load(self.server, [self.phone.bid(game) for game in self.games])
            hands += load(self.server, [self.phone.hand(game) for game in self.games])
        return {**figures, "record bid": bids, "record hand": hands}

    def check(self) -> None:
        """Every game is as the hands that were sent make it; raises WrongAnswer."""
        for game in (*self.games, self.bid_due, self.hand_due):
            ask(self.server, self.phone.scoreboard(game))


def write_records(folder: Path) -> list[Path]:
    """Writes games of the club as files."""
    paths = []
    for name, record in islice(all_records(club_id()), RECORDS):
        paths.append(folder / name)
        paths[-1].write_bytes(record)
    return paths


def check_records(paths: Sequence[Path]) -> Figures:
    """What `scorekeeper check` takes for these files, the program's start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, "-m", "scorekeeper", "check", "--json", *map(str, paths)]
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    if not all(json.loads(line)["valid"] for line in said.splitlines()):
        raise WrongAnswer("A record that was exported is not valid.")
    return Figures(len(paths), 1, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def measured(folder: Path, games: int, running: ExitStack) -> tuple[list[Round], Server]:
    """Every round's figures, and the server, which goes on; raises WrongAnswer."""
    instance, records = folder / "instance", folder / "records"
    records.mkdir()
    with app_on(instance):
        player, paths = played(games), write_records(records)
    keeper = running.enter_context(serving("wsgi:app", {"SCOREKEEPER_INSTANCE": str(instance)}))
    floor, hello = running.enter_context(serving("bench.floor:app", {})), Request("GET", "/hello", words=("hello",))
    load(floor, [hello] * WARM_UP)
    evening = Evening(keeper, player)
    rounds = [
        {"hello": load(floor, [hello] * HELLOS), **evening.round(), "check of a record": check_records(paths)}
        for _ in range(ROUNDS)
    ]
    evening.check()
    return rounds, keeper


def goals_of(cpu: Mapping[str, float], games: int) -> Iterator[Goal]:
    """Each goal of a page, a tap, a poll and the check."""
    for name, bound in IN_HELLOS.items():
        yield Goal(f"{name}, CPU in hellos", cpu[name] / cpu["hello"], bound)
    for name in pages_of(0):
        yield Goal(f"{name} of {games:,} games, ms of CPU", cpu[name], OF_THE_PAST)


def main() -> None:
    """Measures and prints; fails where an answer was wrong."""
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as place, ExitStack() as running:
        games = int(sys.argv[1]) if len(sys.argv) > 1 else PAST
        try:
            rounds, keeper = measured(Path(place), games, running)
        except WrongAnswer as wrong:
            sys.exit(f"WRONG: {wrong}")
        cpu = medians(rounds, lambda figures: figures.cpu_each)
        print(f"{'median of each round':<28}{'CPU each':>11}{'in hellos':>11}")
        for name, each in cpu.items():
            print(f"{name:<28}{each:>8.2f} ms{each / cpu['hello']:>11.1f}")
        print("", *goals_of(cpu, games), sep="\n", flush=True)
        print(*felt.goals(keeper), sep="\n")


if __name__ == "__main__":
    main()
