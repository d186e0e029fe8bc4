"""Recording who took the bid, when it is made."""

import pytest

from tests.html import text_of
from tests.person import TABLE, Person


def test_everybody_at_the_table_and_every_bid_is_offered(phone: Person) -> None:
    """Rules `original`: from 70 to 120 in steps of 5."""
    phone.start_game()
    form = phone.form("Record bid")
    assert list(form.field("Bidder")[1] or ()) == list(TABLE)
    assert list(form.field("Bid")[1] or ()) == [str(bid) for bid in range(70, 125, 5)]
    assert not phone.page.has_button("Save hand")


def test_the_bid_is_kept_and_the_count_is_asked_for(phone: Person) -> None:
    phone.start_game(dealer="Dee")
    answer = phone.record_bid("Bob", 95)
    assert answer.status == 303
    assert text_of(phone.page.one(".contract")) == "Bob bid 95: Bob & Dee need 95"
    assert list(phone.form("Save hand").field("Last trick")[1] or ()) == ["Ann & Cal", "Bob & Dee"]
    assert phone.form("Save hand").field("Captured by Bob & Dee")[1] is None
    assert not phone.page.has_button("Record bid")
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


def test_the_bid_is_still_there_for_anyone_who_looks_later(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Cal", 120)
    other_phone.open(game)
    assert text_of(other_phone.page.one(".contract")) == "Cal bid 120: Ann & Cal need 120"


def test_undo_says_that_it_takes_back_the_bid(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    button = next(found for found in phone.page.all("button") if text_of(found) == "Undo")
    described = phone.page.one(f"#{button.attrs['aria-describedby']}")
    assert text_of(described) == "Takes back Bob's bid of 95"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("original", "Dee deals, Ann leads"),
        ("online-fourteens-high", "Dee deals, Bob leads"),
        ("princeton", "Dee deals, Bob or Cal leads"),
        ("kentucky", "Dee deals"),
    ],
    ids=["left of the dealer", "the bidder", "as the bidder chooses", "the rules do not say"],
)
def test_who_leads_is_next_to_the_dealer_once_the_bid_is_made(phone: Person, rules: str, words: str) -> None:
    phone.start_game(dealer="Dee", rules=rules)
    assert phone.page.heading.endswith("Dee deals, Ann bids first")
    phone.record_bid("Bob", 100)
    assert phone.page.heading.endswith(words)


def test_with_two_players_the_dummys_hand_leads(phone: Person) -> None:
    """R35; Hasbro, the game for two."""
    phone.start_game(names=("Ann", "Bob"), dealer="Bob", rules="two-handed")
    phone.record_bid("Bob", 80)
    assert phone.page.heading == "Hand 1 · Bob deals, the dummy leads"


def test_each_side_has_so_many_points_to_go_until_it_has_reached_the_target(phone: Person) -> None:
    phone.start_game(rules="moon-360")
    phone.play("Ann", 50, 180)
    phone.play("Ann", 50, 180)
    assert [text_of(found) for found in phone.page.all(".to-go")] == ["140 to go", "500 to go"]
    phone.play("Bob", 20, 145)
    assert [text_of(found) for found in phone.page.all(".to-go")] == ["465 to go"], "a bid has to let 505 go out (R28)"
