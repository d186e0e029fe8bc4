"""A hand that was forgotten is added where it was played, by the form of a correction, and shown first."""

import csv
import io

import pytest

from tests.html import Typed, text_of
from tests.person import SIDES, Answer, Person

from .steps import asked, confirm, deal_by, log_calls, start_by

AC, BD = SIDES


def open_addition(phone: Person, game: str, before: int, outcome: str = "") -> Answer:
    """By the link at the hand of this place on the score sheet, or below the last hand."""
    links = [link.attrs["href"] for link in phone.open(f"{game}/sheet").all("a[href*='hands/add']")]
    (link,) = [link for link in links if link.endswith(f"before={before}")] or [links[-1]]
    phone.open(link)
    if outcome:
        (other,) = [one for one in phone.page.all("main a") if text_of(one) == outcome]
        phone.open(other.attrs["href"])
    return phone.last


def add(phone: Person, game: str, before: int, typed: Typed | None = None, outcome: str = "", **raw: str) -> Answer:
    open_addition(phone, game, before, outcome)
    form = phone.form("Add hand")
    phone.last = phone.send(form.action, form.filled(**(typed or {})) | raw)
    return phone.last


def test_the_form_of_a_correction_leads_to_a_hand_before_it(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    phone.play("Bob", 95, 45)
    (link,) = [
        one for one in phone.open(f"{game}/hands/2").all("main a") if text_of(one) == "Add a hand before this one"
    ]
    assert phone.open(link.attrs["href"]).heading.startswith("Forgotten hand 2")


@pytest.mark.parametrize("bid", [False, True])
def test_a_forgotten_hand_is_where_it_is_looked_for(phone: Person, bid: bool) -> None:
    """In what is rare, while a hand is bid and while it is played, and in a row of the board's list."""
    game = phone.start_game()
    assert "We forgot a hand" not in phone.open(game).text
    phone.play("Ann", 100, 100)
    phone.play("Bob", 95, 45)
    if bid:
        phone.record_bid("Cal", 80)
    links = {text_of(one): one.attrs["href"] for one in phone.open(game).all("a")}
    assert phone.open(links["Add a hand before this one"]).heading.startswith("Forgotten hand 1")
    assert phone.open(links["We forgot a hand"]).heading.startswith("Forgotten hand 3")
    for earlier in ("2", "1"):
        (link,) = [one.attrs["href"] for one in phone.page.all("a") if text_of(one) == "It was an earlier one"]
        assert phone.open(link).heading.startswith(f"Forgotten hand {earlier}")
    assert "It was an earlier one" not in phone.page.text


def dealers(phone: Person, game: str) -> list[str]:
    return [row["Dealer"] for row in csv.DictReader(io.StringIO(phone.get(f"{game}.csv").body.decode("utf-8-sig")))]


BOBS_95 = {"Bidder": "Bob", "Bid": "95", "Captured by Ann & Cal": "20", "Captured by Bob & Dee": "100"}


@pytest.fixture
def game(phone: Person) -> str:
    """Ann 100 for 105, Cal 70 for 60: 35 to 75, dealt by Ann and Bob."""
    address = phone.start_game()
    phone.play("Ann", 100, 105)
    phone.play("Cal", 70, 60)
    assert phone.page.totals == {AC: "35", BD: "75"}
    return address


def test_a_forgotten_hand_comes_before_another_and_the_deal_moves_on(phone: Person, game: str) -> None:
    answer = open_addition(phone, game, 2)
    assert answer.page.heading == "Forgotten hand 2 · Bob dealt"
    answer = add(phone, game, 2, BOBS_95)
    assert (answer.status, answer.path) == (303, game)
    assert phone.page.totals == {AC: "55", BD: "175"}
    assert phone.page.heading == "Hand 4 · Dee deals, Ann bids first"
    assert text_of(phone.page.one(".announcement")) == "Saved the forgotten hand with Bob's bid of 95."
    assert dealers(phone, game) == ["Ann", "Bob", "Cal"]
    phone.tap("Undo")
    assert phone.page.totals == {AC: "35", BD: "75"}
    assert dealers(phone, game) == ["Ann", "Bob"]
    phone.tap("Redo")
    assert dealers(phone, game) == ["Ann", "Bob", "Cal"]


def test_a_hand_that_is_missing_at_the_end_moves_the_bid_that_is_open(phone: Person, game: str) -> None:
    phone.record_bid("Dee", 80)
    add(phone, game, 3, BOBS_95)
    assert phone.page.heading.startswith("Hand 4 · Dee deals"), phone.page.heading
    assert "Dee bid 80" in phone.page.text
    assert dealers(phone, game) == ["Ann", "Bob", "Cal"]


def test_after_a_forgotten_misdeal_the_same_player_deals(phone: Person, game: str) -> None:
    answer = add(phone, game, 2, {"Table talk by Dee": "1"}, "It was a misdeal")
    assert answer.status == 303
    assert phone.page.totals == {AC: "35", BD: "35"}
    assert dealers(phone, game) == ["Ann", "Bob", "Bob"]
    assert "Saved the forgotten misdeal." in phone.page.text


def test_a_dealer_set_by_hand_and_one_with_calls_stay(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 105)
    deal_by(phone, "Dee")
    phone.play("Cal", 70, 60)
    add(phone, game, 1, BOBS_95)
    assert dealers(phone, game) == ["Ann", "Bob", "Dee"]
    log_calls(phone, "Bob 70, Cal pass, Dee pass, Ann pass")
    phone.tap("Save hand", {"Last trick": AC, "Captured by Ann & Cal": "20"})
    add(phone, game, 4, BOBS_95)
    assert asked(phone).endswith("Ann dealt hand 5 (now 4), but it would be Bob's deal. Its bidding started with Bob.")
    confirm(phone)
    assert dealers(phone, game) == ["Ann", "Bob", "Dee", "Ann", "Ann"]


def test_a_hand_that_ends_the_game_earlier_is_asked_about_first(phone: Person) -> None:
    game = phone.start_game(target=250)
    for _ in range(2):
        phone.play("Ann", 100, 115)
    add(phone, game, 2, {**BOBS_95, "Bidder": "Ann", "Captured by Ann & Cal": "120", "Captured by Bob & Dee": "0"})
    assert asked(phone) == "That ends the game with hand 3 (now 2): Ann & Cal won, 350 to 10."
    confirm(phone)
    assert phone.page.heading == "Ann & Cal won"


def test_with_a_number_of_hands_the_last_one_falls_out(phone: Person) -> None:
    game = phone.start_game(target=None, hand_limit=2)
    phone.play("Ann", 100, 105)
    phone.play("Cal", 70, 80)
    add(phone, game, 1, BOBS_95)
    ends = "That ends the game with hand 2 (now 1), not hand 3 (now 2)."
    assert asked(phone) == f"{ends} Hand 3 (now 2) no longer counts."


def test_where_partners_change_each_later_hand_keeps_the_count_of_who_bid(phone: Person) -> None:
    game = start_by(phone, "changing-partners", ("Ann", "Bob", "Cal", "Dee"))
    for _ in range(4):
        phone.play("Bob", 100, 15)
    add(phone, game, 1, {"Bidder": "Bob", "Bid": "100"}, **{"captured-0": "20"})
    assert asked(phone) == "Partners change in hand 5 (now 4)."
    confirm(phone)
    assert phone.page.totals == {"Ann": "170", "Bob": "520", "Cal": "80", "Dee": "430"}


def test_while_calls_are_noted_it_waits(phone: Person, game: str) -> None:
    log_calls(phone, "Dee 70")
    answer = phone.get(f"{game}/hands/add?before=1")
    assert answer.status == 422
    assert "Add the hand once the bidding is over." in answer.page.text


def test_a_forgotten_hand_that_cannot_be_is_refused_at_its_field_and_kept(phone: Person, game: str) -> None:
    answer = add(phone, game, 2, {**BOBS_95, "Captured by Ann & Cal": "30"})
    assert answer.status == 422
    assert phone.form("Add hand").sent["captured-0"] == "30"
    assert answer.page.heading == "Forgotten hand 2 · Bob dealt"


def test_a_page_that_is_late_says_what_happened_and_still_adds_before_the_same_hand(phone: Person, game: str) -> None:
    open_addition(phone, game, 2)
    form = phone.form("Add hand")
    phone.open(game)
    phone.tap("Undo")
    phone.tap("Redo")
    answer = phone.send(form.action, form.filled(**BOBS_95))
    assert answer.status == 409
    assert answer.page.heading == "Forgotten hand 2 · Bob dealt"


def test_a_called_partner_is_asked_for(phone: Person) -> None:
    game = start_by(phone, "three-handed", ("Ann", "Bob", "Cal"))
    phone.record_bid("Ann", 50)
    phone.tap("Save hand", {"Captured by Ann": "60", "Captured by Bob & Cal": "40"})
    answer = add(phone, game, 1, {"Bidder": "Cal", "Bid": "50"}, **{"captured-0": "40"})
    assert answer.status == 422
    assert "Enter what each side captured." in answer.page.text
    phone.tap("Add hand", {"Captured by Cal": "60", "Captured by Ann & Bob": "40"})
    assert dealers(phone, game) == ["Ann", "Bob"]


def test_a_game_that_is_over_has_no_hand_after_it(phone: Person) -> None:
    game = phone.start_game(target=100)
    phone.play("Ann", 100, 105)
    links = [link.attrs["href"] for link in phone.open(f"{game}/sheet").all("a[href*='hands/add']")]
    assert [link.rpartition("?")[2] for link in links] == ["before=1"]
    answer = phone.get(f"{game}/hands/add")
    assert answer.status == 422
    assert "The game is over: add the hand before the one that ended it." in answer.page.text
