"""A paper sheet as people write it: headings, words, figures, and what cannot be read."""

from time import monotonic

import pytest

from tests.html import text_of
from tests.person import SIDES, TABLE, Person

from .steps import make_house_rules, verdict
from .test_check_sheet import ROWS, TOTALS, check_typed, pasted, right

HEADED = "Hand,Bidder,Bid,Ann & Cal captured,Bob & Dee captured,Total Ann & Cal,Total Bob & Dee,Weather"
READ = [
    ("tabs", pasted(sign="\t")),
    ("semicolons", pasted(sign=";")),
    ("commas", pasted(sign=",")),
    ("CRLF and a byte-order mark", "\ufeff" + pasted(sign=",").replace("\n", "\r\n")),
    ("blank lines", "\n\n" + pasted().replace("\n", "\n;;;;;\n\n")),
    ("semicolons in a note", pasted(sign=",") + ",,,,late; or so; or not"),
    ("commas in a note", pasted() + ";;;;late, or so, or not"),
    ("tabs beside commas", pasted(sign="\t") + "\t\t\t\tlate, or so, or not"),
    ("quotes", pasted(sign=",").replace("Bob", '"Bob"').replace("105", '"105"')),
    ("a real minus sign", pasted().replace("-95", "−95")),
    ("a dash", pasted().replace("-95", "–95")),
    ("a long dash", pasted().replace("-95", "—95")),
    ("parentheses", pasted().replace("-95", "(95)")),
    ("a minus sign behind", pasted().replace("-95", "95-")),
    ("a bar", pasted().replace("-95", "―95")),
    ("a heavy minus sign", pasted().replace("-95", "➖95")),
    ("the number of each hand first", "\n".join(f"{n}.;{row}" for n, row in enumerate(pasted().split("\n"), 1))),
    ("a plus sign", pasted().replace(";45;", ";+45;")),
    ("first letters", pasted().replace("Bob", "b").replace("Ann", "A")),
    ("the sides as bidders", pasted().replace("Bob", "Them").replace("Ann", "Us").replace("Dee", "bob & dee")),
    ("one count left out", pasted().replace(";45;75;", ";45;;")),
    ("no claims", "bidder,bid,captured us,captured them\n" + "\n".join(",".join(map(str, row[:4])) for row in ROWS)),
    ("headings", "who bid,contract,captured by Bob & Dee,captured us,us,them\n"
     + "\n".join(f"{b},{n},{t},{o},{x},{y}" for b, n, o, t, x, y in ROWS)),
    ("headings of totals, and others", HEADED + "\n" + "\n".join(
        f"{place},{row[0]},{row[1]},{row[2]},{row[3]},{total[0]},{total[1]},fine"
        for place, (row, total) in enumerate(zip(ROWS, TOTALS, strict=True), 1))),
]  # fmt: skip


@pytest.mark.parametrize("text", [row[1] for row in READ], ids=[row[0] for row in READ])
def test_a_sheet_is_read_as_people_write_it(phone: Person, text: str) -> None:
    answer = check_typed(phone, text)
    assert verdict(answer).startswith("No mistakes found")
    assert right(answer) == dict(zip(SIDES, ("190", "0"), strict=True))


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


def test_a_column_that_no_one_knows_is_named(phone: Person) -> None:
    assert (
        "I don’t know the heading: Weather."
        in check_typed(phone, HEADED + "\n" + "1,Bob,95,45,75,45,-95,fine").page.text
    )


# A row that cannot be read, and what is said of it.
UNREAD = [
    ("Bob;95;4.5;75;45;-95", "“4.5” isn’t a whole number."),
    ("Zed;95;45;75;45;-95", "Bidder Bob & Dee, not Zed."),
    ("Bob;lots;45;75", "“lots” isn’t a whole number."),
    ('Bob;"95;45;75', "isn’t a whole number."),
    ("Bob;95;77;43", "Points come in 5s."),
    ("Bob;95;75;75", "Captured Ann & Cal 45, not 75"),
    ("Bob;12345678;45;75", "isn’t a whole number"),
    ("Bob;9999999;45;75", "is more than anyone can score"),
    ("Bob;95;45;75;45;-95;;;Ann lots", "isn’t an adjustment. Write who, how many and why"),
    ("=1+1;95;45;75", "No player named “=1+1”."),
]


@pytest.mark.parametrize(("row", "why"), UNREAD, ids=[row for row, _ in UNREAD])
def test_a_row_that_cannot_be_read_is_marked_and_shown(phone: Person, row: str, why: str) -> None:
    answer = check_typed(phone, pasted() + "\n" + row + "\n" + pasted(ROWS[:1]))
    assert "Row 4: " in verdict(answer)
    assert len(answer.page.all(".paper tbody tr:not(.said)")) == 5
    assert why in text_of(answer.page.one(".is-wrong + .said"))
    assert row.split(";")[0] in text_of(answer.page.one(".is-wrong"))
    assert not answer.page.has_button("Save as a game")
    assert text_of(answer.page.one("textarea")).endswith("Bob;95;45;75;45;-95")


@pytest.mark.parametrize("row", ["pass;-;0;0;0;0", "misdeal", "Passed out;;;;;"])
def test_a_deal_that_no_one_played_brings_nothing(phone: Person, row: str) -> None:
    answer = check_typed(phone, f"{row}\n{pasted(ROWS[:1])}")
    assert tuple(right(answer).values()) == ("45", "−95")


def test_points_of_a_deal_that_no_one_played_are_a_mistake(phone: Person) -> None:
    answer = check_typed(phone, f"misdeal;;;;45;0\n{pasted(ROWS[:1])}")
    assert "The misdeal: Ann & Cal 0, not 45." in verdict(answer)


def test_a_long_cell_is_read_at_once(phone: Person) -> None:
    """To look for the adjustment at each of its blanks again would take minutes."""
    began = monotonic()
    check_typed(phone, "Bob;95;45;75;;;;;a" + " " * 50_000 + "b")
    assert monotonic() - began < 5


def test_the_very_name_is_meant_where_two_are_spelt_nearly_so(phone: Person) -> None:
    answer = check_typed(phone, "ann;95;45;75\nAnn;95;100;20", names=("Ann", "ann", "Cal", "Dee"))
    assert right(answer) == {"Ann & Cal": "145", "ann & Dee": "−75"}


@pytest.mark.parametrize(("cell", "read"), [("1,000", "1000"), ("1.000", "1.000"), ("4S", "4S")])
def test_what_a_cell_should_be_is_said_where_the_others_leave_one_value(phone: Person, cell: str, read: str) -> None:
    answer = check_typed(phone, pasted() + f"\nBob;95;45;75;{cell};-95")
    assert f"Row 4: Ann & Cal 45, not {read}" in verdict(answer)
    assert answer.page.has_button("Save as a game")


def test_names_that_begin_alike_are_not_guessed(phone: Person) -> None:
    answer = check_typed(phone, "A;95;45;75", names=("Ann", "Al", "Cal", "Dee"))
    assert "“A” could be Ann or Al." in verdict(answer)


# Rows with the further facts that rules use, and the totals that follow.
FACTS = [
    ("R8, R12: a renege and a foul", "original", TABLE, "Bob;95;30;;30;-135;Bob;Dee", ("30", "-135")),
    ("R19: a wrong discard", "original", TABLE, "Bob;95;20;100;20;60;;Bob discard", ("20", "60")),
    ("R26: an adjustment", "original", TABLE, "Bob;95;20;100;10;100;;;Us -10 late", ("10", "100")),
    ("misdeals and passed-out deals", "original", TABLE, "misdeal\npassed out\nBob;95;20;100", ("20", "100")),
    ("the last trick", "house-200", TABLE, "Ann;100;85;95;Us;105;95", ("105", "95")),
    ("R31: tied for most tricks", "dixie", TABLE, "Ann;65;70;30;tied;70;30", ("70", "30")),
    ("R16: a sweep", "princeton", TABLE, "Ann;150;180;0;Ann;Cal;300;0", ("300", "0")),
    ("R14: two defenders", "three-handed", TABLE[:3], "Bob;60;70;30;30;70;30", ("30", "70", "30")),
    ("a called partner", "call-partner", (*TABLE, "Eve"), "Bob;100;110;70;Bob;Dee;70;130;70;130;70",
     ("70", "130", "70", "130", "70")),
    ("a bidder alone", "call-partner", (*TABLE, "Eve"), "Bob;100;60;120;others;alone;140;-100;140;140;140",
     ("140", "-100", "140", "140", "140")),
    ("R15: each for himself", "five-handed", (*TABLE, "Eve"), "Bob;30;25;40;20;15;0;25;40;20;15;0",
     ("25", "40", "20", "15", "0")),
    ("R21: partners change with the hand", "changing-partners", TABLE,
     "\n".join(["Ann;70;60;60;-70;60;-70;60"] * 4 + ["Ann;70;70;50;70;70;50;50"]), ("-210", "310", "-230", "290")),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "names", "text", "totals"), [row[1:] for row in FACTS], ids=[r[0] for r in FACTS])
def test_the_further_facts_are_read_where_the_rules_use_them(
    phone: Person, rules: str, names: tuple[str, ...], text: str, totals: tuple[str, ...]
) -> None:
    answer = check_typed(phone, text, rules, names)
    assert verdict(answer).startswith("No mistakes found"), verdict(answer)
    assert tuple(right(answer).values()) == tuple(total.replace("-", "−") for total in totals)


def test_a_sheet_knows_hands_given_up_and_the_last_one(phone: Person) -> None:
    """R33, R32: anything in such a column but a no is a yes."""
    key = make_house_rules(phone, start="original", may_concede="True", time_limit="45", target="").path
    sheet = "Bidder;Bid;Captured by Ann & Cal;Captured by Bob & Dee;Points of Ann & Cal;Points of Bob & Dee;{}"
    rows = "Ann;100;;35;-100;35;x;-\nBob;80;20;100;20;100;no;yes"
    answer = check_typed(phone, f"{sheet.format('Conceded;Time called')}\n{rows}", key.removeprefix("/rules/"))
    assert verdict(answer).startswith("No mistakes found"), answer.page.text
    assert "Bob & Dee won" in answer.page.text
