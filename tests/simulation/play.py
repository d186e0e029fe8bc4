"""Plays simulated evenings: `python -m tests.simulation.play`, with EVENINGS, SEED, PHONES, TAPS, WORKERS.

An evening follows from its seed alone: the same seed gives the same trace, to the byte.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from tests.browser.prepare import HTMX_FILE, ROOT, SIMULATION, find_node

from .faults import FAULTS, Change
from .table import Table

HERE = Path(__file__).parent
BATCH = 8  # evenings of one process, whose pages take room until it ends


@dataclass(frozen=True, slots=True)
class Played:
    """What came of an evening."""

    seed: int
    faults: tuple[str, ...]
    trace: str
    taps: int
    compared: int


def play(seeds: Sequence[int], *, phones: int = 2, taps: int = 16, planted: Sequence[Change] = ()) -> Iterator[Played]:
    """Play these evenings, one after the other, in a process of Node's."""
    given = os.urandom
    try:
        yield from _play(seeds, phones, taps, planted)
    finally:
        os.urandom = given


def _play(seeds: Sequence[int], phones: int, taps: int, planted: Sequence[Change]) -> Iterator[Played]:
    command = [
        find_node(),
        "--experimental-vm-modules",
        "--no-warnings",
        "--max-semi-space-size=64",
        str(HERE / "evening.js"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        with subprocess.Popen(
            [*command, str(ROOT / "static"), str(SIMULATION / "node_modules"), str(HTMX_FILE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"TZ": "UTC"},
        ) as node:
            assert node.stdin
            assert node.stdout
            for seed in seeds:
                asked = {"seed": seed, "phones": phones, "taps": taps, "planted": [each._asdict() for each in planted]}
                _tell(node, asked)
                while True:
                    line = node.stdout.readline()
                    if not line:
                        raise RuntimeError(f"Node ended in the middle of evening {seed}.")
                    said = json.loads(line)
                    what = said.pop("ask")
                    if what == "played":
                        break
                    _tell(node, getattr(table, what)(**said))
                yield Played(seed, tuple(said["faults"]), said["trace"], said["taps"], said["compared"])
            node.stdin.close()


def _tell(node: subprocess.Popen[bytes], what: object) -> None:
    assert node.stdin
    node.stdin.write(json.dumps(what).encode() + b"\n")
    node.stdin.flush()


def _play_all(seeds: Sequence[int], phones: int, taps: int, fault: str) -> list[Played]:
    with tempfile.TemporaryDirectory() as compiled:
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(compiled)}  # a server starts often
        return list(play(seeds, phones=phones, taps=taps, planted=FAULTS[fault] if fault else ()))


def main() -> None:
    """Play as many evenings as the environment says, and name those in which something did not hold."""

    def number(name: str, usual: int) -> int:
        return int(os.environ.get(name) or usual)

    first = number("SEED", 1)
    evenings = number("EVENINGS", 1 if "SEED" in os.environ else 1000)
    fault = os.environ.get("FAULT", "")
    batches = [range(at, min(at + BATCH, first + evenings)) for at in range(first, first + evenings, BATCH)]
    began, failed, done, compared = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor(number("WORKERS", os.cpu_count() or 1)) as pool:
        work = partial(_play_all, phones=number("PHONES", 2), taps=number("TAPS", 16), fault=fault)
        for batch in as_completed([pool.submit(work, batch) for batch in batches]):
            for played in batch.result():
                done, compared = done + 1, compared + played.compared
                if evenings == 1:
                    print(played.trace)  # noqa: T201 - a command
                for one in played.faults:
                    print(f"SEED={played.seed}: {one}", flush=True)  # noqa: T201 - a command
                failed += bool(played.faults)
    pace = 60 * done / (time.monotonic() - began)
    print(f"{done} evenings, {compared} boards compared, {failed} with a fault; {pace:.0f} a minute")  # noqa: T201 - a command
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
