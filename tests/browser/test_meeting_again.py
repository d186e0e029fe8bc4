"""Two phones record one game apart from each other: what both say alike is one hand, and a person is asked once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.person import Person
from tests.web.steps import make_house_rules

from .offline import PUT, at_table, hands, play, unsent
from .phone import SIDES, Phone


def apart(new_phone: Callable[..., Phone], **game: object) -> tuple[Phone, Person]:
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


def test_the_same_hands_on_both_phones_count_once_without_a_question(new_phone: Callable[..., Phone]) -> None:
    """Two equal hands in a row stay two, and what the other phone has not is added."""
    phone, other = apart(new_phone)
    for _ in range(2):
        play(phone, "Ann", 100, 100)
        phone.redeal()
    play(phone, "Cal", 100, 100)
    other.play("Ann", 100, 100)
    other.tap("Misdeal")
    other.play("Ann", 100, 100)
    phone.context.set_offline(False)
    unsent(phone, 0)
    assert hands(phone) == ["Cal 100", "Ann 100", "Ann 100"]
    expect(phone.page.get_by_text("Misdeal,")).to_have_count(2)
    phone.sees_totals("300", "60")


def test_of_two_hands_offline_the_other_phone_has_only_the_bid_of_the_first(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    other.record_bid("Ann", 100)
    phone.context.set_offline(False)
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95", "Ann 100"]
    phone.sees_totals("145", "−75")


WAYS = [
    ("Keep theirs", ["Bob 95", "Dee 70"], ("65", "5")),
    ("Use mine instead", ["Bob 95", "Ann 100"], ("145", "−75")),
    ("Add mine after", ["Bob 95", "Ann 100", "Dee 70"], ("165", "25")),
]


@pytest.mark.everywhere("again", once={"way": WAYS[-1][0]})
@pytest.mark.parametrize(("way", "shown", "totals"), WAYS)
def test_what_differs_is_asked_once_on_one_sheet_and_can_be_undone(
    new_phone: Callable[..., Phone], way: str, shown: list[str], totals: tuple[str, str]
) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    other.play("Dee", 70, 20)
    meets(phone)
    expect(sheet(phone).get_by_role("row")).to_have_count(3)
    row = sheet(phone).get_by_role("row", name="Hand 1")
    expect(row).to_contain_text("Ann's bid of 100: +100 / +20")
    expect(row).to_contain_text("Dee's bid of 70: +20 / +100")
    phone.sees_totals("20", "100")
    phone.tap("button", way)
    expect(sheet(phone)).to_have_count(0)
    phone.sees_totals(*totals)
    if way == "Keep theirs":
        phone.page.locator("#unsent").get_by_role("button", name="Ask again").tap()
        expect(sheet(phone)).to_be_visible()
        phone.tap("button", way)
        expect(sheet(phone)).to_have_count(0)
    else:
        phone.tap("button", "Undo")
        phone.sees_totals("20", "100")
        phone.tap("button", "Redo")
    phone.sees_totals(*totals)
    assert hands(phone) == shown


def test_what_was_left_out_is_counted_without_what_was_added_and_can_be_closed(
    new_phone: Callable[..., Phone],
) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    other.play("Dee", 70, 20)
    meets(phone)
    phone.tap("button", "Keep theirs")
    left_out = phone.page.get_by_text("Left out: 1 hand from this phone.")
    expect(left_out).to_be_visible()
    assert hands(phone) == ["Bob 95", "Dee 70"]
    expect(phone.page.get_by_role("button", name="Undo")).to_have_count(1)
    phone.open("/")
    expect(phone.page.get_by_role("heading", name="Rook score")).to_be_visible()
    expect(phone.page.locator("html[data-keeps=taps]")).to_have_count(1)
    expect(left_out).to_have_count(0)
    phone.open(other.last.path)
    expect(left_out).to_be_visible()
    phone.tap("button", "Close")
    expect(left_out).to_have_count(0)
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.locator("html[data-keeps=taps]")).to_have_count(1)
    expect(left_out).to_have_count(0)


def test_while_the_sheet_waits_the_phone_goes_on_recording(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    other.play("Dee", 70, 20)
    meets(phone)
    phone.sees_totals("20", "100")
    play(phone, "Bob", 95, 45)
    phone.sees_totals("65", "5")
    phone.context.set_offline(True)
    play(phone, "Cal", 120, 120)
    phone.sees_totals("185", "5")
    phone.context.set_offline(False)
    expect(phone.page.locator("tr.unsent")).to_have_count(0)
    phone.sees_totals("185", "5")
    expect(sheet(phone)).to_contain_text("265 / −75")  # a tap on the sheet before would say nothing of Cal's hand
    phone.tap("button", "Use mine instead")
    expect(sheet(phone)).to_have_count(0)
    phone.sees_totals("265", "−75")
    unsent(phone, 0)
    assert hands(phone) == ["Cal 120", "Bob 95", "Ann 100"]


def test_a_game_that_ended_meanwhile_says_so_and_a_rematch_is_one_tap_away(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone, target=200)
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    other.play("Ann", 100, 100)
    other.play("Ann", 100, 100)
    rematch = other.tap("Rematch").path
    meets(phone)
    expect(sheet(phone).get_by_role("heading")).to_have_text("The game ended on another phone")
    expect(sheet(phone).get_by_role("button", name="Add mine after")).to_have_count(0)
    sheet(phone).get_by_role("link", name="Go to the rematch").tap()
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    assert phone.path == rematch
    expect(sheet(phone)).to_have_count(0)  # it is about the game before
    phone.tap("link", "Another game has a question")
    phone.tap("button", "Keep theirs")
    expect(sheet(phone)).to_have_count(0)


def test_a_question_shows_at_its_game_though_a_rematch_was_begun_there_and_on_pages_without_a_board(
    new_phone: Callable[..., Phone],
) -> None:
    phone, other = apart(new_phone, target=100)
    game = phone.path
    play(phone, "Ann", 100, 120)
    phone.tap("button", "Rematch")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    play(phone, "Bob", 95, 45)
    other.play("Bob", 95, 45)
    meets(phone)
    phone.open(f"{game}/settings")
    expect(sheet(phone)).to_be_visible()
    phone.tap("link", "Back to the game")
    expect(sheet(phone)).to_be_visible()
    phone.tap("button", "Keep theirs")
    expect(sheet(phone)).to_have_count(0)


def test_a_rematch_that_both_phones_began_is_one_game(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone, target=100)
    play(phone, "Ann", 100, 120)
    phone.tap("button", "Rematch")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    play(phone, "Bob", 95, 45)
    other.play("Ann", 100, 120)
    rematch = other.tap("Rematch").path
    other.play("Bob", 95, 45)
    other.play("Cal", 70, 20)
    phone.context.set_offline(False)
    unsent(phone, 0)
    expect(phone.page).to_have_url(re.compile(f"{rematch}$"))
    phone.sees_totals("−25", "5")
    assert hands(phone) == ["Cal 70", "Bob 95"]
    assert len(set(re.findall("/games/[0-9a-f-]{36}", other.open("/games").html))) == 2


def test_a_rematch_that_both_phones_played_to_its_end_is_one_game(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone, target=100)
    play(phone, "Ann", 100, 120)
    phone.tap("button", "Rematch")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    play(phone, "Bob", 95, 0)
    other.play("Ann", 100, 120)
    rematch = other.tap("Rematch").path
    other.play("Bob", 95, 0)
    phone.context.set_offline(False)
    unsent(phone, 0)
    expect(phone.page).to_have_url(re.compile(f"{rematch}$"))
    expect(phone.page.get_by_role("heading", name="Bob & Dee won", exact=True)).to_be_visible()
    assert len(set(re.findall("/games/[0-9a-f-]{36}", other.open("/games").html))) == 2


def test_a_game_that_was_stopped_meanwhile_is_resumed_by_adding_mine(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    other.play("Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    other.open(f"{phone.path}/settings")
    other.tap("End game early")
    meets(phone)
    expect(sheet(phone).get_by_role("heading")).to_have_text("The game was ended early on another phone")
    phone.tap("button", "Add mine after")
    expect(sheet(phone)).to_have_count(0)
    phone.sees_totals("145", "−75")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def test_hands_of_two_who_were_swapped_meanwhile_are_asked_about(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    play(phone, "Ann", 100, 100)
    other.open(f"{phone.path}/settings")
    other.tap("Correct name", {"Whose name": "Ann", "Correct name": "Bob"})
    other.tap("Swap Ann and Bob")
    meets(phone)
    expect(sheet(phone).get_by_role("heading")).to_have_text("Ann and Bob were swapped on another phone")
    expect(sheet(phone)).to_contain_text("Bob & Cal / Ann & Dee")
    expect(sheet(phone).get_by_role("button")).to_have_text(["Keep theirs", "Add mine after"])
    phone.tap("button", "Add mine after")
    expect(sheet(phone)).to_have_count(0)
    assert hands(phone) == ["Bob 100"]


def test_a_game_that_was_deleted_meanwhile_is_restored_and_mine_is_added(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    phone.expects("status of 410")
    play(phone, "Ann", 100, 100)
    other.open(f"{phone.path}/settings")
    other.tap("Delete game")
    meets(phone)
    expect(sheet(phone).get_by_role("heading")).to_have_text("This game was deleted on another phone")
    sheet(phone).get_by_role("link", name="Restore the game").tap()
    phone.page.get_by_role("button", name="Restore").tap()
    phone.sees_totals("100", "20")
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]


def test_a_bid_alone_gives_way_to_the_hand_that_was_counted(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    phone.record_bid("Ann", 100)
    unsent(phone, 1)
    other.play("Ann", 100, 100)
    phone.context.set_offline(False)
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def test_both_phones_save_the_same_hand_at_once(new_phone: Callable[..., Phone]) -> None:
    """Nothing waited here: the one that comes second is told that it is there."""
    phone = at_table(new_phone)
    phone.expects("status of 409")
    other = Person(phone.server.app)
    other.open(phone.path)
    phone.context.route("**/since/*", lambda route: route.abort())
    phone.record_bid("Ann", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    other.open(phone.path)
    other.record_hand(100)
    phone.record_hand(SIDES[0], 100, last_trick=SIDES[0])
    phone.sees_totals("100", "20")
    assert hands(phone) == ["Ann 100"]


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


def test_what_a_former_version_kept_is_not_counted_twice_and_a_person_sees_it(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    rows = [phone.page.evaluate(FORM, [phone.path, kind, version]) for version, kind in enumerate(("bid", "hands"))]
    for row in rows:
        phone.page.evaluate(PUT, ["unsent", row])
    other.play("Ann", 100, 100)
    phone.context.set_offline(False)
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_text("On this phone: On a former page: hands.")).to_be_visible()
    assert hands(phone) == ["Ann 100"]


def test_what_another_phone_refused_on_a_former_page_is_met_now(new_phone: Callable[..., Phone]) -> None:
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


def test_what_a_deleted_game_has_not_can_be_left_out(new_phone: Callable[..., Phone]) -> None:
    phone, other = apart(new_phone)
    phone.expects("status of 410")
    play(phone, "Ann", 100, 100)
    other.open(f"{phone.path}/settings")
    other.tap("Delete game")
    meets(phone)
    phone.tap("button", "Keep theirs")
    expect(sheet(phone)).to_have_count(0)
    expect(phone.page.get_by_text("Left out: 1 hand from this phone.")).to_be_visible()


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
