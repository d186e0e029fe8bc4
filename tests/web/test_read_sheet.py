"""What the page says of paper sheets, as the use case and the terminal say it."""

import pytest

from tests.html import text_of
from tests.patience import Stopwatch
from tests.person import Answer, Person
from tests.sheets import CASES, Case

from .steps import make_house_rules, verdict
from .test_check_sheet import ROWS, check_typed, pasted, right

WITHOUT_CHOICES = [case for case in CASES if not case.meanings]
HEADLINE = {"right": "good", "only-if": "unsure", "wrong": ""}


def check_case(phone: Person, case: Case) -> Answer:
    return check_typed(phone, case.text, case.rules, case.names)


@pytest.mark.everywhere("way", once={"case": WITHOUT_CHOICES[::12]})
@pytest.mark.parametrize("case", WITHOUT_CHOICES, ids=lambda case: case.name)
def test_the_page_has_the_verdict_its_color_and_the_totals(phone: Person, case: Case) -> None:
    answer = check_case(phone, case)
    shown = answer.page.one("#verdict").attrs["class"].split()
    is_sure = case.totals is not None or case.whole != "right"
    assert [color for color in ("good", "unsure") if color in shown] == [
        color for color in (HEADLINE[case.whole] if is_sure else "unsure",) if color
    ]
    assert len(answer.page.all(".is-wrong")) == sum(row.startswith("wrong") for row in case.told.split("; "))
    totals = tuple(int(total.replace("−", "-")) for total in right(answer).values())
    assert totals == (case.totals or ())


@pytest.mark.everywhere("way", once={"case": WITHOUT_CHOICES[::12]})
@pytest.mark.parametrize("case", [case for case in WITHOUT_CHOICES if case.said], ids=lambda case: case.name)
def test_the_page_says_why(phone: Person, case: Case) -> None:
    page = check_case(phone, case).page
    assert case.said.rstrip(".") in " ".join([text_of(page.one("#verdict")), *map(text_of, page.all(".said"))])


@pytest.mark.parametrize(
    "above", ["bid US THEM", "Rook, October 3\nDealer Ann\nbid US THEM"], ids=["headings", "a title too"]
)
def test_a_heading_for_the_bidders_can_be_lacking(phone: Person, above: str) -> None:
    answer = check_typed(phone, f"{above}\nAnn 80 85 35\nBob 90 20 100\nTotal 105 135")
    assert verdict(answer).startswith("No mistakes found No winner yet.")
    assert list(right(answer).values()) == ["105", "135"]


def test_a_sheet_that_says_too_little_is_not_called_right(phone: Person) -> None:
    answer = check_typed(phone, "Hand,Bidder,Bid\n1,Ann,80\n2,Bob,90")
    assert verdict(answer).startswith("No mistakes found, but too little is written to be sure")


def test_a_row_that_cannot_be_read_is_marked_and_shown(phone: Person) -> None:
    answer = check_typed(phone, pasted() + "\nZed;95;45;75;45;-95\n" + pasted(ROWS[:1]))
    assert len(answer.page.all(".paper tbody tr:not(.said)")) == 5
    assert "Zed" in text_of(answer.page.one(".is-wrong"))
    assert not answer.page.has_button("Save as a game")
    assert text_of(answer.page.one("textarea")).endswith("Bob;95;45;75;45;-95")


def test_a_long_cell_is_read_at_once(phone: Person) -> None:
    """To look for the adjustment at each of its blanks again would take minutes."""
    with Stopwatch() as watch:
        check_typed(phone, "Bob;95;45;75;;;;;a" + " " * 50_000 + "b")
    assert watch.seconds < 5


def test_a_sheet_knows_hands_given_up_and_the_last_one(phone: Person) -> None:
    """R33, R32: anything in such a column but a no is a yes."""
    key = make_house_rules(phone, start="original", may_concede="True", time_limit="45", target="").path
    sheet = "Bidder;Bid;Captured by Ann & Cal;Captured by Bob & Dee;Points of Ann & Cal;Points of Bob & Dee;{}"
    rows = "Ann;100;;35;-100;35;x;-\nBob;80;20;100;20;100;no;yes"
    answer = check_typed(phone, f"{sheet.format('Conceded;Time called')}\n{rows}", key.removeprefix("/rules/"))
    assert verdict(answer).startswith("No mistakes found"), answer.page.text
    assert "Bob & Dee won" in answer.page.text
