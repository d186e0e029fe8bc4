"""Recording what was captured, when the hand is over."""

import pytest

from tests.html import text_of
from tests.person import SIDES, Person

# Who bids how much, what Ann & Cal captured of 120, both scores, and where that is shown.
SCORED = [
    ("rule book, scoring example: set", "Bob", 95, 45, ("45", "−95")),
    ("rule book, scoring: made", "Bob", 95, 25, ("25", "95")),
    ("order of scoring 2: points reach the bid exactly", "Ann", 70, 70, ("70", "50")),
    ("order of scoring 2: five short", "Ann", 75, 70, ("−75", "50")),
    ("order of scoring 2: more than was bid", "Cal", 70, 120, ("120", "0")),
    ("R25: totals may be negative", "Dee", 120, 120, ("120", "−120")),
]


@pytest.mark.parametrize(("bidder", "bid", "captured", "scores"), [r[1:] for r in SCORED], ids=[r[0] for r in SCORED])
def test_a_hand_is_scored(phone: Person, bidder: str, bid: int, captured: int, scores: tuple[str, str]) -> None:
    phone.start_game(dealer="Dee")
    answer = phone.play(bidder, bid, captured)
    assert answer.status == 303
    assert tuple(phone.page.totals.values()) == scores


@pytest.mark.parametrize(
    ("ours", "theirs"), [(45, ""), ("", 75), (45, 75), (" 45 ", "075"), ("+45", "")], ids=lambda typed: repr(typed)
)
def test_a_side_left_empty_takes_the_rest(phone: Person, ours: int | str, theirs: int | str) -> None:
    """Design: an empty side takes the rest; both may be given."""
    phone.start_game()
    phone.record_bid("Bob", 95)
    assert phone.record_hand(ours, theirs).status == 303
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}


def test_the_last_trick_may_be_left_out_where_it_earns_nothing(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    assert phone.tap("Save hand", {"Captured by Ann & Cal": "45"}).status == 303
    assert phone.page.totals["Bob & Dee"] == "−95"


def test_the_deal_passes_to_the_left(phone: Person) -> None:
    """R22."""
    phone.start_game(dealer="Cal")
    dealers = [phone.page.heading]
    for bidder in ("Ann", "Bob", "Ann", "Bob"):
        phone.play(bidder, 70, 60)
        dealers.append(phone.page.heading)
    assert dealers == [
        "Hand 1 · Cal deals, Dee bids first",
        "Hand 2 · Dee deals, Ann bids first",
        "Hand 3 · Ann deals, Bob bids first",
        "Hand 4 · Bob deals, Cal bids first",
        "Hand 5 · Cal deals, Dee bids first",
    ]


def test_the_hands_are_listed_newest_first_with_made_or_set_in_words(phone: Person) -> None:
    phone.start_game(dealer="Dee")
    phone.play("Bob", 95, 45)
    phone.play("Ann", 70, 80)
    rows = [text_of(row) for row in phone.page.all(".hands tbody tr") if not row.attrs.get("class")]
    assert [row.split()[0] for row in rows] == ["2", "1"]
    assert "Ann 70" in rows[0]
    assert "made" in rows[0]
    assert " 80 125 " in rows[0]
    assert "Bob 95" in rows[1]
    assert "set" in rows[1]
    assert "−95" in rows[1]
    assert "Bob & Dee bid 95 and took 75: set back 95." in phone.page.text


def test_the_game_is_won_at_300(phone: Person) -> None:
    """R1: reached means total ≥ target."""
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    phone.play("Ann", 100, 100)
    phone.play("Ann", 95, 95)
    assert phone.page.totals["Ann & Cal"] == "295"
    assert phone.page.has_button("Record bid")
    phone.play("Bob", 70, 5)
    assert phone.page.totals == {"Ann & Cal": "300", "Bob & Dee": "180"}
    assert phone.page.heading == "Ann & Cal won"
    assert not phone.page.has_button("Record bid")
    assert not phone.page.has_button("Save hand")
    assert phone.page.has_button("Undo")
    assert phone.open(game).heading == "Ann & Cal won"


def test_of_two_above_300_the_higher_wins(phone: Person) -> None:
    """R1: if several reach the target after the same hand, the higher total wins."""
    phone.start_game()
    for _ in range(4):
        phone.play("Ann", 70, 70)
    phone.play("Bob", 100, 20)
    assert phone.page.totals == {"Ann & Cal": "300", "Bob & Dee": "300"}
    assert "tied" in phone.page.text
    phone.play("Bob", 70, 50)
    assert phone.page.totals == {"Ann & Cal": "350", "Bob & Dee": "370"}
    assert phone.page.heading == "Bob & Dee won"


def test_a_finished_game_takes_no_further_bid(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 120, 120)
    phone.play("Ann", 120, 120)
    other_phone.open(game)
    late = other_phone.form("Record bid").filled(Bidder="Bob", Bid="70")
    phone.play("Ann", 120, 120)
    version = phone.form("Undo").sent["version"]
    answer = other_phone.send(f"{game}/bid", late | {"version": version})
    assert answer.status == 422
    assert "The game is over" in answer.page.text
    assert answer.page.totals == {SIDES[0]: "360", SIDES[1]: "0"}


def test_a_finished_game_takes_no_further_hand(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Ann", 120)
    other_phone.open(game)
    late = other_phone.form("Save hand")
    phone.record_hand(120)
    phone.play("Ann", 120, 120)
    phone.play("Ann", 120, 120)
    now = late.sent | {"version": phone.form("Undo").sent["version"], "captured-0": "100"}
    answer = other_phone.send(late.action, now)
    assert answer.status == 422
    assert "The game is over" in answer.page.text
    assert answer.page.totals == {SIDES[0]: "360", SIDES[1]: "0"}
