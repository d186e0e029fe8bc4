"""Pages that show what others do, and the news that they bring."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.person import Person
from tests.web import tournaments
from tests.web.steps import shown_links

from .phone import Phone

AC = "Ann & Cal"


Arrives = Callable[[Person], object]


def board(phone: Phone) -> Person:
    """A hand was played already of the game that the phone shows."""
    other = phone.start_game(dealer="Dee", target=1000)
    other.play("Ann", 100, 120)
    phone.open(phone.path)
    phone.wait_for_htmx()
    phone.keeps_game()
    return other


def watch_page(phone: Phone) -> Person:
    other = board(phone)
    game = phone.path
    phone.open(shown_links(other, f"{game}/links")["watch"])
    other.open(game)
    return other


def organizers_page(phone: Phone) -> Person:
    other = Person(phone.server.app)
    here = tournaments.start_tournament(other, "ranked")
    tournaments.draw(other, here, 1)
    tournaments.paper(other, here, 1, 2, 20, 60)
    phone.open(here)
    return other


def standings(phone: Phone) -> Person:
    other = organizers_page(phone)
    phone.open(f"{phone.path}/standings")
    return other


def news(phone: Phone, other: Person, arrives: Arrives) -> None:
    """Until the phone shows what another phone did."""
    poll = phone.page.locator("[data-poll]").get_attribute("data-poll")
    arrives(other)
    expect(phone.page.locator(f'[data-poll="{poll}"]')).to_have_count(0)
