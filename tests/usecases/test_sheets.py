"""Who is right? Sheets as people write them, and what the rules say of each row."""

import pytest

from scorekeeper.usecases.check.sheet_result import SheetResult
from scorekeeper.usecases.check.sheet_rows import row_text
from scorekeeper.usecases.check.sheet_table import table_of
from scorekeeper.usecases.errors import ValidationFailed
from tests.sheets import CASES, REFUSED, Case

from .sheets import check_text, told


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_rules_say_of_a_sheet(case: Case) -> None:
    result = check_text(case.text, case.rules, case.names, meanings=case.meanings)
    assert "; ".join(told(result)) == case.told
    assert (None if result.totals is None else tuple(total for _, total in result.totals)) == case.totals
    assert result.verdict == case.whole


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_no_sheet_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        check_text(text)
    assert [error.text for error in refused.value.errors] == [why]


def sums_shown(result: SheetResult, kind: str) -> list[int]:
    """Add up the columns of the sides as the page shows them, with what is right in place of what is wrong."""
    table, sums = table_of(result), []
    for column in (at for at, head in enumerate(table.columns) if head.key.startswith(kind)):
        texts = [part.right or part.text for row in table.rows for part in row.cells[column]]
        sums.append(sum(int(text.replace("−", "-")) for text in texts if text.strip("+-−").isdigit()))
    return sums


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ("Us,100,105,15\nThem: -40 penalty\nUs,80,80,40", [("Penalty", "", "−40")]),
        ("Us,100,105,15\nTotal,,105,15\nUs,80,80,40\n40 penalty on Us", [("Penalty", "−40", "")]),
        ("Us,100,105,15,Them -40 penalty\nUs,80,80,40", [("Penalty", "", "−40")]),
        ("Us,100,105,15\nThem: 2 penalties\nUs,80,80,40", [("Penalty", "", "−80")]),
        ("Us,100,105,15\nUs,80,80,40\nUs adjusted +5", [("Adjustment", "+5", "")]),
        ("Us,100,80,15\nThem: -40 penalty\nUs,80,80,40", [("Penalty", "", "−40")]),
        ("Us,100,105,-25\nThem: -40 penalty\nUs,80,80,40\nTotal,,185,15", [("Penalty", "", "counted above")]),
        ("misdeal\nThem: -40 penalty\nUs,80,80,40", [("Penalty", "", "−40")]),
        ("Us,100,105,15\nUs,80,80,40", []),
    ],
)  # fmt: skip
def test_the_columns_as_they_were_read_add_up_to_the_totals(lines: str, shown: list[tuple[str, str, str]]) -> None:
    """What was noted beside a row has a line of its own, with the sides that it changes."""
    result = check_text(f"Bidder,Bid,Us,Them\n{lines}")
    beside = [row for row in table_of(result).rows if not row.verdict]
    assert [(row.name, *(cell.text for (cell,) in row.cells[2:])) for row in beside] == shown
    assert result.totals
    assert sums_shown(result, "points") == [total for _, total in result.totals]


def test_a_penalty_under_running_totals_and_numbered_hands_is_shown_under_its_side() -> None:
    table = table_of(check_text("Hand,Us total,Them total\n1,105,15\nThem: -40 penalty\n2,185,15"))
    (beside,) = [row for row in table.rows if not row.verdict]
    assert [cell.text for (cell,) in beside.cells] == ["Penalty", "", "−40"]


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        ("Us,85,-90,35", " (or the bid was 90)"),
        ("Us,110,105,15", ""),
        ("Us,80,70,50", " (or the bid was 70)"),
        ("Us,80,75,45", " (or the bid was 70 or 75)"),
        ("Them,90,40,80", ""),
    ],
)
def test_another_bid_is_named_where_one_or_two_would_do(row: str, hint: str) -> None:
    (verdict,) = check_text(f"Bidder,Bid,Us,Them\n{row}").rows
    said = row_text(verdict)
    assert said.endswith(f"{hint}.")
    assert ("(or" in said) == bool(hint)
    assert "different" not in said


def test_where_nothing_else_would_do_a_bid_is_said_to_be_a_different_one() -> None:
    (verdict,) = check_text("Bid,Made,Us,Them\n100,yes,85,35").rows
    assert row_text(verdict) == "No hand unless the bid was a different one."
    (verdict,) = check_text("Bidder,Bid,Captured Us,Made\nUs,110,95,yes").rows
    assert row_text(verdict) == "Right only if Us reneged, or Them reneged."


@pytest.mark.parametrize("bid", ["85 Bob", "Bob 85", "Bob: 85", "85/Bob", "85 by Bob", "Bob bid 85", "85 Bob (made)"])
@pytest.mark.parametrize("heading", ["Bid", "Bidder"])
def test_a_bid_with_a_name_that_nobody_typed_is_a_bid_and_whose_is_asked(heading: str, bid: str) -> None:
    result = check_text(f"{heading},Us,Them\n{bid},35,85\n100 Ann,105,15")
    assert told(result) == ["right", "right"]
    assert "I don’t know whose side Bob and Ann are on. Enter the players, too." in [*result.remarks()]


@pytest.mark.parametrize("bid", ["85 red", "85 points", "85 pts", "120 moon", "bid 85"])
def test_what_is_no_name_after_a_bid_is_no_player(bid: str) -> None:
    result = check_text(f"Bid,Us,Them\n{bid},35,85")
    assert not any("whose side" in remark for remark in result.remarks())


def test_where_a_column_names_the_bidder_a_word_beside_the_bid_is_no_player() -> None:
    result = check_text("Bidder,Bid,Us,Them\nUs,85 maybe,35,85")
    assert not any("whose side" in remark for remark in result.remarks())
