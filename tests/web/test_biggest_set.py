"""The biggest set, which people tell of the next morning: the most that a bidder's side lost in one hand it bid."""

from tests.html import Page, text_of
from tests.person import Person

from .steps import person_page


def play_evening(phone: Person) -> str:
    """Bob is set for 70 and for 120, Ann reneges in a bid of 100, and Dee's penalty costs 40 beside her made bid."""
    game = phone.start_game()
    phone.play("Bob", 70, 60)
    phone.record_bid("Bob", 120)
    phone.record_hand(captured=40)
    phone.record_bid("Ann", 100)
    phone.more(part="Renege")
    phone.tap("Save hand", {"Captured by Bob & Dee": "20", "Captured by Ann & Cal": "40", "Who reneged?": "Ann"})
    for _ in range(3):
        phone.play("Cal", 100, 120)
    return game


def page_of(phone: Person, name: str) -> Page:
    return phone.open(person_page(phone, name).removesuffix("/person"))


def test_a_recap_a_players_page_and_the_records_lead_to_the_biggest_set(phone: Person) -> None:
    game = play_evening(phone)
    assert "The biggest set was hand 2: Bob −120." in phone.open(f"{game}/summary").text
    for name, points, hand in (("Bob", "−120", 2), ("Ann", "−100", 3)):
        (fact,) = [one for one in page_of(phone, name).all(".answers a") if text_of(one).startswith("Biggest set")]
        assert text_of(fact).startswith(f"Biggest set {points} in hand {hand}")
        assert fact.attrs["href"] == f"{game}/summary"
    assert "Biggest set" not in page_of(phone, "Dee").text, "she bid nothing"
    (record,) = [one for one in phone.open("/players/records").all(".games a") if "Biggest set" in text_of(one)]
    assert text_of(record).startswith("Biggest set 120 points lost in one hand · Bob")
    assert record.attrs["href"] == f"{game}/summary"


def test_a_correction_and_undo_move_the_biggest_set(phone: Person) -> None:
    game = play_evening(phone)
    phone.open(f"{game}/hands/2")
    phone.tap("Save correction", {"Captured by Ann & Cal": "0", "Captured by Bob & Dee": "120"})
    assert "Biggest set −70 in hand 1" in page_of(phone, "Bob").text
    phone.open(game)
    phone.tap("Undo")
    assert "Biggest set −120 in hand 2" in page_of(phone, "Bob").text
