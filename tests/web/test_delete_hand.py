"""Deleting a hand: later ones are dealt as if it had not been, and what else changes is shown first."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import SIDES, Person

from .steps import about, asked, confirm, correct, delete, log_calls, start_by, step

AC, BD = SIDES


def hand_rows(phone: Person) -> list[str]:
    """The hands of the list, newest first: number, bidder, bid."""
    return [
        " ".join(text_of(row).split()[:3]) for row in phone.page.all(".hands tbody tr") if not row.attrs.get("class")
    ]


def test_the_last_hand_is_deleted_at_once_and_undo_brings_it_back(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    phone.play("Bob", 95, 45)
    phone.play("Ann", 70, 80)
    answer = delete(phone, game, 2)
    assert answer.status == 303
    assert answer.page.totals == {AC: "45", BD: "−95"}
    assert answer.page.heading == "Hand 2 · Ann deals, Bob bids first"
    assert about(phone, "Undo") == "Takes back the deletion of hand 2"
    assert phone.tap("Undo").page.totals == {AC: "125", BD: "−55"}
    assert hand_rows(phone) == ["2 Ann 70", "1 Bob 95"]
    assert about(phone, "Redo") == "Puts back the deletion of hand 2"
    assert phone.tap("Redo").page.totals == {AC: "45", BD: "−95"}


def test_a_misdeal_is_deleted_at_once(phone: Person) -> None:
    """R22: the same dealer deals again, so that nothing later hangs on it."""
    game = phone.start_game()
    phone.tap("Misdeal")
    phone.play("Bob", 95, 45)
    assert delete(phone, game, 1).status == 303
    assert hand_rows(phone) == ["1 Bob 95"]
    assert about(phone, "Undo") == "Takes back the deletion of the misdeal before hand 1"
    phone.tap("Undo")
    assert "Misdeal, Ann dealt" in phone.page.text


def test_after_a_deletion_the_deal_goes_around_as_if_the_hand_had_not_been(phone: Person) -> None:
    """R22."""
    game = phone.start_game(dealer="Dee")
    for bidder in ("Ann", "Bob", "Cal"):
        phone.play(bidder, 70, 60)
    assert delete(phone, game, 1).status == 303
    assert hand_rows(phone) == ["2 Cal 70", "1 Bob 70"]
    assert phone.page.totals == {AC: "−10", BD: "−10"}
    assert phone.page.heading == "Hand 3 · Bob deals, Cal bids first"
    phone.open(f"{game}/hands/1")
    assert phone.page.heading == "Correct hand 1 · Dee dealt"
    phone.open(game)
    phone.tap("Undo")
    assert hand_rows(phone) == ["3 Cal 70", "2 Bob 70", "1 Ann 70"]
    assert phone.page.heading == "Hand 4 · Cal deals, Dee bids first"


def test_a_logged_auction_and_the_open_bid_are_listed(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    phone.play("Ann", 70, 60)
    log_calls(phone, "Bob 70, Cal pass, Dee pass, Ann pass")
    delete(phone, game, 1)
    calls = "Ann dealt the hand being played, but it would be Dee's deal. Its bidding started with Bob."
    assert asked(phone) == calls
    phone.open(game)
    phone.record_hand(60)
    phone.open(f"{game}?bid=result")
    phone.record_bid("Cal", 80)
    delete(phone, game, 1)
    assert asked(phone) == "Ann dealt hand 2, but it would be Dee's deal. Its bidding started with Bob."
    phone.tap("Delete anyway")
    assert phone.page.heading == "Hand 2 · Bob deals, Cal leads"
    assert "Cal bid 80" in phone.page.text
    assert phone.record_hand(90).status == 303


def test_changing_partners_the_bidding_side_keeps_its_count(phone: Person, stored: Callable[[], str]) -> None:
    """R21: four hands with each partner; the fifth hand becomes the fourth. Logged bidding was for its own seats."""
    game = start_by(phone, "changing-partners")
    for _ in range(4):
        phone.record_bid("Ann", 70)
        phone.tap("Save hand", {"Captured by Ann & Cal": "80"})
    phone.record_bid("Ann", 70)
    phone.tap("Save hand", {"Captured by Ann & Bob": "90"})
    assert phone.page.totals == {"Ann": "410", "Bob": "250", "Cal": "350", "Dee": "190"}
    delete(phone, game, 2)
    assert asked(phone) == "Partners change in hand 5."
    confirm(phone)
    assert phone.page.totals == {"Ann": "330", "Bob": "150", "Cal": "330", "Dee": "150"}
    for _ in ("the deletion", "the hand", "its bid"):
        phone.tap("Undo")
    log_calls(phone, "Cal 70, Bob pass")
    before = stored()
    answer = delete(phone, game, 2)
    assert answer.status == 422
    assert answer.page.alerts == "That would change the partners in the hand being played, whose bidding is logged."
    assert stored() == before


def test_a_correction_that_ends_the_game_earlier_keeps_the_later_hands(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    for captured in (100, 95, 90, 80):
        phone.play("Ann", 70, captured)
    assert phone.page.heading == "Ann & Cal won"
    correct(phone, game, 1, {f"Captured by {AC}": "120", f"Captured by {BD}": "0"})
    answer = correct(phone, game, 2, {f"Captured by {AC}": "120", f"Captured by {BD}": "0"})
    assert answer.page.totals == {AC: "330", BD: "30"}
    notice = "The game ended on hand 3. Hand 4 is kept but doesn't count."
    assert notice in phone.page.text
    assert hand_rows(phone)[0] == "4 Ann 70"
    assert "Played after the game ended." in text_of(phone.page.all(".hands .why")[0])
    phone.open(f"{game}/hands/4")
    assert "Played after the game ended" in phone.page.text
    answer = correct(phone, game, 4, {"Bid": "75"})
    assert answer.status == 303
    assert answer.page.totals == {AC: "330", BD: "30"}
    assert delete(phone, game, 4).status == 303
    assert "after the end" not in phone.page.text


def test_the_open_bid_waits_while_a_correction_has_ended_the_game(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    for captured in (100, 100, 70):
        phone.play("Ann", 70, captured)
    phone.record_bid("Bob", 95)
    correct(phone, game, 3, {f"Captured by {AC}": "100", f"Captured by {BD}": "20"})
    assert phone.page.heading == "Ann & Cal won"
    assert "The correction of hand 3 ended the game." in phone.page.text
    assert "Bob's bid of 95 is saved in case play resumes." in phone.page.text
    assert not phone.page.has_button("Save hand")
    phone.tap("Undo")
    assert phone.page.has_button("Save hand")


def test_a_correction_that_reopens_the_game_says_so(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"
    correct(phone, game, 2, {"Bid": "105"})
    assert phone.page.totals == {AC: "95", BD: "60"}
    assert "The correction of hand 2 reopened the game: no one has won yet." in phone.page.text
    assert phone.page.has_button("Record bid")
    phone.play("Bob", 70, 50)
    assert "reopened" not in phone.page.text


def test_the_page_of_a_winner_names_only_the_correction_that_ended_the_game(phone: Person) -> None:
    """K8: not one after which the game was over as before."""
    game = phone.start_game()
    for captured in (100, 100, 90):
        phone.play("Ann", 70, captured)
    correct(phone, game, 3, {f"Captured by {AC}": "100", f"Captured by {BD}": "20"})
    assert "The correction of hand 3 ended the game." in phone.page.text
    correct(phone, game, 2, {f"Captured by {AC}": "105", f"Captured by {BD}": "15"})
    assert phone.page.heading == "Ann & Cal won"
    assert "ended the game" not in phone.page.text


def test_a_deletion_that_reopens_the_game_says_so(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    assert delete(phone, game, 3).status == 422
    assert asked(phone) == "The game goes on: no one has won yet."
    assert confirm(phone).status == 303
    assert "The deletion of hand 3 reopened the game: no one has won yet." in phone.page.text
    assert "won" not in phone.open("/").heading


def test_a_deletion_sent_twice_is_made_once(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/2")
    form = phone.form("Delete hand")
    assert phone.send(form.action, form.sent).status == 303
    before = stored()
    assert phone.send(form.action, form.sent).status == 303
    assert stored() == before


def test_a_deletion_from_an_older_page_deletes_nothing(
    phone: Person, other_phone: Person, stored: Callable[[], str]
) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    other_phone.open(f"{game}/hands/1")
    correct(phone, game, 1, {"Bid": "70"})
    before = stored()
    answer = other_phone.tap("Delete hand")
    assert answer.status == 409
    assert "in the meantime (the correction of hand 1)" in answer.page.alerts
    assert stored() == before


@pytest.mark.parametrize("what", ["", "/delete", "/preview"])
def test_a_forged_form_changes_nothing(phone: Person, stored: Callable[[], str], what: str) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/1")
    form, before = phone.form("Save correction"), stored()
    assert phone.send(f"{game}/hands/1{what}", form.sent | {"csrf_token": "guessed", "bid": "70"}).status == 400
    assert stored() == before


def test_a_passed_out_deal_is_deleted_at_once(phone: Person) -> None:
    """R4 with `redeal`: the same dealer deals again, so that nothing later hangs on it."""
    game = phone.start_game()
    step(phone, "passed-out")
    phone.play("Bob", 95, 45)
    assert delete(phone, game, 1).status == 303


def test_a_forged_deletion_of_a_hand_that_is_not_there_is_refused_as_forged(phone: Person) -> None:
    game = phone.start_game()
    assert phone.send(f"{game}/hands/7/delete", {}).status == 400
