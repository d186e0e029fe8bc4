"""An evening goes on while the server cannot be reached: hand after hand, with the server's own forms."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person
from tests.web.steps import log_calls, shown_links

from .offline import at_table, hands, play, unsent
from .page_faults import layout_faults
from .phone import SIDES, Phone, never_answers
from .server import Server
from .visibility import box_of


def test_five_hands_alone_are_scored_and_sent_once_each_in_order(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone, target=1000)
    server.stop()
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    unsent(phone, 2)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Hand 2 · Ann deals, Bob bids first")
    play(phone, "Bob", 95, 45)
    phone.sees_totals("145", "−75")
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Hand 3 · Bob deals, Cal bids first")
    phone.tap("button", "Everyone passed")
    expect(phone.page.locator("tr.unsent")).to_have_count(4)  # the heading is the same
    play(phone, "Cal", 120, 60)
    phone.sees_totals("25", "−15")
    play(phone, "Dee", 70, 0)
    phone.sees_totals("25", "105")
    play(phone, "Ann", 80, 80)
    phone.sees_totals("105", "145")
    expect(phone.page.locator("tr.unsent")).to_have_count(7)
    unsent(phone, 12)
    phone.finds_server()
    unsent(phone, 0)
    phone.sees_totals("105", "145")
    assert hands(phone) == ["Ann 80", "Dee 70", "Cal 120", "Bob 95", "Ann 100"]
    phone.sees_totals("105", "145")


def test_who_has_no_name_is_spoken_to_as_you(new_phone: Callable[..., Phone], server: Server) -> None:
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
    expect(phone.page.locator(".announcement.seen")).to_have_text("Undone: the hand Bob bid 95.")
    phone.tap("button", "Save hand")
    phone.finds_server()
    expect(phone.page.locator(".announcement.seen")).to_have_text("Arrived: 1 hand.")
    expect(phone.page.locator("#told")).to_have_text("Arrived: 1 hand.")
    phone.sees_totals("45", "−95")
    phone.page.keyboard.press("Shift")
    expect(phone.page.locator(".announcement.seen"), "until the next tap").to_have_count(0)


@pytest.mark.parametrize("alone", [True, False])
def test_an_undone_hand_comes_back_as_it_was_entered(
    new_phone: Callable[..., Phone], server: Server, alone: bool
) -> None:
    """One number was mistyped: it is changed, and the hand is saved again."""
    phone = at_table(new_phone)
    if alone:
        server.stop()
    phone.record_bid("Ann", 100)
    phone.choose("Last trick", SIDES[0])
    points = phone.page.get_by_role("group", name="Points")
    points.get_by_role("button", name="100", exact=True).tap()
    phone.tap("button", "Save hand")
    phone.sees_totals("100", "20")
    phone.tap("button", "Undo")
    phone.sees_totals("0", "0")
    expect(phone.page.locator(".announcement")).to_be_visible()
    expect(phone.page.locator("main").get_by_text("Undone: ")).to_be_visible()
    expect(phone.page.get_by_label(f"Captured by {SIDES[0]}")).to_have_value("100")
    expect(phone.page.get_by_label(f"Captured by {SIDES[1]}")).to_have_value("20")
    expect(phone.page.get_by_role("radiogroup", name="Last trick").get_by_role("radio", checked=True)).to_have_count(1)
    expect(phone.page.locator("#preview")).to_contain_text("+100")
    points.get_by_role("button", name="105", exact=True).tap()
    expect(phone.page.get_by_label(f"Captured by {SIDES[1]}")).to_have_value("15")
    phone.tap("button", "Save hand")
    phone.sees_totals("105", "15")


def test_what_is_not_sent_is_undone_step_by_step(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone)
    server.stop()
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    phone.sees_totals("145", "−75")
    phone.tap("button", "Undo")
    phone.sees_totals("100", "20")
    phone.record_hand(SIDES[0], 20, last_trick=SIDES[0])
    phone.sees_totals("120", "120")
    for _ in range(4):
        phone.redeal("Undo")
    phone.sees_totals("0", "0")
    expect(phone.page.get_by_role("button", name="Undo")).to_have_count(0)
    play(phone, "Dee", 70, 50)
    phone.sees_totals("50", "70")
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Dee 70"]
    phone.sees_totals("50", "70")


def test_a_hand_that_is_being_counted_stays_while_the_others_are_sent(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """And the game can go on without the server again."""
    phone = at_table(new_phone)
    server.stop()
    play(phone, "Ann", 100, 100)
    phone.record_bid("Bob", 95)
    phone.choose("Last trick", SIDES[0])
    field = phone.page.get_by_label(f"Captured by {SIDES[0]}")
    field.fill("45")
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator("tr.unsent")).to_have_count(0)
    expect(field).to_have_value("45")
    expect(phone.page.locator(".late")).to_have_count(0)
    server.stop()
    phone.tap("button", "Save hand")
    phone.sees_totals("145", "−75")
    unsent(phone, 1)
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95", "Ann 100"]


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


def test_what_may_have_arrived_and_was_taken_back_is_sent_with_its_undo(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone)
    server.stop()
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(1)
    phone.tap("button", "Undo")
    unsent(phone, 2)
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(0)


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


def test_what_a_board_cannot_open_without_a_server_says_so(new_phone: Callable[..., Phone], server: Server) -> None:
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
    says_what_needs_the_network(phone, f"#scoreboard a{opens}", 6)
    corrects = phone.page.get_by_text("Correct hand 1")
    assert "needs the network" in corrects.evaluate("(one) => getComputedStyle(one, '::after').content")
    assert layout_faults(phone) == []
    phone.record_bid("Bob", 95)
    expect(phone.page.locator("#scoreboard[data-local]")).to_be_attached()
    says_what_needs_the_network(phone, f"#scoreboard a{opens}", 5)
    phone.finds_server()
    unsent(phone, 0)


def test_a_bidding_is_logged_call_by_call(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(new_phone)
    server.stop()
    phone.tap("link", "Bid by bid")
    everyone_passed = phone.page.locator(".questions [formaction$='/passed-out']")
    expect(everyone_passed).to_have_count(1)
    for player, call in (("Ann", "70"), ("Bob", "Pass"), ("Cal", "75"), ("Dee", "Pass"), ("Ann", "Pass")):
        expect(phone.page.get_by_role("group", name=f"{player}'s bid")).to_be_visible()
        phone.tap("button", call)
        expect(everyone_passed).to_have_count(0)
    phone.record_hand(SIDES[0], 100, last_trick=SIDES[0])
    phone.sees_totals("100", "20")
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Cal 75"]


def test_bid_by_bid_lasts_without_the_server_too(new_phone: Callable[..., Phone], server: Server) -> None:
    """From what the server knew, and from what was recorded since; a bid that was taken back is in its form."""
    other = Person(server.app)
    game = other.start_game(dealer="Dee")
    log_calls(other, "Ann 120")
    other.record_hand(60)
    phone = new_phone()
    phone.expects("net::ERR_", "Failed to fetch")
    phone.open(game)
    phone.keeps_game()
    phone.wait_for_htmx()
    server.stop()
    expect(phone.page.get_by_role("group", name="Bob's bid")).to_be_visible()
    phone.tap("button", "120")
    phone.record_hand(SIDES[0], 60, last_trick=SIDES[0])
    expect(phone.page.get_by_role("group", name="Cal's bid")).to_be_visible()
    phone.tap("link", "Just the winning bid")
    phone.record_bid("Cal", 70)
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("radio", name="Cal")).to_be_checked()
    phone.tap("button", "Record bid")
    phone.record_hand(SIDES[0], 60, last_trick=SIDES[0])
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    assert hands(phone) == ["Cal 70", "Bob 120", "Ann 120"]


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
