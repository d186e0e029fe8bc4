"""A phone that watches for a side: how it says so, what it is asked, and what is told of it then."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.phone import SIDES, Phone
from tests.web.steps import shown_links


def agreeing_pages(phone: Phone) -> Iterator[str]:
    other = phone.start_game()
    game, page = phone.path, phone.page
    phone.open(shown_links(other, f"{game}/links")["table"])
    yield "the page that a table link opens"
    phone.choose("This phone watches the score", f"for {SIDES[1]}")
    phone.tap("button", "Enter")
    expect(page.locator("#scoreboard")).to_be_visible()
    other.open(game)
    other.play("Ann", 95, 95)
    other.play("Bob", 100, 60)
    yes = page.get_by_role("button", name="Yes", exact=True)
    expect(yes).to_be_visible()
    yield "two hands to agree to"
    page.get_by_role("link", name="No: Hand 1").tap()
    expect(
        page.locator("#pad button").first
    ).to_be_visible()  # until it is there, "45" typed over "25" may become "2545"
    page.get_by_label(f"Captured by {SIDES[1]}").fill("45")
    page.get_by_label(f"Captured by {SIDES[0]}").fill("75")
    yield "what a side says of a hand"
    phone.tap("button", "Tell the others")
    back = page.get_by_role("button", name="Agree after all")
    expect(back).to_be_visible()
    yield "a hand of which this side says something else, and one to agree to"
    phone.open(f"{game}/links")
    page.locator("summary", has_text="Watch for a side").tap()
    phone.choose("This phone watches the score", f"for {SIDES[0]}")
    phone.tap("button", "Save")
    expect(page.get_by_role("button", name="They’re right")).to_be_visible()
    yield "a hand of which the other side says something else"
    phone.open(f"{game}/links")
    page.locator("summary", has_text="Watch for a side").tap()
    phone.choose("This phone watches the score", f"for {SIDES[1]}")
    phone.tap("button", "Save")
    back.tap()
    expect(back).to_have_count(0)
    page.wait_for_timeout(1_000)  # what the network brings under a finger takes no tap for a moment
    yes.tap()
    expect(yes).to_have_count(0)
    expect(page.get_by_text(f"agreed by {SIDES[1]}")).to_have_count(2)
    yield "two hands that were agreed to"
    phone.tap("link", "Score sheet")
    phone.tap("link", "Recap so far")
    expect(page.get_by_text(f"{SIDES[1]} agreed to every hand.")).to_be_visible()
    yield "the recap of a game that a side agreed to"
    phone.open(f"{game}/links")
    page.locator("summary", has_text="Watch for a side").tap()
    yield "where a phone watches for a side, or stops"
