"""How fast the score keeper is, against what the server, Flask and a durable COMMIT cost by themselves.

Run `python -m bench`, or `python -m bench postgresql`. Every answer is checked and every stored row counted; only what
is wrong makes it fail. CPU per request is steady from run to run; rates depend on whatever else the machine does.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .databases import Database, postgresql, sqlite
from .floor import prepare
from .goals import goals_of
from .load import WrongAnswer
from .rounds import ROUNDS, Bench, Round, medians
from .server import serving
from .weight import Weight, weight_of

OTHERS = (("bench.watch",), ("bench.rules",), ("bench.check",), ("bench.history",))
PATIENCE = 600  # seconds for each of the others


def measured(instance: Path, keeps: Database, floors: Database) -> tuple[list[Round], list[Weight]]:
    """Every round's figures, and the weight of both scoreboards; raises WrongAnswer."""
    prepare(floors.floor)
    with (
        serving("wsgi:app", {"SCOREKEEPER_INSTANCE": str(instance), **keeps.setting}, keeps.process) as keeper,
        serving("bench.floor:app", {"FLOOR_DATABASE": floors.floor}, floors.process) as floor,
    ):
        bench = Bench.prepared(keeper, floor)
        rounds = [bench.round() for _ in range(ROUNDS)]
        bench.check_games()
        weights = [weight_of(keeper, page) for page in bench.scoreboards()]
    expect_rows(floors, "entry", bench.inserts)
    expect_rows(keeps, "game", len(bench.all_games))
    expect_rows(keeps, "hand", sum(game.hands for game in bench.all_games))
    expect_rows(keeps, "change", sum(game.version for game in bench.all_games))
    return rounds, weights


def expect_rows(database: Database, table: str, expected: int) -> None:
    """Raises WrongAnswer where not exactly what was sent is stored."""
    stored = database.count(table)
    if stored != expected:
        raise WrongAnswer(f"{table} has {stored} rows; {expected} were sent.")
    print(f"{stored:>6} rows in {table}, as many as were sent")


def print_figures(rounds: Sequence[Round]) -> None:
    """The medians with their ratios."""
    cpu, rate = medians(rounds, lambda figures: figures.cpu_each), medians(rounds, lambda figures: figures.rate)
    hello, insert = cpu["hello"], rate["INSERT + COMMIT"]
    print(f"\n{'median of each round':<22}{'CPU each':>11}{'in hellos':>11}{'per second':>12}{'in INSERTs':>12}")
    for name in cpu:
        ratios = f"{cpu[name] / hello:>11.1f}{rate[name]:>12.0f}{rate[name] / insert:>12.2f}"
        print(f"{name:<22}{cpu[name]:>8.2f} ms{ratios}")


def print_goals(rounds: Sequence[Round], weights: Sequence[Weight]) -> None:
    """The goals, which are those of SQLite."""
    cpu, rate = medians(rounds, lambda figures: figures.cpu_each), medians(rounds, lambda figures: figures.rate)
    print()
    for goal in goals_of(cpu, rate, weights):
        print(goal)


def run_others() -> None:
    """The benchmarks of the rules, of the check and of a long past, which stand by themselves."""
    for module, *arguments in OTHERS:
        print(f"\n{module}", flush=True)
        try:
            subprocess.run([sys.executable, "-m", module, *arguments], timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            print(f"{module} took longer than {PATIENCE} s and was ended.")


def main() -> None:
    """Measures and prints; fails where an answer was wrong or a row is missing."""
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as folder:
        instance = Path(folder, "instance")
        file, floor = instance / "scorekeeper.sqlite", Path(folder, "floor.sqlite")
        try:
            if sys.argv[1:] == ["postgresql"]:
                with postgresql("keeper", "floor") as databases:
                    print_figures(measured(instance, *databases)[0])
                return
            rounds, weights = measured(instance, sqlite(file), sqlite(floor))
        except WrongAnswer as wrong:
            sys.exit(f"WRONG: {wrong}")
    print_figures(rounds)
    print_goals(rounds, weights)
    run_others()


if __name__ == "__main__":
    main()
