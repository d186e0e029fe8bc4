"""Rules with a hundred bids: typed rather than tapped, or called step by step."""

from collections.abc import Callable

import pytest

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import Game
from tests.html import text_of
from tests.person import SIDES, Person

from .steps import log_calls, step

AC, BD = SIDES


def sit_down_by_points(phone: Person) -> str:
    """The original rules with bids and counts of any number of points: a hundred bids."""
    game = phone.start_game()
    with phone.app.app_context(), writing() as session:
        session.query(Game).one().rules = {"base": "original", "bid_step": 1, "min_bid": 20}
    phone.open(game)
    return game


def test_many_bids_are_typed_and_refused_as_any_bid(phone: Person, stored: Callable[[], str]) -> None:
    sit_down_by_points(phone)
    assert not phone.page.all("input[type=radio][name=bid]")
    assert "20 to 120, by 1s." in phone.page.description_of("bid")
    before = stored()
    for typed, why in (("", "How much was bid?"), ("19", "The lowest bid is 20"), ("lots", "Choose one of these.")):
        answer = phone.tap("Record bid", {"Bidder": "Ann", "Bid": typed})
        assert answer.status == 422
        assert why in answer.page.description_of("bid")
        assert answer.page.form("Record bid").sent["bid"] == typed
    assert stored() == before
    assert phone.tap("Record bid", {"Bidder": "Ann", "Bid": "73"}).status == 303
    assert phone.tap("Save hand", {f"Captured by {AC}": "75"}).page.totals == {AC: "75", BD: "45"}


@pytest.mark.both_databases
def test_many_bids_are_called_step_by_step(phone: Person) -> None:
    """No call of the next sixty bids is missing, and the page stays one that can be scrolled."""
    phone.open(f"{sit_down_by_points(phone)}?bid=calls")
    calls = [text_of(button) for button in phone.page.all("button[name=call]")]
    assert calls == ["Pass", *map(str, range(20, 80))]
    assert step(phone, "call", player="1", call="79").status == 303
    assert [text_of(button) for button in phone.page.all("button[name=call]")][1:] == [*map(str, range(80, 121))]


def test_many_bids_are_typed_in_a_correction_too(phone: Person) -> None:
    game = sit_down_by_points(phone)
    log_calls(phone, "Bob 73, Cal pass, Dee pass, Ann pass")
    phone.tap("Save hand", {f"Captured by {AC}": "45"})
    phone.open(f"{game}/hands/1")
    assert "20 to 120, or pass" in phone.page.description_of("calls-0-call")
    assert phone.tap("Save correction", {"Call 1": "19"}).status == 422
    assert "The lowest bid is 20; 19 is too low." in phone.page.description_of("calls-0-call")
    assert phone.form("Save correction").sent["calls-0-call"] == "19"
    assert phone.tap("Save correction", {"Call 1": " 76", "Call 2": "Pass "}).page.totals == {AC: "45", BD: "−76"}
