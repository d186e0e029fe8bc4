"""Recording who took the bid, when it is made."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import TABLE, Answer, Person

from .steps import log_calls, start_by


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
def test_the_leader_of_the_first_trick_is_next_to_the_dealer_once_the_bid_is_made(
    phone: Person, rules: str, words: str
) -> None:
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


def changed(phone: Person, typed: dict[str, str]) -> Answer:
    """Opens the bid by its line above the count, and records another."""
    phone.open(phone.page.all(".contract a")[0].attrs["href"])
    return phone.tap("Record bid", typed)


def test_another_bid_replaces_it_as_one_change(phone: Person, stored: Callable[[], str]) -> None:
    """What was chosen is chosen; trump stays; Undo brings the bid before back."""
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.send(f"{game}/trump", phone.form("Save hand").sent | {"trump": "green"})
    phone.open(game)
    before = stored()
    form = phone.open(phone.page.all(".contract a")[0].attrs["href"]).form("Record bid")
    assert stored() == before
    assert (form.sent["bidder"], form.sent["bid"], form.sent["replaces"]) == ("1", "95", "1 95")
    (back,) = (link for link in phone.page.all(".rest a") if text_of(link) == "Back")
    assert phone.open(back.attrs["href"]).has_button("Save hand")
    changed(phone, {"Bidder": "Dee", "Bid": "100"})
    assert text_of(phone.page.one(".contract")) == "Dee bid 100, green: Bob & Dee need 100"
    phone.tap("Undo")
    assert text_of(phone.page.one(".contract")) == "Bob bid 95, green: Bob & Dee need 95"


def test_another_bid_that_is_refused_or_late_is_not_recorded(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.open(f"{game}?bid=change").form("Record bid")
    refused = phone.send(form.action, form.sent | {"bid": "97"})
    assert refused.status == 422
    assert refused.page.form("Record bid").sent["replaces"] == "1 95"
    other = phone.twin()
    other.open(game)
    changed(other, {"Bidder": "Ann", "Bid": "110"})
    late = phone.send(form.action, form.sent | {"bid": "100"})
    assert late.status == 409
    assert "Ann's bid of 110" in late.page.alerts
    assert late.page.has_button("Save hand")


def test_a_bid_of_logged_calls_leads_to_undo(phone: Person) -> None:
    game = phone.start_game()
    log_calls(phone, "Bob 95, Cal pass, Dee pass, Ann pass")
    assert phone.open(game).one(".contract a").attrs["href"] == "#steps"
    assert phone.open(f"{game}?bid=change").has_button("Save hand")


def test_a_called_partner_stays_where_they_fit(phone: Person) -> None:
    """Not where the partner has the bid now: then the next question asks."""
    start_by(phone, "call-partner", ("Ann", "Bob", "Cal", "Dee", "Eve"))
    phone.tap("Record bid", {"Bidder": "Ann", "Bid": "100", "Partner": "Cal"})
    changed(phone, {"Bid": "120"})
    assert text_of(phone.page.one(".contract")) == "Ann bid 120: Ann & Cal need 120"
    refused = changed(phone, {"Bidder": "Cal"})
    assert refused.status == 422
    assert "has to call someone else" in refused.page.text
