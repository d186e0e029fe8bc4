"""The PIN, on a phone."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.settings import Settings
from tests.person import Person

from .offline import hands, unsent
from .phone import Phone
from .server import Server


@pytest.fixture
def server(app_with: Callable[..., Flask], settings: Settings) -> Iterator[Server]:
    server = Server(app_with(pin="4711"), replace(settings, pin="4711"))
    yield server
    server.close()


def table_with_pin(server: Server) -> str:
    """A game that another phone has begun."""
    keeper = Person(server.app)
    keeper.open("/games/new")
    keeper.tap("Start game", {"Player 1": "Ann", "Player 2": "Bob", "Player 3": "Cal", "Player 4": "Dee"})
    keeper.tap("Continue", {"PIN": "4711"})
    return keeper.last.path


def test_the_pin_is_asked_once_and_the_tap_is_not_lost(any_phone: Phone, server: Server) -> None:
    phone = any_phone
    phone.expects("status of 403")
    phone.open(table_with_pin(server))
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("heading", name="Enter the table's PIN")).to_be_visible()
    phone.page.get_by_label("PIN").fill("1")
    phone.tap("button", "Continue")
    expect(phone.page.get_by_text("Wrong PIN.")).to_be_visible()
    phone.page.get_by_label("PIN").fill("4711")
    phone.tap("button", "Continue")
    expect(phone.page.locator(".contract")).to_contain_text("Bob bid 95")
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.sees_totals("45", "−95")


@pytest.mark.everywhere("way", proven="tests/web/test_pin.py")
def test_htmx_shows_the_page_of_the_pin_in_place_of_the_page(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone()
    phone.expects("status of 403")
    phone.open(table_with_pin(server))
    phone.wait_for_htmx()
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Enter the table's PIN")
    expect(phone.page.get_by_role("main")).to_have_count(1)
    expect(phone.page.locator("#scoreboard")).to_have_count(0)


@pytest.mark.everywhere("again", proven="tests/browser/test_pin.py")
def test_the_pin_is_asked_for_a_rematch(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone()
    phone.expects("status of 403")
    keeper = Person(server.app)
    keeper.open("/games/new")
    seats = {"Player 1": "Ann", "Player 2": "Bob", "Player 3": "Cal", "Player 4": "Dee"}
    keeper.tap("Start game", seats | {"Play to": "100"})
    keeper.tap("Continue", {"PIN": "4711"})
    keeper.play("Ann", 100, 120)
    phone.open(keeper.last.path)
    phone.keeps_taps()
    phone.tap("button", "Rematch")
    phone.page.get_by_label("PIN").fill("4711")
    phone.tap("button", "Continue")
    expect(phone.page.locator("h1.deal")).to_have_text("Hand 1 · Bob deals, Cal bids first")


def test_the_pin_is_asked_for_what_was_tapped_without_the_server(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = new_phone()
    phone.expects("status of 403")
    phone.open(table_with_pin(server))
    phone.keeps_game()
    server.stop()
    phone.record_bid("Bob", 95)
    unsent(phone, 1)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 2)
    phone.finds_server()
    expect(phone.page.locator("#unsent")).to_contain_text("Enter the table's PIN")
    phone.tap("button", "Enter the PIN")
    phone.page.get_by_label("PIN").fill("4711")
    phone.tap("button", "Continue")
    expect(phone.page.locator("#scoreboard")).to_have_count(1)
    phone.sees_totals("45", "−95")
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95"]
