"""Who is right? Sheets as people have them, what is asked of them first, and what the rules say of each row."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.sheet.sentences import row_text
from tests.sheets import ASKED, CASES, HEADED, K1, NOT_A_TOTAL, OFFERED, REFUSED, Asked, Case

from .sheets import asked, check_text, checked, told


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_rules_say_of_a_sheet(case: Case) -> None:
    result = check_text(case.text, case.rules, case.names, **case.how)
    assert "; ".join(told(result)) == case.told
    assert (None if result.totals is None else tuple(total for _, total in result.totals)) == case.totals
    assert result.verdict == case.whole
    reason = [f"{' and '.join(result.winners)} won."] if result.winners else []
    said = [result.headline, *result.problems(), *result.remarks(), *reason, *map(row_text, result.rows)]
    assert case.said in " ".join(said)


@pytest.mark.parametrize("case", ASKED, ids=lambda case: case.name)
def test_a_sheet_asks_what_has_to_be_known_before_its_verdict(case: Asked) -> None:
    found = checked(case.text, **case.how)
    assert asked(found) == case.asks
    assert found.result is None


def test_what_is_said_of_a_sheet_leaves_no_question_open() -> None:
    found = checked(K1[2], columns={0: "bid", 1: "side-0", 2: "side-1"}, lines={4: "total", 6: "total"})
    assert asked(found) == ["who M", "who B", "who C"]


def test_a_line_with_another_word_beside_total_is_a_hand() -> None:
    assert told(check_text(NOT_A_TOTAL)) == ["right", "unread Us"]


@pytest.mark.parametrize(("text", "how", "offer", "change"), OFFERED, ids=[row[2] or "none" for row in OFFERED])
def test_another_way_to_take_a_sheet_is_offered_not_taken(text: str, how: Any, offer: str, change: str) -> None:
    found = checked(text, **how)
    assert found.result
    assert found.result.verdict != "right"
    assert ((found.offer and found.offer.text) or "", (found.offer and found.offer.change) or "") == (offer, change)


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_no_sheet_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        checked(text)
    assert [error.text for error in refused.value.errors] == [why]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ("Us,100,75,45", "right"),
        ("Us,100,0,120", "right"),
        ("Us,100,-,120", "right"),
        (",,-,120", "right"),
        ("Us,100,120,-", "right"),
        ("Us,100,set,45", "right"),
        ("Us,100,-,45", "wrong Us 75 | Them 120"),
    ],
)
def test_a_dash_is_0_where_a_set_costs_nothing(row: str, verdict: str) -> None:
    rules = replace(PRESETS["original"].rules, set_rule="none")
    assert told(check_text(HEADED + row, rules)) == [verdict]


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
