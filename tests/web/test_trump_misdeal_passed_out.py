"""What happens at a real table besides bids and counters, each row by its ruling."""

from collections.abc import Callable

import pytest

from tests.person import TABLE, Person

from .steps import start_by

AC, BD = "Ann & Cal", "Bob & Dee"


@pytest.mark.parametrize(
    ("source", "captured", "others", "extra", "points", "sentence"),
    [
        ("R11: fouls never test the bid", "20", "100", {"talk-3": "1"}, (20, 60), "Dee's table talk costs Bob & Dee"),
        ("R12: both sides may foul", "25", "95", {"talk-2": "1", "talk-1": "1"}, (-15, 55), "Cal's table talk"),
        ("R12: each costs the penalty", "25", "95", {"talk-0": "2"}, (-55, 95), "Ann's table talk"),
        ("R12: a set and a foul add up", "50", "70", {"discard": "y"}, (50, -135), "Bob's wrong nest discard"),
        ("R8: the bidding side reneges", "20", "", {"reneged_by": "3"}, (20, -95), "Dee reneged"),
        ("R8: the other side reneges", "", "40", {"reneged_by": "0"}, (-95, 40), "Ann reneged"),
        ("R8: its own counters are lost", "50", "30", {"reneged_by": "2"}, (-95, 30), "Cal reneged"),
        (
            "R26: an adjustment with its reason",
            "25",
            "95",
            {"adjustments-0-to": "0", "adjustments-0-points": "−15", "adjustments-0-reason": "late for supper"},
            (10, 95),
            "late for supper",
        ),
        ("a note", "25", "95", {"note": "Grandma's first bid of 95"}, (25, 95), "Grandma's first bid of 95"),
    ],
)
def test_a_hand_with_more_in_it(
    phone: Person,
    source: str,
    captured: str,
    others: str,
    extra: dict[str, str],
    points: tuple[int, int],
    sentence: str,
) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    typed = {f"Captured by {AC}": captured, f"Captured by {BD}": others}
    answer = phone.send(form.action, form.filled(**typed) | extra)
    assert answer.status == 303, answer.page.text
    totals = {AC: str(points[0]), BD: str(points[1])}
    assert {names: total.replace("−", "-") for names, total in answer.page.totals.items()} == totals, source
    assert sentence in answer.page.text


@pytest.mark.parametrize(
    ("source", "extra", "why"),
    [
        (
            "an adjustment needs all three",
            {"adjustments-0-points": "10"},
            "Choose a side and enter points and a reason.",
        ),
        ("its points are whole", {"adjustments-0-to": "0", "adjustments-0-points": "ten"}, "Enter a whole number"),
        ("a foul is counted", {"talk-0": "-1"}, "can be from 0 to 4"),
        ("nobody of that number", {"reneged_by": "9"}, "Choose a player at this table"),
        ("R30: five cards worth 120", {"nest_points": "120"}, "No 5 cards in this deck add up to 120"),
        ("a long note", {"note": "n" * 501}, "up to 500"),
    ],
)
def test_a_misdeal_that_cannot_be_is_refused_in_words(
    phone: Person, stored: Callable[[], str], source: str, extra: dict[str, str], why: str
) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    kept = stored()
    answer = phone.send(form.action, form.filled(**{f"Captured by {BD}": "75", f"Captured by {AC}": "45"}) | extra)
    assert answer.status == 422, source
    assert why in answer.page.description_of(list(extra)[-1])
    assert stored() == kept
    for name, value in extra.items():
        if name not in ("reneged_by", "talk-0", "nest_points", "last_trick", "adjustments-0-to"):
            assert value in answer.page.html, "what was typed is kept"


def test_trump_is_recorded_when_it_is_named_and_is_shown_with_the_contract(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Ann", 95)
    phone.last = phone.send(phone.form("green").action, phone.form("green").sent | {"trump": "green"})
    assert "Ann bid 95, green: Ann & Cal need 95" in phone.page.text
    phone.tap("Undo")
    assert "Ann bid 95: Ann & Cal need 95" in phone.page.text


def test_the_list_of_hands_says_what_was_trump(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Ann", 95)
    phone.last = phone.send(phone.form("green").action, phone.form("green").sent | {"trump": "green"})
    phone.record_hand(100)
    assert "Green was trump." in phone.page.text


def test_a_misdeal_is_dealt_again_by_the_same_dealer(phone: Person) -> None:
    """R22."""
    phone.start_game(dealer="Cal")
    phone.tap("Misdeal")
    assert phone.page.heading == "Hand 1 · Cal deals, Dee bids first"
    assert "Misdeal, Cal dealt" in phone.page.text
    phone.play("Dee", 70, 50)
    assert phone.page.heading.startswith("Hand 2 · Dee deals")


def test_a_misdeal_found_after_the_bid_takes_the_bid_away(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.tap("Misdeal")
    assert phone.page.has_button("Record bid")
    phone.tap("Undo")
    assert "Bob bid 95" in phone.page.text


def test_all_passed_is_no_hand_and_the_same_dealer_deals_again(phone: Person) -> None:
    """R4, redeal."""
    phone.start_game(dealer="Cal")
    phone.tap("Everyone passed")
    assert phone.page.heading == "Hand 1 · Cal deals, Dee bids first"
    assert phone.page.totals == {AC: "0", BD: "0"}


def test_a_tie_at_the_end_and_its_extra_hand_are_announced(phone: Person) -> None:
    """R3: 310 each after the adjustment; the extra hand decides."""
    phone.start_game()
    for bidder, ann_and_cal in (("Ann", 70), ("Bob", 50), ("Cal", 70), ("Dee", 50)):
        phone.play(bidder, 70, ann_and_cal)
    phone.record_bid("Ann", 70)
    form = phone.form("Save hand")
    given = {"adjustments-0-to": "1", "adjustments-0-points": "20", "adjustments-0-reason": "a gift"}
    phone.last = phone.send(form.action, form.filled(**{f"Captured by {AC}": "70"}) | given)
    assert phone.page.totals == {AC: "310", BD: "310"}
    assert "Ann & Cal and Bob & Dee are tied at 310. Play one more hand." in phone.page.text
    phone.play("Cal", 80, 85)
    assert phone.page.heading == "Ann & Cal won"
    assert "395 to 345 after the tiebreaker hand." in phone.page.text


def test_the_winner_is_told_why(phone: Person) -> None:
    """R1."""
    phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 105)
    assert phone.page.heading == "Ann & Cal won"
    assert "315 to 45 (game was to 300)." in phone.page.text


def test_the_result_is_shown_before_it_is_saved_and_nothing_is_stored(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    kept = stored()
    answer = phone.send(form.action.replace("hands", "preview"), form.filled(**{f"Captured by {BD}": "75"}))
    assert answer.page.text == "Ann & Cal: +45. Bob & Dee: set back 95."
    assert stored() == kept


def test_the_result_before_saving_says_who_would_win(phone: Person) -> None:
    phone.start_game()
    phone.play("Ann", 100, 120)
    phone.play("Ann", 100, 120)
    phone.record_bid("Cal", 70)
    form = phone.form("Save hand")
    fields = form.filled(**{f"Captured by {AC}": "75"})
    answer = phone.send(form.action.replace("hands", "preview"), fields)
    assert "This wins the game for Ann & Cal." in answer.page.text


@pytest.mark.parametrize(
    ("rules", "typed", "sentence"),
    [
        ("original", {"captured-0": "80"}, "Ann & Cal: made, +80, adjustment −30 = +50."),
        ("concise", {"captured-0": "60"}, "Ann & Cal: set back 75, adjustment −30 = −105."),
        (
            "call-partner",
            {"captured-0": "80", "last_trick": "0"},
            "made, 80 in cards + 20 for last trick = +100, Ann −30",
        ),
    ],
)
def test_the_preview_counts_what_the_table_adds(
    phone: Person, rules: str, typed: dict[str, str], sentence: str
) -> None:
    """R26: where players who score together have totals of their own, it is one player's."""
    names = (*TABLE, "Eve") if rules == "call-partner" else TABLE
    game = start_by(phone, rules, names)
    partner = {"Partner": "Bob"} if rules == "call-partner" else {}
    phone.tap("Record bid", {"Bidder": "Ann", "Bid": "80" if partner else "75", **partner})
    given = {"adjustments-0-to": "0", "adjustments-0-points": "−30", "adjustments-0-reason": "slow deal"}
    assert sentence in phone.send(f"{game}/preview", phone.form("Save hand").sent | typed | given).page.text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ({"captured-0": "120", "talk-1": "1"}, "Ann & Cal: made, +120. Bob & Dee: 0, penalty −40 = −40."),
        ({"captured-0": "45", "discard": "y"}, "Ann & Cal: set back 95, penalty −40 = −135. Bob & Dee: +75."),
        (
            {"captured-1": "20", "talk-2": "2", "reneged_by": "2"},
            "Ann & Cal: set back 95, penalty −80 = −175. Bob & Dee: +20.",
        ),
    ],
    ids=["of a side at 0", "with a set", "with a renege"],
)
def test_the_preview_shows_what_a_penalty_costs(phone: Person, typed: dict[str, str], shown: str) -> None:
    """R12."""
    game = phone.start_game()
    phone.record_bid("Ann", 95)
    phone.more(part="Penalty")
    assert phone.send(f"{game}/preview", phone.form("Save hand").sent | typed).page.text == shown
