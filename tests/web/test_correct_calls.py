"""A logged bidding is corrected call by call: each call is a field, and who has the bid follows from them (R4, R5)."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import Typed, text_of
from tests.person import SIDES, TABLE, Answer, Person

from .steps import asked, call_fields, confirm, correct, edit_calls, log_calls, start_by, watch

AC, BD = SIDES
RULE_BOOK = "Ann 70, Bob 80, Cal pass, Dee 85, Ann 90, Bob 95, Dee pass, Ann pass"


@pytest.fixture
def game(phone: Person) -> str:
    """Rule book, bidding example: Bob has the bid at 95. Ann & Cal captured 45."""
    address = phone.start_game(dealer="Dee")
    log_calls(phone, RULE_BOOK)
    phone.record_hand(45)
    return address


def type_calls(phone: Person, game: str, edits: str) -> tuple[str, Typed]:
    """Opens the page of hand 1: "6: Bob 100" says what call 6 was, "+9: Bob pass" adds one, "-8" takes one out."""
    phone.open(f"{game}/hands/1")
    changed: Typed = {}
    for edit in edits.split("; "):
        number, _, call = edit.partition(": ")
        index = int(number.strip("+-")) - 1
        if number[0] in "+-":
            edit_calls(phone, changed, **{"add" if number[0] == "+" else "drop": str(index)})
            changed = {}
        if call:
            name, word = call.split()
            player = str(TABLE.index(name)) if name in TABLE else name.strip("?")
            changed |= {f"calls-{index}-player": player, f"calls-{index}-call": word.strip("?")}
    form = phone.form("Save correction")
    return form.action, form.sent | changed


def save(phone: Person, game: str, edits: str) -> Answer:
    phone.last = phone.send(*type_calls(phone, game, edits))
    return phone.last


def logged(phone: Person, game: str) -> str:
    """The calls as the page of the hand has them."""
    sent = phone.open(f"{game}/hands/1").form("Save correction").sent
    calls = len([name for name in sent if name.endswith("-call")])
    return ", ".join(f"{TABLE[int(sent[f'calls-{at}-player'])]} {sent[f'calls-{at}-call']}" for at in range(calls))


CORRECTED = [
    ("a bid", "6: Bob 100", "Bob 100", RULE_BOOK.replace("95", "100")),
    ("a pass that was a bid", "7: Dee 100; +9: Bob pass", "Dee 100", "Bob 95, Dee 100, Ann pass, Bob pass"),
    (
        "one is missing in the middle",
        "3: Cal 85; 4: Dee 90; 5: Ann 95; 6: Bob 100; +7: Cal pass",
        "Bob 100",
        "Ann 70, Bob 80, Cal 85, Dee 90, Ann 95, Bob 100, Cal pass, Dee pass, Ann pass",
    ),
    ("a bid that was a pass", "4: Dee pass; -7", "Bob 95", "Dee pass, Ann 90, Bob 95, Ann pass"),
    ("the other side has it", "6: Bob pass; -8", "Ann 90", "Ann 90, Bob pass, Dee pass"),
    ("R5: the highest bid ends it", "6: Bob 120; -8; -7", "Bob 120", "Ann 90, Bob 120"),
]


@pytest.mark.parametrize(("edits", "bid", "calls"), [row[1:] for row in CORRECTED], ids=[row[0] for row in CORRECTED])
def test_a_corrected_bidding_says_who_has_the_bid(phone: Person, game: str, edits: str, bid: str, calls: str) -> None:
    was, before = logged(phone, game), phone.open(game).totals
    assert was == RULE_BOOK
    assert save(phone, game, edits).status == 303, phone.page.alerts
    assert bid in phone.open(game).text
    assert phone.page.totals == {
        "Bob 120": {AC: "45", BD: "−120"},
        "Bob 100": {AC: "45", BD: "−100"},
        "Dee 100": {AC: "45", BD: "−100"},
        "Bob 95": {AC: "45", BD: "−95"},
        "Ann 90": {AC: "−90", BD: "75"},
    }.get(bid)
    assert logged(phone, game).endswith(calls)
    phone.open(game)
    assert phone.tap("Undo").page.totals == before
    assert logged(phone, game) == was


REFUSED = [
    ("R5: a step above the last", "6: Bob 90", "calls-5-call", "After 90, bid at least 95; 90 is too low."),
    ("R5: the step", "6: Bob 97", "calls-5-call", "Bids go by 5s; 97 isn't one."),
    ("R5: clockwise", "2: Cal 80", "calls-1-player", "It's Bob's turn to bid, not Cal's."),
    ("R5: who passed", "7: Cal 100", "calls-6-player", "Cal already passed and can't bid again."),
    ("R5: after the end", "+9: Bob 100", "calls-8-player", "Everyone but Bob had passed"),
    ("a stranger", "2: 7 80", "calls-1-player", "Choose a player at this table."),
    ("no call", "2: Bob ten", "calls-1-call", "Choose one of these."),
    ("nobody's", "+3: ? 85", "calls-2-player", "Whose bid is it?"),
    ("none", "+3", "calls-2-call", "A bid, or a pass?"),
]


@pytest.mark.parametrize(("edits", "field", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_corrected_call_that_cannot_be_is_refused_at_its_field_and_kept(
    phone: Person, stored: Callable[[], str], game: str, edits: str, field: str, why: str
) -> None:
    before = stored()
    action, fields = type_calls(phone, game, edits)
    fields |= {"note": "late"}
    phone.last = phone.send(action, fields)
    assert phone.last.status == 422
    assert why in phone.page.description_of(field)
    assert "Not saved. Check" in phone.page.alerts
    offered = {name: value for name, value in fields.items() if value not in ("97", "7", "ten")}
    del offered["csrf_token"]  # which is another in another second
    sent = phone.form("Save correction").sent
    assert {name: sent[name] for name in offered} == offered
    assert stored() == before


@pytest.mark.parametrize(
    ("edits", "caller"),
    [
        ("-8; +8", "0"),
        ("+3", "2"),
        ("+1", "0"),
        ("+9", ""),
        ("-8; -7; -6; -5; -4; 3: Bob pass; +4", ""),
        ("3: Cal ?; +4", ""),
    ],
    ids=["at the end", "in the middle", "first", "after the end", "after a wrong one", "after an empty one"],
)
def test_a_call_that_is_added_is_of_the_player_who_is_due(phone: Person, game: str, edits: str, caller: str) -> None:
    """R5."""
    _, sent = type_calls(phone, game, edits)
    assert sent[f"calls-{int(edits.rpartition('+')[2]) - 1}-player"] == caller


@pytest.mark.parametrize(
    ("edits", "why"),
    [
        ("-8", "The bidding isn't over: it's Ann's turn."),
        ("1: Ann pass; 2: Bob pass; 4: Dee pass; -8; -7; -6; -5", "Everyone passed; that hand is not played."),
    ],
)
def test_a_bidding_that_gives_no_one_the_bid_is_refused(phone: Person, game: str, edits: str, why: str) -> None:
    """R4, R5."""
    assert save(phone, game, edits).status == 422
    (add,) = [button for button in phone.page.all("button") if text_of(button) == "Add a call"]
    assert text_of(phone.page.one(f"#{add.attrs['aria-describedby']}")) == why
    assert phone.page.alerts == "Not saved. Check Bidding."


def test_bid_and_bidder_are_shown_and_not_asked(phone: Person, game: str) -> None:
    phone.open(f"{game}/hands/1")
    assert "Recorded: Bob bid 95." in phone.page.text
    assert not phone.page.all("[name=bidder], [name=bid]")
    _, fields = type_calls(phone, game, "6: Bob 100")
    address = phone.page.one("#preview").attrs["hx-post"]
    assert phone.send(address, fields).page.text.startswith("Bob bid 100. Ann & Cal: +45. Bob & Dee: set back 100.")
    _, fields = type_calls(phone, game, "6: Bob 90")
    assert phone.send(address, fields).page.text == "After 90, bid at least 95; 90 is too low."
    other = correct(phone, game, 1, bidder="3")
    assert "In the bidding, Bob took the bid, not Dee." in other.page.alerts


def test_where_the_bidding_side_changes_what_each_side_captured_is_asked(phone: Person) -> None:
    """R10: the bidder plays against both defenders."""
    game = start_by(phone, "three-handed", TABLE[:3])
    log_calls(phone, "Bob 50, Cal pass, Ann 55, Bob pass")
    phone.tap("Save hand", {"Captured by Ann": "60", "Captured by Bob & Cal": "40"})
    answer = save(phone, game, "3: Ann pass; -4")
    assert answer.status == 422
    assert "With that bidder, Bob played against Ann & Cal. Enter what each side captured." in answer.page.text
    assert phone.tap("Save correction", {"Captured by Bob": "40", "Captured by Ann & Cal": "60"}).status == 303
    assert phone.page.totals == {"Ann": "60", "Bob": "−50", "Cal": "60"}


def test_calls_and_counts_that_are_wrong_are_told_at_once_and_new_sides_once_the_calls_are_right(phone: Person) -> None:
    game = start_by(phone, "three-handed", TABLE[:3])
    log_calls(phone, "Bob 50, Cal pass, Ann 55, Bob pass")
    phone.tap("Save hand", {"Captured by Ann": "60", "Captured by Bob & Cal": "40"})
    action, fields = type_calls(phone, game, "3: Ann 50")
    phone.last = phone.send(action, fields | {"captured-0": "61"})
    assert phone.last.status == 422
    assert "After 50, bid at least 55; 50 is too low." in phone.page.description_of("calls-2-call")
    assert "61 isn't possible." in phone.page.description_of("captured-0")
    assert "With that bidder" not in phone.page.text


def test_another_dealer_needs_another_bidding(phone: Person, game: str) -> None:
    assert correct(phone, game, 1, {"Dealer": "Ann"}).status == 422
    assert "It's Bob's turn to bid, not Ann's." in phone.page.description_of("calls-0-player")
    assert phone.form("Save correction").sent["dealer"] == "0"


def test_just_the_winning_bid_asks_for_it_and_keeps_what_was_typed(phone: Person, game: str) -> None:
    phone.open(f"{game}/hands/1")
    answer = edit_calls(phone, {"note": "late"})
    assert (answer.status, answer.page.heading) == (200, "Correct hand 1 · Dee dealt")
    sent = phone.form("Save correction").sent
    assert (sent["bidder"], sent["bid"], sent["note"], sent["captured-0"]) == ("1", "95", "late", "45")
    assert phone.tap("Save correction", {"Bidder": "Dee", "Bid": "90"}).status == 303
    assert phone.page.totals == {AC: "45", BD: "−90"}
    assert not phone.open(f"{game}/hands/1").all("[name^=calls]")


def test_a_call_more_or_less_changes_nothing_before_it_is_saved(
    phone: Person, stored: Callable[[], str], game: str
) -> None:
    before = stored()
    phone.open(f"{game}/hands/1")
    for how in ({"add": "0"}, {"drop": "0"}, {"add": "99"}, {"drop": "99"}):
        answer = edit_calls(phone, **how)
        assert answer.status == 200
    assert edit_calls(phone, {"csrf_token": "x"}, add="0").status == 400
    assert stored() == before


def test_calls_of_a_hand_that_is_added_are_checked_too(phone: Person, game: str) -> None:
    """No page of ours has them."""
    phone.open(f"{game}/hands/add?before=1")
    form = phone.form("Add hand")
    answer = phone.send(form.action, form.sent | call_fields(((0, 70),)))
    assert answer.status == 422
    assert "The bidding isn't over: it's Bob's turn." in answer.page.text


def test_a_page_that_is_late_keeps_its_calls(phone: Person, other_phone: Person, game: str) -> None:
    action, fields = type_calls(phone, game, "6: Bob 100")
    other_phone.open(game)
    other_phone.tap("Misdeal")
    answer = phone.send(action, fields)
    assert answer.status == 409
    assert answer.page.form("Save correction").sent["calls-5-call"] == "100"


def test_corrected_calls_that_end_the_game_are_asked_about(phone: Person) -> None:
    game = phone.start_game(dealer="Dee", target=100)
    log_calls(phone, "Ann 120")
    phone.record_hand(110)
    save(phone, game, "1: Ann 110; +2: Bob pass; +3: Cal pass; +4: Dee pass")
    assert asked(phone) == "That ends the game with hand 1: Ann & Cal won, 110 to 10."
    confirm(phone)
    assert phone.page.heading == "Ann & Cal won"
    assert logged(phone, game) == "Ann 110, Bob pass, Cal pass, Dee pass"


def test_an_undone_correction_of_calls_comes_back(phone: Person, game: str) -> None:
    save(phone, game, "6: Bob 100")
    phone.tap("Undo")
    assert phone.tap("Enter it again").page.form("Save correction").sent["calls-5-call"] == "100"
    phone.tap("Save correction")
    assert phone.page.totals == {AC: "45", BD: "−100"}


def test_a_no_is_said_call_by_call(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, AC, app)
    (no,) = other.open(game).all("form[action$='/agree'] a")
    other.open(no.attrs["href"])
    form = other.form("Tell the others")
    url = next(button.attrs["formaction"] for button in other.page.all("#bidding button[formaction]"))
    other.last = other.send(url, form.sent | {"calls-5-call": "100", "add": "8"})
    assert other.page.heading.startswith("What was wrong in hand 1?")
    other.last = other.send(url, other.form("Tell the others").sent | {"drop": "8"})
    assert other.tap("Tell the others").status == 303
    phone.open(game)
    phone.tap("They’re right")
    assert logged(phone, game) == RULE_BOOK.replace("95", "100")
