"""Playing against the clock (R32): what is left of the time, and calling it before a hand or after it."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.html import text_of
from tests.person import Person
from tests.web.steps import begun

from .files import look
from .steps import confirm, correct, log_calls

BUTTONS = ("Call time", "Call time: this hand is the last", "Call time: hand 1 was the last")
LAST = "Time was called: this is the last hand."


@pytest.fixture
def game(phone: Person) -> str:
    return phone.start_game(rules="smith-county")


def call_time(phone: Person, button: str = "Call time") -> None:
    click(phone, button)


def click(phone: Person, button: str) -> None:
    found = next(found for found in phone.page.all("button") if text_of(found) == button)
    steps = phone.form("Undo") if phone.page.has_button("Undo") else phone.form("Misdeal")
    chosen = {"hand": "before"} if found.attrs.get("name") else {}
    phone.last = phone.send(str(found.attrs["formaction"]), steps.sent | chosen)
    assert phone.last.status == 303, phone.page.text


def offered(phone: Person) -> list[str]:
    return [text_of(found) for found in phone.page.all("button") if text_of(found) in BUTTONS]


def test_the_scoreboard_says_how_much_time_is_left(phone: Person, game: str) -> None:
    assert text_of(phone.page.one("[role=timer]")) == "45 minutes left"
    begun(phone, 35)
    shown = phone.open(game).one("[role=timer]")
    assert text_of(shown) == "10 minutes left"
    assert 590 <= int(str(shown.attrs["data-seconds"])) <= 600
    begun(phone, 46)
    assert text_of(phone.open(game).one("[role=timer]")) == "Time's up: last hand"


@pytest.mark.parametrize(("minutes", "near"), [(0, False), (39, False), (40, True), (46, True)])
def test_calling_time_is_asked_for_in_something_else_until_five_minutes_are_left(
    phone: Person, game: str, minutes: int, near: bool
) -> None:
    """T16: before and in a hand; then it stands above the bids."""
    begun(phone, minutes)
    boards = [phone.open(game)]
    phone.record_bid("Ann", 100)
    for board in (*boards, phone.open(game)):
        way, clock = board.one(".rare [href='#call-time']"), board.one(".clock")
        assert (text_of(way), "near" in str(clock.attrs["class"])) == ("Call time", near)


def test_a_game_without_a_limit_shows_no_clock(phone: Person) -> None:
    game = phone.start_game()
    assert "clock" not in phone.page.html
    answer = phone.send(f"{game}/time", phone.form("Misdeal").sent)
    assert answer.status == 422
    assert "These rules have no time limit." in answer.page.text


def test_time_called_during_a_hand_makes_it_the_last(phone: Person, game: str) -> None:
    phone.record_bid("Ann", 100)
    assert offered(phone) == ["Call time"]
    call_time(phone)
    assert LAST in phone.page.text
    assert not offered(phone)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    assert phone.page.heading == "Ann & Cal won"
    assert "100 to 50 when time was called." in phone.page.text
    assert '"last":true' in phone.get(f"{game}.rook.json").body.decode()


@pytest.mark.parametrize("delay", ["a bid", "calls", "a misdeal"])
def test_time_called_before_the_bid_stays_called(phone: Person, game: str, delay: str) -> None:
    call_time(phone)
    if delay == "calls":
        log_calls(phone, "Bob pass, Cal pass, Dee pass")
    else:
        if delay == "a misdeal":
            phone.tap("Misdeal")
            assert LAST in phone.page.text
            assert "Hand 1 · Ann deals" in phone.page.text
        phone.record_bid("Ann", 75)
    assert LAST in phone.page.text
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    assert phone.page.heading == "Ann & Cal won"


def test_time_called_between_two_hands_ends_the_game_there(phone: Person, game: str) -> None:
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    assert offered(phone) == ["Call time: hand 1 was the last", "Call time: this hand is the last"]
    call_time(phone, "Call time: hand 1 was the last")
    assert phone.page.heading == "Ann & Cal won"
    assert "Takes back calling time" in phone.page.text
    phone.tap("Undo")
    assert phone.page.heading.startswith("Hand 2")
    phone.tap("Redo")
    assert phone.page.heading == "Ann & Cal won"


def test_once_time_is_up_saving_the_hand_asks_which_is_the_last(phone: Person, game: str) -> None:
    """R32: the hand that was in play can be marked as the last afterwards, else the next one is."""
    phone.record_bid("Ann", 100)
    begun(phone, 46)
    assert text_of(phone.open(game).one("[role=timer]")) == "Time's up: last hand"
    phone.record_hand(100)
    assert text_of(phone.page.one(".asks [role=timer]")) == "Time's up. Was that the last hand?"
    assert [text_of(button) for button in phone.page.all(".asks button")] == ["That was the last hand", "One more"]
    click(phone, "One more")
    assert LAST in phone.page.text
    assert not phone.page.all(".asks"), "it is asked once"
    phone.tap("Undo")
    click(phone, "That was the last hand")
    assert phone.page.heading == "Ann & Cal won"


@pytest.mark.both_databases
def test_after_one_more_the_game_ends(phone: Person, game: str) -> None:
    begun(phone, 46)
    phone.open(game)
    for bidder in ("Ann", "Bob"):
        phone.record_bid(bidder, 100)
        phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
        if bidder == "Ann":
            click(phone, "One more")
    assert phone.page.heading == "Ann & Cal won"


def test_no_hand_was_the_last_where_another_was_begun(phone: Person, game: str) -> None:
    answer = phone.send(f"{game}/time", phone.form("Misdeal").sent | {"hand": "before"})
    assert answer.status == 422
    assert "There is no hand before this one that could be the last." in answer.page.text


def test_a_tie_when_time_is_called_is_decided_by_another_hand(phone: Person, game: str) -> None:
    phone.record_bid("Ann", 75)
    call_time(phone)
    phone.tap("Save hand", {"Captured by Ann & Cal": "75"})
    assert "Play one more hand." in phone.page.text
    assert not phone.page.all(".clock")


def test_a_correction_takes_the_mark_off_and_puts_it_on(phone: Person, game: str) -> None:
    phone.record_bid("Ann", 100)
    call_time(phone)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    form = phone.open(f"{game}/hands/1").form("Save correction")
    assert form.sent.pop("last") == "y"
    phone.last = phone.send(form.action, form.sent)
    assert confirm(phone).page.heading.startswith("Hand 2")
    correct(phone, game, 1, {"Captured by Ann & Cal": "50"}, last="y")
    assert phone.page.heading == "Bob & Dee won"


def test_a_new_game_and_the_settings_offer_minutes(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game(target=500)
    settings = phone.open(f"{game}/settings").form("Save")
    phone.last = phone.send(settings.action, settings.sent | {"target": "", "time_limit": "30"})
    assert text_of(phone.open(game).one("[role=timer]")) == "30 minutes left"
    phone.record_bid("Ann", 100)
    call_time(phone)
    settings = phone.open(f"{game}/settings").form("Save")
    phone.send(settings.action, settings.sent | {"target": "500", "time_limit": ""})
    phone.open(game)
    phone.record_hand(100)
    assert phone.page.heading.startswith("Hand 2"), "without a limit time that was called means nothing"
    before = stored()
    form = phone.open(f"{game}/hands/1").form("Save correction")
    phone.send(form.action, form.sent)
    assert stored() == before


@pytest.mark.parametrize("wrong", ["0", "1000001"])
def test_impossible_minutes_are_refused_at_their_field(phone: Person, wrong: str) -> None:
    phone.open("/games/new")
    names = {f"Player {seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1)}
    phone.last = phone.send("/games", phone.form("Start game").filled(**names) | {"time_limit": wrong})
    assert phone.last.status == 422
    assert "The number of minutes must be from 1 to 1,000,000" in phone.page.description_of("time_limit")
    answer = phone.send("/games", phone.form("Start game").sent | {"rules": "changing-partners", "time_limit": "45"})
    assert "When partners change, you play a number of hands" in answer.page.description_of("time_limit")


def test_a_corrected_dealer_begins_no_hand_so_that_the_one_before_can_still_be_the_last(
    phone: Person, game: str
) -> None:
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    phone.last = phone.send(f"{game}/deal", phone.form("Undo").sent | {"dealer": "3"})
    assert "Dee deals" in phone.page.text
    call_time(phone, "Call time: hand 1 was the last")
    assert phone.page.heading == "Ann & Cal won"


@pytest.mark.parametrize("points", ["", "-40"])
def test_a_redeal_with_points_counts_so_the_hand_before_it_was_not_the_last(
    phone: Person, game: str, points: str
) -> None:
    """R12: they count at once. A plain misdeal begins nothing."""
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    form = phone.form("Misdeal")
    row = {"adjustments-0-to": "0", "adjustments-0-points": points, "adjustments-0-reason": "late"} if points else {}
    assert phone.send(f"{game}/misdeal", form.sent | row).status == 303
    phone.open(game)
    assert {*offered(phone)} == ({"Call time"} if points else {*BUTTONS[1:]})
    answer = phone.send(f"{game}/time", phone.form("Undo").sent | {"hand": "before"})
    assert answer.page.heading.startswith("Hand 2" if points else "Ann & Cal won")
    if points:
        assert phone.open(game).totals == {"Ann & Cal": "60", "Bob & Dee": "50"}


def test_a_mark_that_another_goal_has_overtaken_keeps_no_other_rules_out(phone: Person, game: str) -> None:
    phone.record_bid("Ann", 100)
    call_time(phone)
    phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    form = phone.open(f"{game}/settings").one("form[action$='/target']")
    sent = {one.attrs["name"]: one.attrs.get("value", "") for one in form.query("input[type=hidden]")}
    phone.last = phone.send(f"{game}/target", sent | {"target": "500", "hand_limit": "", "time_limit": ""})
    assert confirm(phone).status == 303, phone.page.text
    phone.last = phone.get(f"{game}/rules?rules=larry-smith")
    assert phone.last.status == 200, phone.page.text
    phone.tap("Change rules")
    assert list(phone.page.totals.values()) == ["100", "100"]


def test_a_game_with_a_hand_after_the_call_comes_back_from_its_file(phone: Person, game: str) -> None:
    for _ in range(2):
        phone.record_bid("Ann", 75)
        phone.tap("Save hand", {"Captured by Ann & Cal": "100"})
    form = phone.open(f"{game}/hands/1").form("Save correction")
    phone.last = phone.send(form.action, form.sent | {"last": "y"})
    assert confirm(phone).status == 303
    content = phone.get(f"{game}.rook.json").body
    assert content.count(b'"last":true') == 1
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    other = content.replace(game.rpartition("/")[2].encode(), str(uuid4()).encode())
    look(phone, other)
    phone.last = phone.send("/import/game", phone.form("Import game").sent)
    assert phone.last.status == 303, phone.page.text
    assert "100 to 50 when time was called." in phone.page.text
