"""The score sheet of a game: its lines, and what the hands give where a total is claimed (sheets.md D1, D2, D5)."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from tests.html import Page, text_of
from tests.person import SIDES, Answer, Person

from .steps import carry_on


@pytest.fixture
def game(phone: Person) -> str:
    """Ann & Cal: −95 (set), then 80. Bob & Dee: 75, then 40."""
    game = phone.start_game()
    phone.play("Ann", 95, 45)
    phone.play("Cal", 70, 80)
    return game


def lines(page: Page) -> list[str]:
    """Its lines, without what opens on a tap and what only paper has."""
    rows = [row for row in page.all(".hands tbody tr") if row.attrs.get("class") != "why"]
    return [" ".join(text_of(cell) for cell in row.query("th, td:not(.remarks)")).strip() for row in rows]


def test_one_line_a_hand_the_first_hand_first(phone: Person, game: str) -> None:
    assert lines(phone.open(f"{game}/sheet")) == ["1 Ann 95 set −95 −95 75 75", "2 Cal 70 made 80 −15 40 115"]


def test_on_the_board_the_same_lines_the_newest_first(phone: Person, game: str) -> None:
    assert lines(phone.open(game)) == ["2 Cal 70 made 80 −15 40 115", "1 Ann 95 set −95 −95 75 75"]
    assert lines(phone.open(f"{game}/summary")) == lines(phone.open(game))[::-1]


def test_fouls_and_notes_on_a_score_sheet_are_a_small_word_and_opened_a_sentence(phone: Person) -> None:
    game = phone.start_game()
    phone.tap("Misdeal")
    phone.record_bid("Ann", 95)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    page = phone.open(f"{game}/sheet")
    assert lines(page) == ["Misdeal, Ann dealt · Add a hand before this one", "1 Ann 95 made 100 100 20 20"]
    assert text_of(page.one(".hands .why")) == (
        "Ann dealt. Ann bid 95. Ann & Cal bid 95 and took 100: +100. Bob & Dee score 20."
        " Correct hand 1 Add a hand before this one"
    )
    assert text_of(page.all("tr:not(.deal) > td.remarks")[0]) == "after a misdeal"


SHORT: list[tuple[tuple[str, ...], list[str | None], str]] = [
    (("Aunt Margaret", "Bill", "Carol", "Dave"), ["A. & C.", "B. & D."], "initials where no more fits"),
    (("Ann", "Bo", "Al", "Ed"), [None, None], "in full, where that has room"),
    (("Aunt Margaret", "Anna Bell", "Carol", "Chloe"), ["Aunt M. & Carol", "Anna B. & Chloe"], "initials alike"),
]


@pytest.mark.parametrize(("names", "heads", "_why"), SHORT, ids=[why for _, _, why in SHORT])
def test_heads_are_shortened_in_one_way_and_read_in_full(
    phone: Person, names: tuple[str, ...], heads: list[str | None], _why: str
) -> None:
    """D2: all heads of a sheet take the same step; the full name is what is read."""
    game = phone.start_game(names[0], names)
    phone.record_bid(names[0], 70)
    phone.tap("Save hand", {f"Captured by {names[0]} & {names[2]}": "80"})
    found = phone.open(game).all(".hands thead bdi")
    assert [text_of(head) for head in found] == [f"{names[0]} & {names[2]}", f"{names[1]} & {names[3]}"]
    assert [head.attrs.get("data-short") for head in found] == heads


def claim(phone: Person, game: str, whose: str = "0", claimed: str = "45") -> Answer:
    return phone.get(f"{game}/sheet?" + urlencode({"whose": whose, "claimed": claimed}))


def test_a_right_claim(phone: Person, game: str) -> None:
    answer = claim(phone, game, claimed="-15")
    assert text_of(answer.page.one("#verdict")) == "Ann & Cal Yes, the hands here give −15."
    assert len(lines(answer.page)) == 2


@pytest.mark.parametrize(
    ("claimed", "sentence"),
    [
        ("125", "125 is what you get if the set of hand 1 is counted as made."),
        ("−95", "−95 is what you get if hand 2 is left out."),
        ("80", "80 is what you get if hand 1 is left out."),
        ("85", "That is 100 more; no one slip explains it."),
        ("175", "175 is what you get if the minus of hand 1 is forgotten: 95 there instead of −95."),
        ("65", "65 is what you get if hand 2 is added twice."),
        ("-55", "−55 is what you get if the points of hand 2 are given to the wrong sides."),
        ("115", "115 is what you get if the two columns are exchanged."),
    ],
)
def test_a_wrong_claim_says_which_slip_explains_it_and_leads_to_its_hand(
    phone: Person, game: str, claimed: str, sentence: str
) -> None:
    page = claim(phone, game, claimed=claimed).page
    verdict = text_of(page.one("#verdict"))
    assert verdict.startswith("Ann & Cal The hands here give −15, not ")
    assert verdict.endswith(sentence)
    hands = [link.attrs["href"] for link in page.all("#verdict a")]
    assert [f"#{row.attrs['id']}" for row in page.all(".hands tbody tr") if row.query("details[open]")] == hands
    assert page.one("input[name=claimed]").attrs["value"] == claimed


@pytest.mark.parametrize(
    ("claimed", "slip"),
    [("−40", "the penalty in hand 1 is counted twice"), ("40", "the penalty in hand 1 is forgotten")],
)
def test_a_penalty_is_left_out_or_counted_twice(phone: Person, claimed: str, slip: str) -> None:
    """D5: Bob & Dee have 40, less the penalty of 40."""
    game = phone.start_game()
    phone.record_bid("Ann", 80)
    phone.more()
    phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "80", "Table talk by Bob": "1"})
    verdict = text_of(claim(phone, game, "1", claimed).page.one("#verdict"))
    assert verdict.endswith(f"{claimed} is what you get if {slip}.")


def test_who_reneged_and_what_paper_brought_are_in_the_picture_and_the_text(phone: Person) -> None:
    """D4: the same lines as on the sheet (O14)."""
    game = carry_on(phone, {0: "250", 1: "100"}).path
    phone.record_bid("Ann", 100)
    phone.more(part="Renege")
    phone.tap("Save hand", {"Captured by Bob & Dee": "20", "Captured by Ann & Cal": "40", "Who reneged?": "Cal"})
    shown = text_of(phone.open(f"{game}/sheet").one(".hands"))
    for told in (
        phone.get(f"{game}/picture.svg").body.decode(),
        phone.open(f"{game}/summary?as=text").one("pre").raw_text,
    ):
        assert "From paper 250 : 100" in told
        assert "Cal" in told.partition("renege")[2]
    assert "From paper 250 100" in shown
    assert "Cal reneged" in shown


def test_the_sheet_is_asked_for_again_only_if_the_game_changed(phone: Person, game: str) -> None:
    """D5: it follows the game; what is judged is what is shown."""
    shown = claim(phone, game, claimed="-15").page.one("#paper")
    asked = shown.attrs["data-poll"] or ""
    assert phone.get(asked).status == 204
    phone.open(game)
    phone.play("Bob", 80, 20)
    answer = phone.get(asked)
    assert len(lines(answer.page)) == 3
    assert text_of(answer.page.one("#verdict h2")) == "The hands here give 5, not −15."


@pytest.mark.parametrize(
    ("whose", "claimed", "why"),
    [
        ("0", "", "What total is claimed?"),
        ("0", "lots", "Enter a whole number, like 45."),
        ("0", "2000000", "A total can be up to 1,000,000."),
        ("", "45", "Whose total is it?"),
        ("7", "45", "Choose one of the totals."),
        ("-1", "45", "Choose one of the totals."),
        ("2", "45", "Choose one of the totals."),
    ],
)
def test_a_claim_that_cannot_be_read_is_said(phone: Person, game: str, whose: str, claimed: str, why: str) -> None:
    answer = claim(phone, game, whose, claimed)
    assert answer.status == 422
    assert why in answer.page.text
    assert answer.page.one("input[name=claimed]").attrs.get("value", "") == claimed
    if not why.startswith(("Whose", "Choose")):
        assert why in answer.page.description_of("claimed")


def test_before_the_first_hand_everybody_has_nothing(phone: Person) -> None:
    answer = claim(phone, phone.start_game(), claimed="0")
    assert text_of(answer.page.one("#verdict")) == "Ann & Cal Yes, the hands here give 0."
    assert "No hands yet." in answer.page.text


def test_the_side_whose_total_was_tapped_is_first_so_that_enter_means_it(phone: Person, game: str) -> None:
    def buttons(path: str) -> list[str]:
        return [text_of(button) for button in phone.open(path).all("#claim button")]

    assert buttons(f"{game}/sheet") == list(SIDES)
    assert buttons(f"{game}/sheet?whose=1") == list(SIDES)[::-1]


def test_a_claim_changes_nothing(phone: Person, game: str, stored: Callable[[], str]) -> None:
    before = stored()
    assert claim(phone, game).status == 200
    assert stored() == before


def test_the_address_that_a_claim_had_leads_to_the_sheet(phone: Person, game: str) -> None:
    led = phone.web.get(f"{game}/claim?whose=0&claimed=-15&check=y").headers["Location"]
    assert led == f"{game}/sheet?whose=0&claimed=-15&check=y"
    assert text_of(phone.open(led).one("#verdict")) == "Ann & Cal Yes, the hands here give −15."


def test_a_game_that_is_not_there_has_no_sheet(phone: Person) -> None:
    assert phone.get("/games/00000000-0000-4000-8000-000000000000/sheet").status == 404


def test_check_a_score_offers_the_games_that_are_played_first(phone: Person, game: str) -> None:
    first = phone.open("/check").all("ul.games a")[0]
    assert text_of(first) == "Ann & Cal : Bob & Dee −15 : 115 This game: what its hands give."
    assert first.attrs["href"] == f"{game}/sheet"


def test_each_total_on_the_board_leads_to_the_sheet_with_its_side_first(phone: Person, game: str) -> None:
    totals = phone.open(game).all("a.total")
    assert [total.attrs["aria-label"] for total in totals] == ["Ann & Cal, −15. Check it", "Bob & Dee, 115. Check it"]
    assert text_of(phone.open(totals[1].attrs["href"]).one("#claim button.chosen")) == "Bob & Dee"


@pytest.mark.parametrize(("asked", "totals"), [("", 2), ("?totals=6", 6), ("?totals=99", 6), ("?totals=x", 2)])
def test_an_empty_sheet_has_lines_for_24_hands(phone: Person, asked: str, totals: int) -> None:
    """D3: an address of its own."""
    phone.open("/check")
    assert "/check/empty-sheet" in [link.attrs["href"] for link in phone.page.all("a")]
    page = phone.open(f"/check/empty-sheet{asked}")
    assert len(page.all(".hands tbody tr")) == 24
    assert len(page.all(".hands thead td.s1 ~ td")) == totals - 1
