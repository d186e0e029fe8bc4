"""Names, numbers and the head of the scoreboard hold together by every rule set: on any phone, in any text size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules.presets import PRESETS
from tests.person import Person

from .phone import Phone
from .visibility import box_of, broken_lines, hidden_parts, sizes

NAMES = ("Ann", "Bartholomew", "Cal", "Dee", "Eve", "Fay")

# The words of an element that stand on two lines.
BROKEN_WORDS = """(one) => {
  const found = [], walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walker.nextNode())
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.bottom))).size > 1) found.push(word);
    }
  return found;
}"""


def broken_words(seen: Locator) -> list[str]:
    found: list[str] = seen.evaluate_all(f"(all) => all.filter((one) => one.checkVisibility()).flatMap({BROKEN_WORDS})")
    return found


@pytest.mark.parametrize("key", PRESETS)
def test_no_number_and_no_name_breaks(phone: Phone, key: str) -> None:
    rules, keeper = PRESETS[key].rules, Person(phone.server.app)
    phone.open(keeper.start_game("Ann", NAMES[: rules.players], rules=key))
    found = list[str]()
    for due in ("the bid", "the count"):
        page = phone.page
        for cards in page.locator("details:has(#cards) summary").all():
            cards.tap()
        for size in sizes(phone):
            faults = broken_lines(page.locator("[data-total], .to-go, #pad button"))
            faults += broken_words(page.locator(".side h2, .chip, #hand .counts label, .contract"))
            found += [f"{due}, {size}: {fault}" for fault in faults]
        if due == "the bid":
            keeper.record_bid("Bartholomew", rules.bids[len(rules.bids) // 2])
            page.reload(wait_until="domcontentloaded")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rules", ["original", "changing-partners"])
def test_no_number_and_no_name_breaks_in_the_hands_below(phone: Phone, rules: str) -> None:
    keeper = phone.start_game("Ann", NAMES[:4], rules=rules)
    for captured in (0, 20):
        keeper.record_bid("Bartholomew", 100)
        keeper.tap("Save hand", {"Last trick": "Bartholomew & Dee", "Captured by Ann & Cal": str(captured)})
    phone.page.reload(wait_until="domcontentloaded")
    hands, found = phone.page.locator(".hands"), list[str]()
    for size in sizes(phone):
        found += [f"{size}: {word}" for word in broken_words(hands)]
        viewport = phone.page.viewport_size
        assert viewport
        assert hands.evaluate("one => one.getBoundingClientRect().right") <= viewport["width"], size
    assert not found, "\n".join(found)


@pytest.mark.parametrize("rules", ["original", "online-fourteens-high"])
def test_the_head_takes_two_lines_at_most(phone: Phone, rules: str) -> None:
    phone.start_game("Ann", ("Ann", "Benjamin", "Cal", "Dee"), rules=rules)
    phone.record_bid("Dee", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    for size in sizes(phone):
        height = box_of(phone.page.locator(".deal"))["height"]
        assert height <= 48 or not size.endswith("100%"), size


# Words of the head that lie under the crown of the side that leads.
CROWNED = """() => {
  const side = document.querySelector(".side:has(> .leads)"), card = side.getBoundingClientRect();
  const [left, top, width, height] = ["left", "top", "width", "height"].map((name) =>
    parseFloat(getComputedStyle(side, "::before")[name]));
  const x = card.left + side.clientLeft + left, y = card.top + side.clientTop + top;
  const covered = [], range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector(".head"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects())
      if (box.right > x && box.left < x + width && box.bottom > y && box.top < y + height && box.width > 1)
        covered.push(walker.currentNode.data.trim());
  }
  return covered;
}"""


@pytest.mark.parametrize("ahead", ["Ann & Bartholomew", "Benjamin & Dee"])
def test_the_crown_covers_no_word(phone: Phone, ahead: str) -> None:
    keeper = phone.start_game("Dee", ("Ann", "Benjamin", "Bartholomew", "Dee"))
    keeper.record_bid(ahead.partition(" ")[0], 70)
    keeper.tap("Save hand", {"Last trick": ahead, f"Captured by {ahead}": "80"})
    found = list[str]()
    for due in ("bid", "count"):
        phone.page.reload(wait_until="domcontentloaded")
        expect(phone.page.locator(".leads")).to_be_attached()
        found += [f"the {due}, {size}: {word}" for size in sizes(phone) for word in phone.page.evaluate(CROWNED)]
        if due == "bid":
            keeper.record_bid("Bartholomew", 100)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize(("rules", "bid"), [("original", 95), ("princeton", 140), ("moon-360", 140)])
def test_once_the_last_trick_is_tapped_every_count_lies_above_the_button(
    new_phone: Callable[..., Phone], rules: str, bid: int, width: int
) -> None:
    phone = new_phone(viewport={"width": width, "height": 640})
    phone.start_game("Ann", rules=rules)
    phone.record_bid("Bob", bid)
    points = phone.page.get_by_role("group", name="Points")
    expect(points).to_be_visible()
    for asked in ("Last trick", "Most tricks"):
        if phone.page.get_by_role("radiogroup", name=asked).count():
            phone.choose(asked, "Ann & Cal")
    hidden = hidden_parts(points.get_by_role("button"))
    assert not hidden, "\n".join(hidden)
