"""What `make test` leaves out is proven once by what it runs, and it stays short."""

from types import SimpleNamespace
from typing import Any

import pytest

from . import durations
from .statements import all_run
from .tiers import COLLECTED, KINDS, REST, TEST, faults, is_left_out, unmark

MOST = 650
"""Seconds of CPU that `make test` takes at most, by tests/durations.json."""


@pytest.fixture
def suite(pytestconfig: pytest.Config) -> list[pytest.Item]:
    if not all_run(pytestconfig):
        pytest.skip("Not all tests were collected.")  # what is judged is the whole suite
    return pytestconfig.stash[COLLECTED]


def test_each_thing_that_is_left_out_is_proven_once_by_what_is_not(suite: list[pytest.Item]) -> None:
    assert not faults(suite), "\n".join(faults(suite))


def test_the_tests_that_are_not_left_out_stay_short(suite: list[pytest.Item]) -> None:
    """By the file, never by a clock: mark a variant, or make it cheaper."""
    seconds = durations.read()[TEST].seconds
    assert seconds <= MOST, f"make test takes {seconds:.0f} s of CPU, and {MOST} at most"
    known = durations.read()[TEST].functions
    own = {durations.function(item) for item in suite if not is_left_out(item, TEST) and _is_dear(item)}
    assert not own - known.keys(), f"make durations TEST='{' '.join(sorted(own - known.keys()))}'"


def _is_dear(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(mark) for mark in ("browser", "process"))


def item(name: str, *marks: pytest.Mark) -> Any:
    def iter_markers(asked: str) -> list[pytest.Mark]:
        return [mark for mark in marks if mark.name == asked]

    return SimpleNamespace(
        nodeid=name, iter_markers=iter_markers, get_closest_marker=lambda asked: next(iter(iter_markers(asked)), None)
    )


def mark(kind: str, **how: Any) -> pytest.Mark:
    return pytest.mark.everywhere(kind, **how).mark


ONCE = item("tests/test_a.py::test_once")


@pytest.mark.parametrize(
    ("marked", "fault"),
    [
        ([item("tests/test_a.py::test_sizes[320]", mark("size")), item("tests/test_a.py::test_sizes[390]")], ""),
        ([item("tests/test_a.py::test_again", mark("again", proven="tests/test_a.py::test_once"))], ""),
        ([item("tests/test_b.py::test_again", mark("again", proven="tests/test_a.py"))], ""),
        ([item("tests/test_a.py::test_sizes[320]", mark("size"))], "`proven` names no test"),
        ([item("tests/test_a.py::test_again", mark("again", proven="tests/test_a.py::test_gone"))], "does not run"),
        ([item("tests/test_a.py::test_again", mark("again", proven="tests/test_a.py::test_again"))], "does not run"),
        ([item("tests/test_b.py::test_again", mark("again", proven="tests/test_b.py"))], "does not run"),
        ([item("tests/test_a.py::test_it[1]", mark("moon")), item("tests/test_a.py::test_it[2]")], "is no kind"),
    ],
    ids=["one size is kept", "by a test", "by a file", "nothing", "gone", "itself", "its own file", "another kind"],
)
def test_a_marked_test_without_a_proof_is_said(marked: list[Any], fault: str) -> None:
    said = faults([ONCE, *marked])
    assert bool(said) is bool(fault)
    assert fault in "".join(said)


@pytest.mark.parametrize(
    ("once", "kept"),
    [
        ({"width": 390}, {(390, "on"), (390, "off")}),
        ({"width": 390, "script": "on"}, {(390, "on")}),
        ({"width": [320, 390], "script": "off"}, {(320, "off"), (390, "off")}),
        ({"height": 664}, set()),
    ],
    ids=["one value", "two at once", "any of a list", "what no case has"],
)
def test_of_the_cases_of_a_test_those_are_kept_that_have_what_it_says(once: dict[str, Any], kept: set[Any]) -> None:
    cases = {(width, script): mark("size", once=once) for width in (320, 390, 844) for script in ("on", "off")}
    items = [
        SimpleNamespace(callspec=SimpleNamespace(params={"width": width, "script": script}), own_markers=[one])
        for (width, script), one in cases.items()
    ]
    unmark(items)  # type: ignore[arg-type]  # it looks at nothing else of an item
    assert {case for case, item in zip(cases, items, strict=True) if not item.own_markers} == kept


@pytest.mark.parametrize(
    ("marks", "test", "rest"),
    [((), False, True), ((mark("size"),), True, False), ((pytest.mark.hypothesis.mark,), False, False)],
    ids=["unmarked", "everywhere", "a property"],
)
def test_both_runs_together_leave_nothing_out(marks: tuple[pytest.Mark, ...], test: bool, rest: bool) -> None:
    one = item("tests/test_a.py::test_one", *marks)
    assert (is_left_out(one, TEST), is_left_out(one, REST)) == (test, rest)
    assert not is_left_out(one, "something else")


def test_each_kind_has_a_line_in_contributing(pytestconfig: pytest.Config) -> None:
    text = (pytestconfig.rootpath / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [line.split("`")[1] for line in text.splitlines() if line.startswith("  - `")] == list(KINDS)
