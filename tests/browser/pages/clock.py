"""The pages of a game against the clock that began on paper, and of a hand that is given up."""

from collections.abc import Iterator

from tests.browser.phone import Phone
from tests.person import Person
from tests.web.steps import begun, make_house_rules


def clock_pages(phone: Phone) -> Iterator[str]:
    keeper = Person(phone.server.app)
    key = make_house_rules(keeper, start="smith-county", may_concede="True").path.removeprefix("/rules/")
    phone.open("/games/new")
    phone.page.locator("summary", has_text="Carry on from paper").tap()
    yield "a new game carried on from paper"
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.choose_rules(key)
    phone.page.get_by_label("Total of Ann & Cal").fill("120")
    phone.tap("button", "Start game")
    phone.page.get_by_role("button", name="Record bid", exact=True).first.wait_for()
    yield "the bid under a time limit"
    phone.record_bid("Ann", 100)
    phone.page.get_by_role("button", name="Save hand", exact=True).first.wait_for()
    yield "the count under a time limit"
    phone.tap("button", "Give up the hand")
    phone.page.get_by_text("give up the hand").wait_for()
    yield "a hand given up"
    phone.tap("button", "Save hand")
    phone.page.get_by_role("button", name="Record bid", exact=True).first.wait_for()
    yield "between two hands under a time limit"
    begun(keeper, minutes=46)
    phone.page.reload(wait_until="domcontentloaded")
    phone.page.get_by_text("Was that the last hand?").wait_for()
    yield "time that is up between two hands"
    phone.tap("button", "One more")
    phone.page.get_by_text("Time was called").wait_for()
    yield "the last hand"
