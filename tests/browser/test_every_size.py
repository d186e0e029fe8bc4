"""Names, numbers and the head of the scoreboard hold together by every rule set: on any phone, in any text size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules.presets import PRESETS
from tests.layouts import LAYOUTS
from tests.person import Person

from .page_faults import TEXT_SIZE
from .phone import Phone
from .visibility import box_of, broken_lines, hidden_parts, measured, sizes

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


@pytest.mark.everywhere("rule set", once={"key": LAYOUTS})
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


@pytest.mark.everywhere("rule set", once={"rules": "original"})
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
        assert hands.evaluate("one => one.parentElement.getBoundingClientRect().right") <= viewport["width"], size
    assert not found, "\n".join(found)


@pytest.mark.everywhere("rule set", once={"rules": "original"})
@pytest.mark.parametrize("rules", ["original", "online-fourteens-high"])
def test_the_head_takes_two_lines_at_most(phone: Phone, rules: str) -> None:
    phone.start_game("Ann", ("Ann", "Benjamin", "Cal", "Dee"), rules=rules)
    phone.record_bid("Dee", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    for size in sizes(phone):
        height = box_of(phone.page.locator(".deal"))["height"]
        assert height <= 48 or not size.endswith("100%"), size


# What is wrong with the head, and with the crown of the side that leads.
HEAD = """() => {
  const faults = [], range = document.createRange(), one = (selector) => document.querySelector(selector);
  const lines = (part) => { // of its words alone: the area of a button in them is larger
    const found = [], texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      found.push(...[...range.getClientRects()].filter((box) => box.width > 1));
    }
    return found;
  };
  const within = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5 &&
    inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;
  const over = (box, other) => box.left < other.right - 1 && box.right > other.left + 1 &&
    box.top < other.bottom - 1 && box.bottom > other.top + 1;
  const [number, ...more] = lines(one(".deal strong")), steps = [...document.querySelectorAll("#steps > .quiet")];
  const screen = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: Infinity };
  if (more.length) faults.push("the number breaks");
  for (const step of steps) {
    const [words, ...others] = lines(step), middle = (words.top + words.bottom) / 2, name = step.textContent.trim();
    if (others.length || middle < number.top || middle > number.bottom) faults.push(`${name} is on another line`);
    if (!within(step.getBoundingClientRect(), screen)) faults.push(`${name} is cut`);
  }
  const boxes = [one("#steps > .home"), ...steps].map((part) => part.getBoundingClientRect());
  const who = lines(one(".deal > :last-child"));
  for (const line of who) if (line.top < number.bottom - 3) faults.push("who deals is not below the number");
  for (const line of [number, ...who]) {
    if (!within(line, screen)) faults.push("words are cut");
    if (boxes.some((box) => over(line, box))) faults.push("words lie over a button");
  }
  const total = one(".side:has(> .leads) .total"), { right, top, bottom } = total.getBoundingClientRect();
  const { width, height, content } = getComputedStyle(total, "::after"), middle = (top + bottom) / 2;
  const half = parseFloat(height) / 2;
  const crown = { left: right - parseFloat(width), right, top: middle - half, bottom: middle + half };
  if (content === "none" || !half) faults.push("there is no crown");
  if (!within(crown, total.closest(".side").getBoundingClientRect())) faults.push("the crown is outside its card");
  for (const part of document.querySelectorAll(".head, .side > :not(.leads)"))
    if (lines(part).some((line) => over(crown, line))) faults.push(`the crown lies over ${part.textContent.trim()}`);
  return faults;
}"""
LONG = tuple(f"{first}artholomewson" for first in "ABCDEF")
BY_PLAYERS = ("two-handed", "three-handed", "original", "five-handed", "six-handed")
SCREENS = ((320, 640), (390, 664), (844, 390), (768, 1024))


@pytest.mark.everywhere("rule set", once={"key": ["original", "six-handed"]})
@pytest.mark.parametrize("key", BY_PLAYERS)
def test_the_steps_stand_beside_the_number_and_who_deals_below(phone: Phone, key: str) -> None:
    """With the longest that the head may hold; the crown is inside its card, and lies over nothing."""
    rules, keeper, found = PRESETS[key].rules, Person(phone.server.app), list[str]()
    names = LONG[: rules.players]
    phone.open(keeper.start_game(names[0], names, rules=key, target=5000, hand_limit=24))
    for _ in range(12):
        keeper.record_bid(names[1], rules.bids[0])
        *empty, last = [field.attrs["data-names"] for field in keeper.page.all("input[data-names]")]
        counts = {f"Captured by {side}": "0" for side in empty} | {f"Captured by {last}": str(rules.card_total)}
        keeper.tap("Save hand", counts | {"Last trick": last})
    for due in ("the count", "the bid"):
        keeper.tap("Undo")
        phone.page.reload(wait_until="domcontentloaded")
        expect(phone.page.locator(".deal strong")).to_have_text("Hand 12 of 24")
        expect(phone.page.locator("#steps > .quiet")).to_have_count(2)
        expect(phone.page.locator(".leads")).to_be_attached()
        for width, height in SCREENS:
            phone.page.set_viewport_size({"width": width, "height": height})
            for text in ("100%", "200%"):
                phone.page.evaluate(TEXT_SIZE, text)
                found += [f"{due}, {width} × {height}, {text}: {fault}" for fault in measured(phone, f"({HEAD})()")]
    assert not found, "\n".join(found)


@pytest.mark.everywhere("size", once={"width": 320, "rules": ["original", "princeton"]})
@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize(("rules", "bid"), [("original", 95), ("princeton", 140), ("moon-360", 140)])
def test_every_count_can_be_scrolled_above_the_button(
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
    for button in points.get_by_role("button").all():
        button.evaluate("one => one.scrollIntoView({ block: 'center' })")
        assert not hidden_parts(button)
