"""Who deals is set right by a tap on the dealer's name."""

import pytest

from tests.person import Person

from .steps import correct, deal_by, edit_calls, log_calls, start_by


@pytest.mark.parametrize("due", ["the bid", "the count"])
def test_the_dealer_of_the_hand_being_played_is_set_right_and_the_deal_passes_on_from_there(
    phone: Person, due: str
) -> None:
    game, begins = phone.start_game(dealer="Ann"), "bids first" if due == "the bid" else "leads"
    phone.play("Bob", 95, 45)
    if due == "the count":
        phone.record_bid("Cal", 80)
    deal_by(phone, "Dee")
    assert phone.page.heading == f"Hand 2 · Dee deals, Ann {begins}"
    phone.tap("Undo")
    assert phone.page.heading == f"Hand 2 · Bob deals, Cal {begins}"
    phone.tap("Redo")
    if due == "the bid":
        phone.record_bid("Cal", 80)
    phone.record_hand(80)
    assert phone.page.heading == "Hand 3 · Ann deals, Bob bids first"
    assert "Dee dealt" in phone.open(f"{game}/hands/2").heading


def test_a_misdeal_keeps_the_dealer_that_was_set_right(phone: Person) -> None:
    phone.start_game(dealer="Ann")
    deal_by(phone, "Cal")
    phone.tap("Misdeal")
    assert phone.page.heading == "Hand 1 · Cal deals, Dee bids first"


def test_logged_calls_are_undone_before_another_deals(phone: Person) -> None:
    start_by(phone, "original")
    log_calls(phone, "Bob 70")
    answer = deal_by(phone, "Cal")
    assert answer.status == 422
    assert "Undo it first" in phone.page.text


def test_the_dealer_of_a_recorded_hand_is_corrected_and_later_hands_keep_theirs(phone: Person) -> None:
    game = phone.start_game(dealer="Ann")
    for _ in range(2):
        phone.play("Bob", 95, 45)
    assert correct(phone, game, 1, {"Dealer": "Dee"}).status == 303
    assert "Dee dealt" in phone.open(f"{game}/hands/1").heading
    assert "Bob dealt" in phone.open(f"{game}/hands/2").heading
    phone.open(game)
    phone.tap("Undo")
    assert "Ann dealt" in phone.open(f"{game}/hands/1").heading


def test_logged_calls_hold_the_dealer_of_a_recorded_hand(phone: Person) -> None:
    game = start_by(phone, "original")
    log_calls(phone, "Bob 70, Cal pass, Dee pass, Ann pass")
    phone.record_hand(45)
    assert correct(phone, game, 1, {"Dealer": "Dee"}).status == 422
    edit_calls(phone)  # just the winning bid
    assert phone.tap("Save correction").status == 303
    assert "Dee dealt" in phone.open(f"{game}/hands/1").heading


def test_a_side_at_the_target_that_cannot_go_out_is_told_why(phone: Person) -> None:
    """R28: points from defending against a bid that was made do not let anybody go out."""
    start_by(phone, "moon-360")
    for _ in range(3):
        assert "can only go out" not in phone.page.text
        phone.record_bid("Bob", 5)
        phone.record_hand(175)
    assert "Ann & Cal have 525 but can only go out by making a bid, or by setting one (R28)." in phone.page.text
