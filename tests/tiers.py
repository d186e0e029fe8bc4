"""What `make test` leaves out: each thing is proven once there, and `make test-rest` proves the same everywhere.

The mark `everywhere(KIND)` says so; CONTRIBUTING.md has the kinds. Of a function's cases `once` says which are kept, by
their arguments: `once={"size": 390}`, or a list of several. Who marks all of them says with `proven` which test, or
which file, proves the thing once; it is among those that are kept.
"""

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

KINDS = ("size", "engine", "database", "rule set", "way", "cost", "again")
TEST = "not everywhere"
REST = "everywhere or hypothesis"
PROFILES = {TEST: "quick", REST: "usual"}
"""How far each run searches properties (tests/profiles.py)."""
ROOT = Path(__file__).parents[1]
COLLECTED = pytest.StashKey[list[pytest.Item]]()


def unmark(items: list[pytest.Item]) -> None:
    """Take the mark from the cases that `make test` runs of a function: those that have what its `once` says."""
    for item in items:
        item.own_markers = [mark for mark in item.own_markers if not _is_once(item, mark)]


def _is_once(item: pytest.Item, mark: pytest.Mark) -> bool:
    case = getattr(item, "callspec", None)
    if not case or mark.name != "everywhere" or "once" not in mark.kwargs:
        return False
    kept = mark.kwargs["once"].items()
    return all(case.params.get(name) in (values if isinstance(values, list) else [values]) for name, values in kept)


def is_left_out(item: pytest.Item, run: str) -> bool:
    """Return whether the run of this expression leaves a test out, and means to."""
    marked = item.get_closest_marker("everywhere") is not None
    if run == TEST:
        return marked
    return run == REST and not marked and not item.get_closest_marker("hypothesis")


def faults(items: list[pytest.Item]) -> list[str]:
    """Return what is wrong with the marks of a suite, in sentences."""
    functions: dict[str, list[pytest.Item]] = {}
    for item in items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    once = {name for name, cases in functions.items() if not all(map(_mark, cases))}
    files = {name.partition("::")[0] for name in once}
    said = []
    for name, cases in functions.items():
        kinds = {mark.args for item in cases for mark in item.iter_markers("everywhere")}
        said += [f"{name}: {kind} is no kind" for kind in kinds - {(kind,) for kind in KINDS}]
        if name not in once:
            proven = {mark.kwargs.get("proven", "") for item in cases for mark in item.iter_markers("everywhere")} - {
                ""
            }
            said += [] if proven else [f"{name}: all of it is left out, and `proven` names no test"]
            said += [f"{name}: make test does not run {other}" for other in proven - once - files]
    return said


def _mark(item: pytest.Item) -> pytest.Mark | None:
    return item.get_closest_marker("everywhere")


def tree() -> str:
    """Return what tells this state of the app and its tests from all others."""
    files = sorted(file for folder in ("scorekeeper", "tests") for file in (ROOT / folder).rglob("*.py"))
    return hashlib.sha256(b"\0".join(str(file).encode() + file.read_bytes() for file in files)).hexdigest()


class LeftOut:
    """A plugin that says in a run's last line what `make test` left out."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.kinds.update(mark.args[0] for item in items if (mark := _mark(item)))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.kinds |= Counter(getattr(node, "workeroutput", {}).get("left out", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left out"] = dict(self.kinds)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        if (
            self.kinds
            and config.option.markexpr == TEST
            and (told := config.pluginmanager.get_plugin("terminalreporter"))
        ):
            kinds = ", ".join(f"{number:,} {kind}" for kind, number in self.kinds.most_common())
            told.write_line(f"Left out: {self.kinds.total():,} tests of the same everywhere ({kinds}): make test-rest")
