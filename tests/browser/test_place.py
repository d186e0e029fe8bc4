"""Whatever replaces a part of the page keeps the place of who is there, on each page that shows what others do."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web import tournaments

from .followed import AC, Arrives, board, news, organizers_page, standings, watch_page
from .offline import HTMX_OR_NOT, at_hand
from .phone import Phone
from .server import Server
from .visibility import box_of

CORRECT, ELSE = ".hands summary:text-is('1')", "summary:text('Something else…')"
DONE = "summary:has-text('Done')"
HAS_FOCUS = "document.activeElement.localName"


def bids(other: Person) -> None:
    other.record_bid("Bob", 95)


def plays(other: Person) -> None:
    other.play("Bob", 95, 45)


def takes_back(other: Person) -> None:
    other.tap("Undo")


def plays_at_a_table(other: Person) -> None:
    here = other.last.path.partition("/rounds/")[0]
    tournaments.paper(other, here, 1, 1, 60, 20)


@pytest.mark.everywhere("again", once={"what": [CORRECT, ".home"], "arrives": [plays, plays_at_a_table]})
@pytest.mark.parametrize(
    ("shows", "what", "arrives"),
    [
        (board, CORRECT, bids),
        (board, CORRECT, plays),
        (board, ELSE, bids),
        (board, ".dealer", bids),
        (board, ".dealer", plays),
        (board, "#steps .home", plays),
        (board, "button:text('Undo')", plays),
        (board, "a:text('Game settings')", takes_back),
        (watch_page, ".past", plays),
        (organizers_page, DONE, plays_at_a_table),
        (organizers_page, "a:text('Standings')", plays_at_a_table),
        (standings, ".home", plays_at_a_table),
    ],
)
def test_the_focus_stays_after_news(
    phone: Phone, shows: Callable[[Phone], Person], what: str, arrives: Arrives
) -> None:
    other = shows(phone)
    had = phone.page.locator(what)
    had.focus()
    news(phone, other, arrives)
    expect(had).to_be_focused()


@pytest.mark.everywhere("again", proven="tests/browser/test_place.py")
@pytest.mark.parametrize(
    ("shows", "read", "arrives"),
    [
        (board, CORRECT, bids),
        (board, CORRECT, plays),
        (watch_page, "th:has-text('1')", plays),
        (organizers_page, "h2:text('Watch link')", plays_at_a_table),
        (standings, "h2:text('Tables in round 1')", plays_at_a_table),
    ],
)
def test_where_nothing_had_the_focus_nothing_takes_it_and_what_is_read_stays(
    phone: Phone, shows: Callable[[Phone], Person], read: str, arrives: Arrives
) -> None:
    """As after a tap in Safari."""
    other = shows(phone)
    phone.page.set_viewport_size({"width": 390, "height": 180 if shows is watch_page else 280})  # which is short
    is_read = phone.page.locator(read)
    is_read.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    place = box_of(is_read)["y"]
    news(phone, other, arrives)
    assert phone.page.evaluate(HAS_FOCUS) == "body"
    assert abs(box_of(is_read)["y"] - place) < 2


@pytest.mark.everywhere("again", proven="tests/browser/test_place.py")
@pytest.mark.parametrize(
    ("shows", "what", "arrives"),
    [(board, CORRECT, takes_back), (organizers_page, "a[aria-label='Totals, table 1']", plays_at_a_table)],
)
def test_the_focus_goes_to_the_heading_where_its_place_is_gone_or_folded_away(
    phone: Phone, shows: Callable[[Phone], Person], what: str, arrives: Arrives
) -> None:
    other = shows(phone)
    phone.page.locator(what).focus()
    news(phone, other, arrives)
    expect(phone.page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.everywhere("again", once={"what": ELSE, "arrives": plays})
@pytest.mark.parametrize(
    ("shows", "what", "arrives"),
    [
        (board, ELSE, bids),
        (board, ELSE, plays),
        (organizers_page, DONE, plays_at_a_table),
    ],
)
def test_unfolded_parts_stay_open_after_news(
    phone: Phone, shows: Callable[[Phone], Person], what: str, arrives: Arrives
) -> None:
    other = shows(phone)
    phone.page.locator(what).tap()
    phone.page.evaluate("document.activeElement.blur()")
    news(phone, other, arrives)
    expect(phone.page.locator(f"details[open] > {what}")).to_be_visible()
    assert phone.page.evaluate(HAS_FOCUS) == "body"


@pytest.mark.everywhere("again", once={"arrives": plays})
@pytest.mark.parametrize("arrives", [bids, plays])
def test_a_choice_of_dealer_stays_open_with_its_focus(phone: Phone, arrives: Arrives) -> None:
    other = board(phone)
    phone.page.locator(".dealer").tap()
    choice = phone.page.locator("#dealer").get_by_role("button", name="Cal")
    choice.focus()
    news(phone, other, arrives)
    expect(choice).to_be_focused()
    choice.tap()
    expect(phone.page.locator("#dealer")).to_be_hidden()
    expect(phone.page.locator(".dealer")).to_have_text("Cal")


@HTMX_OR_NOT
def test_after_ones_own_answer_the_next_question_has_the_focus_whatever_had_it(
    new_phone: Callable[..., Phone], server: Server, how: dict[str, object]
) -> None:
    """A button that is activated by a screen reader need not have the focus; so it is without the server, too."""
    phone = at_hand(new_phone, **how)
    phone.keeps_game()
    question = phone.page.locator(".questions :is(.contract, [role=radiogroup])").first

    def activate(button: str, comes: str) -> None:
        phone.page.locator("a:text('Game settings')").focus()
        phone.page.get_by_role("button", name=button, exact=True).evaluate("(one) => one.click()")
        expect(phone.page.get_by_role("button", name=comes)).to_be_visible()
        expect(question).to_be_focused()

    for _ in range(2):
        phone.choose("Last trick", AC)
        phone.page.get_by_label(f"Captured by {AC}").fill("45")
        activate("Save hand", "Record bid")
        phone.choose("Bidder", "Cal")
        phone.choose_by_key("95")
        activate("Record bid", "Save hand")
        server.stop()


def test_after_a_preview_nothing_moves(phone: Phone) -> None:
    board(phone)
    phone.record_bid("Ann", 100)
    count = phone.page.get_by_label(f"Captured by {AC}")
    phone.choose("Last trick", AC)
    count.fill("105")
    place = box_of(count)["y"]
    expect(phone.page.locator("#preview")).to_contain_text("+105")
    expect(count).to_be_focused()
    assert box_of(count)["y"] == place
