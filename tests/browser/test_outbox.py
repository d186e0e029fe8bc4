"""Taps that cannot be sent are kept on the phone, shown as not sent, and sent once when the server is back."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person

from .offline import CANNOT_KEEP, FULL, HTMX_OR_NOT, ROOM, at_hand, hands, store_and_lose, unsent
from .phone import Phone
from .server import Server

TWICE = """() => {
  const button = [...document.querySelectorAll("#meeting button")].find((one) => one.textContent === "Add mine after");
  button.click();
  button.click();
}"""


UNDO_AND = """(button) => {
  document.querySelector("#steps button").click();
  document.querySelector(button).click();
}"""


@HTMX_OR_NOT
def test_a_hand_tapped_with_the_server_stopped_is_sent_once_when_it_is_back(
    new_phone: Callable[..., Phone], server: Server, how: dict[str, object]
) -> None:
    phone = at_hand(new_phone, **how)
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    expect(
        phone.page.get_by_role("status").filter(has_text=re.compile(r"Safe on this phone: 1 hand, not sent yet\."))
    ).to_be_visible()
    server.start()
    unsent(phone, 0)
    phone.sees_totals("45", "−95")
    assert hands(phone) == ["Bob 95"]


def test_a_misdeal_is_recorded_at_once_or_later(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_hand(new_phone)
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(1)
    server.stop()
    phone.tap("button", "Misdeal")
    unsent(phone, 1)
    phone.finds_server()
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(2)


def test_a_hand_tapped_without_a_network_is_sent_when_it_is_back(new_phone: Callable[..., Phone]) -> None:
    phone = at_hand(new_phone)
    phone.context.set_offline(True)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.context.set_offline(False)
    unsent(phone, 0)
    phone.sees_totals("45", "−95")
    assert hands(phone) == ["Bob 95"]


def test_a_hand_waits_while_the_page_is_closed(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_hand(new_phone)
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    game = phone.path
    phone.page.goto("about:blank")
    server.start()
    phone.open("/")
    unsent(phone, 0)
    phone.open(game)
    phone.sees_totals("45", "−95")


def test_what_waits_is_sent_from_a_page_that_follows_no_game_too(new_phone: Callable[..., Phone]) -> None:
    phone = at_hand(new_phone)
    game = phone.path
    phone.context.route("**/games/**", lambda route: route.abort())
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.open("/")
    unsent(phone, 1)
    phone.context.unroute_all()
    unsent(phone, 0)
    phone.open(game)
    phone.sees_totals("45", "−95")


def test_an_answer_that_was_lost_does_not_count_a_hand_twice(new_phone: Callable[..., Phone]) -> None:
    phone = at_hand(new_phone)
    store_and_lose(phone, "**/{hands,alone/meet}")
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.context.unroute("**/{hands,alone/meet}")
    unsent(phone, 0)
    phone.sees_totals("45", "−95")
    assert hands(phone) == ["Bob 95"]


def test_why_the_server_stores_nothing_is_said_next_to_what_waits(new_phone: Callable[..., Phone]) -> None:
    phone = at_hand(new_phone)
    phone.expects("503")
    words = json.dumps({"scorekeeper:fault": "The disk is full."})
    fault = {"Scorekeeper": "1", "HX-Reswap": "none", "HX-Trigger": words}
    phone.context.route("**/{hands,alone/meet}", lambda route: route.fulfill(status=503, headers=fault))
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    expect(phone.page.locator("#unsent")).to_contain_text("The disk is full.")
    phone.context.unroute("**/{hands,alone/meet}")
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95"]


def test_the_page_of_another_network_is_no_answer(new_phone: Callable[..., Phone]) -> None:
    phone = at_hand(new_phone)
    phone.context.route("**/{hands,alone/meet}", lambda route: route.fulfill(body="<h1>Welcome to our hotel</h1>"))
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.context.unroute("**/{hands,alone/meet}")
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95"]


def test_a_store_that_the_browser_closed_is_opened_again(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_hand(new_phone)
    phone.page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('rook').onsuccess = done })")
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95"]


def test_a_tap_is_sent_with_a_fresh_token(new_phone: Callable[..., Phone], server: Server) -> None:
    """The session that the page was made in may be gone by then."""
    phone = at_hand(new_phone)
    phone.expects("status of 400")  # where a poll's answer brings yet another session: it is tried again
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.context.clear_cookies()
    phone.finds_server()
    unsent(phone, 0)
    phone.sees_totals("45", "−95")


@pytest.mark.everywhere("again", once={"decided": "Add mine after"})
@pytest.mark.parametrize(
    ("decided", "totals"),
    [("Keep theirs", ("20", "100")), ("Use mine instead", ("45", "−95")), ("Add mine after", ("65", "5"))],
)
def test_a_hand_that_somebody_else_counted_otherwise_is_shown_next_to_it_and_a_person_decides(
    new_phone: Callable[..., Phone], server: Server, decided: str, totals: tuple[str, str]
) -> None:
    phone = at_hand(new_phone)
    phone.expects("status of 409")
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.context.set_offline(True)
    server.start()
    other = new_phone()
    other.open(phone.path)
    other.record_hand("Bob & Dee", 100, last_trick="Bob & Dee")
    other.sees_totals("20", "100")
    other.record_bid("Ann", 100)
    expect(other.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.context.set_offline(False)
    sheet = phone.page.locator("#meeting")
    expect(sheet.locator("caption")).to_have_text("Ann & Cal / Bob & Dee")
    expect(sheet.get_by_role("row").nth(1)).to_have_text(re.compile(r"Hand 1\s*\+45 / −95\s*\+20 / \+100"))
    phone.tap("button", decided)
    phone.sees_totals(*totals)
    expect(sheet).to_have_count(0)
    expect(phone.page.locator("main").get_by_text("Ann bid 100")).to_be_visible()
    assert hands(phone) == ["Bob 95"] * (2 if decided == "Add mine after" else 1)


def test_what_was_recorded_before_the_phone_could_go_on_alone_is_not_left_in_the_form(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """Where a phone did not get what it takes to go on without the server, it keeps the hand, and empties the form."""
    phone = new_phone()
    phone.expects("net::ERR_", "Failed to fetch", "status of 409")
    phone.context.route("**/alone", lambda route: route.abort())
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.context.set_offline(True)
    phone.context.unroute("**/alone")
    server.start()
    other = Person(server.app)
    other.open(phone.path)
    other.record_hand(others=100, last_trick="Bob & Dee")
    other.record_bid("Ann", 100)
    phone.context.set_offline(False)
    expect(phone.page.locator("#meeting")).to_be_visible()
    phone.tap("button", "Add mine after")
    expect(phone.page.locator("#meeting")).to_have_count(0)
    phone.sees_totals("65", "5")
    expect(phone.page.locator("main").get_by_text("Ann bid 100")).to_be_visible()
    assert hands(phone) == ["Bob 95", "Bob 95"]


def test_a_decision_that_is_tapped_twice_and_whose_answer_is_lost_stores_one_hand(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_hand(new_phone)
    phone.expects("status of 409")
    phone.context.set_offline(True)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    other = Person(server.app)
    other.open(phone.path)
    other.record_hand(20)
    phone.context.set_offline(False)
    expect(phone.page.locator("#meeting")).to_be_visible()
    stored = store_and_lose(phone, "**/alone/meet")
    phone.page.evaluate(TWICE)
    while not stored:
        phone.page.wait_for_timeout(50)
    phone.context.unroute("**/alone/meet")
    phone.sees_totals("65", "5")
    unsent(phone, 0)  # asked again, the server answers as the first time
    assert hands(phone) == ["Bob 95", "Bob 95"]


def test_a_private_window_says_that_it_cannot_keep_what_is_tapped(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError') }")
    phone.start_game(dealer="Dee")
    expect(phone.page.get_by_text(CANNOT_KEEP)).to_be_visible()


def test_a_phone_that_is_full_when_it_sends_tries_again(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_hand(new_phone)
    phone.expects("page error")
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    phone.page.evaluate(FULL)
    phone.finds_server()
    phone.wait_until(lambda: any("page error" in said for said in phone.complaints))
    phone.page.evaluate(ROOM)
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95"]


def test_a_phone_that_is_full_later_says_so_too(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_hand(new_phone)
    phone.keeps_game()
    phone.expects("htmx:error")
    phone.page.evaluate(FULL)
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    expect(phone.page.get_by_text(CANNOT_KEEP)).to_be_visible()
    expect(phone.page.get_by_text("Not saved yet")).to_be_visible()
    unsent(phone, 0)
    server.start()
    phone.tap("button", "Save hand")
    phone.sees_totals("45", "−95")


ROWS = """() => new Promise((resolve) => {
  indexedDB.open("rook").onsuccess = ({ target: { result: store } }) => {
    store.transaction("unsent").objectStore("unsent").count().onsuccess = ({ target }) => resolve(target.result);
  };
})"""


def test_a_count_that_cannot_be_is_sent_and_not_kept(new_phone: Callable[..., Phone]) -> None:
    """Whatever becomes of the page meanwhile, no board shows it as recorded."""
    phone = at_hand(new_phone)
    phone.keeps_game()
    sent: list[Route] = []
    phone.context.route("**/hands", lambda route: sent.append(route))  # it gets no answer
    for side in ("Ann & Cal", "Bob & Dee"):
        phone.page.get_by_label(f"Captured by {side}").fill("30")
    phone.tap("button", "Save hand")
    phone.wait_until(lambda: len(sent) == 1)
    assert phone.page.evaluate(ROWS) == 0
    phone.page.reload(wait_until="domcontentloaded")
    phone.keeps_taps()
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    unsent(phone, 0)


def test_an_undo_that_could_not_be_kept_can_be_tapped_again(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_hand(new_phone)
    phone.expects("htmx:error")
    store_and_lose(phone, "**/{hands,alone/meet}")
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    unsent(phone, 1)
    server.stop()
    phone.page.evaluate(FULL)
    phone.tap("button", "Undo")
    expect(phone.page.get_by_text("Not saved yet")).to_be_visible()
    phone.page.evaluate(ROOM)
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    unsent(phone, 2)
    phone.context.unroute("**/{hands,alone/meet}")
    server.start()
    unsent(phone, 0)
    assert not hands(phone)


def test_a_full_phone_says_that_it_cannot_keep_what_is_tapped(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone()
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": server.address, "quotaSize": 1})
    phone.start_game(dealer="Dee")
    expect(phone.page.get_by_text(CANNOT_KEEP)).to_be_visible()


@HTMX_OR_NOT
@pytest.mark.parametrize(
    ("then", "saved"), [("#steps button", "Undone"), ("#hand .go", "The game changed meanwhile")], ids=["undo", "count"]
)
def test_what_is_tapped_while_an_undo_is_on_its_way_is_not_recorded(
    new_phone: Callable[..., Phone], server: Server, how: dict[str, object], then: str, saved: str
) -> None:
    """Of two quick taps on Undo one counts; anything else is about the board that the Undo takes away, and says so."""
    phone = at_hand(new_phone, **how)
    phone.keeps_game()
    server.stop()
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.record_bid("Ann", 100)
    phone.choose("Last trick", "Ann & Cal")
    phone.page.get_by_label("Captured by Ann & Cal").fill("100")
    phone.page.evaluate(UNDO_AND, then)
    expect(phone.page.locator("#scoreboard").get_by_text(saved)).to_be_visible()
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    unsent(phone, 1)
    phone.sees_totals("45", "−95")
