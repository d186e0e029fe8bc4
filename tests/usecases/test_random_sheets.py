"""Random grids over every preset: with the right choices made, a row that some ordinary hand fits is never called
wrong, and a row that none fits is never called right, however it is written; a row with a cell that cannot be read is
neither, and where a choice is open, nothing is."""

import inspect
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import dedent
from typing import Any

import pytest

from scorekeeper.usecases.sheet import facts, pasted, rows
from scorekeeper.usecases.sheet.grid import Grid
from tests.profiles import MANY

from .random_sheets import RandomSheet, key_of, random_sheet
from .sheets import check_text, checked

FEW, USUAL = 25, 300
SEARCHED = os.environ.get("HYPOTHESIS_PROFILE") == "search"
SHEETS = int(os.environ.get("ROOK_RANDOM_SHEETS", 30 * MANY if SEARCHED else USUAL))
FIRST_SEED = int(os.environ.get("ROOK_FIRST_SHEET", 1_000_000))


@pytest.fixture(params=[FEW, pytest.param(SHEETS, marks=pytest.mark.everywhere("again"))])
def sheets(request: pytest.FixtureRequest) -> Iterator[RandomSheet]:
    return map(random_sheet, range(FIRST_SEED, FIRST_SEED + request.param))


def test_no_right_row_or_sheet_is_blamed_and_no_wrong_one_is_passed(sheets: Iterator[RandomSheet]) -> None:
    verdicts = Counter[str]()
    for sheet in sheets:
        verdicts.update(judged(sheet))
    assert 0 < 2 * verdicts["wrong"] < verdicts.total()
    assert verdicts["unread"]


def judged(sheet: RandomSheet) -> Iterator[str]:
    """Yield the verdicts on the rows of a sheet whose choices are made, which asks nothing more."""
    result = check_text(sheet.text, sheet.rules, **sheet.choices)
    assert len(result.rows) == len(sheet.rows), sheet.text
    all_fit = True
    for at, found in enumerate(result.rows):
        base = sheet.base(at) if sheet.rows[at].totals else (0,) * len(sheet.rows[at].own)
        fits = sheet.some_hand_fits(at, base)
        assert not (sheet.rows[at].unread and found.verdict in ("right", "only-if")), (sheet.text, at, found)
        if found.verdict in ("wrong", "only-if"):
            assert not fits, (sheet.text, at, found)
        elif found.verdict == "right" and not fits:
            assert found.carried or found.base != base, (sheet.text, at, found)
            assert None not in found.base
            right = tuple(total or 0 for total in found.base)
            assert sheet.some_hand_fits(at, right), (sheet.text, at, found)
        read = all_fit and not any(row.unread or row.dashes for row in sheet.rows[: at + 1])  # a total by the one above
        assert found.verdict != "unread" or not read, (sheet.text, at, found)
        all_fit = all_fit and fits
        yield f"{found.verdict}"
    assert (result.verdict == "right") == all_fit or result.unread or result.totals is None, sheet.text


OF_NO_SET = "a dash is a set by all rules"
PLANTED: dict[str, tuple[Any, str, str, str]] = {
    "dashes count as no numbers": (pasted, "_fills", "number_in(cell) is not None", "is_number(cell)"),
    OF_NO_SET: (rows, "_with_marks", 'or who.rules.set_rule == "none"', ""),
    "a blank is never 0": (rows._Reader, "_filled", '"0" * is_0', '""'),
    "a blank is always 0": (rows._Reader, "_filled", "cell or", 'cell or "0" if key in ("points-0", "took-0") else'),
    "what each side took are points": (Grid, "settled", "BARE.get(self.reading, 'points')", "'points'"),
    "what each side took is passed over": (facts, "_facts", "seen[name] = (*seen[name], value)", "pass"),
    "a line is no date": (pasted._Reader, "grid", "if kind in KINDS", 'if kind in KINDS and kind != "date"'),
    "no ditto is a total": (rows._Reader, "_hand", "if text in DITTO", 'if text in DITTO and kind_of(key) != "total"'),
    "a set without a bid is of the lowest one": (rows, "_set", "if bid is not None and", "bid = bid or 70\n    if"),
}


@pytest.mark.everywhere("again", proven="tests/usecases/test_random_sheets.py")
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, old, new = PLANTED[fault]
    source = dedent(inspect.getsource(getattr(owner, name)))
    assert source.count(old) == 1
    scope = {**vars(sys.modules[getattr(owner, "__module__", owner.__name__)])}
    exec(source.replace(old, new), scope)
    monkeypatch.setattr(owner, name, scope[name])
    seeds = [
        seed for seed in range(FIRST_SEED, FIRST_SEED + 10 * USUAL) if fault != OF_NO_SET or key_of(seed) == "no set"
    ]
    with pytest.raises(AssertionError):
        _judge_all(seeds)


def _judge_all(seeds: Sequence[int]) -> None:
    for seed in seeds:
        assert [*judged(random_sheet(seed))]


CHOICES: list[tuple[str, Any]] = [("blank_is_0", False), ("reading", "points"), ("penalties_in", False)]


@pytest.mark.everywhere("again", proven="tests/usecases/test_sheets.py")
def test_a_right_sheet_of_which_one_choice_is_not_made_is_right_or_has_an_offer() -> None:
    offers = Counter[str]()
    for sheet in map(random_sheet, range(FIRST_SEED, FIRST_SEED + USUAL // 2)):
        unread = any(row.unread for row in sheet.rows)
        made = check_text(sheet.text, sheet.rules, **sheet.choices)
        if unread or made.verdict != "right":
            continue
        for choice, default in CHOICES if sheet.rules.fixed_sides else CHOICES[:1]:
            found = checked(sheet.text, sheet.rules, **sheet.choices | {choice: default})
            assert found.result, sheet.text
            assert found.result.right or found.offer, (choice, sheet.text)
            offers[found.offer.change if found.offer else ""] += 1
    assert {"reading=took", "reading=totals"} <= {*offers}


def test_where_a_choice_is_open_there_is_no_verdict(sheets: Iterator[RandomSheet]) -> None:
    for sheet in sheets:
        luck = random.Random(sheet.text)
        lines = sheet.text.split("\n")
        said = [*lines, luck.choice(("New game", "renege", "pizza at 8", "11/27", "Fri Nov 27"))]
        games = [*lines, luck.choice(("New game", "Game 2", "Second game")), *lines[sheet.headed :]]
        texts = ["\n".join(said), "\n".join(games)]
        if sheet.headed:
            names = lines[0].split(sign := next(sign for sign in ",;\t" if sign in lines[0]))
            written = [line.split(sign) for number, line in enumerate(lines[1:], 2) if number not in sheet.dates]
            filled = [at for at in range(len(names)) if any(cells[at] for cells in written)]
            names[luck.choice(filled)] = luck.choice(("By", "Tricks", "M/C", "points", "what"))
            texts.append("\n".join([sign.join(names), *lines[1:]]))
        for text in texts:
            found = checked(text, sheet.rules, **sheet.choices)
            assert found.questions, text
            assert found.result is None
