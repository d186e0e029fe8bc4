"""One hand, from the tap to the disk, and a game to its winner."""

from playwright.sync_api import expect

from .conftest import EVERY_WAY
from .phone import Phone


@EVERY_WAY
def test_the_rule_books_example_and_on_to_the_winner(any_phone: Phone) -> None:
    """Rule book, scoring: Dee deals; Bob has the bid at 95 and captures 75 with Dee. The other hands are ours."""
    phone = any_phone
    phone.fill_in_new_game(dealer="Dee")
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Dee deals, Ann bids first")
    phone.record_bid("Bob", 95)
    expect(phone.page.locator(".contract")).to_have_text("Bob bid 95: Bob & Dee need 95")
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.sees_totals("45", "−95")
    expect(phone.page.get_by_role("heading", name="Hand 2")).to_contain_text("Ann deals, Bob bids first")

    phone.record_bid("Ann", 100)
    phone.record_hand("Ann & Cal", 100, last_trick="Ann & Cal")
    phone.sees_totals("145", "−75")
    phone.record_bid("Dee", 70)
    phone.record_hand("Ann & Cal", 40, last_trick="Bob & Dee")
    phone.sees_totals("185", "5")
    phone.record_bid("Cal", 115)
    phone.record_hand("Ann & Cal", 115, last_trick="Ann & Cal")
    phone.sees_totals("300", "10")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    expect(phone.page.get_by_role("button", name="Record bid")).to_have_count(0)

    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    phone.sees_totals("300", "10")
    phone.open("/")
    expect(phone.page.get_by_role("main")).to_contain_text("Ann & Cal won")
