"""In a game: a claimed total against the record, with the sum that proves it and the slip that explains it."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from tests.html import text_of
from tests.person import HTMX, SIDES, Answer, Person


@pytest.fixture
def game(phone: Person) -> str:
    """Ann & Cal: −95 (set), then 80. Bob & Dee: 75, then 40."""
    game = phone.start_game()
    phone.play("Ann", 95, 45)
    phone.play("Cal", 70, 80)
    return game


def claim(phone: Person, game: str, whose: str = "0", claimed: str = "45") -> Answer:
    return phone.get(f"{game}/claim?" + urlencode({"whose": whose, "claimed": claimed, "check": "y"}))


def test_a_right_claim_is_right_and_the_hands_prove_it(phone: Person, game: str) -> None:
    answer = claim(phone, game, claimed="-15")
    assert text_of(answer.page.one("#verdict")) == "Right Ann & Cal: −15."
    rows = [text_of(row) for row in answer.page.all(".sum-of tbody tr")]
    assert rows == ["Hand 1 · Ann 95 set −95 −95", "Hand 2 · Cal 70 made +80 −15"]


@pytest.mark.parametrize(
    ("claimed", "sentence"),
    [
        ("125", "(140 too high). Ann & Cal went set in hand 1. If they had made it, that would be 125."),
        ("−95", "not −95 (80 too low). That's what you get if hand 2 is left out."),
        ("80", "(95 too high). That's what you get if hand 1 is left out."),
        ("85", "(100 too high)."),
        ("175", "(190 too high). That's what you get if the minus in hand 1 is forgotten."),
        ("65", "(80 too high). That's what you get if hand 2 is added twice."),
        ("-55", "(40 too low). That's what you get if the sides are swapped in hand 2."),
    ],
)
def test_a_wrong_claim_says_by_how_much_and_which_slip_explains_it(
    phone: Person, game: str, claimed: str, sentence: str
) -> None:
    verdict = text_of(claim(phone, game, claimed=claimed).page.one("#verdict"))
    assert verdict.startswith("Wrong Ann & Cal: −15, not ")
    assert verdict.endswith(sentence)


@pytest.mark.parametrize(
    ("whose", "claimed", "field", "why"),
    [
        ("0", "", "claimed", "What total is claimed?"),
        ("0", "lots", "claimed", "Enter a whole number, like 45."),
        ("0", "2000000", "claimed", "A total can be up to 1,000,000."),
        ("", "45", "whose", "Whose total is it?"),
        ("7", "45", "whose", "Choose one of the totals."),
        ("-1", "45", "whose", "Choose one of the totals."),
        ("2", "45", "whose", "Choose one of the totals."),
    ],
)
def test_a_claim_that_cannot_be_read_is_said_at_its_field(
    phone: Person, game: str, whose: str, claimed: str, field: str, why: str
) -> None:
    answer = claim(phone, game, whose, claimed)
    assert answer.status == 422
    assert why in answer.page.description_of(field)
    assert answer.page.one("input[name=claimed]").attrs.get("value", "") == claimed


def test_before_the_first_hand_everybody_has_nothing(phone: Person) -> None:
    answer = claim(phone, phone.start_game(), claimed="0")
    assert text_of(answer.page.one("#verdict")).startswith("Right")
    assert "No hands scored yet." in answer.page.text


def test_it_is_in_the_settings_and_changes_nothing(phone: Person, game: str, stored: Callable[[], str]) -> None:
    before = stored()
    links = {text_of(link): link.attrs["href"] for link in phone.open(f"{game}/settings").all("a")}
    page = phone.open(links["Check a score"])
    assert [text_of(each) for each in page.all("label.chip")] == list(SIDES)
    answer = phone.get(f"{game}/claim?whose=1&claimed=115&check=y", **HTMX)
    assert not answer.page.whole
    assert stored() == before


def test_a_game_that_is_not_there_has_no_claim(phone: Person) -> None:
    assert phone.get("/games/00000000-0000-4000-8000-000000000000/claim").status == 404
