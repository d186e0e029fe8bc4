"""Taps that cannot be sent are kept on the phone, shown as not sent, and sent once when the server is back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person

from .offline import HTMX_OR_NOT, at_hand, at_table, hands, second_page, store_and_lose, unsent
from .phone import SIDES, Phone, never_answers
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


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_a_bid_from_before_the_phone_could_go_on_alone_is_not_left_in_the_form(
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


@pytest.mark.everywhere("again", once={"then": "#steps button"})
@HTMX_OR_NOT
@pytest.mark.parametrize(
    ("then", "saved"), [("#steps button", "Undone"), ("#hand .go", "The game changed meanwhile")], ids=["undo", "count"]
)
def test_a_tap_while_an_undo_is_on_its_way_is_not_recorded(
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


def test_without_htmx_a_redeal_that_is_saved_is_not_asked_for_again(new_phone: Callable[..., Phone]) -> None:
    """The link to it has an address of its own."""
    phone = new_phone(cdn=never_answers)
    phone.start_game()
    phone.tap("link", "Redeal with a penalty")
    phone.keeps_taps()
    phone.penalty("Cal")
    expect(phone.page.locator(".shield")).to_have_count(0)
    phone.tap("button", "Save misdeal")
    phone.sees_totals("−40", "0")
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
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
