"""How fast the score keeper is, against what the server, Flask and a durable COMMIT cost by themselves.

Run `python -m bench`. Every answer is checked and every stored row counted; only something wrong makes it fail. CPU per
request is steady from run to run; rates depend on whatever else the machine does.
"""

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from .floor import prepare
from .goals import goals_of
from .load import WrongAnswer
from .rounds import ROUNDS, Bench, Round, medians
from .server import serving
from .weight import Weight, weight_of

OTHERS = (("bench.rules",), ("bench.check",), ("bench.history",))
PATIENCE = 600  # seconds for each of the others


def measured(folder: Path) -> tuple[list[Round], list[Weight]]:
    """Every round's figures, and the weight of both scoreboards; raises WrongAnswer."""
    floor_file, instance = folder / "floor.sqlite", folder / "instance"
    prepare(str(floor_file))
    with (
        serving("wsgi:app", {"SCOREKEEPER_INSTANCE": str(instance)}) as keeper,
        serving("bench.floor:app", {"FLOOR_DATABASE": str(floor_file)}) as floor,
    ):
        bench = Bench.prepared(keeper, floor)
        rounds = [bench.round() for _ in range(ROUNDS)]
        bench.check_games()
        weights = [weight_of(keeper, page) for page in bench.scoreboards()]
    expect_rows(floor_file, "entry", bench.inserts)
    expect_rows(instance / "scorekeeper.sqlite", "game", len(bench.all_games))
    expect_rows(instance / "scorekeeper.sqlite", "hand", sum(game.hands for game in bench.all_games))
    expect_rows(instance / "scorekeeper.sqlite", "change", sum(game.version for game in bench.all_games))
    return rounds, weights


def expect_rows(file: Path, table: str, expected: int) -> None:
    """Raises WrongAnswer where not exactly what was sent is stored."""
    with closing(sqlite3.connect(file)) as connection:
        (stored,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    if stored != expected:
        raise WrongAnswer(f"{table} has {stored} rows; {expected} were sent.")
    print(f"{stored:>6} rows in {table}, as many as were sent")


def print_figures(rounds: Sequence[Round], weights: Sequence[Weight]) -> None:
    """The medians with their ratios, and the goals."""
    cpu, rate = medians(rounds, lambda figures: figures.cpu_each), medians(rounds, lambda figures: figures.rate)
    hello, insert = cpu["hello"], rate["INSERT + COMMIT"]
    print(f"\n{'median of each round':<22}{'CPU each':>11}{'in hellos':>11}{'per second':>12}{'in INSERTs':>12}")
    for name in cpu:
        ratios = f"{cpu[name] / hello:>11.1f}{rate[name]:>12.0f}{rate[name] / insert:>12.2f}"
        print(f"{name:<22}{cpu[name]:>8.2f} ms{ratios}")
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
        try:
            rounds, weights = measured(Path(folder))
        except WrongAnswer as wrong:
            sys.exit(f"WRONG: {wrong}")
    print_figures(rounds, weights)
    run_others()


if __name__ == "__main__":
    main()
