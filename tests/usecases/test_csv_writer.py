"""Cells for a spreadsheet: what could run does not, everything else stays as it is."""

import csv
from datetime import datetime, timedelta, timezone

import pytest

from .game_at_table import csv_lines, escape_formula


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1", "＝1+1", "＠SUM(A1)", '=HYPERLINK("http://x")', "-"]
)
def test_a_cell_that_would_run_as_a_formula_is_made_text(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        *[("late;=1+1", "late;'=1+1"), ("a;-1;@b", "a;'-1;'@b"), ("a\n+1", "a\n'+1"), ("=1;=2", "'=1;'=2")],
        *[("\t=1", "'\t'=1"), ("a\t=1+1", "a\t'=1+1"), ("a\r@b", "a\r'@b"), ("a;＋1", "a;'＋1")],
    ],
)
def test_no_formula_begins_a_cell_where_other_signs_part_cells(text: str, held: str) -> None:
    assert escape_formula(text) == held


@pytest.mark.parametrize("text", ["", "Ann", "Ann & Cal", "−95", "a=b", "a; b", "tea; -5", " =1", "'=1", "1", "Zoë"])
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert escape_formula(text) == text


def test_a_line_holds_each_value_as_machines_read_it() -> None:
    evening = datetime(2026, 11, 21, 20, 15, tzinfo=timezone(timedelta(hours=2)))
    row = ('Ann, "the" Ace\nof', -1500, True, False, None, evening, "=1")
    _mark, line = csv_lines([row])
    (read,) = csv.reader(line.decode().splitlines(keepends=True))
    assert read == ['Ann, "the" Ace\nof', "-1500", "True", "False", "", "2026-11-21T20:15:00+02:00", "'=1"]
    assert line.endswith(b"\r\n")
