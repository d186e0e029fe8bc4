"""What a table does, in WebKit (with Safari's focus) and in Firefox: the same journeys in both."""

from collections.abc import Callable

import pytest

from tests.browser.server import Server
from tests.person import Person
from tests.web.steps import shown_links

from .drivers import until
from .phone import EnginePhone

pytestmark = pytest.mark.everywhere("engine", proven="tests/browser/test_one_hand.py")

SHEET = "Bob 95 45 75\nAnn 100 105 15"


def test_an_evening_of_one_game(engine_phone: EnginePhone) -> None:
    """Each kind of entry, undo and redo, a correction, a reload in the middle of a bid and of a count, a win."""
    phone = engine_phone
    phone.start_game()
    phone.choose("Bidder", "Bob")
    phone.reload()
    phone.keeps_game()
    assert phone.chosen() == []
    phone.play("Ann", 100, 105)
    phone.sees_totals("105", "15")
    phone.tap("Undo")
    phone.sees_totals("0", "0")
    phone.tap("Redo")
    phone.sees_totals("105", "15")
    phone.tap("Something else…")
    phone.tap("Misdeal")
    phone.sees_text("Misdeal, Bob dealt")
    phone.record_bid("Bob", 100)
    phone.count("Bob & Dee", 75)
    phone.reload()
    phone.keeps_game()
    assert phone.chosen() == []
    phone.count("Bob & Dee", 75)
    phone.tap("Save hand")
    phone.sees_totals("150", "−85")
    phone.record_bid("Dee", 70)
    phone.tap("Something else…")
    phone.tap("Renege")
    phone.choose("Who reneged?", "Dee")
    phone.tap("0")
    phone.tap("Save hand")
    phone.sees_totals("150", "−155")
    phone.tap("2")
    phone.tap("Correct hand 2")
    phone.tap("100")
    phone.tap("Save correction")
    phone.sees_totals("125", "45")
    phone.keeps_game()
    for totals in (("245", "45"), ("365", "45")):
        phone.play("Ann", 100, 120)
        phone.sees_totals(*totals)
    phone.sees(".won h1", "Ann & Cal won")


def test_an_evening_without_a_server_and_back(engine_phone: EnginePhone, server: Server) -> None:
    phone = engine_phone
    phone.start_game()
    server.stop()
    phone.is_alone()
    phone.play("Ann", 100, 105)
    phone.sees_totals("105", "15")
    phone.sees_text("not sent yet")
    phone.play("Bob", 100, 75, last_trick="Bob & Dee")
    phone.sees_totals("150", "−85")
    server.start()
    phone.js("dispatchEvent(new Event('online'))")
    phone.is_sent()
    phone.reload()
    phone.sees_totals("150", "−85")


def test_two_phones_of_two_engines_keep_score_of_one_game(phone_in: Callable[[str], EnginePhone]) -> None:
    iphone, other = phone_in("WebKit"), phone_in("Firefox")
    iphone.start_game()
    other.open(iphone.path)
    other.keeps_game()
    iphone.record_bid("Ann", 100)
    other.count("Ann & Cal", 105)
    other.tap("Save hand")
    for phone in (iphone, other):
        phone.sees_totals("105", "15")
    iphone.play("Bob", 100, 75, last_trick="Bob & Dee")
    other.sees_totals("150", "−85")
    other.tap("Undo")
    iphone.sees_totals("105", "15")


def test_a_watcher_sees_each_hand_and_the_end(engine_phone: EnginePhone, server: Server) -> None:
    keeper = Person(server.app)
    game = keeper.start_game(dealer="Dee")
    engine_phone.open(shown_links(keeper, f"{game}/links")["watch"])
    keeper.open(game)
    keeper.play("Ann", 100, 105)
    engine_phone.sees_totals("105", "15")
    while not keeper.page.heading.endswith("won"):
        keeper.play("Ann", 100, 120)
    engine_phone.sees(".won h1", "Ann & Cal won")


def test_a_paper_sheet_is_checked(engine_phone: EnginePhone) -> None:
    engine_phone.open("/check/sheet")
    engine_phone.tap("Paste a sheet instead")
    engine_phone.type("The sheet, line by line", SHEET)
    engine_phone.tap("Check this text")
    until(lambda: engine_phone.js("return document.querySelector('#verdict h2')?.textContent"))


def test_a_paper_sheet_that_is_typed_is_judged_and_kept(engine_phone: EnginePhone) -> None:
    engine_phone.open("/check/sheet")
    for label, text in (("Bid", "100"), ("Us", "105"), ("Them", "15")):
        engine_phone.type(label, text)
    engine_phone.tap("Sides and players")  # the row is in hand no more
    engine_phone.sees(".count a", "1 right")
    engine_phone.reload()
    engine_phone.sees(".count a", "1 right")
    assert engine_phone.js("return document.querySelector('[name=cell-0-3]').value") == "105"
