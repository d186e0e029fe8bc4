"""A wrong hand set right on the phone: with JavaScript and without."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.person import Person
from tests.web.steps import log_calls

from .conftest import EVERY_WAY
from .page_faults import layout_faults
from .pages.game import open_hand, three_hands
from .phone import Phone
from .server import Server
from .visibility import HEIGHT, ON_PHONES, box_of

AC = "Ann & Cal"


@EVERY_WAY
def test_a_hand_is_corrected_and_the_correction_undone_and_redone(any_phone: Phone) -> None:
    phone = any_phone
    three_hands(phone)
    phone.sees_totals("55", "175")
    open_hand(phone, "Correct hand 2")
    expect(phone.page.get_by_role("heading", name="Correct hand 2")).to_contain_text("Ann dealt")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("80")
    phone.choose("Bidder", "Dee")
    phone.choose("Bid", "90")
    phone.page.get_by_label(f"Captured by {AC}").fill("20")
    phone.page.get_by_label("Captured by Bob & Dee").fill("100")
    phone.tap("button", "Save correction")
    phone.sees_totals("−5", "235")
    expect(phone.page.get_by_role("button", name="Undo")).to_have_accessible_description(
        "Takes back the correction of hand 2"
    )
    phone.tap("button", "Undo")
    phone.sees_totals("55", "175")
    phone.tap("button", "Redo")
    phone.sees_totals("−5", "235")


def test_the_pad_corrects_a_count_without_a_keyboard_and_shows_the_result(phone: Phone) -> None:
    three_hands(phone)
    open_hand(phone, "Correct hand 2")
    phone.wait_for_htmx()
    phone.page.get_by_label(f"Captured by {AC}").tap()
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="65", exact=True).tap()
    expect(phone.page.get_by_label("Captured by Bob & Dee")).to_have_value("55")
    expect(phone.page.locator("#preview")).to_contain_text("Ann & Cal: set back 70.")
    phone.tap("button", "Save correction")
    phone.sees_totals("−95", "190")


def test_a_correction_that_ends_the_game_says_so_beside_its_button_and_is_not_asked_again(phone: Phone) -> None:
    three_hands(phone, target=250)
    open_hand(phone, "Correct hand 2")
    phone.wait_for_htmx()
    phone.page.get_by_label(f"Captured by {AC}").tap()
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="0", exact=True).tap()
    said = "That ends the game with hand 3: Bob & Dee won, 255 to −95."
    expect(phone.page.locator("#preview")).to_contain_text(said)
    save = phone.page.get_by_role("button", name="Save correction")
    assert 0 < box_of(save)["y"] - box_of(phone.page.locator("#preview"))["y"] < 120, "they are seen together"
    save.tap()
    expect(phone.page.get_by_role("heading", name="Bob & Dee won")).to_be_visible()


@pytest.mark.everywhere("size", once={"size": (390, 664)})
@pytest.mark.parametrize("size", [(390, 664), (320, 568)], ids=lambda size: f"{size[0]} × {size[1]}")
def test_the_effect_of_a_correction_is_pinned_with_its_button(
    new_phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    """Without a scroll: each total as it is and as it will be; and that a game that was over goes on."""
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    three_hands(phone, target=175)
    open_hand(phone, "Correct hand 2")
    phone.wait_for_htmx()
    expect(phone.page.locator("#preview small").first).to_have_attribute("data-to", "55")
    phone.page.get_by_role("radiogroup", name="Bid", exact=True).get_by_role("radio", name="90").tap()
    changed = phone.page.locator("#preview small").first
    expect(changed).to_have_attribute("data-from", "55")
    expect(changed).to_have_attribute("data-to", "−115")
    for seen in (phone.page.locator("#preview"), phone.page.get_by_role("button", name="Save correction")):
        assert box_of(seen)["y"] + box_of(seen)["height"] <= size[1]
    phone.page.get_by_label("Captured by Bob & Dee").fill("20")
    phone.page.get_by_label(f"Captured by {AC}").fill("100")
    expect(phone.page.locator("#preview")).to_contain_text("The game goes on: no one has won yet.")
    assert phone.page.evaluate("scrollY") == 0


IS_WHOLE = """(one) => {
  const own = one.clientWidth;
  one.style.width = "max-content";
  return one.clientWidth <= own + 1;
}"""


@EVERY_WAY
def test_a_call_is_corrected_and_others_added_and_taken_out(any_phone: Phone, server: Server) -> None:
    """Rule book, bidding example: Bob has it at 95. Dee's 85 was a pass, and Cal's pass a bid, so Cal calls again."""
    phone, game = any_phone, logged_hand(server)
    phone.expects("status of 422")
    phone.open(f"{game}/hands/1")
    expect(phone.page.get_by_text("Recorded: Bob bid 95.")).to_be_visible()
    for number, call in ((3, "85"), (4, "pass")):
        combobox(phone, f"Call {number}").select_option(call)
    phone.tap("button", "Take out call 7")
    expect(combobox(phone, "Call 8")).to_have_count(0)
    phone.tap("button", "Save correction")
    wrong = phone.page.get_by_role("link", name="Player of call 7")
    expect(wrong).to_be_visible()
    expect(combobox(phone, "Player of call 7")).to_have_accessible_description("It's Cal's turn to bid, not Ann's.")
    phone.tap("button", "Add a call before call 7")
    expect(combobox(phone, "Player of call 8")).to_have_value("0")
    expect(combobox(phone, "Call 3")).to_have_value("85")
    combobox(phone, "Player of call 7").select_option("Cal")
    combobox(phone, "Call 7").select_option("100")
    phone.tap("button", "Add a call")
    combobox(phone, "Player of call 9").select_option("Bob")
    combobox(phone, "Call 9").select_option("pass")
    phone.tap("button", "Save correction")
    phone.sees_totals("−100", "75")
    phone.tap("button", "Undo")
    phone.sees_totals("45", "−95")


def test_whose_bid_the_calls_make_it_is_said_beside_the_button(phone: Phone, server: Server) -> None:
    phone.open(f"{logged_hand(server)}/hands/1")
    phone.wait_for_htmx()
    preview = phone.page.locator("#preview")
    expect(preview).to_contain_text("Bob bid 95.")
    combobox(phone, "Call 6").select_option("100")
    expect(preview).to_contain_text("Bob bid 100.")
    expect(preview).to_contain_text("set back 100.")
    combobox(phone, "Call 6").select_option("90")
    expect(preview).to_have_text("After 90, bid at least 95; 90 is too low.")
    phone.tap("button", "Just the winning bid")
    expect(phone.page.get_by_role("radiogroup", name="Bidder").get_by_role("radio", name="Bob")).to_be_checked()
    expect(phone.page.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    assert layout_faults(phone) == []


@pytest.mark.everywhere("size", once={"width": 320})
@pytest.mark.parametrize(("width", "size"), ON_PHONES, ids=lambda given: str(given))
def test_calls_fit_on_any_phone(new_phone: Callable[..., Phone], server: Server, width: int, size: str) -> None:
    phone = new_phone(viewport={"width": width, "height": HEIGHT})
    phone.open(f"{logged_hand(server)}/hands/1")
    phone.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
    for name in ("Player of call 1", "Call 3"):
        assert combobox(phone, name).evaluate(IS_WHOLE), name
    assert layout_faults(phone) == []


def logged_hand(server: Server) -> str:
    """The address of a game with the rule book's bidding: Bob has the bid at 95, and Ann & Cal captured 45."""
    other = Person(server.app)
    game = other.start_game(dealer="Dee")
    log_calls(other, "Ann 70, Bob 80, Cal pass, Dee 85, Ann 90, Bob 95, Dee pass, Ann pass")
    other.record_hand(45)
    return game


def combobox(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("combobox", name=name, exact=True)


@pytest.mark.everywhere("way", proven="tests/web/test_delete_hand.py")
def test_a_hand_is_deleted_and_undo_brings_it_back(phone: Phone) -> None:
    three_hands(phone)
    open_hand(phone, "Correct hand 1")
    phone.tap("button", "Delete hand")
    phone.sees_totals("10", "100")
    open_hand(phone, "Correct hand 2")
    phone.tap("button", "Delete hand")
    phone.sees_totals("80", "40")
    phone.tap("button", "Undo")
    phone.sees_totals("10", "100")
    phone.tap("button", "Undo")
    phone.sees_totals("55", "175")
