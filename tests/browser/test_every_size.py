"""Names, numbers and the head of the scoreboard hold together by every rule set: on any phone, in any text size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules.presets import PRESETS
from tests.layouts import ONCE
from tests.person import Person

from .page_faults import TEXT_SIZE
from .phone import Phone
from .scripts import script
from .visibility import box_of, broken_lines, hidden_parts, measured, sizes

NAMES = ("Ann", "Bartholomew", "Cal", "Dee", "Eve", "Fay")

BROKEN_WORDS = script("broken_words")


def broken_words(seen: Locator) -> list[str]:
    found: list[str] = seen.evaluate_all(f"(all) => all.filter((one) => one.checkVisibility()).flatMap({BROKEN_WORDS})")
    return found


@pytest.mark.everywhere("rule set", once={"key": ONCE})
@pytest.mark.parametrize("key", PRESETS)
def test_no_number_and_no_name_breaks(phone: Phone, key: str) -> None:
    rules, keeper = PRESETS[key].rules, Person(phone.server.app)
    phone.open(keeper.start_game("Ann", NAMES[: rules.players], rules=key))
    found = list[str]()
    for due in ("the bid", "the count", "the cards"):
        page = phone.page
        if due == "the cards" and page.locator("#cards").count():
            phone.unfold("Card by card")
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


HEAD = script("head_faults")
LONG = tuple(f"{first}artholomewson" for first in "ABCDEF")
BY_PLAYERS = ("two-handed", "three-handed", "original", "five-handed", "six-handed")
SCREENS = ((320, 640), (390, 664), (844, 390), (768, 1024))


@pytest.mark.everywhere("rule set", once={"key": "six-handed"})
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
        expect(phone.page.locator("#steps > .quiet")).to_have_count(2 if due == "the count" else 1)  # Redo, and Undo
        expect(phone.page.locator(".leads")).to_be_attached()
        for width, height in SCREENS:
            phone.page.set_viewport_size({"width": width, "height": height})
            for text in ("100%", "200%"):
                phone.page.evaluate(TEXT_SIZE, text)
                found += [f"{due}, {width} × {height}, {text}: {fault}" for fault in measured(phone, f"({HEAD})()")]
    assert not found, "\n".join(found)


@pytest.mark.everywhere("size", once={"width": 320, "rules": "princeton"})
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
