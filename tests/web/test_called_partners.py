"""A partner who is called: at the bid, before the count, and when a hand is corrected."""

import json
from collections.abc import Callable

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import Page, text_of
from tests.person import Person

from .steps import PARTNERS, about, bid_and_call, correct, log_calls, sit_down, step


def test_a_called_partner_is_known_at_the_bid_or_told_before_the_count(phone: Person) -> None:
    sit_down(phone, "call-partner")
    bid_and_call(phone, "Ann", 100)
    assert not phone.page.has_button("Save hand")
    assert list(phone.form("Record partner").field("Partner")[1] or ()) == ["Bob", "Cal", "Dee", "Eve", "Alone"]
    phone.tap("Record partner", {"Partner": "Alone"})
    assert text_of(phone.page.one(".contract")) == "Ann bid 100: Ann needs 100"
    assert about(phone, "Undo") == "Takes back Ann's choice of partner"
    phone.tap("Undo")
    assert phone.page.has_button("Record partner")
    phone.tap("Undo")
    bid_and_call(phone, "Ann", 100, Partner="Cal")
    assert text_of(phone.page.one(".contract")) == "Ann bid 100: Ann & Cal need 100"


def test_after_a_logged_auction_the_partner_is_asked_for(phone: Person) -> None:
    sit_down(phone, "call-partner")
    log_calls(phone, "Bob 80, Cal pass, Dee pass")
    step(phone, "call", player="4", call="")
    log_calls(phone, "Ann pass")
    assert phone.page.has_button("Record partner")


@pytest.mark.parametrize("preset", [key for key, preset in PRESETS.items() if preset.rules.sides == "called_partner"])
def test_without_the_server_every_player_can_be_the_partner(phone: Person, preset: str) -> None:
    """The phone takes the bidder out; the first player is number 0."""
    game = sit_down(phone, preset)
    questions = json.loads(phone.get(f"{game}/alone").body)["questions"]
    offered = Page(questions["partners"], whole=False).all("[name=partners]")
    players = [int(radio.attrs["value"]) for radio in offered if radio.attrs["value"].isdigit()]
    assert players == list(range(PRESETS[preset].rules.players))


BAD_PARTNERS = [
    ("the bidder", "Ann", "Ann has to call someone else, each player once."),
    ("a stranger", "7", "Choose a player at this table."),
    ("a word", "Bob", "Choose one of these."),
]


@pytest.mark.parametrize(("partner", "why"), [row[1:] for row in BAD_PARTNERS], ids=[row[0] for row in BAD_PARTNERS])
def test_a_partner_who_cannot_be_called_is_refused_at_the_field(
    phone: Person, stored: Callable[[], str], partner: str, why: str
) -> None:
    sit_down(phone, "call-partner")
    value = "0" if partner == "Ann" else partner
    form, before = phone.form("Record bid"), stored()
    answer = phone.send(form.action, form.filled(Bidder="Ann", Bid="100") | {"partners": value})
    assert answer.status == 422
    assert why in answer.page.description_of("partners")
    assert answer.page.form("Record bid").sent["bid"] == "100"
    assert stored() == before


def test_a_partner_that_did_not_come_is_asked_for(phone: Person, stored: Callable[[], str]) -> None:
    sit_down(phone, "call-partner")
    bid_and_call(phone, "Ann", 100)
    before = stored()
    answer = phone.tap("Record partner")
    assert answer.status == 422
    assert "Who is the partner?" in answer.page.description_of("partners")
    assert stored() == before


def test_a_partner_where_no_one_calls_one_is_refused(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    form, before = phone.form("Record bid"), stored()
    answer = phone.send(form.action, form.filled(Bidder="Ann", Bid="100") | {"partners": "2"})
    assert answer.status == 422
    assert "With these rules no one calls a partner." in answer.page.text
    assert stored() == before


def test_a_hand_with_another_partner_asks_for_the_counts_of_the_new_sides(phone: Person) -> None:
    game = sit_down(phone, "call-partner")
    bid_and_call(phone, "Ann", 100, Partner="Cal")
    ours, theirs = (f"Captured by {side}" for side in PARTNERS)
    phone.tap("Save hand", {"Last trick": PARTNERS[0], ours: "100", theirs: "80"})
    assert phone.page.totals == {"Ann": "120", "Bob": "80", "Cal": "120", "Dee": "80", "Eve": "80"}
    answer = correct(phone, game, 1, {"Partner": "Dee"})
    assert answer.status == 422
    assert "With that partner, Ann & Dee played against Bob & Cal & Eve" in answer.page.text
    typed = {"Captured by Ann & Dee": "60", "Captured by Bob & Cal & Eve": "120", "Last trick": "Ann & Dee"}
    assert phone.tap("Save correction", typed).status == 303
    assert phone.page.totals == {"Ann": "−100", "Bob": "120", "Cal": "120", "Dee": "−100", "Eve": "120"}
    phone.open(f"{game}/hands/1")
    assert phone.form("Save correction").sent["partners"] == "3"
    answer = correct(phone, game, 1, {"Partner": "Ann"})
    assert "Ann has to call someone else" in answer.page.description_of("partners")


def test_a_lone_bidder_stays_alone_when_something_else_is_corrected(phone: Person) -> None:
    game = sit_down(phone, "call-partner")
    bid_and_call(phone, "Ann", 100, Partner="Alone")
    phone.tap("Save hand", {"Last trick": "Ann", "Captured by Ann": "100"})
    phone.open(f"{game}/hands/1")
    assert phone.form("Save correction").sent["partners"] == "alone"
    assert correct(phone, game, 1, {"Bid": "110"}).page.totals["Ann"] == "120"
    assert about(phone, "Undo") == "Takes back the correction of hand 1"
