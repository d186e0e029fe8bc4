"""Partners who change after some hands (R21), and the ends that go with that."""

from collections.abc import Callable

import pytest

from tests.person import Person

from .steps import NAMES, bid_and_call, sit_down, start_by, step, tap_in_settings


def test_partners_change_after_every_fourth_hand(phone: Person) -> None:
    """R21: Ann with Cal, then with Bob, then with Dee."""
    sit_down(phone, "changing-partners")
    left = [f"hand {number} of 4 with these partners" for number in range(1, 5)]
    sides = [("Ann & Cal", "Bob & Dee"), ("Ann & Bob", "Cal & Dee"), ("Ann & Dee", "Bob & Cal")]
    moves = ["", "Bob and Cal, trade seats. Clockwise: Ann, Cal, Bob, Dee.", "Bob and Dee, trade seats."]
    for (one, other), moved in zip(sides, moves, strict=True):
        for place, more in enumerate(left):
            assert f"{one} vs. {other}: {more}." in phone.page.text
            assert ("New partners" in phone.page.text) is (place == 0 and moved != "")
            if place == 0 and moved:
                phone.tap("Misdeal")
                assert f"New partners: {one} vs. {other}. {moved}" in phone.page.text
            bid_and_call(phone, "Ann", 70)
            assert "New partners" not in phone.page.text
            phone.tap("Save hand", {f"Captured by {one}": "80"})
    assert phone.page.heading == "Ann won"
    assert phone.page.totals == {"Ann": "960", "Bob": "640", "Cal": "640", "Dee": "640"}


def test_in_a_rematch_the_deal_passes_on_in_its_own_seats(phone: Person) -> None:
    """After hand 4 Cal sits on Ann's left, in the rematch Bob again."""
    game = start_by(phone, "changing-partners")
    step(phone, "deal", dealer="1")
    for _ in range(4):
        phone.play("Ann", 70, 80)
    assert "Cal deals" in phone.page.heading
    assert "Bob deals first." in phone.open(f"{game}/settings").text
    tap_in_settings(phone, game, "Rematch")
    assert phone.page.heading.startswith("Hand 1 of 12 · Bob deals")


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("target", "500", "When partners change, you play a number of hands, not to a target."),
        ("hand_limit", "10", "Play 12, 24, 36… hands so everyone partners everyone equally."),
        ("hand_limit", "0", "The number of hands must be from 1 to 1,000."),
    ],
)
def test_an_end_that_does_not_go_with_changing_partners_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], field: str, value: str, why: str
) -> None:
    form = phone.open("/games/new").form("Start game")
    typed = form.filled(**{f"Player {seat}": name for seat, name in enumerate(NAMES[:4], 1)})
    before = stored()
    answer = phone.send("/games", typed | {"rules": "changing-partners", field: value})
    assert answer.status == 422
    assert why in answer.page.description_of(field)
    assert stored() == before
    assert phone.send("/games", typed | {"rules": "changing-partners", "hand_limit": "24"}).status == 303
