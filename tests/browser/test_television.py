"""The scoreboard and the watch page where there is room: on a television, a tablet, a phone on its side."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import shown_links

from .devices import SCROLLS, TELEVISION
from .page_faults import axe_violations
from .phone import Phone
from .visibility import box_of, measured

HANDS = 12
TALL = """() => Math.min(...[...document.querySelectorAll(".total")].map(
  (total) => parseFloat(getComputedStyle(total).fontSize)))"""
BESIDE = """() => document.querySelector(".hands").getBoundingClientRect().left
  >= document.querySelector(".totals").getBoundingClientRect().right"""
# The sizes of all that is written on the screen, three of them at most, that are too small to be read from ten feet.
SIZES = """() => {
  const sizes = new Set();
  for (const one of document.querySelectorAll("#watched :not(.past, .past *), .way-in p")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (own && one.checkVisibility()) sizes.add(Math.round(parseFloat(getComputedStyle(one).fontSize)));
  }
  return [...sizes];
}"""


def readable(screen: Phone) -> list[str]:
    """Why the screen cannot be read from ten feet: letters below a thirtieth of its height, or too many sizes."""
    sizes = sorted(measured(screen, SIZES))
    small = [f"{size} px" for size in sizes if size < TELEVISION["height"] / 30]
    return small + ([f"{len(sizes)} sizes: {sizes}"] if len(sizes) > 3 else [])


@pytest.fixture
def screen(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone(is_mobile=False, viewport=TELEVISION)


@pytest.fixture
def keeper(screen: Phone) -> Person:
    """Who has kept a game of many hands, with an open bid."""
    keeper = Person(screen.server.app)
    keeper.start_game()
    for hand in range(HANDS):
        keeper.play("Ann" if hand % 2 else "Bob", 120, 60)
    keeper.record_bid("Ann", 100)
    return keeper


def board_and_watch(keeper: Person) -> tuple[str, str]:
    """The scoreboard and the watch page of the game that is open."""
    game = keeper.page.form("Undo").action.removesuffix("/undo")
    watch = shown_links(keeper, f"{game}/links")["watch"]
    keeper.open(game)
    return game, watch


def test_a_television_shows_large_totals_and_the_hands_next_to_them_and_nothing_scrolls(
    screen: Phone, keeper: Person
) -> None:
    board, watch = board_and_watch(keeper)
    for address, tall in ((board, 100), (watch, 250)):
        screen.open(address)
        expect(screen.page.locator(".total")).to_have_count(2)
        assert measured(screen, TALL) >= tall
        assert measured(screen, BESIDE)
        assert not measured(screen, SCROLLS)
        assert not list(axe_violations(screen))
    assert readable(screen) == []
    halves = [box_of(card) for card in screen.page.locator(".side").all()]
    assert [round(2 * half["width"] / TELEVISION["width"], 1) for half in halves] == [1.0, 1.0]
    expect(screen.page.get_by_text("660 to go")).to_have_count(2)
    expect(screen.page.get_by_text("Hand 12: Ann bid 120 set")).to_be_visible()
    expect(screen.page.get_by_role("complementary", name="Watch on your phone")).to_be_visible()
    keeper.record_hand(110)
    while not keeper.page.heading.endswith("won"):
        keeper.play("Ann", 120, 120)
    expect(screen.page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()
    screen.page.wait_for_function(f"() => !({SCROLLS})()")  # once what came is laid out


@pytest.mark.everywhere("rule set", proven="tests/browser/test_television.py")
@pytest.mark.parametrize(("rules", "players"), [("six-handed", 6), ("call-partner", 5), ("changing-partners", 4)])
def test_a_television_shows_as_many_totals_as_there_are(screen: Phone, rules: str, players: int) -> None:
    keeper = Person(screen.server.app)
    game = keeper.start_game("Ann", ("Ann", "Bartholomew", "Cal", "Dee", "Eve", "Fay")[:players], rules=rules)
    screen.open(shown_links(keeper, f"{game}/links")["watch"])
    expect(screen.page.locator(".total").first).to_be_visible()
    assert measured(screen, TALL) >= 120
    assert not measured(screen, SCROLLS)
    assert readable(screen) == []
    cards = [box_of(card) for card in screen.page.locator(".side").all()]
    assert max(card["x"] + card["width"] for card in cards) > 0.98 * TELEVISION["width"]
    assert len({card["height"] for card in cards}) == 1
    beneath = box_of(screen.page.locator(".beneath"))
    assert max(card["y"] + card["height"] for card in cards) <= beneath["y"]


@pytest.mark.everywhere("size", proven="tests/browser/test_television.py")
@pytest.mark.parametrize("word", ["Bartholomew", "Wolfeschlegelstein"])
def test_six_with_long_names_are_read_from_ten_feet_to_the_end(screen: Phone, word: str) -> None:
    """Who bid is named clear of the names, and the end shows every total beneath the winner's."""
    names = ("Ann", word, "Cal", "Dee", "Eve", "Fay")
    keeper = Person(screen.server.app)
    game = keeper.start_game("Ann", names, rules="six-handed")
    screen.open(shown_links(keeper, f"{game}/links")["watch"])
    keeper.open(game)
    keeper.record_bid(word, 60)
    bid = screen.page.locator(".side").get_by_text("bid 60", exact=True)
    expect(bid).to_be_visible()
    assert readable(screen) == []
    name = box_of(screen.page.get_by_role("heading", level=2, name=word))
    assert name["y"] + name["height"] <= box_of(bid)["y"]
    while not keeper.page.heading.endswith("won"):
        if not keeper.page.has_button("Save hand"):
            keeper.record_bid(word, 60)
        keeper.tap("Save hand", {"Last trick": word, f"Captured by {word}": "100"})
    expect(screen.page.get_by_role("heading", name=f"{word} won")).to_be_visible()
    assert not measured(screen, SCROLLS)
    for total in screen.page.locator("[data-total]").all():
        expect(total).to_be_in_viewport(ratio=1)


def test_before_the_first_hand_a_television_says_who_plays_to_how_many_and_who_deals(screen: Phone) -> None:
    keeper = Person(screen.server.app)
    game = keeper.start_game("Ann")
    screen.open(shown_links(keeper, f"{game}/links")["watch"])
    for words in ("Ann & Cal", "Bob & Dee", "Ann deals, Bob bids first", "Original partnership, to 300"):
        expect(screen.page.get_by_text(words)).to_be_visible()
    assert readable(screen) == []


def test_the_hands_come_out_on_a_television_by_the_keyboard(screen: Phone, keeper: Person) -> None:
    _, watch = board_and_watch(keeper)
    screen.open(watch)
    hands = screen.page.get_by_role("region", name="Hands")
    expect(hands).not_to_be_in_viewport()
    screen.page.keyboard.press("Tab")
    expect(hands).to_be_in_viewport()


@pytest.mark.everywhere("size", proven="tests/browser/test_television.py")
@pytest.mark.parametrize(
    ("width", "height", "totals"), [(1024, 768, 1 / 2), (844, 390, 11 / 25)], ids=["tablet", "phone on its side"]
)
def test_there_is_room_for_the_hands_next_to_the_totals(
    screen: Phone, keeper: Person, width: int, height: int, totals: float
) -> None:
    """On a phone on its side the questions get more of it, so that all counts are seen."""
    board, watch = board_and_watch(keeper)
    screen.page.set_viewport_size({"width": width, "height": height})
    screen.open(watch)
    assert measured(screen, BESIDE)
    assert not list(axe_violations(screen))
    screen.open(board)
    question = box_of(screen.page.locator(".questions"))
    assert question["x"] > width * totals - 20
    assert screen.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert not list(axe_violations(screen))
