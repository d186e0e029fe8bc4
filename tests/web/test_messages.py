"""What a change has to say is told once, on the page that it leads to."""

from collections.abc import Callable

import pytest

from tests.html import Form, Page
from tests.person import Person

from .steps import make_house_rules
from .tournaments import start_tournament


def sides(phone: Person) -> Form:
    phone.open(f"{phone.start_game()}/settings")
    return phone.form("Name the sides")


def house_rules(phone: Person) -> Form:
    phone.open(f"{make_house_rules(phone).path}/delete")
    return phone.form("Delete these rules")


def a_tournament(phone: Person) -> Form:
    phone.open(start_tournament(phone))
    return phone.form("Remove tournament")


def days(phone: Person) -> Form:
    phone.open("/days")
    return phone.form("Save")


TOLD: dict[str, tuple[Callable[[Person], Form], Callable[[Page], bool]]] = {
    "the names of the sides": (sides, lambda page: "Saved." in page.text),
    "house rules that can be brought back": (house_rules, lambda page: page.has_button("Restore")),
    "a tournament that can be brought back": (a_tournament, lambda page: page.has_button("Undo")),
    "the club's days": (days, lambda page: "Saved." in page.text),
}


@pytest.mark.parametrize("what", TOLD)
def test_a_message_is_told_once_on_its_page_whatever_is_opened_before_it(phone: Person, what: str) -> None:
    """The other page is opened before the answer to the form was followed."""
    form_of, is_told = TOLD[what]
    form = form_of(phone)
    place = phone.web.post(form.action, data=form.sent, base_url=phone.base_url).headers["Location"]
    for other in ("/", "/games/new"):
        assert not is_told(phone.open(other)), other
    assert is_told(phone.open(place))
    assert not is_told(phone.open(place))


def test_what_was_never_looked_at_does_not_fill_the_cookie(phone: Person) -> None:
    for _ in range(5):
        form = days(phone)
        phone.web.post(form.action, data=form.sent, base_url=phone.base_url)
    with phone.web.session_transaction() as session:
        assert len(session["told"]) <= 3
