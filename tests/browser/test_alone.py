"""An evening goes on while the server cannot be reached: hand after hand, with the server's own forms."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person
from tests.web.steps import goes_home, shown_links

from .offline import at_table, play, unsent
from .page_faults import layout_faults
from .phone import SIDES, Phone, never_answers
from .server import Server
from .visibility import box_of


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_a_seat_without_a_name_is_you_on_a_phone_alone(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone()
    phone.expects("net::ERR_", "Failed to fetch")
    phone.open("/games/new")
    phone.tap("button", "Start without names")
    phone.keeps_game()
    phone.wait_for_htmx()
    server.stop()
    phone.redeal()
    head = phone.page.get_by_role("heading", level=1)
    expect(head).to_have_text("Hand 1 · You deal, Left bids first")
    phone.record_bid("You", 100)
    expect(head).to_have_text("Hand 1 · You deal, Left leads")
    expect(phone.page.locator(".contract")).to_have_text("You bid 100: You & Partner need 100")
    phone.record_hand("You & Partner", 100, last_trick="You & Partner")
    expect(phone.page.locator('[data-total="You & Partner"]')).to_have_text("100")
    unsent(phone, 3)
    phone.finds_server()
    unsent(phone, 0)
    expect(head).to_have_text("Hand 2 · Left deals, Partner bids first")


def test_without_a_server_it_says_the_same_as_with_one(new_phone: Callable[..., Phone], server: Server) -> None:
    """K11: what waits is no fault, a lost bid is "set back" in its color, Undo names what it took back, and it is said
    what has arrived."""
    phone = at_table(new_phone)
    server.stop()
    phone.record_bid("Bob", 95)
    unsent = phone.page.locator("#unsent")
    expect(unsent).to_contain_text("Safe on this phone: a bid, not sent yet.")
    red = "(bar) => getComputedStyle(bar).borderLeftColor === getComputedStyle(document.querySelector('.set')).color"
    phone.page.evaluate("() => document.body.append(Object.assign(document.createElement('i'), { className: 'set' }))")
    assert not unsent.evaluate(red)
    phone.tap("button", "Undo")
    expect(phone.page.locator(".announcement.seen")).to_have_text("Undone: Bob's bid of 95.")
    phone.tap("button", "Record bid")
    phone.choose("Last trick", SIDES[0])
    phone.page.get_by_label(f"Captured by {SIDES[0]}").fill("45")
    expect(phone.page.locator("#preview .set")).to_have_text("Bob & Dee: set back 95.")
    phone.tap("button", "Save hand")
    phone.sees_totals("45", "−95")
    phone.tap("button", "Undo")
    expect(phone.page.locator(".announcement.seen")).to_have_text("Undone: Bob's hand, bid 95.")
    phone.tap("button", "Save hand")
    phone.finds_server()
    expect(phone.page.locator(".announcement.seen")).to_have_text("Arrived: 1 hand.")
    expect(phone.page.locator("#told")).to_have_text("Arrived: 1 hand.")
    phone.sees_totals("45", "−95")
    phone.page.keyboard.press("Shift")
    expect(phone.page.locator(".announcement.seen"), "until the next tap").to_have_count(0)


def test_an_undo_does_not_wait_for_an_answer_that_never_comes(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone)
    server.stop()
    phone.record_bid("Ann", 100)
    unsent(phone, 1)
    phone.page.evaluate("""() => {
      window.setInterval = () => 0; // a patience without end
    }""")
    with phone.page.expect_request(f"**{phone.path}"):
        phone.context.route(f"**{phone.path}", never_answers)
        phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.tap("button", "Undo")
    unsent(phone, 2)
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_taps_of_another_game_are_sent_without_a_change_of_the_page(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone)
    phone.context.set_offline(True)
    play(phone, "Ann", 100, 100)
    unsent(phone, 2)
    phone.page.goto("about:blank")
    phone.context.set_offline(False)
    with phone.page.expect_response("**/alone/meet"):
        phone.start_game(names=("Eve", "Flo", "Gus", "Hal"), dealer="Eve")
    with phone.page.expect_response("**/since/*"):
        unsent(phone, 0)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Hand 1 · Eve deals, Flo bids first")


def test_hands_of_a_game_in_which_somebody_sat_down_are_counted_to_the_last(phone: Phone, server: Server) -> None:
    """Eve sits for Dee after the first of three hands."""
    phone.expects("net::ERR_", "Failed to fetch")
    other = phone.start_game("Cal")
    other.play("Ann", 100, 105)
    other.open(f"{phone.path}/settings")
    other.tap("Save", {"Play to": "", "Number of hands": "3"})
    goes_home(other, phone.path, Dee="Eve")
    phone.open(phone.path)
    phone.keeps_game()
    phone.wait_for_htmx()
    server.stop()
    head = phone.page.get_by_role("heading", level=1)
    play(phone, "Ann", 100, 100)
    expect(head).to_have_text("Hand 3 of 3 · Ann deals, Bob bids first")
    expect(phone.page.locator(".hands tbody th").first).to_have_text("2")
    play(phone, "Ann", 100, 110)
    expect(head).to_have_text("Ann & Cal won")
    expect(phone.page.locator("p.deal")).to_have_text("Game over · 3 hands")
    expect(phone.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()


def test_the_winner_is_seen(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone, target=100)
    server.stop()
    play(phone, "Ann", 100, 120)
    expect(phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    expect(phone.page.locator(".deal")).to_have_text("Game over · 1 hand")
    expect(phone.page.locator(".won .final")).to_have_text("120")
    won, rematch = phone.page.locator(".won h1"), phone.page.get_by_role("button", name="Rematch", exact=True)
    assert box_of(won)["y"] + box_of(won)["height"] + 8 <= box_of(rematch)["y"]
    expect(phone.page.locator("#unreached")).to_be_attached()
    says_what_needs_the_network(phone, ".then :is(a, button), nav.foot a", 4)
    assert layout_faults(phone) == []
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()


def says_what_needs_the_network(phone: Phone, ways: str, at_least: int) -> None:
    """Each of these links and buttons says so; the hands say it once, above them."""
    words = "(all) => all.filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one, '::after').content)"
    said = phone.page.locator(ways).evaluate_all(words)
    assert said == ['"needs the network"'] * len(said)
    assert len(said) >= at_least


def test_links_that_a_board_cannot_open_without_a_server_say_so(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """On the board that the server gave last, with a question to the side that this phone is for, and on the next."""
    phone = new_phone()
    phone.expects("net::ERR_", "Failed to fetch")
    other = phone.start_game()
    game = phone.path
    phone.open(shown_links(other, f"{game}/links")["table"])
    phone.choose("This phone watches the score", f"for {SIDES[1]}")
    phone.tap("button", "Enter")
    other.open(game)
    other.play("Ann", 95, 95)
    expect(phone.page.locator("[href$=disagree]")).to_be_visible()
    phone.keeps_game()
    phone.wait_for_htmx()
    server.stop()
    phone.page.evaluate("() => { dispatchEvent(new Event('offline')) }")
    expect(phone.page.locator("#unreached")).to_be_attached()
    opens = ":not(.home, .total, .hands a, .questions a)"  # Home is kept, and the phone draws what a question opens
    says_what_needs_the_network(phone, f"#scoreboard a{opens}", 5)
    corrects = phone.page.get_by_text("Correct hand 1")
    assert "needs the network" in corrects.evaluate("(one) => getComputedStyle(one, '::after').content")
    assert layout_faults(phone) == []
    phone.record_bid("Bob", 95)
    expect(phone.page.locator("#scoreboard[data-local]")).to_be_attached()
    says_what_needs_the_network(phone, f"#scoreboard a{opens}", 5)
    phone.finds_server()
    unsent(phone, 0)


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_two_taps_on_one_form_are_one(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone)
    server.stop()
    phone.tap("link", "Bid by bid")
    expect(phone.page.get_by_role("group", name="Ann's bid")).to_be_visible()
    phone.page.locator("#call").evaluate(
        "form => { for (const bid of [1, 2]) form.querySelectorAll('button')[bid].click() }"
    )
    expect(phone.page.get_by_role("group", name="Bob's bid")).to_be_visible()
    unsent(phone, 1)
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator(".calls")).to_have_text("Ann 70")


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_a_game_that_is_deleted_meanwhile_leaves_nothing_to_go_on_with(
    new_phone: Callable[..., Phone],
) -> None:
    """What is answered then is the page of a deleted game."""
    phone = new_phone()

    def delete_first(route: Route) -> None:
        keeper, game = Person(phone.server.app), urlsplit(route.request.url).path.removesuffix("/alone")
        keeper.open(f"{game}/settings")
        keeper.tap("Delete game")
        route.continue_()

    phone.context.route("**/alone", delete_first)
    with phone.page.expect_event("requestfinished", lambda request: request.url.endswith("/alone")):
        phone.start_game(dealer="Dee")
    expect(phone.page.get_by_role("button", name="Restore")).to_be_visible()
