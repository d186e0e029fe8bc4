"""A paper sheet as it lies on the table: a title, Us and Them, a row of totals, and often nothing but points."""

import pytest

from tests.html import text_of
from tests.person import SIDES, Person

from .test_check_sheet import check, right, verdict

FULL = "Bidder,Bid,Captured us,Captured them,Us,Them"
HANDS = "Bob,95,45,75,45,-95\nAnn,100,105,15,105,15"


# Sheets without a mistake that end at 150 to −80.
READ = [
    ("a title and a date above the headings", f"Rook night at Ann's\n10/31/2026\n\n{FULL}\n{HANDS}"),
    ("a row of totals", f"{FULL}\n{HANDS}\nTotal,,,,150,-80"),
    ("totals of the counters too", f"{FULL}\n{HANDS}\nTotals,,150,90,150,-80"),
    ("We and They", f"{FULL.replace('us', 'we').replace('them', 'they')}\n{HANDS}"),
    ("bids and points under Us and Them", "Bidder,Bid,Us,Them\nBob,95,45,-95\nAnn,100,105,15"),
    ("counts under Us and Them", "Bidder,Bid,Us,Them\nBob,95,45,75\nAnn,100,105,15"),
    ("only points", "Us;Them\n45;-95\n105;15"),
    ("only points, with the number of each hand", "Hand\tUs\tThem\n1\t45\t-95\n2\t105\t15\nTotal\t150\t-80"),
    ("only numbers", "45,-95\n105,15"),
    ("only numbers, the first of them the hand's", "1,45,-95\n2,105,15"),
    ("points and totals", "Us,Them,Total us,Total them\n45,-95,45,-95\n105,15,150,-80"),
    ("nothing instead of 0", "Us,Them\n45,-95\n105,15\n,\n"),
]  # fmt: skip


@pytest.mark.parametrize("text", [row[1] for row in READ], ids=[row[0] for row in READ])
def test_a_sheet_is_understood_as_it_lies_on_the_table(phone: Person, text: str) -> None:
    answer = check(phone, text)
    assert verdict(answer).startswith("No mistakes found"), answer.page.text
    assert right(answer) == dict(zip(SIDES, ("150", "−80"), strict=True))


# What points alone show to be wrong.
WRONG = [
    ("a wrong sum below", "Hand,Us,Them\n1,45,-95\n2,105,15\nTotal,160,-80",
     "row 2. Ann & Cal: total 150, not 160 (10 too high)"),
    ("a wrong running total", "Us,Them,Total us,Total them\n45,-95,45,-95\n105,15,140,-80",
     "row 2. Ann & Cal: total 150, not 140 (10 too low)"),
    ("a number that no card makes", "45,-95\n103,15", "Row 2 can't be right: 103 isn't possible. Points come in 5s."),
    ("more than a hand has", "45,-95\n105,20", "Row 2 can't be right: That's 125 points, but a hand has 120 at most."),
    ("a hand after the end", "120,0\n120,0\n120,0\n45,75", "Row 4 can't be right: The game ended on hand 3."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_points_alone_show_what_cannot_be(phone: Person, text: str, why: str) -> None:
    answer = check(phone, text)
    assert why in verdict(answer)
    assert "Only points were entered" in answer.page.text
    assert not answer.page.has_button("Save as a game")


def test_a_row_of_totals_is_held_against_the_hands_above_it(phone: Person) -> None:
    answer = check(phone, f"{FULL}\n{HANDS}\nTotal,,,,150,-85")
    assert "First mistake: row 2. Bob & Dee: total −80, not −85 (5 too low)." in verdict(answer)


def test_what_was_skipped_is_said(phone: Person) -> None:
    page = check(phone, f"Rook night\n{FULL}\n{HANDS}\nTotal,,150,90").page
    assert "Skipped: Rook night; Total · · 150 · 90." in page.text


def test_points_alone_say_who_has_won(phone: Person) -> None:
    assert "Ann & Cal won. 300 to 60 (game was to 300). R1" in verdict(check(phone, "100,20\n100,20\n100,20"))


def test_points_alone_do_not_say_who_won_where_that_takes_the_bid(phone: Person) -> None:
    """R28: only who makes a bid or sets one can go out."""
    found = verdict(check(phone, "\n".join(["180,0"] * 3), "moon-360"))
    assert "Points alone don't show who could go out. R28" in found
    assert "won" not in found


def test_running_totals_alone_are_told_from_points(phone: Person) -> None:
    text = "Us,Them\n45,-95\n150,-80\n190,0"
    assert "If these are running totals, every row is right." in check(phone, text).page.text
    answer = check(phone, text, claims="totals")
    assert verdict(answer).startswith("No mistakes found")
    assert right(answer) == dict(zip(SIDES, ("190", "0"), strict=True))
    assert "Ann & Cal +105 total 150" in text_of(answer.page.all(".checked li")[1])


def test_each_has_points_of_ones_own_where_all_play_alone(phone: Person) -> None:
    answer = check(phone, "Ann,Bob,Cal\n30,70,30\n-60,40,40", "three-handed", ("Ann", "Bob", "Cal"))
    assert right(answer) == {"Ann": "−30", "Bob": "110", "Cal": "70"}


def test_a_player_called_total_is_a_player(phone: Person) -> None:
    names = ("Total", "Bob", "Cal", "Dee")
    assert right(check(phone, "Total;95;100;20", names=names)) == {"Total & Cal": "100", "Bob & Dee": "20"}


def test_points_that_are_typed_are_checked_too(phone: Person) -> None:
    answer = check(phone, **{"row-0-claim-0": "45", "row-0-claim-1": "-95", "row-1-claim-0": "77"})
    assert "Row 2 can't be right: 77 isn't possible." in verdict(answer)


def test_names_in_a_sheet_without_names_ask_for_the_players(phone: Person) -> None:
    answer = check(phone, "Bob;95;45;75", names=("", "", "", ""))
    assert "No player named “Bob”. Enter the players, too." in verdict(answer)


def test_nothing_but_a_title_is_no_sheet(phone: Person) -> None:
    assert check(phone, "Bidder,Bid,Us,Them").status == 422
