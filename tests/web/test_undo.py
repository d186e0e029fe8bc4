"""Undo: takes back the last change of the game, one a tap, back to the start."""

from tests.html import text_of
from tests.person import Person


def undo_offered(phone: Person) -> str:
    undo = next(button for button in phone.page.all("button") if text_of(button) == "Undo")
    return text_of(phone.page.one(f"#{undo.attrs['aria-describedby']}"))


def test_each_tap_takes_back_one_change_back_to_the_start(phone: Person) -> None:
    phone.start_game(dealer="Dee")
    seen = [(phone.page.heading, phone.page.totals)]
    for bidder, bid, captured in (("Bob", 95, 45), ("Ann", 100, 110), ("Cal", 70, 60)):
        phone.record_bid(bidder, bid)
        seen.append((phone.page.heading, phone.page.totals))
        phone.record_hand(captured)
        seen.append((phone.page.heading, phone.page.totals))
    for before in reversed(seen[:-1]):
        assert phone.tap("Undo").status == 303
        assert (phone.page.heading, phone.page.totals) == before
    assert phone.page.heading == "Hand 1 · Dee deals, Ann bids first"
    assert not phone.page.has_button("Undo")


def test_what_it_takes_back_is_its_description(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    assert undo_offered(phone) == "Takes back Bob's bid of 95"
    phone.record_hand(45)
    assert undo_offered(phone) == "Takes back the hand Bob bid 95"
    phone.tap("Undo")
    assert undo_offered(phone) == "Takes back Bob's bid of 95"


def test_undoing_a_hand_brings_its_bid_back(phone: Person) -> None:
    phone.start_game()
    phone.play("Bob", 95, 45)
    phone.tap("Undo")
    assert text_of(phone.page.one(".contract")) == "Bob bid 95: Bob & Dee need 95"
    phone.record_hand(25)
    assert phone.page.totals == {"Ann & Cal": "25", "Bob & Dee": "95"}


def test_undoing_the_winning_hand_reopens_the_game(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"
    phone.tap("Undo")
    assert phone.page.heading == "Hand 3 · Cal deals, Dee leads"
    assert phone.page.totals == {"Ann & Cal": "200", "Bob & Dee": "40"}
    phone.record_hand(0, last_trick="Bob & Dee")
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "160"}
    assert "won" not in phone.open("/").text
    assert phone.open(game).has_button("Record bid")


def test_at_the_start_there_is_nothing_to_take_back(phone: Person) -> None:
    """A form that was kept from before answers with the page as it is."""
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.tap("Undo")
    form = phone.form("Record bid").sent
    answer = phone.send(f"{game}/undo", {name: form[name] for name in ("csrf_token", "form_id", "version")})
    assert answer.status == 303
    assert answer.page.heading == "Hand 1 · Ann deals, Bob bids first"
