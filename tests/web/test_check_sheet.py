"""A paper sheet, pasted or typed: which row is wrong and by how much, what is right, who has won; then a game."""

from typing import Any

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import Typed, text_of
from tests.person import SIDES, TABLE, Answer, Person

from .steps import verdict

# bidder, bid, captured by Ann & Cal, by Bob & Dee, points of Ann & Cal, of Bob & Dee
ROWS = [("Bob", 95, 45, 75, 45, -95), ("Ann", 100, 105, 15, 105, 15), ("Dee", 70, 40, 80, 40, 80)]
TOTALS = [(45, -95), (150, -80), (190, 0)]


def check_typed(
    phone: Person,
    text: str = "",
    rules: str = "original",
    names: tuple[str, ...] = TABLE,
    more: Typed | None = None,
) -> Answer:
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    who = {f"names-{place}": name for place, name in enumerate(names)}
    phone.last = phone.send(form.action, form.sent | {"rules": rules, "text": text, "check": "y"} | who | (more or {}))
    return phone.last


def pasted(rows: list[Any] = ROWS, sign: str = ";") -> str:
    return "\n".join(sign.join(map(str, row)) for row in rows)


def right(answer: Answer) -> dict[str, str]:
    return {found.attrs["data-right"]: text_of(found) for found in answer.page.all("[data-right]")}


def test_a_sheet_without_a_mistake_says_so_and_what_the_totals_are(phone: Person) -> None:
    answer = check_typed(phone, pasted())
    assert verdict(answer).startswith("No mistakes found No winner yet.")
    assert right(answer) == dict(zip(SIDES, ("190", "0"), strict=True))


def test_the_first_wrong_row_and_by_how_much(phone: Person) -> None:
    wrong = [ROWS[0], (*ROWS[1][:4], 100, 15), (*ROWS[2][:4], 40, 85)]
    answer = check_typed(phone, pasted(wrong))
    assert verdict(answer).startswith(
        "Found a problem Row 2: Ann & Cal 105, not 100 (Bob & Dee 15, so Ann & Cal took 105)."
    )
    wrong_rows = [text_of(row) for row in answer.page.all(".is-wrong")]
    assert wrong_rows == ["2 Ann 100 105 15 100 105 15", "3 Dee 70 40 80 40 85 80"]
    assert right(answer)["Ann & Cal"] == "190"


def test_a_wrong_running_total_is_wrong_once_and_carried_on(phone: Person) -> None:
    totals = [(45, -95), (140, -80), (180, 0)]
    rows = [row[:4] + total for row, total in zip(ROWS, totals, strict=True)]
    answer = check_typed(phone, pasted(rows), more={"claims": "totals"})
    assert "Row 2: Ann & Cal 150, not 140" in verdict(answer)
    assert "Right; only carried down from above." in text_of(answer.page.all(".said")[2])


def test_running_totals_are_told_from_points_and_the_other_reading_is_one_tap_away(phone: Person) -> None:
    sheet = "Bidder;Bid;Us;Them\n" + "\n".join(
        ";".join(map(str, (*row[:2], *total))) for row, total in zip(ROWS, TOTALS, strict=True)
    )
    answer = check_typed(phone, sheet)
    assert verdict(answer).startswith("No mistakes found")
    assert "Read as running totals." in answer.page.text
    assert right(answer)["Ann & Cal"] == "190"
    form = phone.form("Check the sheet")
    answer = phone.send(form.action, form.sent | {"check": "y", "read_as": "points"})
    assert "Found a problem" in text_of(answer.page.one("#verdict"))
    assert answer.page.one("input[name=claims][checked]").attrs["value"] == "points"


def test_it_says_who_has_won(phone: Person) -> None:
    rows = [("Ann", 100, 120, 0, 120, 0)] * 3
    assert "Ann & Cal won. 360 to 0 (game was to 300). R1" in verdict(check_typed(phone, pasted(rows)))


def test_a_row_counts_hands_whatever_deals_came_before(phone: Person) -> None:
    answer = check_typed(phone, "misdeal\n" + pasted([(*ROWS[0][:5], -90)]))
    assert "Row 1: Bob & Dee −95, not −90" in verdict(answer)


def test_however_much_is_wrong_each_row_that_cannot_be_read_is_marked(phone: Person) -> None:
    wrong = ["Bob;95;45;75;45;90"] * 8
    answer = check_typed(phone, "\n".join([*wrong, *["Bob;95;x;y;z;w"] * 30]))
    assert len(answer.page.all(".is-wrong")) == 38
    assert "And 30 more." in verdict(answer)


def row_fields(number: int, row: tuple[Any, ...]) -> Typed:
    keys = ("bidder", "bid", "captured-0", "captured-1", "claim-0", "claim-1")
    return {f"row-{number}-{key}": str(cell) for key, cell in zip(keys, row, strict=True)}


def test_rows_are_typed_and_more_rows_keep_everything(phone: Person) -> None:
    more = (
        row_fields(0, ROWS[0]) | row_fields(1, ROWS[1]) | {"more": "rows", "text": "Dee;70;40;80", "claims": "totals"}
    )
    answer = check_typed(phone, more=more)
    page = answer.page
    assert answer.status == 200
    assert len([legend for legend in page.all("legend") if text_of(legend).startswith("Row ")]) == 8
    sent = phone.form("Check the sheet").sent
    assert sent["row-1-captured-0"] == "105"
    assert sent["text"] == "Dee;70;40;80"
    assert page.all("input[name=claims][checked]")[0].attrs["value"] == "totals"
    form = phone.form("Check the sheet")
    answer = phone.send(form.action, form.sent | {"claims": "points", "text": ""})
    assert verdict(answer).startswith("No mistakes found")
    assert right(answer)["Ann & Cal"] == "150"


def test_a_name_of_a_million_letters_is_refused_and_not_repeated_in_every_row(phone: Person) -> None:
    answer = check_typed(phone, more={"names-0": "A" * 1_000_000})
    assert answer.status == 422
    assert "Names can be up to 40 characters" in answer.page.description_of("names-0")
    assert len(answer.body) < 100_000


def test_other_rules_ask_for_other_columns_and_keep_what_fits(phone: Person) -> None:
    answer = check_typed(phone, rules="house-200", more=row_fields(0, ROWS[0]) | {"more": "rules"})
    labels = [text_of(label) for label in answer.page.all("label")]
    assert "Last trick" in labels
    assert phone.form("Check the sheet").sent["row-0-bid"] == "95"
    assert labels.count("Bidder") == 4


REFUSED = [
    ("nothing at all", {}, "text", "Paste or type at least one row."),
    ("too many letters", {"text": "a" * 200_001}, "text", "A sheet can have up to 200 KB."),
    ("too many rows", {"text": "Bob;95;45;75\n" * 1_001}, "text", "A sheet can have up to 500 lines; this has 1,001."),
    ("a long line", {"text": "9" * 1_001}, "text", "A line can have up to 1,000 characters; line 1 is longer."),
    (
        "one heading twice",
        {"text": "bidder;bid;us;us\nBob;95;1;2"},
        "text",
        "Two columns have the same heading.",
    ),
    ("one name twice", {"text": "Bob;95;45;75", "names-2": "Ann"}, "names-2", "Ann is already at the table."),
    ("a long name", {"text": "Bob;95;45;75", "names-2": "A" * 41}, "names-2", "Names can be up to 40 characters"),
    ("no such rules", {"text": "Bob;95;45;75", "rules": "poker"}, "rules", "Choose a rule set."),
]


@pytest.mark.parametrize(("typed", "field", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_sheet_that_cannot_be_is_refused_in_a_sentence(phone: Person, typed: Typed, field: str, why: str) -> None:
    answer = check_typed(phone, more=typed)
    assert answer.status == 422
    assert why in answer.page.description_of(field)


def test_a_checked_sheet_becomes_a_game_with_one_tap_and_once(phone: Person) -> None:
    wrong = [ROWS[0], (*ROWS[1][:4], 100, 15), ROWS[2]]
    check_typed(phone, pasted(wrong))
    form = phone.form("Save as a game")
    game = phone.send(form.action, form.sent)
    assert game.first.status_code == 303
    assert game.page.totals == dict(zip(SIDES, ("190", "0"), strict=True))
    assert phone.send(form.action, form.sent).path == game.path
    assert len(phone.open("/").all(".games a")) == 1


def test_the_same_rows_of_another_sheet_are_another_game(phone: Person) -> None:
    paths = set()
    for _ in range(2):
        check_typed(phone, pasted())
        form = phone.form("Save as a game")
        paths.add(phone.send(form.action, form.sent).path)
    assert len(paths) == 2


def test_a_sheet_without_names_is_checked_and_asks_for_them_to_be_a_game(phone: Person) -> None:
    rows = "us;95;-95;75\nthem;95;45;-95"
    answer = check_typed(phone, rows, names=("", "", "", ""))
    assert right(answer) == {"Us": "−50", "Them": "−20"}
    assert not answer.page.has_button("Save as a game")
    assert "To save it as a game, this is missing: the players’ names." in answer.page.text


@pytest.mark.parametrize(
    ("rows", "missing"),
    [
        ("Ann;100;105;20", "the right points in row 1"),
        ("Ann;100;65;15", "what happened in row 1"),
        ("105;15", "the bid in row 1"),
        ("1;Ann;100;105;15\n3;Ann;100;105;15", "hand 2"),
        ("Ann;100;120;0\n" * 4, "a longer game: by these rules it was over after 3 hands"),
    ],
)
def test_what_is_not_certain_cannot_be_saved_and_is_said(phone: Person, rows: str, missing: str) -> None:
    answer = check_typed(phone, rows)
    assert not answer.page.has_button("Save as a game")
    assert missing in answer.page.text


def test_the_wrong_cell_is_marked_and_the_right_value_is_next_to_it(phone: Person) -> None:
    page = check_typed(phone, "Bidder,Bid,Us,Them\nAnn,100,80,15\nTotal,,80,15").page
    assert [text_of(cell) for cell in page.all(".paper del")] == ["80", "80"]
    assert [text_of(cell) for cell in page.all(".paper ins")] == ["105", "105"]


def test_a_penalty_has_a_line_of_its_own_where_it_says_how_the_sheet_was_read(phone: Person) -> None:
    page = check_typed(phone, "Bidder,Bid,Us,Them\nUs,100,105,15\nThem: -40 penalty\nUs,80,80,40").page
    assert [text_of(row) for row in page.all(".is-beside")] == ["Penalty −40"]
    assert right(phone.last)["Bob & Dee"] == "15"


def test_a_row_that_is_right_only_if_is_said_first_and_has_the_totals_both_ways(phone: Person) -> None:
    answer = check_typed(phone, "Bidder,Bid,Us,Them\nAnn,100,65,15")
    assert verdict(answer).startswith("1 row is right only if Us had a 40 penalty")
    assert "If that didn’t happen, the totals are Us 105, Them 15." in verdict(answer)
    assert answer.page.all("#verdict.unsure .only-if")
    assert not answer.page.all("#verdict.good")


def test_without_what_a_row_needs_no_totals_are_told_that_it_does_not_say(phone: Person) -> None:
    """Only the renege made a set of Them: without it their points are unknown."""
    answer = check_typed(phone, "Bidder,Bid,Made,Us,Them\nUs,80,no,45,")
    assert verdict(answer).startswith("1 row is right only if Them reneged")
    assert "If that didn’t happen" not in verdict(answer)


def test_each_heading_is_a_list_of_what_its_column_can_be(phone: Person) -> None:
    answer = check_typed(phone, "Bidder,Bid,Us,Them,Tricks\nUs,100,105,15,105")
    assert [text_of(short) for short in answer.page.all(".meaning small")] == ["points", "points", "left out"]
    form = phone.form("Check the sheet")
    changed = form.sent | {"check": "meanings", "column-2": "points-1", "column-4": "took-bidder"}
    answer = phone.send(form.action, changed)
    assert [text_of(each) for each in answer.page.all(".meaning option[selected]")] == [
        "Bidder", "Bid", "Points of Bob & Dee", "Left out", "What the bidding side took",
    ]  # fmt: skip
    assert "Left out, since I don’t know the heading: Them." in verdict(answer)


def test_an_either_or_strikes_no_cell_and_names_both_ways(phone: Person) -> None:
    answer = check_typed(phone, "Bidder,Bid,Us,Them\nUs,100,105,20")
    assert "Either Us 100, not 105, or Them 15, not 20." in verdict(answer)
    assert [text_of(cell) for cell in answer.page.all(".paper .either")] == ["105?", "20?"]
    assert not answer.page.all(".paper del, .paper ins")


def test_a_checked_sheet_has_a_picture_to_send_that_only_this_server_can_make(phone: Person) -> None:
    address = check_typed(phone, "Bidder,Bid,Us,Them\nUs,100,80,15").page.one("[data-picture]").attrs["data-picture"]
    picture = phone.web.get(address)
    assert picture.mimetype == "image/svg+xml"
    for told in ("Found a problem", "Row 1: Us 105, not 80", ">105</tspan>", "Us 105 · Them 15"):
        assert told in picture.text
    assert phone.web.get(address + "x").status_code == 400


def test_the_picture_of_a_long_sheet_with_empty_cells_fits_into_its_address(phone: Person) -> None:
    rows = [
        f"{'Jörg' if hand % 2 else 'Zoë'},{70 + 5 * hand},{117 - hand},{31 * hand},,{hand * 9},{hand}"
        for hand in range(9)
    ]
    text = "\n".join(["Bidder,Bid,Us,Them,Trump,Us total,Them total", *rows, "Passed,,0,0,,1,2"])
    address = check_typed(phone, text).page.one("[data-picture]").attrs["data-picture"]
    assert len(address) > 550, "longer than what is usually typed may be"
    assert phone.web.get(address).status_code == 200


def test_a_line_that_is_left_out_is_named_with_its_number(phone: Person) -> None:
    answer = check_typed(phone, "Bidder,Bid,Us,Them\nAnn,100,105,15\nZed 3 2 what")
    assert verdict(answer).startswith("No mistakes found, but something was left out")
    assert "Left out: line 3 “Zed 3 2 what”." in verdict(answer)


def test_nothing_is_stored_by_checking(phone: Person, stored: Any) -> None:
    before = stored()
    check_typed(phone, pasted())
    assert stored() == before


@pytest.mark.parametrize("key", PRESETS)
def test_the_page_has_the_columns_of_every_rule_set(phone: Person, key: str) -> None:
    answer = check_typed(phone, rules=key, names=(), more={"more": "rules"})
    rules = PRESETS[key].rules
    labels = [text_of(label) for label in answer.page.all(".row:first-of-type label, fieldset.row label")]
    assert ("Penalties" in labels) == bool(rules.fouls)
    assert ("Renege" in labels) == rules.uses_reneges
    assert len([label for label in answer.page.all("label") if text_of(label).startswith("Player ")]) == rules.players
