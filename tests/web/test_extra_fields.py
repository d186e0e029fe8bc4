"""What an ordinary hand does not need is one tap away, and nothing that was typed is lost on the way."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import text_of
from tests.person import HTMX, Person

from .steps import start_by

COUNTED = {"Last trick": "Bob & Dee", "Captured by Ann & Cal": "45", "Captured by Bob & Dee": "7x"}
PARTS = ["Rook", "Note", "Penalty", "Adjustment"]


def opened(phone: Person) -> list[str]:
    return [text_of(one.query_one("summary")) for one in phone.page.all("#hand details") if "open" in one.attrs]


def test_a_part_that_opens_leaves_what_the_counts_need_in_view(phone: Person) -> None:
    """Only counts that are there already are told at once what they score."""
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more(part="Note")
    assert "A side left blank gets the rest." in text_of(phone.page.one("#preview"))
    assert "load" not in phone.page.one("#preview").attrs["hx-trigger"]
    phone.tap("Undo")
    phone.record_bid("Bob", 95)
    phone.more({"Captured by Ann & Cal": "45"}, part="Penalty")
    assert phone.page.one("#preview").attrs["hx-trigger"].startswith("load")


def test_an_ordinary_hand_is_asked_for_nothing_else(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    folded = ["Card by card", "Last trick", "Something else…", "Trump"]
    assert sorted(text_of(one) for one in phone.page.all("#hand summary")) == folded
    assert not phone.page.all("#hand [name=reneged_by], #hand [name=talk-0], #hand [name=note]")


@pytest.mark.parametrize("part", PARTS)
def test_one_tap_opens_one_part_and_keeps_what_was_typed(phone: Person, stored: Callable[[], str], part: str) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    before, sent = stored(), phone.form("Save hand").filled(**COUNTED)
    del sent["csrf_token"]
    answer = phone.more(COUNTED, part)
    assert answer.status == 200
    assert opened(phone) == ["Something else…", "Last trick", part]
    assert text_of(phone.page.one("[autofocus]")) == part
    folded = [text_of(one) for one in phone.page.all("#hand details:not([open]) summary")]
    assert folded[2:] == [name for name in PARTS if name != part]
    form = phone.form("Save hand")
    assert form.sent.items() >= sent.items()
    assert not phone.page.all(".error"), "nothing is said of a count that is not saved yet"
    assert stored() == before
    seen = form.filled(**{"Captured by Bob & Dee": "", "Note": "late"}) | {"talk-0": "1"}
    phone.last = phone.send(form.action, seen)
    assert phone.page.totals == {"Ann & Cal": "5", "Bob & Dee": "−95"}, "45 less 40 for the foul"


@pytest.mark.parametrize(
    ("rules", "parts"),
    [("original", PARTS), ("concise", [part for part in PARTS if part != "Penalty"])],
)
def test_there_is_a_button_for_each_part_that_the_rules_know(phone: Person, rules: str, parts: list[str]) -> None:
    start_by(phone, rules)
    phone.tap("Record bid", {"Bidder": "Ann", "Bid": "100"})
    assert [text_of(button) for button in phone.page.all("#hand .more button.unfolds")] == [*parts, "Renege"]


def test_an_extra_field_is_a_part_of_the_page_where_htmx_asks(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    answer = phone.send(f"{game}/more", phone.form("Save hand").filled(**COUNTED), **HTMX)
    assert not answer.page.whole
    assert answer.page.one("#hand [name=captured-0]").attrs["value"] == "45"


def test_a_late_extra_field_shows_what_was_entered(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    late = phone.twin()
    late.last = phone.last
    phone.record_hand(45)
    before = stored()
    late.more(COUNTED)
    assert "the game changed in the meantime" in late.page.alerts
    assert "You had entered: Last trick Bob & Dee, Captured Ann & Cal 45" in late.page.alerts
    assert stored() == before


@pytest.mark.parametrize("due", ["hand", "bid"])
def test_without_its_key_it_is_refused_with_that_reason(phone: Person, due: str) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    if due == "bid":
        phone.record_hand(45)
    answer = phone.send(f"{game}/more", form.sent | {"csrf_token": "guessed"})
    assert answer.status == 400
    assert "page was out of date" in answer.page.text
    assert "changed in the meantime" not in answer.page.text


def test_a_phone_that_has_not_given_the_pin_may_look(app_with: Callable[..., Flask], phone: Person) -> None:
    """It changes nothing; the PIN is asked for when the hand is saved."""
    phone.start_game()
    phone.record_bid("Bob", 95)
    guarded = phone.twin(app_with(pin="1234"))
    guarded.last = phone.last
    assert guarded.more(COUNTED).status == 200


def test_naming_trump_keeps_what_was_typed(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more()
    form = phone.form("green")
    typed = form.filled(**COUNTED, Note="late") | {"talk-0": "1"}
    phone.last = phone.send(form.action, typed | {"trump": "green"})
    assert phone.last.status == 200
    assert "Bob bid 95, green" in phone.page.text
    seen = phone.form("Save hand")
    ours = ("csrf_token", "form_id", "version")
    assert {name: value for name, value in typed.items() if name not in ours}.items() <= seen.sent.items()
    assert not phone.page.all(".error")
    phone.last = phone.send(seen.action, seen.filled(**{"Captured by Bob & Dee": "75"}))
    assert phone.last.status == 303
    assert phone.page.totals == {"Ann & Cal": "5", "Bob & Dee": "−95"}


def test_trump_that_is_named_too_late_keeps_what_was_typed(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    late = other_phone
    late.open(game)
    first = phone.form("green")
    assert phone.send(first.action, first.sent | {"trump": "green"}).status == 303
    form = late.form("red")
    answer = late.send(form.action, form.filled(**COUNTED) | {"trump": "red"})
    assert answer.status == 409
    assert "in the meantime" in answer.page.alerts
    assert answer.page.one("#hand [name=captured-0]").attrs["value"] == "45"


def test_signs_that_no_one_sees_are_left_out_of_a_note(phone: Person) -> None:
    """A record that holds them could not be read again."""
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more(COUNTED, "Note")
    phone.tap("Save hand", {"Note": "la\x00te\x1b", "Captured by Bob & Dee": ""})
    assert json.loads(phone.get(f"{game}.rook.json").body)["hands"][0]["note"] == "late"
