"""An answer far longer than any sensible one is refused before anything reads it, whatever it is sent as; no page has a
NUL that was sent."""

from collections.abc import Callable, Iterator
from functools import partial
from urllib.parse import urlencode

import pytest

from scorekeeper.web.forms.base import LONGEST, LONGEST_OF
from tests.html import Element
from tests.patience import Stopwatch
from tests.person import Answer, Person

from . import tournaments
from .steps import make_house_rules

COMMAS = "9" + "," * 24_000 + "x"
SHARES = 8  # of the forms
CPU = 0.5  # seconds; a pattern that tries every start took sixteen for this


def quickly(ask: Callable[[], Answer]) -> int:
    with Stopwatch() as watch:
        answer = ask()
    assert watch.seconds < CPU
    return answer.status


def shape(address: str) -> str:
    """An address without its ids and numbers, and with the names of what it asks."""
    path, _, asked = address.partition("?")
    parts = ["#" if any(sign.isdigit() for sign in part) else part for part in path.split("/")]
    return "/".join(parts) + ",".join(pair.partition("=")[0] for pair in asked.split("&"))


def forms_of_the_club(phone: Person) -> Iterator[tuple[str, Element]]:
    """Yield every form that the pages lead to, with its page: one of each kind."""
    pages, forms, waiting = set[str](), set[str](), ["/"]
    while waiting:
        address = waiting.pop(0)
        if not address.startswith(("/", "?")) or shape(address) in pages:
            continue
        pages.add(shape(address))
        answer = phone.get(address)
        if answer.status != 200 or not answer.is_html:
            continue
        waiting += [link.attrs["href"] for link in answer.page.all("a[href]")]
        for form in answer.page.all("form"):
            names = ",".join(sorted({field.attrs.get("name", "") for field in form.query("input, select, textarea")}))
            if (kind := shape(form.attrs.get("action", address)) + names) not in forms:
                forms.add(kind)
                yield address, form


@pytest.mark.everywhere("again", once={"share": 0})
@pytest.mark.parametrize("share", range(SHARES))
def test_no_field_of_any_form_is_read_when_it_is_far_too_long(
    phone: Person, stored: Callable[[], str], share: int
) -> None:
    """Nor are a hidden field, a choice, and one that no page has."""
    make_house_rules(phone)
    tournaments.draw(phone, tournaments.start_tournament(phone), 1)
    phone.start_game()
    phone.play("Bob", 95, 45)
    forms = [*forms_of_the_club(phone)]
    found = {field.attrs.get("name", "") for _, form in forms for field in form.query("input, select, textarea")}
    assert {"bid", "captured-0", "entrants", "text", "name", "code", "reason", "player"} <= found
    for page, form in forms[share::SHARES]:
        fields = {field.attrs.get("name", ""): field for field in form.query("input, select, textarea")}
        sent = {name: field.attrs.get("value", "") for name, field in fields.items() if name}
        actions = {form.attrs.get("action", page), *(b.attrs["formaction"] for b in form.query("button[formaction]"))}
        for name in [*sent, "no-such-field"]:
            for action in actions:
                answers, posts = sent | {name: COMMAS}, form.attrs.get("method") == "post"
                address = action if posts else f"{action}?{urlencode(answers)}"
                status = quickly(partial(phone.send, address, answers) if posts else partial(phone.get, address))
                assert status < 500, (action, name)
    assert "," * (LONGEST + 1) not in stored()


def test_no_page_has_a_nul_that_was_sent(phone: Person) -> None:
    """A browser reads it as another character; each answer is linted (tests/html.py)."""
    make_house_rules(phone)
    phone.start_game()
    phone.play("Bob", 95, 45)
    for page, form in [*forms_of_the_club(phone)]:
        named = {field.attrs.get("name", "") for field in form.query("input, select, textarea")} - {""}
        answers = dict.fromkeys({*named, "no\0such"} - {"csrf_token", "form_id", "version"}, "4\x005")
        answers |= {field.attrs["name"]: field.attrs.get("value", "") for field in form.query("input[type=hidden]")}
        action, posts = form.attrs.get("action", page), form.attrs.get("method") == "post"
        answer = phone.send(action, answers) if posts else phone.get(f"{action}?{urlencode(answers)}")
        assert b"\0" not in answer.body


@pytest.mark.parametrize("field", ["captured-0", "claimed-0", "bid"])
def test_a_number_with_a_nul_in_it_is_refused_at_its_field(phone: Person, field: str) -> None:
    asked = {"rules": "original", "check": "y", "bidder": "1", "bid": "95", "captured-0": "45", field: "4\x005"}
    answer = phone.get(f"/check/hand?{urlencode(asked)}")
    assert answer.status == 422
    assert "Enter a whole number, like 45." in answer.page.description_of(field)


def test_the_first_request_of_a_stranger_costs_nothing(phone: Person) -> None:
    asked = {"rules": "original", "check": "y", "bid": COMMAS}
    assert quickly(lambda: phone.get(f"/check/hand?{urlencode(asked)}")) == 422


@pytest.mark.parametrize("field", ["claimed-0", "captured-0", "bid", "bidder", "adjusted-0", "rules"])
def test_a_text_that_is_too_long_is_refused_at_its_field_and_begins_as_it_was_typed(phone: Person, field: str) -> None:
    asked = {"rules": "original", "check": "y", "bidder": "1", "bid": "95", "captured-0": "45", field: "9" * 3_000}
    answer = phone.get(f"/check/hand?{urlencode(asked)}")
    assert answer.status == 422
    if field in ("captured-0", "claimed-0"):
        assert "Enter a whole number of up to 7 digits" in answer.page.description_of(field)
        (kept,) = answer.page.all(f'[name="{field}"]')
        assert kept.attrs["value"] == "9" * (LONGEST + 1)


def test_a_note_may_be_as_long_as_the_app_says(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more({"Captured by Ann & Cal": "45", "Last trick": "Bob & Dee"})
    form = phone.form("Save hand")
    answer = phone.send(form.action, form.sent | {"note": "n" * (LONGEST_OF["note"] + 1)})
    assert answer.status == 422
    assert answer.page.description_of("note")
