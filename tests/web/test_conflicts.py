"""What only happens at a real table: taps out of order, old pages, lost answers, other programs' settings."""

import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from scorekeeper.settings import Settings
from scorekeeper.storage import rate_limits
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game_state import GameState
from tests.html import text_of
from tests.patience import Stopwatch
from tests.person import HTMX, TABLE, Person

from .steps import start_by

pytestmark = pytest.mark.both_databases


def test_another_button_of_the_same_page_is_late_and_not_the_same(phone: Person, stored: Callable[[], str]) -> None:
    """The buttons of one page share its id: an undo whose answer was lost is no misdeal."""
    phone.start_game()
    phone.record_bid("Bob", 95)
    undo, misdeal = phone.form("Undo"), phone.form("Misdeal")
    assert phone.send(undo.action, undo.sent).status == 303
    before = stored()
    answer = phone.send(misdeal.action, misdeal.sent)
    assert answer.status == 409
    assert "in the meantime (an undo)" in answer.page.text
    assert stored() == before
    assert phone.send(undo.action, undo.sent).status == 303


def test_not_everybody_passed_where_somebody_bid(phone: Person, stored: Callable[[], str]) -> None:
    """R4: the logged calls are not thrown away."""
    game = phone.start_game()
    phone.open(f"{game}?bid=calls")
    call = phone.form("Pass")
    phone.last = phone.send(call.action, call.sent | {"call": "70"})
    assert not phone.page.has_button("Everyone passed")
    before = stored()
    answer = phone.send(f"{game}/passed-out", phone.form("Misdeal").sent)
    assert answer.status == 422
    assert "Bob bid 70, so not everyone passed." in answer.page.text
    assert stored() == before


def test_trump_named_twice_is_no_change_of_another_phone(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    for _ in range(2):
        count = phone.form("Save hand")
        phone.last = phone.send(f"{game}/trump", count.sent | {"trump": "red", "captured-0": "45"})
    saved = phone.form("Save hand")
    answer = phone.send(saved.action, saved.sent | {"last_trick": "0"})
    assert answer.status == 303
    assert answer.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}


def test_a_phone_that_another_one_overtakes_shows_the_game_as_it_is_then(
    app: Flask, phone: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the change and its answer somebody else undoes it."""
    game, other, apply = phone.start_game(), Person(app), change.apply
    phone.record_bid("Bob", 95)
    count = phone.form("Save hand")

    def undoes() -> None:
        other.open(game)
        other.tap("Undo")

    def overtaken(club_id: int, uid: UUID, submission: Submission, *more: Any) -> GameState:
        monkeypatch.setattr(change, "apply", apply)
        after = apply(club_id, uid, submission, *more)
        undo = threading.Thread(target=undoes)
        undo.start()
        undo.join()
        return after

    monkeypatch.setattr(change, "apply", overtaken)
    sent = count.sent | {"captured-0": "45", "last_trick": "0"}
    page = phone.send(count.action, sent, hx_request="true").page
    assert page.has_button("Redo")
    assert page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


def test_a_stopped_game_has_no_trump(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.open(f"{game}/settings")
    phone.tap("End game early")
    phone.open(game)
    steps = phone.form("Undo").sent
    before = stored()
    assert phone.send(f"{game}/trump", steps | {"trump": "red"}).status == 422
    assert stored() == before


def test_seats_without_an_order_are_asked_for_before_the_first_hand_too(phone: Person) -> None:
    game = phone.start_game()
    for asked in ("", "?seats-0=0", "?seats-0=x&seats-1=9"):
        assert phone.get(f"{game}/seats{asked}").status == 422


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"talk-0": "x"}, "Enter a whole number"),
        ({"adjustments-0-to": "zz"}, "Choose one of these."),
        (
            {"adjustments-0-to": "0", "adjustments-0-points": "5", "adjustments-0-reason": " \u200b"},
            "Choose a side and enter points",
        ),
        (
            {"adjustments-0-to": "0", "adjustments-0-points": "1000005", "adjustments-0-reason": "far too much"},
            "up to 1000000 points",
        ),
        ({"adjustments-0-to": "9", "adjustments-0-points": "5", "adjustments-0-reason": "x"}, "Choose a player"),
        ({"captured-3": "x"}, "Enter a whole number"),
    ],
)
def test_nothing_is_refused_without_a_word(phone: Person, fields: dict[str, str], message: str) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    answer = phone.send(form.action, form.filled(**{"Captured by Ann & Cal": "45"}) | fields)
    assert answer.status == 422
    assert message in answer.page.text


@pytest.mark.parametrize("fields", [{"talk-0": "1"}, {"discard": "y"}])
def test_a_foul_where_the_rules_have_none_is_refused_with_that_reason(phone: Person, fields: dict[str, str]) -> None:
    start_by(phone, "concise", TABLE)
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    answer = phone.send(form.action, form.filled(**{"Captured by Ann & Cal": "45"}) | fields)
    assert answer.status == 422
    assert [text_of(error) for error in answer.page.all(".error[id]")] == ["With these rules penalties aren't scored."]


def test_a_renege_tapped_by_mistake_can_be_taken_back(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more(part="Renege")
    form = phone.form("Save hand")
    refused = phone.send(form.action, form.filled(**{"Last trick": "Ann & Cal", "Who reneged?": "Dee"}))
    assert refused.status == 422
    phone.more({"Captured by Ann & Cal": "45"}, part="Count")
    assert not phone.page.all("[name=reneged_by]")
    again = phone.form("Save hand")
    answer = phone.send(again.action, again.filled())
    assert answer.status == 303
    assert answer.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}


def test_after_a_renege_only_the_others_are_asked_for_their_counters(phone: Person) -> None:
    """R8."""
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more(part="Renege")
    form = phone.form("Save hand")
    answer = phone.send(form.action, form.filled(**{"Who reneged?": "Dee"}))
    assert "How many points did Ann & Cal capture?" in answer.page.text


def test_many_wrong_pins_at_once_are_not_more_than_one_after_the_other(
    app: Flask, app_with: Callable[..., Flask]
) -> None:
    tried: list[bool | None] = []

    def guess() -> None:
        with app.app_context():
            tried.append(rate_limits.check_secret(rate_limits.WRONG_PIN, "10.0.0.1", False))

    threads = [threading.Thread(target=guess) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tried.count(False) == rate_limits.WRONG_PIN.per_address
    assert tried.count(None) == 20 - rate_limits.WRONG_PIN.per_address


def test_only_our_own_variables_are_settings() -> None:
    settings = Settings.from_environment({"PORT": "5000", "PROXIES": "1", "PIN": "x", "SCOREKEEPER_INSTANCE": "/tmp/x"})
    assert (settings.port, settings.proxies, settings.pin) == (8000, 0, "")


def test_a_name_written_from_right_to_left_does_not_take_the_number_behind_it_along(phone: Person) -> None:
    """Next to a number it is isolated, or the two would change places."""
    names = ("משה", "יוסף", "שרה", "דנה")
    game = phone.start_game(names=names)
    phone.open(f"{game}?bid=calls")
    call = phone.form("Pass")
    answer = phone.send(call.action, call.sent | {"player": "1", "call": "70"})
    assert '<bdi translate="no">יוסף</bdi> 70' in answer.page.html
    phone.last = answer
    phone.tap("Undo")
    phone.record_bid("יוסף", 95)
    form = phone.form("Save hand")
    counts = form.sent | {"captured-0": "45", "last_trick": "0"}
    preview = phone.send(f"{game}/preview", counts)
    assert '<bdi translate="no">משה &amp; שרה</bdi>: </span>+45.' in preview.page.html
    assert "יוסף</span></bdi> <b>95</b>" in phone.send(form.action, counts).page.html
    change = phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    shown = change.html.replace(' translate="no"', "")
    assert "<bdi>משה &amp; שרה</bdi> +45, <bdi>יוסף &amp; דנה</bdi> −95" in shown


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
@pytest.mark.parametrize(
    ("mine", "said"),
    [
        ({"Captured by Ann & Cal": "50"}, "Correct hand 1 (70 instead of 75)"),
        ({"Captured by Bob & Dee": "70"}, "Correct hand 1 (70 instead of 75)"),
        ({"Captured by Bob & Dee": "75"}, ""),
    ],
    ids=["the other side's count", "its own count", "the same hand"],
)
def test_a_hand_that_another_phone_saved_first_can_be_set_right(
    phone: Person, mine: dict[str, str], said: str, headers: dict[str, str]
) -> None:
    """Entered again as the next hand, the deal would count twice."""
    game, other = phone.start_game(), Person(phone.app)
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    sent = form.filled(**{"Last trick": "Ann & Cal"} | mine)
    other.open(game)
    other.record_hand(45)
    answer = phone.send(form.action, sent, **headers)
    assert answer.status == 409
    assert [text_of(button) for button in answer.page.all(".unsaved button")] == ([said] if said else [])
    if not said:
        assert "Another phone has saved hand 1 already, with the same count." in answer.page.text
        return
    phone.last = answer
    phone.tap(said)
    phone.tap("Save correction")
    assert phone.page.totals == {"Ann & Cal": "50", "Bob & Dee": "−95"}


def test_a_form_without_a_readable_version_on_a_hand_that_is_over_is_answered(phone: Person) -> None:
    game, other = phone.start_game(), Person(phone.app)
    phone.record_bid("Bob", 95)
    sent = phone.form("Save hand").sent
    other.open(game)
    other.record_hand(45)
    for spoilt in ({"version": "abc"}, {"form_id": "x"}, {"talk-0": "9999999"}):
        for way in ("more", "trump", "give-up"):
            with Stopwatch() as watch:
                assert phone.send(f"{game}/{way}", sent | spoilt | {"trump": "red"}).status < 500
            assert watch.seconds < 0.5
