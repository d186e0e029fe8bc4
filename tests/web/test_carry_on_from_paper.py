"""A game that began on paper, or with a handicap: its totals so far, and who deals next (R34)."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import TABLE, Person

from .steps import carry_on


def test_the_totals_so_far_are_on_the_board_and_at_the_foot_of_the_hands(phone: Person) -> None:
    assert carry_on(phone, {0: "120", 1: "−35"}).status == 303
    assert phone.page.totals == {"Ann & Cal": "120", "Bob & Dee": "−35"}
    assert phone.page.heading.startswith("Hand 1 · Cal deals")
    assert "From paper 120 −35" in phone.page.text
    phone.play("Ann", 100, 100)
    assert phone.page.totals == {"Ann & Cal": "220", "Bob & Dee": "−15"}
    assert [text_of(row) for row in phone.page.all("table.hands tbody tr")][-1] == "From paper 120 −35"


def test_nothing_is_tested_before_the_first_hand_and_then_the_totals_count_in_full(phone: Person) -> None:
    carry_on(phone, {0: "320"})
    assert phone.page.heading.startswith("Hand 1")
    phone.play("Ann", 70, 70)
    assert phone.page.heading == "Ann & Cal won"


def test_undo_to_the_start_keeps_them_and_a_rematch_begins_with_nothing(phone: Person) -> None:
    game = carry_on(phone, {0: "120"}).path
    phone.play("Ann", 100, 100)
    phone.tap("Undo")
    phone.tap("Undo")
    assert not phone.page.has_button("Undo")
    assert phone.page.totals == {"Ann & Cal": "120", "Bob & Dee": "0"}
    assert "120" in phone.open("/").text, "lists know it too"
    phone.open(f"{game}/settings")
    steps = phone.form("End game early")
    phone.last = phone.send(f"{game}/rematch", steps.sent)
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    assert "from paper" not in phone.page.text


def test_players_alone_have_a_total_each(phone: Person) -> None:
    carry_on(phone, {1: "15", 4: "40"}, "five-handed", (*TABLE, "Eve"))
    assert phone.page.totals == {"Ann": "0", "Bob": "15", "Cal": "0", "Dee": "0", "Eve": "40"}
    assert "From paper 0 15 0 0 40" in phone.page.text


@pytest.mark.parametrize(
    ("seat", "typed", "sentence"),
    [
        (2, {0: "120", 2: "100"}, "Partners have one total. Enter it once."),
        (5, {5: "120"}, "Only 4 players. Leave this blank."),
        (0, {0: "1000001"}, "A total can be up to 1,000,000 points, not 1,000,001."),
        (1, {1: "12x"}, "Enter a whole number, like 45."),
    ],
)
def test_an_impossible_total_is_said_at_its_field(
    phone: Person, stored: Callable[[], str], seat: int, typed: dict[int, str], sentence: str
) -> None:
    before, field = stored(), f"starting_totals-{seat}"
    assert carry_on(phone, typed).status == 422
    assert sentence in phone.page.description_of(field)
    assert phone.form("Start game").sent[field] == typed[seat]
    assert "open" in phone.page.one("details:has(#carried)").attrs
    assert stored() == before


def test_a_file_brings_them_along(phone: Person) -> None:
    game = carry_on(phone, {1: "85"}).path
    phone.play("Ann", 100, 100)
    record = phone.get(f"{game}.rook.json").body
    assert b'"starting_totals":{"Bob":85}' in record
    answer = phone.get(f"{game}/summary")
    assert "Bob & Dee: 105" in answer.page.text


def test_partners_who_brought_a_total_stay_partners(phone: Person) -> None:
    game = carry_on(phone, {0: "120"}).path
    form = phone.open(f"{game}/settings").form("Change seating")
    moved = {f"seats-{seat}": number for seat, number in enumerate("1023")}
    answer = phone.send(form.action, form.sent | moved)
    assert answer.status == 422
    assert "Ann & Cal and Bob & Dee started with totals from paper, so they stay partners." in answer.page.text
    turned = {f"seats-{seat}": number for seat, number in enumerate("1230")}
    assert phone.send(form.action, form.sent | turned).status == 303
    assert phone.open(game).totals == {"Bob & Dee": "0", "Cal & Ann": "120"}


def test_a_claim_is_summed_up_from_them(phone: Person) -> None:
    game = carry_on(phone, {0: "120"}).path
    phone.play("Ann", 100, 100)
    page = phone.open(f"{game}/sheet?whose=0&claimed=220")
    assert "From paper 120" in page.text
    assert "Yes, the hands here give 220." in page.text
