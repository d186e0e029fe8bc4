"""House rules by which the bidder may call two partners: what is asked of that, and what is refused."""

from collections.abc import Callable

import pytest

from tests.person import Person

from .steps import correct
from .steps import make_house_rules as make

SIX = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")


@pytest.fixture
def game(phone: Person) -> str:
    """A game of six, in which Ann has the bid at 100."""
    make(phone, start="call-partner", players="6", hand_size="9", nest_size="3", partners_called="2")
    key = phone.last.path.removeprefix("/rules/")
    phone.open("/games/new")
    seated = {f"players-{seat}": name for seat, name in enumerate(SIX)}
    phone.last = phone.send("/games", phone.form("Start game").sent | seated | {"rules": key})
    phone.tap("Record bid", {"Bidder": "Ann", "Bid": "100"})
    return phone.last.path


def call_partners(phone: Person, partner: str, second: str) -> None:
    form = phone.form("Record partner")
    phone.last = phone.send(form.action, form.sent | {"partners": partner, "second_partner": second})


REFUSED = [
    ("nobody before the second", "", "2", "second_partner", "Choose the first partner too."),
    ("a second one of who plays alone", "alone", "2", "second_partner", "Choose the first partner too."),
    ("a word", "2", "Dee", "second_partner", "Choose one of these."),
    ("a stranger", "2", "7", "partners", "Choose a player at this table."),
    ("one of them twice", "2", "2", "partners", "Ann has to call someone else, each player once."),
    ("the bidder", "2", "0", "partners", "Ann has to call someone else, each player once."),
]


@pytest.mark.parametrize(
    ("partner", "second", "at", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_a_second_partner_who_cannot_be_is_refused_and_kept(
    phone: Person, game: str, stored: Callable[[], str], partner: str, second: str, at: str, why: str
) -> None:
    before = stored()
    call_partners(phone, partner, second)
    assert phone.last.status == 422
    assert why in phone.page.description_of(at)
    assert stored() == before


def test_both_partners_are_on_the_bidders_side(phone: Person, game: str) -> None:
    call_partners(phone, "2", "4")
    phone.tap("Save hand", {"Last trick": "Ann & Cal & Eve", "Captured by Ann & Cal & Eve": "100"})
    side, others = dict.fromkeys(("Ann", "Cal", "Eve"), "120"), dict.fromkeys(("Bob", "Dee", "Fay"), "80")
    assert phone.page.totals == side | others
    answer = correct(phone, game, 1, {"Second partner": "No one"})
    assert answer.status == 422
    assert "With that partner, Ann & Cal played against Bob & Dee & Eve & Fay" in answer.page.text


def test_a_second_partner_is_a_choice(phone: Person, game: str) -> None:
    call_partners(phone, "2", "")
    phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "100"})
    assert phone.page.totals == dict.fromkeys(("Ann", "Cal"), "120") | dict.fromkeys(("Bob", "Dee", "Eve", "Fay"), "80")
