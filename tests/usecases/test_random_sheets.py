"""Random grids over every preset: with the right choices made, a row that some ordinary hand fits is never called
wrong, and a row that none fits is never called right, however it is written; a row with a cell that cannot be read is
neither, and where a choice is open, nothing is."""

import os
import random
from collections.abc import Iterator

import pytest

from tests.profiles import MANY

from .random_sheets import RandomSheet, random_sheet
from .sheets import check_text, checked

FEW, USUAL = 100, 300
SEARCHED = os.environ.get("HYPOTHESIS_PROFILE") == "search"
SHEETS = int(os.environ.get("ROOK_RANDOM_SHEETS", 30 * MANY if SEARCHED else USUAL))
FIRST_SEED = int(os.environ.get("ROOK_FIRST_SHEET", 1_000_000))


@pytest.fixture(params=[FEW, pytest.param(SHEETS, marks=pytest.mark.everywhere("again"))])
def sheets(request: pytest.FixtureRequest) -> Iterator[RandomSheet]:
    return map(random_sheet, range(FIRST_SEED, FIRST_SEED + request.param))


def test_no_right_row_or_sheet_is_blamed_and_no_wrong_one_is_passed(sheets: Iterator[RandomSheet]) -> None:
    rows = wrong = unread = 0
    for sheet in sheets:
        result = check_text(sheet.text, sheet.rules, **sheet.choices)
        assert len(result.rows) == len(sheet.rows)
        all_fit = True
        for at, found in enumerate(result.rows):
            base = sheet.base(at) if sheet.rows[at].totals else (0,) * len(sheet.rows[at].own)
            fits = sheet.some_hand_fits(at, base)
            all_fit = all_fit and fits
            rows, wrong = rows + 1, wrong + (found.verdict == "wrong")
            assert not (sheet.rows[at].unread and found.verdict in ("right", "only-if")), (sheet.text, at, found)
            unread += found.verdict == "unread" and sheet.rows[at].unread
            if found.verdict in ("wrong", "only-if"):
                assert not fits, (sheet.text, at, found)
            elif found.verdict == "right" and not fits:
                assert found.carried or found.base != base, (sheet.text, at, found)
                assert None not in found.base
                right = tuple(total or 0 for total in found.base)
                assert sheet.some_hand_fits(at, right), (sheet.text, at, found)
        assert (result.verdict == "right") == all_fit or result.unread or result.totals is None, sheet.text
    assert 0 < wrong < rows / 2
    assert unread


def test_where_a_choice_is_open_there_is_no_verdict(sheets: Iterator[RandomSheet]) -> None:
    for sheet in sheets:
        luck = random.Random(sheet.text)
        lines = sheet.text.split("\n")
        names = lines[0].split(sign := next(sign for sign in ",;\t" if sign in lines[0]))
        filled = [at for at in range(len(names)) if any(line.split(sign)[at] for line in lines[1:])]
        names[luck.choice(filled)] = luck.choice(("By", "Tricks", "M/C", "points", "what"))
        opened = [sign.join(names), *lines[1:]]
        said = [*lines[:2], luck.choice(("New game", "renege", "pizza at 8")), *lines[2:]]
        for text in ("\n".join(opened), "\n".join(said)):
            found = checked(text, sheet.rules, **sheet.choices)
            assert found.questions, text
            assert found.result is None
