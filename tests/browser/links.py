"""A phone that comes by a link, and what it finds there."""

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import shown_links

from .phone import Phone


def enter_by_link(phone: Phone, address: str, name: str = "") -> None:
    phone.open(address)
    phone.page.get_by_label("Your name").fill(name)
    phone.tap("button", "Enter")
    expect(phone.page.get_by_role("button", name="Enter")).to_have_count(0)


@pytest.fixture
def keeper(phone: Phone) -> Person:
    """Who keeps a game that Ann & Cal win with the next hand."""
    keeper = Person(phone.server.app)
    keeper.start_game("Dee")
    for _ in range(2):
        keeper.play("Ann", 120, 120)
    return keeper


def game_of(keeper: Person) -> str:
    return keeper.page.form("Undo").action.removesuffix("/undo")


def watch_link_of(keeper: Person) -> str:
    game = game_of(keeper)
    watch = shown_links(keeper, f"{game}/links")["watch"]
    keeper.open(game)
    return watch
