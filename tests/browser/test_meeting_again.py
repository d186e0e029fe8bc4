"""Two phones record one game apart from each other: what both say alike is one hand, and a person is asked once."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.person import Person
from tests.web.steps import make_house_rules

from .offline import at_table, hands, play, unsent
from .phone import SIDES, Phone
from .storage import PUT


def apart(new_phone: Callable[..., Phone], **game: Any) -> tuple[Phone, Person]:
    """A phone without a network at the first bid, and somebody else who keeps the same game."""
    phone = at_table(new_phone, **{"target": 1000} | game)
    phone.expects("status of 409")
    other = Person(phone.server.app)
    other.open(phone.path)
    phone.context.set_offline(True)
    return phone, other


def sheet(phone: Phone) -> Locator:
    return phone.page.locator("#meeting")


def meets(phone: Phone) -> None:
    """The network is back, and something is asked."""
    phone.context.set_offline(False)
    expect(sheet(phone)).to_be_visible()


REFUSED = """(status) => new Promise((done) => {
  indexedDB.open("rook").onsuccess = ({ target: { result } }) => {
    const store = result.transaction("unsent", "readwrite").objectStore("unsent");
    store.getAll().onsuccess = ({ target: { result: [row] } }) => {
      store.put({ ...row, refused: { status, why: "" } }).onsuccess = () => { result.close(); done(); };
    };
  };
})"""
FORM = """([path, kind, version]) => ({
  address: `${path}/${kind}`, at: Date.now(), words: `On a former page: ${kind}`,
  fields: Object.entries({
    form_id: `00000000-0000-4000-8000-00000000000${version}`, version: String(version), bidder: "0", bid: "100",
    "captured-0": "100", last_trick: "0",
  }),
})"""


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_hands_kept_by_a_former_version_are_not_counted_twice_and_a_person_sees_them(
    new_phone: Callable[..., Phone],
) -> None:
    phone, other = apart(new_phone)
    rows = [phone.page.evaluate(FORM, [phone.path, kind, version]) for version, kind in enumerate(("bid", "hands"))]
    for row in rows:
        phone.page.evaluate(PUT, ["unsent", row])
    other.play("Ann", 100, 100)
    phone.context.set_offline(False)
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_text("On this phone: On a former page: hands.")).to_be_visible()
    assert hands(phone) == ["Ann 100"]


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_hands_refused_on_a_former_page_are_met_now(new_phone: Callable[..., Phone]) -> None:
    """A former version asked tap by tap: its question is gone, and what it was about fits by now."""
    phone, _ = apart(new_phone)
    phone.tap("button", "Misdeal")
    unsent(phone, 1)
    phone.page.evaluate(REFUSED, 409)
    phone.context.set_offline(False)
    phone.page.reload(wait_until="domcontentloaded")
    unsent(phone, 0)
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(1)


def test_a_hand_that_the_rules_refuse_by_now_holds_up_no_other(new_phone: Callable[..., Phone]) -> None:
    """The rules changed meanwhile: a bid that they no longer allow is for a person to decide, the next hand counts."""
    phone, other = apart(new_phone)
    phone.expects("status of 422")
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 120, 0)
    strict = make_house_rules(other, "Strict", "original", min_bid="110").path.rpartition("/")[2]
    other.open(f"{phone.path}/rules?rules={strict}")
    other.tap("Change rules")
    phone.context.set_offline(False)
    expect(phone.page.get_by_role("button", name="Discard")).to_have_count(2)
    unsent(phone, 2)
    assert hands(phone) == ["Bob 120"]


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_a_sheet_that_cannot_be_drawn_again_is_tried_again_with_a_pause(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    other.play("Dee", 70, 20)
    meets(phone)
    tries = list[str]()

    def breaks_off(route: Route) -> None:
        tries.append(route.request.url)
        route.abort()

    phone.context.route("**/alone/meet", breaks_off)
    other.open(phone.path)
    other.play("Bob", 95, 45)
    phone.sees_totals("65", "5")
    phone.page.wait_for_timeout(3_000)
    assert 1 <= len(tries) <= 6
    phone.context.unroute("**/alone/meet")
    expect(sheet(phone)).to_contain_text("145 / −75")
    phone.tap("button", "Use mine instead")
    phone.sees_totals("145", "−75")
    unsent(phone, 0)


@pytest.mark.everywhere("again", proven="tests/browser/test_scenarios.py")
def test_a_call_of_time_that_no_hand_carries_is_said(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    phone.expects("status of 422")
    phone.context.set_offline(False)
    time = {"address": f"{phone.path}/time", "at": 1, "words": "Call time", "run": "1"}
    time |= {"fields": [["form_id", "00000000-0000-4000-8000-000000000009"], ["version", "0"], ["hand", "before"]]}
    before = phone.page.evaluate("JSON.parse(document.querySelector('#scoreboard').dataset.alone)")
    other.record_bid("Ann", 100)
    phone.page.evaluate(PUT, ["unsent", time | {"before": {"tied": False, "hands": [], "html": ""} | before}])
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_text("Call time again if that was the last hand.")).to_be_visible()


def test_a_hand_tapped_while_its_bid_meets_the_server_counts_under_no_other_bid(
    new_phone: Callable[..., Phone],
) -> None:
    """Both phones are one tap ahead: by the number of taps alone it would pass for a count of the other's bid."""
    phone, other = apart(new_phone)
    phone.record_bid("Ann", 75)
    unsent(phone, 1)
    other.record_bid("Bob", 90)
    held = list[Route]()
    phone.context.route("**/alone/meet", lambda route: held.append(route))
    with phone.page.expect_request("**/alone/meet"):
        phone.context.set_offline(False)
    phone.record_hand(SIDES[0], 80, last_trick=SIDES[0])
    unsent(phone, 2)
    phone.context.unroute("**/alone/meet")  # with which the one that is held goes on
    for mine in ("Ann's bid of 75, not counted yet", "Ann's bid of 75: +80 / +40"):
        expect(sheet(phone)).to_contain_text(mine)
        phone.tap("button", "Keep theirs")
    expect(sheet(phone)).to_have_count(0)
    expect(phone.page.get_by_text("Left out: 1 hand from this phone.")).to_be_visible()
    expect(phone.page.locator("main").get_by_text("Bob bid 90")).to_be_visible()
    assert hands(phone) == []


def test_an_answer_to_a_sheet_that_was_drawn_again_is_not_taken(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    other.play("Dee", 70, 20)
    meets(phone)
    older = sheet(phone).get_by_role("button", name="Use mine instead").element_handle()
    seen = sheet(phone).get_attribute("data-seen") or ""
    other.play("Cal", 80, 80)
    expect(sheet(phone)).not_to_have_attribute("data-seen", seen)
    older.evaluate("button => button.click()")
    phone.tap("button", "Keep theirs")
    expect(sheet(phone)).to_have_count(0)
    assert hands(phone) == ["Cal 80", "Dee 70"]
