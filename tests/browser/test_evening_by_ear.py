"""An evening by keyboard and by ear. What is heard is a script in heard/, to be read as a blind person hears it.

A script that is no longer so is written anew with HEARD=1, and reviewed.
"""

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import shown_links

from .by_ear import Listener
from .phone import Phone

SCRIPTS = Path(__file__).parent / "heard"
MOST_KEYS = 12  # for an ordinary hand, bid and count
CAPTURED = "Captured by Ann & Cal"
ORDINARY = "Hand 5: Bob bids 120", "Hand 5: Ann & Cal captured 85, and win"


def read(name: str, listener: Listener) -> str:
    path = SCRIPTS / f"{name}.txt"
    if os.environ.get("HEARD"):
        path.write_text(heard(listener))
    return path.read_text()


def heard(listener: Listener) -> str:
    return "\n".join(listener.script).strip() + "\n"


def bids(person: Listener, bidder: int, bid: int) -> None:
    """Chooses a bidder by arrows and a bid by its digits."""
    person.go("Tab", "Bidder")
    person.press(*["ArrowDown"] * bidder)
    person.reads()
    person.go("Tab", "Bid: ")
    person.press(*str(bid), "Enter")


def counts(person: Listener, captured: int) -> None:
    """Types what Ann and Cal captured; the others have the rest."""
    person.go("Tab", CAPTURED)
    person.press(*str(captured), "Enter")


def test_a_game_of_five_hands(new_phone: Callable[..., Phone]) -> None:
    """Ordinary hands, an auction, a renege, an undo, a correction, another phone, a win; and somebody who watches."""
    phone, watching, other = new_phone(), new_phone(), Person(new_phone().server.app)
    person, watcher = Listener(phone), Listener(watching)
    game = other.start_game("Dee")

    def hear(words: str, others: str) -> None:
        """The result of what a person did, and what is told of it to those who watch."""
        person.hears(words)
        watcher.hears(others)

    with person.step("The game is opened"):
        phone.open(game)
        phone.wait_for_htmx()
        person.hears("Page:")
    watching.open(shown_links(other, f"{game}/links")["watch"])
    watching.wait_for_htmx()
    watcher.hears("Page:")
    with person.step("Hand 1: Bob bids 120"):
        bids(person, 1, 120)
        hear("Bob bid 120", "Bob bid 120")
    with person.step("Hand 1: Ann & Cal captured 40"):
        counts(person, 40)
        hear("Saved hand 1", "Hand 1")
    with person.step("Hand 2, bid by bid: Bob passes, Cal bids 70, the others pass"):
        person.go("Tab", "Bid by bid")
        person.press("Enter")
        person.comes_to("Pass")
        person.press("Enter")
        hear("Bob passed", "Bob passed")
        person.go("Tab", "70")
        person.press("Enter")
        hear("Cal bid 70", "Cal bid 70")
        person.reads()
        person.press("Enter")
        hear("Dee passed", "Dee passed")
        person.reads()
        person.press("Enter")
        hear("Cal has the bid", "Cal has the bid")
    with person.step("Hand 2: Ann & Cal captured 75"):
        counts(person, 75)
        hear("Saved hand 2", "Hand 2")
    with person.step("Hand 3, just the winning bid: Dee bids 80"):
        person.go("Tab", "Just the winning bid")
        person.press("Enter")
        expect(phone.page.get_by_role("link", name="Bid by bid")).to_be_attached()
        bids(person, 3, 80)
        hear("Dee bid 80", "Dee bid 80")
    with person.step("Hand 3: Dee reneged when Ann & Cal had 30"):
        person.go("Tab", "Something else")
        person.press("Enter")
        person.go("Tab", "Renege")
        person.press("Enter")
        person.comes_to("Renege, paragraph")
        person.go("Tab", "Who reneged?")
        person.go("ArrowUp", "Dee")
        person.go("Tab", CAPTURED)
        person.press("3", "0", "Enter")
        hear("Saved hand 3: Ann & Cal +30, Bob & Dee −80", "Dee reneged")
    with person.step("Hand 3 is taken back"):
        person.go("Tab", "Undo")
        person.press("Enter")
        hear("Undone", "Undone")
    with person.step("Hand 3 is saved again, with 35"):
        person.go("Tab", CAPTURED)
        person.press("Control+a", "3", "5", "Enter")
        hear("Saved hand 3: Ann & Cal +35, Bob & Dee −80", "Dee reneged")
    with person.step("Hand 1 is corrected: they captured 45"):
        person.go("Tab", "1")
        person.press("Enter")
        person.go("Tab", "Correct hand 1")
        person.press("Enter")
        person.hears("Page: Correct hand 1")
        person.go("Tab", CAPTURED)
        person.press("Control+a", "4", "5", "Enter")
        hear("Saved the correction", "hand 1")
    with person.step("Hand 4: another phone joins, and says that Ann bid 90"):
        other.open(game)
        other.record_bid("Ann", 90)
        hear("Ann bid 90", "Ann bid 90")
    with person.step("Hand 4: Ann & Cal captured 95"):
        counts(person, 95)
        hear("Saved hand 4", "Hand 4")
    bid, count = ORDINARY
    with person.step(bid):
        bids(person, 1, 120)
        hear("Bob bid 120", "Bob bid 120")
    with person.step(count):
        counts(person, 85)
        hear("Saved hand 5", "won")
        person.comes_to("won")
    assert heard(person) == read("evening", person)
    assert heard(watcher) == read("watching", watcher)
    assert sum(person.keys[step] for step in ORDINARY) <= MOST_KEYS
