"""Two pages of one phone share what waits to be sent: nothing is lost, nothing doubled."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from .offline import at_table, hands, second_page
from .phone import SIDES, Phone, never_answers


def test_a_tap_on_one_page_does_not_overtake_one_that_is_underway_on_the_other(
    new_phone: Callable[..., Phone],
) -> None:
    one = at_table(new_phone, target=1000)
    one.expects("status of 409", "net::ERR_", "Failed to fetch")
    one.record_bid("Ann", 100)
    expect(one.page.get_by_role("button", name="Save hand")).to_be_visible()
    other, held = second_page(one), list[Route]()
    other.page.route("**/since/**", never_answers)  # at an answer it would send what waits on the first page
    other.page.route("**/preview", lambda route: route.abort())
    other.choose("Last trick", SIDES[0])
    other.page.get_by_label(f"Captured by {SIDES[0]}").fill("45")
    one.page.route("**/hands", lambda route: held.append(route))
    with one.page.expect_request("**/hands"):
        one.record_hand(SIDES[0], 100, last_trick=SIDES[0])
    other.tap("button", "Save hand")
    expect(other.page.locator("#meeting")).to_be_visible()
    other.sees_totals("100", "20")
    other.tap("button", "Keep theirs")
    expect(other.page.locator("#meeting")).to_have_count(0)
    for route in held:
        route.abort()
    one.sees_totals("100", "20")
    assert hands(other) == ["Ann 100"]
