"""The keyboard of a phone has what a field takes: an iPhone's number pad, inputmode "numeric", has no minus."""

from collections.abc import Iterator
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from tests.html import Element, Form, Page, text_of
from tests.person import Answer, Person

from .tournaments import EIGHT, draw, start_tournament

NEEDED = ("bidder", "last_trick", "whose")
BELOW_ZERO = {"first", "second", "points", "floor", "claimed", "adjustments-0-points"} | {
    f"{name}-{number}"
    for name, numbers in (("starting_totals", range(4)), ("adjusted", range(2)), ("claimed", range(2)))
    for number in numbers
}
"""The fields that are known to be found."""


@pytest.fixture
def pages(phone: Person) -> list[str]:
    """Every page on which numbers are typed into fields."""
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    bidding = phone.start_game()
    counting = phone.start_game(names=("Ida", "Jon", "Kim", "Lou"), dealer="Jon")
    phone.record_bid("Kim", 95)
    phone.tap("Save hand", {"Last trick": "Ida & Kim", "Captured by Ida & Kim": "45"})
    phone.record_bid("Kim", 95)
    games = [f"{bidding}?bid=none", f"{bidding}/settings", counting, f"{counting}/hands/1", f"{counting}/sheet"]
    others = ["/tournaments/new", "/games/new", "/rules/new", "/check/hand"]
    return [f"{here}/rounds/1/tables/1", f"{here}/players", *games, *others]


def forms_of(page: Page) -> list[Form]:
    """Every form with text fields, once for each address that one of its buttons sends it to."""
    with_fields = [form for form in page.all("form") if list(fields_of(form))]
    buttons = {text_of(button) for form in with_fields for button in form.query("button")}
    found = {(form.action, tuple(form.sent)): form for form in map(page.form, sorted(buttons))}
    return [form for form in found.values() if list(fields_of(form.element))]


def fields_of(form: Element) -> Iterator[tuple[str, str]]:
    """Each text field of a form: its name, and its inputmode, "" for none."""
    for field in form.query("input"):
        if field.attrs.get("type", "text") == "text" and "name" in field.attrs:
            yield field.attrs["name"], field.attrs.get("inputmode", "")


def answer_to(phone: Person, path: str, form: Form, name: str, value: str) -> Answer:
    """What a form of the page at this path says to a value of this field; what has to be chosen with it is chosen."""
    page, inside = phone.open(path), form.element.query
    radios = [radio for radio in inside("input[type=radio]") if radio.attrs["name"] in NEEDED]
    chosen = {radio.attrs["name"]: radio.attrs["value"] for radio in radios}
    chosen |= {button.attrs["name"]: button.attrs["value"] for button in inside("button:is(.go, .chosen)[name]")}
    if "points" in name:  # with whose they are, and why
        options = {select.attrs["name"]: select.query("option")[-1].attrs["value"] for select in inside("select")}
        chosen |= {select: last for select, last in options.items() if not form.sent[select]}
        chosen |= {reason: "late" for reason, _ in fields_of(form.element) if reason.endswith("reason")}
    versions = page.all(f'form[action="{form.element.attrs.get("action")}"] input[name="version"]')
    sent = form.sent | chosen | {one.attrs["name"]: one.attrs["value"] for one in versions}
    sent |= {"form_id": str(uuid4()), name: value}
    get = form.element.attrs.get("method", "get") == "get"
    return phone.get(f"{form.action.partition('#')[0]}?{urlencode(sent)}") if get else phone.send(form.action, sent)


def asks_for_a_number(answer: Answer, name: str) -> bool:
    """Whether the answer to a word in this field is that it takes a whole number."""
    is_wrong = answer.page.all(f'input[name="{name}"][aria-invalid=true]')
    return bool(is_wrong) and "whole number" in answer.page.description_of(name)


def takes(answer: Answer, name: str) -> bool:
    """Whether the answer does not refuse this field."""
    wrong = {field.attrs.get("name") for field in answer.page.all("[aria-invalid=true]")}
    return answer.status in (200, 303) if not wrong else name not in wrong


def test_every_number_that_may_be_below_zero_can_be_typed_on_an_iphone(phone: Person, pages: list[str]) -> None:
    found = {
        name: mode
        for path in pages
        for form in forms_of(phone.open(path))
        for name, mode in fields_of(form.element)
        if asks_for_a_number(answer_to(phone, path, form, name, "x"), name)
        and takes(answer_to(phone, path, form, name, "-5"), name)
    }
    assert found.keys() == BELOW_ZERO
    assert set(found.values()) == {"text"}
