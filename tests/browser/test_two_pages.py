"""Two pages of one phone share what waits to be sent: nothing is lost, nothing doubled."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from .offline import at_table, hands, play, second_page, unsent
from .phone import SIDES, Phone, never_answers
from .server import Server


def test_what_is_tapped_on_one_page_is_seen_on_the_other_and_sent_once(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    one = at_table(new_phone, target=1000)
    other = second_page(one)
    server.stop()
    play(one, "Ann", 100, 100)
    for page in (one, other):
        unsent(page, 2)
        page.sees_totals("100", "20")
    play(other, "Bob", 95, 45)
    unsent(one, 4)
    one.sees_totals("145", "−75")
    one.tap("button", "Undo")
    other.sees_totals("100", "20")
    other.record_hand(SIDES[0], 0, last_trick=SIDES[1])
    for page in (one, other):
        page.sees_totals("100", "140")
    server.start()
    for page in (one, other):
        unsent(page, 0)
        page.sees_totals("100", "140")
    play(one, "Cal", 120, 120)
    other.sees_totals("220", "140")
    assert hands(other) == ["Cal 120", "Bob 95", "Ann 100"]


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


@pytest.mark.parametrize("asked_the_same", [False, True], ids=["another question", "the same question"])
def test_what_is_being_filled_in_on_one_page_stays_while_the_other_goes_on_without_a_server(
    new_phone: Callable[..., Phone], server: Server, asked_the_same: bool
) -> None:
    one = at_table(new_phone, target=1000)
    one.record_bid("Ann", 100)
    expect(one.page.get_by_role("button", name="Save hand")).to_be_visible()
    other = second_page(one)
    count = other.page.get_by_label(f"Captured by {SIDES[0]}")
    count.fill("45")
    server.stop()
    one.record_hand(SIDES[0], 100, last_trick=SIDES[0])
    one.sees_totals("100", "20")
    other.sees_totals("100", "20")
    expect(count).to_have_value("45")
    late = other.page.locator(".late")
    expect(late).to_contain_text("The game changed meanwhile.")
    if asked_the_same:
        one.tap("button", "Undo")
        other.sees_totals("0", "0")
        expect(late).to_have_count(0)
        expect(count).to_have_value("45")
        other.choose("Last trick", SIDES[0])
        other.tap("button", "Save hand")
        one.sees_totals("−100", "75")
    else:
        other.tap("button", "Save hand")
        expect(other.page.get_by_text("The game changed meanwhile, so this isn't saved.")).to_be_visible()
        unsent(other, 1)
        other.tap("link", "Show what's next")
        expect(other.page.get_by_role("button", name="Record bid")).to_be_visible()
        expect(late).to_have_count(0)
