"""Sheets of known truth, as people write them: how many are read as meant, and how many right rows are blamed."""

import os

import pytest

from scorekeeper.usecases.check.sheet_result import SheetResult
from scorekeeper.usecases.errors import ValidationFailed
from tests.profiles import MANY

from .random_sheets import RandomSheet, Written, random_sheet
from .sheets import check_text

USUAL = 300
SEARCHED = os.environ.get("HYPOTHESIS_PROFILE") == "search"
SHEETS = int(os.environ.get("ROOK_RANDOM_SHEETS", 30 * MANY if SEARCHED else USUAL))
FIRST_SEED = int(os.environ.get("ROOK_FIRST_SHEET", 1_000_000))


def as_read(result: SheetResult) -> list[Written]:
    """What the check read in each hand."""
    sides = result.read.way.words.sides
    found = []
    for row in result.rows:
        facts = {cell.key: cell for cell in row.row.cells if cell.fact}
        by = next((cell.place for cell in facts.values() if cell.fact[:1] == ("bid_by",)), None)
        bidders = facts["bidder"].fact[1] if "bidder" in facts else None  # type: ignore[misc]  # filtered above
        named = next((at for at, side in enumerate(sides) if bidders and {*bidders} <= {*side}), by)
        bid = next((cell.says for cell in facts.values() if cell.kind == "bid"), None)
        figures = [
            tuple(facts[key].says if (key := f"{kind}-{at}") in facts else None for at in range(len(sides)))
            for kind in ("points", "total")
        ]
        points, totals = (each if any(said is not None for said in each) else None for each in figures)
        found.append(Written(named, bid, points, totals))  # type: ignore[arg-type]  # compared with numbers
    return found


def blamed(sheet: RandomSheet, result: SheetResult) -> int:
    """How many right rows are called wrong: a wrong total may show in the next row, too."""
    slips = () if sheet.slip is None else (sheet.slip, sheet.slip + 1)
    return sum(row.verdict == "wrong" and at not in slips for at, row in enumerate(result.rows))


@pytest.fixture(scope="module")
def checked() -> list[tuple[RandomSheet, SheetResult | None]]:
    """Random sheets and their results, None for one that could not be read."""
    found: list[tuple[RandomSheet, SheetResult | None]] = []
    for seed in range(FIRST_SEED, FIRST_SEED + SHEETS):
        sheet = random_sheet(seed)
        try:
            found.append((sheet, check_text(sheet.text, sheet.rules, sheet.names)))
        except ValidationFailed:
            found.append((sheet, None))
    return found


def test_96_of_100_sheets_are_read_as_meant(checked: list[tuple[RandomSheet, SheetResult | None]]) -> None:
    """The same hands, and in each the same bidder, bid and numbers of the sides as were written."""
    misread = [sheet.text for sheet, result in checked if not result or as_read(result) != [*sheet.hands]]
    assert len(misread) <= 0.04 * len(checked), misread


def test_at_most_1_right_row_of_100_is_blamed(checked: list[tuple[RandomSheet, SheetResult | None]]) -> None:
    """In a sheet that was misread, each wrong row counts as one that was blamed."""
    rows = blamed_rows = 0
    for sheet, result in checked:
        rows += len(sheet.hands)
        as_meant = result and as_read(result) == [*sheet.hands]
        blamed_rows += sum(row.verdict == "wrong" for row in result.rows) if result and not as_meant else 0
        blamed_rows += blamed(sheet, result) if result and as_meant else 0
    assert blamed_rows <= 0.01 * rows


def test_a_slip_in_the_points_is_found_at_its_row(checked: list[tuple[RandomSheet, SheetResult | None]]) -> None:
    """With bidder and bid most wrong numbers are no hand's: the row is wrong, or right only if something happened."""
    slips = found = 0
    for sheet, result in checked:
        points_alone = all(hand.totals is None and hand.bid is not None for hand in sheet.hands)
        if result and sheet.slip is not None and points_alone and sheet.rules != "call-partner":
            slips += 1
            found += result.rows[sheet.slip].verdict != "right"
    assert found >= 0.85 * slips > 0
