"""An auction that is logged call by call (R4, R5)."""

from collections.abc import Callable

import pytest

from tests.person import TABLE, Answer, Person

from .steps import edit_calls, tap_in_settings

RULE_BOOK = "Ann 70, Bob 80, Cal pass, Dee 85, Ann 90, Bob 95, Dee pass, Ann pass"


def make_call(phone: Person, number: int, word: str) -> Answer:
    """One call; "pass" is the empty one."""
    form = phone.form("Misdeal")  # the page's steps, of which a call is one
    fields = form.sent | {"player": str(number), "call": "" if word == "pass" else word}
    phone.last = phone.send(form.action.replace("misdeal", "call"), fields)
    return phone.last


def log(phone: Person, calls: str) -> None:
    names = ("Ann", "Bob", "Cal", "Dee")
    for one in calls.split(", "):
        name, word = one.split()
        assert make_call(phone, names.index(name), word).status == 303


def test_the_rule_books_auction_ends_with_bob_at_95(phone: Person) -> None:
    """Rule book, bidding example: Dee deals, so Ann calls first."""
    phone.start_game(dealer="Dee")
    log(phone, RULE_BOOK)
    assert "Bob bid 95: Bob & Dee need 95" in phone.page.text
    phone.record_hand(45)
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}


def test_only_bids_above_the_last_one_are_offered_to_the_one_whose_turn_it_is(phone: Person) -> None:
    phone.start_game(dealer="Dee")
    log(phone, "Ann 110")
    assert "Bob's bid" in phone.page.text
    offered = [b.attrs["value"] for b in phone.page.all("button") if b.attrs.get("name") == "call"]
    assert offered == ["", "115", "120"]


@pytest.mark.parametrize(
    ("source", "before", "number", "word", "why"),
    [
        ("R5: the step", "Ann 70", 1, "72", "Bids go by 5s; 72 isn't one."),
        ("R5: a step above the last", "Ann 80", 1, "80", "After 80, bid at least 85"),
        ("R5: the minimum", None, 0, "65", "The lowest bid is 70"),
        ("R5: the maximum", "Ann 70", 1, "125", "The highest bid is 120"),
        ("R5: clockwise", "Ann 70", 2, "75", "It's Bob's turn to bid, not Cal's."),
        ("R5: who passed", "Ann pass, Bob 70, Cal pass, Dee 75", 0, "80", "Ann already passed and can't bid again."),
        ("a stranger", None, 7, "70", "Choose a player at this table."),
        ("no number", None, 0, "seventy", "Enter a whole number"),
    ],
)
def test_an_illegal_call_is_refused_for_its_reason(
    phone: Person, stored: Callable[[], str], source: str, before: str | None, number: int, word: str, why: str
) -> None:
    phone.start_game(dealer="Dee")
    if before:
        log(phone, before)
    kept = stored()
    answer = make_call(phone, number, word)
    assert answer.status == 422, source
    assert why in answer.page.text
    assert stored() == kept


def test_a_call_after_the_auction_is_over_is_late(phone: Person) -> None:
    """R5: 120 ends it at once."""
    phone.start_game(dealer="Dee")
    log(phone, "Ann 70, Bob 120")
    answer = make_call(phone, 2, "pass")
    assert answer.status == 409
    assert "Bob's bid of 120" in answer.page.text or "Bob bid 120" in answer.page.text


def test_when_all_pass_the_same_dealer_deals_again(phone: Person) -> None:
    """R4, redeal: no score, no hand."""
    phone.start_game(dealer="Dee")
    log(phone, "Ann pass, Bob pass, Cal pass, Dee pass")
    assert phone.page.heading == "Hand 1 · Dee deals, Ann bids first"
    assert "Everyone passed, Dee dealt" in phone.page.text


def test_each_call_is_taken_back_by_one_undo(phone: Person) -> None:
    phone.start_game(dealer="Dee")
    log(phone, "Ann 70, Bob pass, Cal 75")
    phone.tap("Undo")
    assert "Cal's bid" in phone.page.text
    phone.tap("Undo")
    assert "Bob's bid" in phone.page.text
    phone.tap("Redo")
    assert "Ann 70, Bob pass" in phone.page.text


def test_the_result_can_be_entered_while_an_auction_is_logged(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    log(phone, "Ann 70")
    phone.open(f"{game}?bid=result")
    phone.record_bid("Cal", 90)
    assert "Cal bid 90: Ann & Cal need 90" in phone.page.text


# Bid by bid lasts, and so does just the winning bid


def asks(phone: Person) -> str:
    """How the page that is open asks for the bid."""
    return "winning bid" if phone.page.has_button("Record bid") else "bid by bid" if phone.page.all("#call") else ""


def record(phone: Person, how: str) -> None:
    """A hand of 70 that whoever bids first has: its calls are logged, or just the winning bid."""
    first = TABLE.index(phone.page.heading.partition(" bids first")[0].split()[-1])
    if how == "bid by bid":
        for number, word in ((first, "70"), (first + 1, "pass"), (first + 2, "pass"), (first + 3, "pass")):
            assert make_call(phone, number % 4, word).status == 303
    else:
        phone.open(f"{phone.last.path}?bid=result")
        phone.record_bid(TABLE[first], 70)
    phone.record_hand(60)


def misdeal(phone: Person) -> None:
    phone.tap("Misdeal")


def pass_all(phone: Person) -> None:
    phone.tap("Everyone passed")


def rematch(phone: Person) -> None:
    tap_in_settings(phone, phone.last.path, "End game early")
    phone.tap("Rematch")


LASTS = [
    ([], "winning bid"),
    (["winning bid"], "winning bid"),
    (["bid by bid"], "bid by bid"),
    (["bid by bid", "bid by bid"], "bid by bid"),
    (["bid by bid", "winning bid"], "winning bid"),
    (["winning bid", "bid by bid"], "bid by bid"),
    (["bid by bid", misdeal, pass_all], "bid by bid"),
    (["bid by bid", rematch], "bid by bid"),
    (["bid by bid", rematch, misdeal, rematch], "bid by bid"),
    (["bid by bid", rematch, "winning bid"], "winning bid"),
    (["bid by bid", "winning bid", rematch], "winning bid"),
]


def name_steps(steps: object) -> str | None:
    return ", ".join(getattr(step, "__name__", str(step)) for step in steps) if isinstance(steps, list) else None


@pytest.mark.parametrize(("steps", "asked"), LASTS, ids=name_steps)
def test_how_the_last_bid_was_recorded_is_how_the_next_is_asked_for(
    phone: Person, steps: list[str | Callable[[Person], None]], asked: str
) -> None:
    phone.start_game()
    for step in steps:
        record(phone, step) if isinstance(step, str) else step(phone)
    assert asks(phone) == asked


def test_another_table_does_not_ask_for_it_so(phone: Person) -> None:
    phone.start_game()
    record(phone, "bid by bid")
    phone.start_game()
    assert asks(phone) == "winning bid"


def test_a_game_that_was_deleted_does_not_count(phone: Person) -> None:
    before = phone.start_game()
    record(phone, "bid by bid")
    rematch(phone)
    game = phone.last.path
    tap_in_settings(phone, before, "Delete game")
    phone.open(game)
    assert asks(phone) == "winning bid"


def test_the_way_that_was_tapped_stays_while_others_do_something(phone: Person, other_phone: Person) -> None:
    """What a phone asks every two seconds says which way its page shows, unless that is the one that lasts."""
    game = phone.start_game()
    record(phone, "bid by bid")
    for address, way in (("", "bid by bid"), ("?bid=result", "winning bid"), ("?bid=calls", "bid by bid")):
        phone.open(f"{game}{address}")
        poll = phone.page.one("#scoreboard").attrs["data-poll"]
        assert ("bid=" in poll) is (way == "winning bid")
        other_phone.open(game)
        other_phone.tap("Misdeal")
        phone.last = phone.get(poll)
        assert asks(phone) == way


def test_calls_that_another_phone_notes_are_followed(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    other_phone.open(game)
    log(phone, "Bob 70")
    other_phone.last = other_phone.get(other_phone.page.one("#scoreboard").attrs["data-poll"])
    assert asks(other_phone) == "bid by bid"


def test_a_bid_that_was_taken_back_is_in_its_form(phone: Person) -> None:
    game = phone.start_game()
    record(phone, "bid by bid")
    phone.open(f"{game}?bid=result")
    phone.record_bid("Dee", 95)
    phone.tap("Undo")
    assert asks(phone) == "winning bid"
    assert (phone.form("Record bid").sent["bidder"], phone.form("Record bid").sent["bid"]) == ("3", "95")


def test_a_hand_that_is_corrected_to_just_its_winning_bid_counts_as_such(phone: Person) -> None:
    game = phone.start_game()
    record(phone, "bid by bid")
    phone.open(f"{game}/hands/1")
    edit_calls(phone)
    phone.tap("Save correction")
    assert asks(phone) == "winning bid"
    phone.tap("Undo")
    assert asks(phone) == "bid by bid"
