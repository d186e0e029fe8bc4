"""A paper sheet, typed into a grid or pasted: what has to be said, which row is wrong and by how much; then a game."""

import json
from typing import Any

import pytest

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import count_of
from tests import clock
from tests.html import Typed, text_of
from tests.patience import Stopwatch
from tests.person import SIDES, TABLE, Answer, Person
from tests.sheets import ASKED, CASES, HEADED, K1, Asked, Case

from .steps import NEW_YORK, merge_into, set_zone, verdict

ROWS = [("Them", 95, 45, -95), ("Us", 100, 105, 15), ("Them", 70, 40, 80)]
HEADLINE = {"right": ["good"], "only-if": ["unsure"], "unread": ["unsure"], "wrong": []}


def check(phone: Person, typed: Typed, rules: str = "original", names: tuple[str, ...] = ()) -> Answer:
    """Send the page of a sheet with this typed into it."""
    phone.open("/check/sheet")
    called = {f"names-{place}": name for place, name in enumerate(names)}
    form = phone.form("Check this text")
    phone.last = phone.send(form.action, form.sent | called | {"rules": rules, "more": "rules"})
    form = phone.form("Check this text")
    phone.last = phone.send(form.action, form.sent | {"rules": rules, "check": "y"} | typed)
    return phone.last


def cells(rows: list[Any], first: int = 1) -> Typed:
    """Rows in the columns from the bidder on, which is the second."""
    return {f"cell-{at}-{first + column}": str(text) for at, row in enumerate(rows) for column, text in enumerate(row)}


def again(phone: Person, typed: Typed) -> Answer:
    """Change something on the page that is shown, and send it."""
    form = phone.form("Check this text")
    phone.last = phone.send(form.action, form.sent | typed)
    return phone.last


def right(answer: Answer) -> dict[str, str]:
    return {found.attrs["data-right"]: text_of(found) for found in answer.page.all("[data-right]")}


def test_typed_rows_without_a_mistake_say_so_and_what_the_totals_are(phone: Person) -> None:
    answer = check(phone, cells(ROWS))
    assert verdict(answer).startswith("No mistakes found No winner yet.")
    assert right(answer) == {"Us": "190", "Them": "0"}
    assert [text_of(said) for said in answer.page.all(".said")][1] == "Them 15, so Us took 105."


def test_a_wrong_cell_is_marked_with_its_right_value_and_everything_typed_is_kept(phone: Person) -> None:
    answer = check(phone, cells([ROWS[0], ("Us", 100, 80, 15), ROWS[2]]))
    assert verdict(answer).startswith("Found a problem Row 2: Us 105, not 80 (Them 15, so Us took 105).")
    (wrong,) = answer.page.all("[aria-invalid]")
    assert (wrong.attrs["name"], wrong.attrs["value"]) == ("cell-1-3", "80")
    assert text_of(answer.page.one(f"#{wrong.attrs['aria-describedby']}")).startswith("Us 105, not 80")
    assert [group.attrs["aria-label"] for group in answer.page.all(".row")] == ["Row 1", "Row 2", "Row 3", "Row 4"]


def test_each_field_of_a_row_has_a_name(phone: Person) -> None:
    page = phone.open("/check/sheet")
    labels = [text_of(label) for label in page.one("[aria-label='Row 2']").query(".line label")]
    assert labels == ["Bidder Us Them", "Bid", "Us", "Them"]
    page = again(phone, {"reading": "both", "more": "rows", "heads-0": "Ann & Cal"}).page
    labels = [text_of(label) for label in page.one("[aria-label='Row 8']").query(".line label")]
    assert labels[2:] == ["Ann & Cal", "Them", "Total of Ann & Cal", "Total of Them"]


def test_points_and_totals_are_typed_side_by_side(phone: Person) -> None:
    phone.open("/check/sheet")
    again(phone, {"reading": "both", "more": "rules"})
    answer = again(phone, cells([("Us", 100, 105, 15, 105, 15), ("Them", 90, 40, -90, 150, -75)]) | {"check": "y"})
    assert "Row 2: Either Us 45, not 40, or Total of Us 145, not 150." in verdict(answer)


def test_what_the_paper_has_not_is_no_cell(phone: Person) -> None:
    """G1: which of bidder and bid the paper has."""
    phone.open("/check/sheet")
    page = again(phone, {"no_bidder": "y", "more": "rules"}).page
    assert [text_of(label) for label in page.one("[aria-label='Row 1']").query(".line label")] == ["Bid", "Us", "Them"]
    page = again(phone, {"no_bid": "y", "more": "rules"}).page
    assert [text_of(label) for label in page.one("[aria-label='Row 1']").query(".line label")] == ["Us", "Them"]
    assert "no bidder, no bid" in text_of(page.one(".how > summary"))
    assert verdict(again(phone, cells([(105, 15), (40, -90)]) | {"check": "y"})).startswith("No mistakes found")


@pytest.mark.parametrize(
    ("lacks", "unseen"),
    [
        (("no_bidder", "no_bid"), "What can’t be seen here: a set booked as made and columns exchanged."),
        (("no_bid",), "What can’t be seen here: a set booked as made."),
        ((), ""),
    ],
)
def test_what_a_sheet_cannot_show_is_said(phone: Person, lacks: tuple[str, ...], unseen: str) -> None:
    """J: without bids, without bidders."""
    check(phone, dict.fromkeys(lacks, "y") | {"more": "rules"})
    row = [*["Us"] * ("no_bidder" not in lacks), *[100] * ("no_bid" not in lacks), 105, 15]
    answer = again(phone, cells([row]) | {"check": "y"})
    assert unseen in verdict(answer)
    assert ("can’t be seen" in verdict(answer)) == bool(unseen)


def test_a_bid_that_was_typed_stays_though_the_paper_has_none(phone: Person) -> None:
    check(phone, cells([("Us", 100, 105, 15)]))
    again(phone, {"no_bidder": "y", "no_bid": "y", "more": "rules"})
    assert {"Us", "100", "105", "15"} <= {*phone.form("Check the sheet").sent.values()}


@pytest.mark.parametrize(
    ("rows", "offer", "shown"),
    [
        ([("Us", 110, 5, 115)], "these are what each side took", "what each side took"),
        ([("Player 1", 30, 60, "", 40, "", ""), ("Player 2", 30, 20, -30, "", 60, "")], "a blank is 0", "a blank is 0"),
    ],
)
def test_a_choice_for_the_sheet_is_offered_and_taken_with_one_tap(
    phone: Person, rows: list[Any], offer: str, shown: str
) -> None:
    """G6: the other way is offered, not taken."""
    answer = check(phone, cells(rows), "original" if rows[0][0] == "Us" else "five-handed")
    assert f"if {offer}. Read them so" in verdict(answer)
    answer = again(phone, {"take": answer.page.one("button[name=take]").attrs["value"] or ""})
    assert verdict(answer).startswith("No mistakes found")
    assert shown in text_of(answer.page.one(".how > summary"))
    assert verdict(again(phone, {"check": "y"})).startswith("No mistakes found")


def test_totals_typed_as_points_are_offered_to_be_read_so(phone: Person) -> None:
    answer = check(phone, cells([("Us", 100, 105, 15), ("Them", 90, 145, -75)]))
    assert "No row would be wrong if these are totals so far. Read them so" in verdict(answer)
    answer = again(phone, {"take": answer.page.one("button[name=take]").attrs["value"] or ""})
    assert verdict(answer).startswith("No mistakes found")
    assert answer.page.one("input[name=reading][checked]").attrs["value"] == "totals"


def test_a_row_can_be_a_penalty_and_rows_are_inserted_removed_and_put_back(phone: Person) -> None:
    check(phone, cells([("Us", 100, 105, 15), ("", "", "", 40), ("Them", 90, 40, -90)]) | {"kind-1": "penalty"})
    assert right(phone.last) == {"Us": "145", "Them": "−115"}
    again(phone, {"remove": "1"})
    assert "A row was removed." in phone.page.text
    assert right(again(phone, {"check": "y"})) == {"Us": "145", "Them": "−75"}
    again(phone, {"remove": "1"})
    again(phone, {"restore": "1"})
    assert right(again(phone, {"check": "y"})) == {"Us": "145", "Them": "−115"}
    again(phone, {"insert": "0"})
    assert phone.form("Check the sheet").sent["cell-1-3"] == "105"


def test_more_rows_keep_everything(phone: Person) -> None:
    page = check(phone, cells(ROWS) | {"more": "rows"}).page
    sent = phone.form("Check the sheet").sent
    assert (sent["cell-1-3"], len(page.all(".row"))) == ("105", 8)


def test_other_rules_have_other_columns_and_keep_what_fits(phone: Person) -> None:
    page = check(phone, {}, "three-handed").page
    assert "Player 3" in [text_of(label) for label in page.one("[aria-label='Row 1']").query(".line label")]
    again(phone, cells([("Player 1", 60, 70, 30, 30)]))
    again(phone, {"rules": "original", "more": "rules"})
    assert [phone.form("Check the sheet").sent[f"cell-0-{at}"] for at in (1, 2, 3)] == ["Player 1", "60", "70"]


COUNTED = [
    ("right", [("Us", 100, 105, 15), ("Us", 90, 95, 25)], "2 right"),
    ("wrong", [("Us", 100, 80, 15), ("Us", 90, 95, 25)], "1 wrong 1 right"),
    ("only if", [("Us", 100, 65, 15)], "1 only if"),
    ("a number is missing", [("Us", 100, 105, 15), ("Us", 90, 95, 25)], "1 missing 2 right"),
]


@pytest.mark.parametrize(("rows", "counts"), [row[1:] for row in COUNTED], ids=[row[0] for row in COUNTED])
def test_the_head_counts_the_rows_and_leads_to_what_is_said_of_the_sheet(
    phone: Person, rows: list[Any], counts: str
) -> None:
    numbers = {"cell-0-0": "1", "cell-1-0": "3"} if "missing" in counts else {}
    page = check(phone, cells(rows) | numbers).page
    (link,) = page.all(".count a[href='#verdict']")
    assert text_of(link) == counts
    shown = [text_of(number) for number in page.all(".row > .number")]
    assert shown[:2] == (["1", "3"] if numbers else ["1", "2"]), "a number typed over a row's own is the one on paper"


@pytest.mark.parametrize(("filled", "shown"), [(0, 4), (3, 4), (4, 5), (7, 8), (59, 60), (60, 60)])
def test_below_the_last_row_that_is_filled_there_is_an_empty_one(phone: Person, filled: int, shown: int) -> None:
    """Of four at least, and of sixty at most."""
    check(phone, cells([("Us", 100, 105, 15)] * filled) | {"more": "rules"})
    assert len(phone.page.all(".row")) == shown


def test_a_verdict_has_room_in_its_row(phone: Person) -> None:
    """The whole sentence is below the rows."""
    answer = check(phone, cells([("Us", 125, 105, "lots")]))
    said = text_of(answer.page.one("#said-0"))
    assert said.startswith("Them: “lots” isn’t a number.")
    assert said.endswith("…")
    assert len(said) <= 66
    assert "125 isn’t a bid" in verdict(answer)
    only_if = check(phone, cells([("Us", 100, 65, 15)])).page.one("#said-0")
    assert text_of(only_if) == "Only if Us had a 40 penalty; otherwise Us 105, not 65."


@pytest.mark.everywhere("rule set", once={"key": [*PRESETS][::4]})
@pytest.mark.parametrize("key", PRESETS)
def test_the_page_has_the_columns_of_every_rule_set(phone: Person, key: str) -> None:
    page = check(phone, {}, key).page
    rules = PRESETS[key].rules
    row = page.one("[aria-label='Row 1']")
    labels = [text_of(label) for label in row.query("label")]
    assert ("Renege" in labels) == rules.uses_reneges
    assert len(row.query(".line label")) == 2 + (2 if rules.fixed_sides else rules.players)


# Pasted


@pytest.mark.everywhere("again", once={"case": CASES[::12]})
@pytest.mark.parametrize("case", [case for case in CASES if not case.how], ids=lambda case: case.name)
def test_the_page_says_of_a_text_what_the_rules_do(phone: Person, case: Case) -> None:
    answer = check(phone, {"text": case.text}, case.rules, case.names)
    shown = (answer.page.one("#verdict").attrs["class"] or "").split()
    assert [color for color in ("good", "unsure") if color in shown] == HEADLINE[case.whole]
    rows = [row for row in answer.page.all(".row.is-wrong") if not (row.attrs["aria-label"] or "").startswith("Total")]
    assert len(rows) == len([row for row in case.told.split("; ") if row.startswith("wrong")])
    assert not case.said or case.said.rstrip(".") in answer.page.text


def test_a_cell_that_cannot_be_read_is_marked_and_blames_nobody(phone: Person) -> None:
    answer = check(phone, {"text": f"{HEADED}Us,100,1O5,15\nThem,90,40,-90"})
    assert [cell.attrs["value"] for cell in answer.page.all("[data-unread]")] == ["1O5"]
    assert verdict(answer).startswith("1 cell can’t be read")
    assert text_of(answer.page.one(".is-unread .only-if")).startswith("Us: “1O5” isn’t a number.")
    assert "1 can’t be read 1 right" in answer.page.text


@pytest.mark.parametrize("case", ASKED[:5], ids=lambda case: case.name)
def test_a_question_about_a_sheet_is_asked_until_it_is_answered(phone: Person, case: Asked) -> None:
    for answer in (check(phone, {"text": case.text}), again(phone, {"check": "y"})):
        assert verdict(answer).startswith(count_of(len(case.asks), "question"))
        assert len(answer.page.all("#verdict a.ref")) == len(case.asks)
        assert not right(answer)


@pytest.mark.parametrize("text", K1)
def test_a_sheet_that_could_be_misread_asks(phone: Person, text: str) -> None:
    answer = check(phone, {"text": text})
    assert "question" in verdict(answer)
    assert not answer.page.all(".is-wrong, .is-right, .good")


def test_columns_lines_and_words_of_a_sheet_are_explained_one_after_the_other(phone: Person) -> None:
    text = "Caught,Bid,Us,Them\nM,100,80,15\npizza\nThem,90,40,-90"
    assert verdict(check(phone, {"text": text})).startswith("2 questions Then 2 hands can be checked.")
    assert not phone.form("Check the sheet").sent["text"], "a short text becomes rows"
    again(phone, {"column-0": "bidder", "kind-1": "note", "check": "y"})
    assert "Who is “M”?" in verdict(phone.last)
    answer = again(phone, {"who-0": "0", "check": "y"})
    assert "Row 1: Us 105, not 80" in verdict(answer)
    assert right(again(phone, {"cell-0-2": "105", "check": "y"})) == {"Us": "145", "Them": "−75"}


def test_a_sheet_with_a_line_that_asks_says_that_its_rows_are_one_game(phone: Person) -> None:
    """Two games on one sheet are not told apart."""
    answer = check(phone, {"text": f"{HEADED}Us,100,105,15\nGame 2\nThem,90,40,-90"})
    assert "All rows count as one game. If another begins there, check its rows by themselves." in verdict(answer)


def test_a_long_text_stays_a_text_with_choices_where_it_asks(phone: Person) -> None:
    text = "Bidder,Bid,Us,Them,Tricks\n" + "Us,80,80,40,7\nThem,80,80,40,7\n" * 40 + "pizza"
    answer = check(phone, {"text": text})
    assert verdict(answer).startswith("2 questions")
    assert phone.form("Check this text").sent["text"].strip() == text
    assert not answer.page.all("input[name^=cell-]")
    answer = again(phone, {"column-4": "-", "is-82": "note", "check": "y"})
    assert verdict(answer).startswith("Found a problem")
    assert "“Tricks”" in verdict(answer)
    again(phone, {"text": HEADED + "Us,100,105,15\n" * 70, "check": "y"})
    assert "question" not in verdict(phone.last), "what was said of another text is forgotten"


def test_text_and_rows_at_once_are_refused(phone: Person) -> None:
    answer = check(phone, cells(ROWS) | {"text": "Us,100,105,15"})
    assert answer.status == 422
    assert "Paste the sheet or type its rows, not both." in answer.page.description_of("text")
    assert phone.form("Check the sheet").sent["cell-0-1"] == "Them"


REFUSED = [
    ("too many letters", {"text": "a" * 200_001}, "text", "A sheet can have up to 200 KB."),
    ("too many rows", {"text": "Bob;95;45;75\n" * 1_001}, "text", "A sheet can have up to 500 lines; this has 1,001."),
    ("one name twice", cells(ROWS) | {"names-2": "Ann"}, "names-2", "Ann is already at the table."),
    ("a long name", cells(ROWS) | {"names-2": "A" * 41}, "names-2", "Names can be up to 40 characters"),
    ("no such rules", {"rules": "poker"}, "rules", "Choose a rule set."),
]


@pytest.mark.parametrize(("typed", "field", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_sheet_that_cannot_be_is_refused_in_a_sentence(phone: Person, typed: Typed, field: str, why: str) -> None:
    answer = check(phone, typed, names=TABLE[:2])
    assert answer.status == 422
    assert why in answer.page.description_of(field)


def test_an_empty_grid_says_what_to_do_first(phone: Person) -> None:
    """O12."""
    answer = check(phone, {})
    assert (answer.status, answer.page.alerts) == (422, "Type a hand first.")
    assert "Check The sheet, line by line" not in answer.page.text


def test_rules_there_and_back_lose_nothing_though_a_column_without_a_side_is_answered(phone: Person) -> None:
    """O12: three players' points under the original rules, and back."""
    typed = cells([("Player 1", 60, 70, 30, 20), ("Player 3", 70, 10, 40, 70)])
    check(phone, typed | {"more": "rules"}, "three-handed")
    before = phone.form("Check the sheet").sent
    again(phone, {"rules": "original", "check": "y"})
    assert "“Player 3”" in verdict(phone.last) or "Column" in verdict(phone.last)
    again(phone, {"rules": "three-handed", "more": "rules"})
    after = phone.form("Check the sheet").sent
    assert {name: before[name] for name in typed} == {name: after[name] for name in typed}
    again(phone, {"rules": "original", "more": "rules"})
    (asked,) = (name for name, value in phone.form("Check the sheet").sent.items() if value == "side-2")
    page = again(phone, {asked: "side-0", "more": "rules"}).page
    assert {"70", "30", "20", "10", "40"} <= {field.attrs.get("value") for field in page.all(".line input")}


def test_odd_fields_of_a_form_are_no_fault(phone: Person) -> None:
    odd = [
        ("column-3", "points-9"), ("column-3", "points-²"), ("column-3", "evil5"), ("column-²", "bid"),
        ("kind-1", "evil"),
        ("cell-0-39", "7"), ("cell-99-1", "x"), ("who-0", "9"), ("word-0", "Us"), ("take", "total=x-9999999"),
        ("take", "reading=evil"), ("insert", "²"), ("remove", "77"), ("is-0", "x"), ("reading", "evil"),
        ("said-3", "²"), ("deals_next", "²"), ("day_offered", "soon"),
    ]  # fmt: skip
    for name, value in odd:
        assert check(phone, cells(ROWS) | {name: value}).status == 200, (name, value)
        assert check(phone, {"text": HEADED + "Us,100,105,15", name: value}).status in (200, 422), (name, value)


def test_a_long_cell_is_read_at_once(phone: Person) -> None:
    with Stopwatch() as watch:
        check(phone, cells([("Us", 100, "a" + " " * 50_000 + "b", 15)]))
    assert watch.seconds < 5


# A game


def test_a_checked_sheet_becomes_a_game_with_one_tap_and_once(phone: Person) -> None:
    rows = [("Bob", 95, 45, -95), ("Ann", 100, 80, 15), ("Dee", 70, 40, 80)]
    check(phone, cells(rows), names=TABLE)
    form = phone.form("Save as a game")
    game = phone.send(form.action, form.sent)
    assert game.first.status_code == 303
    assert game.page.totals == dict(zip(SIDES, ("190", "0"), strict=True))
    assert phone.send(form.action, form.sent).path == game.path
    assert len(phone.open("/").all(".games a")) == 1


@pytest.mark.parametrize(
    ("heads", "reading"),
    [("Us points,Points of Them", "points"), ("Us total,Total of Them", "totals"), ("Us took,Them", "took")],
)
def test_a_column_keeps_the_meaning_that_its_heading_gave(phone: Person, heads: str, reading: str) -> None:
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    typed = {"rules": "original", "reading": reading, "text": f"Bidder,Bid,{heads}\nUs,100,105,15"}
    phone.last = phone.send(form.action, form.sent | typed)
    assert "No mistakes found" in verdict(phone.last)
    assert "No mistakes found" in verdict(phone.tap("Check the sheet"))


@pytest.mark.both_databases
def test_a_game_that_the_club_has_is_asked_about(phone: Person) -> None:
    """G7: the same day, people and hands, whoever typed them."""
    rows = [("Bob", 95, 45, -95), ("Ann", 100, 105, 15)]
    check(phone, cells(rows), names=TABLE)
    first = phone.tap("Save as a game").path
    check(phone, cells(rows), names=TABLE)
    form = phone.form("Save as a game")
    phone.last = phone.send(form.action, form.sent | {"save": "y"})
    assert phone.last.status == 422
    assert "The club has a game of this day with these people and hands." in phone.page.alerts
    assert any(link.attrs["href"] == first for link in phone.page.all("main a"))
    form = phone.form("Save as another game")
    other_day = phone.send(form.action, form.sent | {"save": "y", "day": "2020-05-04"})
    assert other_day.first.status_code == 303
    check(phone, cells(rows), names=TABLE)
    form = phone.form("Save as a game")
    assert phone.send(form.action, form.sent | {"save": "another"}).first.status_code == 303
    assert len(phone.open("/").all(".games a")) == 3


@pytest.mark.parametrize("name", ["Annie", "annie", "ann", "ANN", "Änn"])
def test_a_game_that_the_club_has_is_asked_about_however_its_people_are_written(phone: Person, name: str) -> None:
    phone.start_game(names=("Annie", "Eve", "Flo", "Gus"), dealer="Annie")
    rows = [("Bob", 95, 45, -95)]
    check(phone, cells(rows), names=TABLE)
    phone.tap("Save as a game")
    merge_into(phone, "Annie", "Ann")
    check(phone, cells(rows), names=(name, *TABLE[1:]))
    phone.tap("Save as a game")
    assert "The club has a game of this day with these people and hands." in phone.page.alerts


@pytest.mark.parametrize("day", ["2027-01-01", "2027-01-02"])
def test_a_game_that_began_after_midnight_is_asked_about_by_the_day_and_by_the_evening(phone: Person, day: str) -> None:
    set_zone(phone.app, NEW_YORK)
    with clock.moment("2027-01-02T00:10-05:00"):
        phone.start_game()
        phone.play("Bob", 95, 45)
    with clock.moment("2027-01-03T20:00-05:00"):
        check(phone, cells([("Bob", 95, 45, -95)]), names=TABLE)
        phone.tap("Save as a game", {"Played on": day})
    assert "The club has a game of this day with these people and hands." in phone.page.alerts


@pytest.mark.parametrize(
    ("rows", "next_", "first"),
    [
        ([("Bob", 95, 45, -95)], "0", "Dee"),
        ([("Bob", 95, 45, -95), ("Ann", 100, 105, 15)], "3", "Bob"),
        ([("Bob", 95, 45, -95)], "", "Ann"),
        ([("Bob", 95, 45, -95)], "9", "Ann"),
    ],
)
def test_who_dealt_first_is_counted_back_from_who_deals_next(
    phone: Person, rows: list[Any], next_: str, first: str
) -> None:
    """R22: the deal moves left after every hand."""
    check(phone, cells(rows), names=TABLE)
    form = phone.form("Save as a game")
    game = phone.send(form.action, form.sent | {"deals_next": next_})
    assert json.loads(phone.get(f"{game.path}.rook.json").body).get("dealer", "Ann") == first


def test_nobody_is_asked_who_deals_next_where_the_game_is_over(phone: Person) -> None:
    check(phone, cells([("Ann", 100, 120, 0)] * 3), names=TABLE)
    assert "Who deals next" not in phone.page.text


def test_what_is_saved_is_what_stands_on_the_sheet_and_not_what_was_checked(phone: Person) -> None:
    """G7: a row that was typed on and has a blank, another bid and another name."""
    check(phone, cells([("Bob", 95, 45, -95)]), names=TABLE)
    form = phone.form("Save as a game")
    typed = cells([("Bob", 100, 45, -100), ("Cal", 100, 105, "")]) | {"names-0": "Anna"}
    game = phone.send(form.action, form.sent | typed)
    assert game.page.totals == {"Anna & Cal": "150", "Bob & Dee": "−85"}


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (cells([("Bob", 95, 45, -95), ("Ann", 100, "", "")]), "the right points in row 2"),
        (cells([("Bob", 95, 45, -95), ("Ann", 100, 105, 20)]), "the right points in row 2"),
        ({"names-1": ""}, "Who is “Bob”?"),
        ({"day": "soon"}, "Enter a date like 2026-11-21."),
        ({"day": "2099-01-01"}, "That day is still to come."),
        ({"names-1": "Ann"}, "Ann is already at the table."),
    ],
)
def test_a_sheet_that_became_uncertain_is_not_saved_and_says_why(
    phone: Person, stored: Any, typed: Typed, why: str
) -> None:
    check(phone, cells([("Bob", 95, 45, -95)]), names=TABLE)
    form, before = phone.form("Save as a game"), stored()
    phone.last = phone.send(form.action, form.sent | typed)
    assert (phone.last.status, stored()) == (422, before)
    assert why in phone.page.text
    written_anew = {(name, form.sent[name]) for name in ("day", "csrf_token")}
    assert phone.form("Check the sheet").sent.items() >= (form.sent | typed).items() - written_anew


def test_a_sheet_that_was_saved_and_changed_is_asked_about(phone: Person) -> None:
    """G7: it may be the same game."""
    check(phone, cells([("Bob", 95, 45, -95)]), names=TABLE)
    form = phone.form("Save as a game")
    first = phone.send(form.action, form.sent).path
    phone.last = phone.send(form.action, form.sent | cells([("Bob", 100, 45, -100)]))
    assert phone.last.status == 422
    assert "This sheet is saved already, with other hands." in phone.page.alerts
    assert any(link.attrs["href"] == first for link in phone.page.all("main a"))
    second = phone.tap("Save as another game").path
    assert second != first
    assert len(phone.open("/").all(".games a")) == 2


def test_a_line_with_a_date_says_when_a_saved_sheet_was_played_unless_somebody_chose_a_day(phone: Person) -> None:
    """G7: a date row."""
    check(phone, {"text": f"{HEADED}May 4 2020\nBob,95,45,-95\nAnn,100,105,15"}, names=TABLE)
    assert right(again(phone, {"kind-0": "date", "check": "y"}))
    assert phone.form("Save as a game").sent["day"] == "2020-05-04"
    again(phone, {"day": "2020-05-05", "check": "y"})
    assert phone.form("Save as a game").sent["day"] == "2020-05-05"
    form = phone.form("Save as a game")
    game = phone.send(form.action, form.sent)
    assert json.loads(phone.get(f"{game.path}.rook.json").body)["started"].startswith("2020-05-05")


def test_a_column_of_dates_says_when_a_saved_sheet_was_played(phone: Person) -> None:
    """G7."""
    check(phone, {"text": "Bidder,Bid,Us,Them,Date\nBob,95,45,-95,\nAnn,100,105,15,2020-05-04"}, names=TABLE)
    assert phone.form("Save as a game").sent["day"] == "2020-05-04"


@pytest.mark.parametrize(("deals_next", "heading"), [("", "Hand 3 · Bob deals"), ("2", "Hand 3 · Cal deals")])
def test_a_column_of_dealers_says_who_dealt_unless_somebody_said_who_deals_next(
    phone: Person, deals_next: str, heading: str
) -> None:
    text = "Dealer,Bidder,Bid,Us,Them\nDee,Bob,95,45,-95\nAnn,Ann,100,105,15"
    check(phone, {"text": text}, names=TABLE)
    form = phone.form("Save as a game")
    assert phone.send(form.action, form.sent | {"deals_next": deals_next}).page.heading.startswith(heading)


CARRIED = [
    ("who bid and how much", "original", [("", "", 105, 15), ("", "", 40, -90)], ["145", "-75", "", ""]),
    ("who took the last trick", "house-200", [("Ann", 100, 105, 95)], ["105", "95", "", ""]),
    ("what each captured in a set", "three-handed", [("Ann", 60, -60, 40, 40)], ["-60", "40", "40"]),
]


@pytest.mark.parametrize(("rules", "rows", "totals"), [row[1:] for row in CARRIED], ids=[row[0] for row in CARRIED])
def test_a_game_carries_on_with_certain_totals_where_hands_are_not(
    phone: Person, rules: str, rows: list[Any], totals: list[str]
) -> None:
    """R34: nobody writes these on paper."""
    check(phone, cells(rows), rules, TABLE[: PRESETS[rules].rules.players])
    assert not phone.page.has_button("Save as a game")
    form = phone.form("Carry on with these totals")
    phone.last = phone.send(form.action, form.sent)
    sent = phone.form("Start game").sent
    assert [sent[f"starting_totals-{at}"] for at in range(len(totals))] == totals
    assert [sent[f"players-{at}"] for at in range(len(totals))] == [*TABLE[: len(totals)]]


def test_what_is_left_of_a_number_of_hands_is_carried_on(phone: Person) -> None:
    check(phone, cells([("", "", 150, 50), ("", "", 80, 120), ("", "", 80, 120)]), "larry-smith")
    form = phone.form("Carry on with these totals")
    phone.last = phone.send(form.action, form.sent)
    sent = phone.form("Start game").sent
    assert [sent[name] for name in ("hand_limit", "starting_totals-0", "players-0")] == ["1", "310", ""]


def test_partners_that_change_carry_no_totals_on_nor_does_a_game_that_is_over(phone: Person) -> None:
    check(phone, cells([("", "", -70, 60, -70, 60)]), "changing-partners")
    assert not phone.page.has_button("Carry on with these totals")
    check(phone, cells([("Us", 100, 120, 0)] * 2 + [("Us", "", 120, 0)]))
    assert not phone.page.has_button("Carry on with these totals")
    for odd in ("starting_totals=x&starting_totals=99999999999", "players=Ann&hand_limit=x", "players=" + "A" * 500):
        assert phone.open(f"/games/new?{odd}").has_button("Start game")


def test_a_sheet_that_was_thrown_away_comes_back_with_one_tap(phone: Person) -> None:
    """G7: with everything typed, and as the same game."""
    check(phone, cells([("Bob", 95, 45, -95)]) | {"day": "2020-05-04", "no_bid": "y"}, names=TABLE)
    before = phone.form("Check the sheet").sent
    form = phone.form("Throw this sheet away")
    phone.last = phone.send(form.action, form.sent | {"throw": "y"})
    assert not {"Bob", "95", "Ann"} & {*phone.form("Check the sheet").sent.values()}
    form = phone.form("Bring it back")
    phone.last = phone.send(form.action, form.sent | {"more": "rules"})
    after = phone.form("Check the sheet").sent
    assert {name: text for name, text in after.items() if text and name != "csrf_token"} == {
        name: text for name, text in before.items() if text and name != "csrf_token"
    }


def test_a_picture_is_of_what_stands_on_the_sheet(phone: Person) -> None:
    check(phone, cells([("Us", 100, 105, 15)]))
    form = phone.form("Share result")
    answer = phone.send(form.action, form.sent | cells([("Us", 100, 80, 15)]))
    assert answer.status == 303
    assert b"Row 1: Us 105, not 80" in answer.body
    assert phone.send(form.action, form.sent | {"heads-0": "Us", "heads-1": "Us"}).status in (303, 422)


def test_a_saved_sheet_brings_the_zone_of_its_phone(phone: Person) -> None:
    check(phone, cells([("Bob", 95, 45, -95)]), names=TABLE)
    form = phone.form("Save as a game")
    saved = phone.send(form.action, form.sent | {"phone_zone": "America/New_York"})
    assert "Days are now those of New York." in saved.page.text
    assert "phone_zone" not in phone.open("/games/new").form("Start game").sent


def test_penalties_trump_and_notes_come_into_the_game(phone: Person) -> None:
    text = "Bidder,Bid,Us,Them,Them penalty,Trump,Note\nAnn,100,105,15,40,red,late\nAdjustment,,5,,,,"
    check(phone, {"text": text}, names=TABLE)
    form = phone.form("Save as a game")
    game = phone.send(form.action, form.sent)
    assert game.page.totals == dict(zip(SIDES, ("110", "−25"), strict=True))
    (hand,) = json.loads(phone.get(f"{game.path}.rook.json").body)["hands"]
    assert (hand["trump"], hand["note"], hand["bidder"]) == ("red", "late", "Ann")
    assert [foul["player"] for foul in hand["fouls"]] == ["Bob"]


@pytest.mark.parametrize(
    ("rows", "missing"),
    [
        ([("Us", 100, 105, 20)], "the right points in row 1"),
        ([("Us", 100, 65, 15)], "what happened in row 1"),
        ([("", "", 105, 15)], "the bid in row 1"),
        ([("Us", 100, 120, 0)] * 4, "a longer game: by these rules it was over after 3 hands"),
    ],
)
def test_a_sheet_that_is_not_certain_cannot_be_saved(phone: Person, rows: list[Any], missing: str) -> None:
    answer = check(phone, cells(rows))
    assert not answer.page.has_button("Save as a game")
    assert "the players’ names" in answer.page.text
    assert missing in answer.page.text


def test_a_checked_sheet_has_a_picture_to_send_that_only_this_server_can_make(phone: Person) -> None:
    address = check(phone, cells([("Us", 100, 80, 15)])).page.one("[data-picture]").attrs["data-picture"]
    picture = phone.web.get(address)
    assert picture.mimetype == "image/svg+xml"
    for told in ("Found a problem", "Row 1: Us 105, not 80", ">105</tspan>", "Us 105 · Them 15"):
        assert told in picture.text
    assert phone.web.get(address + "x").status_code == 400


def test_a_picture_of_a_long_sheet_has_thirty_rows_and_says_how_many_more(phone: Person) -> None:
    """D4: at most 30 rows and 6 KB in the address; what is wrong comes first."""
    rows = [("Us", 100, 105, 15)] * 39 + [("Us", 100, 80, 15)]
    address = check(phone, cells(rows)).page.one("[data-picture]").attrs["data-picture"]
    assert len(address) <= 6_000
    picture = phone.web.get(address).text
    assert ">✗40<" in picture
    assert picture.count(">✓") == 29
    assert "and 10 more" in picture


def test_nothing_is_stored_by_checking(phone: Person, stored: Any) -> None:
    before = stored()
    check(phone, cells(ROWS))
    assert stored() == before


def test_a_refused_sheet_keeps_its_text_as_rows(phone: Person) -> None:
    answer = check(phone, {"text": HEADED + "Us,100,105,15", "names-1": "Ann"}, names=TABLE[:1])
    assert answer.status == 422
    assert phone.form("Check the sheet").sent["cell-0-2"] == "105"


def test_an_amber_row_of_a_sheet_has_its_totals_in_small_type(phone: Person) -> None:
    answer = check(phone, cells([("Us", 100, 65, 15)]))
    assert verdict(answer).startswith("1 row is right only if Us had a 40 penalty")
    assert "The totals, if so: Us 65, Them 15." in verdict(answer)
    assert "If that didn’t happen, the totals are Us 105, Them 15." in verdict(answer)
    assert answer.page.all("#verdict.unsure .only-if")
    assert not right(answer)


def test_a_name_of_a_million_letters_is_refused_and_not_repeated_in_every_row(phone: Person) -> None:
    answer = check(phone, {"names-0": "A" * 1_000_000, "heads-0": "B" * 100_000})
    assert answer.status == 422
    assert "Names can be up to 40 characters" in answer.page.description_of("names-0")
    assert len(answer.body) < 100_000


def test_a_full_grid_takes_no_row_more_and_loses_none(phone: Person) -> None:
    text = HEADED + "Us,80,80,40\n" * 59 + "Us,100,105,15"
    check(phone, {"text": text})
    assert not phone.page.has_button("More rows")
    again(phone, {"insert": "0"})
    assert phone.form("Check the sheet").sent["cell-59-1"] == "100"
