"""Twelve hands with changing partners: who sits where, who deals, and what each player has after each hand."""

import pytest

from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Hand

from .notation import MISDEAL, PASSED_OUT, booked, hand, letters, player, points_of, row, seen_hand, standing_of

SHEET = [
    row("R21 hand 1", "ABCD", "A", hand("B 95", "BD 75, AC 45"), "AC 45, BD -95", "A 45, B -95, C 45, D -95"),
    row("R21 hand 2", "ABCD", "B", hand("C 80", "AC 90, BD 30"), "AC 90, BD 30", "A 135, B -65, C 135, D -65"),
    row("R21 hand 3", "ABCD", "C", hand("D 100", "BD 100, AC 20"), "AC 20, BD 100", "A 155, B 35, C 155, D 35"),
    row("R21 hand 4", "ABCD", "D", hand("A 70", "AC 65, BD 55"), "AC -70, BD 55", "A 85, B 90, C 85, D 90"),
    row("R21 hand 5", "ACBD", "A", hand("C 85", "CD 95, AB 25"), "AB 25, CD 95", "A 110, B 115, C 180, D 185"),
    row(
        "R12 hand 6", "ACBD", "C",
        hand("A 90", "AB 110, CD 10", talked="C"), "AB 110, CD -30", "A 220, B 225, C 150, D 155",
    ),
    row("R21 hand 7", "ACBD", "B", hand("D 75", "CD 75, AB 45"), "AB 45, CD 75", "A 265, B 270, C 225, D 230"),
    row("R21 hand 8", "ACBD", "D", hand("B 120", "AB 115, CD 5"), "AB -120, CD 5", "A 145, B 150, C 230, D 235"),
    row("R21 hand 9", "ACDB", "B", hand("B 80", "BC 85, AD 35"), "AD 35, BC 85", "A 180, B 235, C 315, D 270"),
    row("R21 hand 10", "ACDB", "A", hand("A 70", "AD 70, BC 50"), "AD 70, BC 50", "A 250, B 285, C 365, D 340"),
    row("R21 hand 11", "ACDB", "C", hand("C 105", "BC 90, AD 30"), "AD 30, BC -105", "A 280, B 180, C 260, D 370"),
    row("R21 hand 12", "ACDB", "D", hand("D 75", "AD 120, BC 0"), "AD 120, BC 0", "A 400, B 180, C 260, D 490"),
]  # fmt: skip
HANDS = [sheet_row.values[2] for sheet_row in SHEET]


def before(number: int) -> Standing:
    """How the sheet looks before its hand of that number, counted from 0."""
    opened = standing_of("changing-partners")
    return booked(opened, HANDS[:number])[-1].standing if number else opened


@pytest.mark.parametrize("number", range(12), ids=[sheet_row.id for sheet_row in SHEET])
def test_each_hand_has_its_seats_its_dealer_and_its_scores(number: int) -> None:
    seats, dealer, seen, points, totals = SHEET[number].values
    standing = before(number)
    deal = standing.table.deal()
    assert (letters(deal.seats), letters([deal.dealer]), deal.number) == (seats, dealer, number + 1)
    (played,) = booked(standing, [seen])
    assert played.score is not None
    assert played.score.points == points_of(points)
    assert played.standing.totals == points_of(totals)
    assert played.standing.status == ("over" if number == 11 else "in-progress")


def test_the_highest_total_wins_after_the_twelfth() -> None:
    """R6."""
    last = before(12)
    assert (last.winners, last.end and last.end.reason) == ((player("D"),), "hand_limit")


DEALERS = [
    row("R22 a misdeal between the partners", [*HANDS[:4], MISDEAL], "ACBD", "A"),
    row("R22 all pass between the partners", [*HANDS[:4], PASSED_OUT], "ACBD", "A"),
    row(
        "R21 another dealer, then left of that one", [*HANDS[:4], seen_hand(outcome="misdeal", dealer="B")], "ACBD", "B"
    ),
    row("R21 left of him in the new seats", [*HANDS[:3], hand("A 70", "AC 65", dealer="C")], "ACBD", "B"),
]


@pytest.mark.parametrize(("seen", "seats", "dealer"), DEALERS)
def test_the_deal_goes_to_the_left_in_the_seats_of_the_new_hand(seen: list[Hand], seats: str, dealer: str) -> None:
    deal = booked(standing_of("changing-partners"), seen)[-1].standing.table.deal()
    assert (letters(deal.seats), letters([deal.dealer])) == (seats, dealer)


def test_from_the_thirteenth_hand_the_seats_start_again() -> None:
    """R21: the extra hand of a table that plays its ties out."""
    rules = standing_of("changing-partners").rules.changed(tie_break="extra_hand")
    tied = booked(standing_of(rules, "A 300, B 300, C 310, D 300", 11, dealer="D"), [hand("D 75", "AD 120")])[
        -1
    ].standing
    assert tied.status == "tied"
    assert (letters(tied.table.deal().seats), letters([tied.table.deal().dealer])) == ("ABCD", "A")
