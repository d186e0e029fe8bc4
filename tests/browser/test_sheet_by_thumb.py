"""A paper sheet is typed with the thumb on a pad: few taps, and nothing moves, is swapped away or scrolls sideways."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Route, ViewportSize, expect

from scorekeeper.rules.game import initial_standing
from tests.usecases.random_sheets import RULES, random_hand

from .page_faults import faults
from .phone import SIZE, Phone
from .sheet_by_thumb import HANDS, TOTALS, begin, row, type_cell, type_hand
from .visibility import measured

ROW_2 = re.compile(r'cell-1-\d+(=|"\s+)100\b')
"""Its bid, as it is sent."""
NARROW: ViewportSize = {"width": 320, "height": 568}
# Where each row with a hand is on the page, and how high.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".row")].map((row) => {
  const { y, height } = row.getBoundingClientRect();
  return [row.ariaLabel, [Math.round(y + scrollY), Math.round(height)]];
}))"""
TYPED = """() => [...document.querySelectorAll(".line")]
  .map((line) => [...line.querySelectorAll("input, select")].map((one) => one.value)).filter(([bidder]) => bidder)"""
ALL_TYPED = """() => [...document.querySelectorAll(".line")]
  .map((line) => [...line.querySelectorAll("input")].map((one) => one.value))"""
# A field that was swapped is another element.
MARK = "() => document.querySelectorAll('.line input').forEach((one, at) => { one.marked ??= at })"
UNMARKED = "() => [...document.querySelectorAll('.line input')].filter((one) => one.marked === undefined).length"
LISTEN = """() => {
  const said = document.querySelector("#said-0");
  window.said = [];
  new MutationObserver(() => window.said.push(said.textContent)).observe(said, { childList: true });
}"""
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("main, form, .grid, #keys")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.tagName + one.id)"""
UNDER_THE_PAD = """() => document.activeElement.getBoundingClientRect().bottom >
  document.querySelector("#keys").getBoundingClientRect().top + 1"""


def type_sheet(phone: Phone, hands: Sequence[Sequence[str]]) -> list[int]:
    """Type hands one after the other, and return the taps of each; each is judged below it, and nothing moves."""
    page, taps, before = phone.page, list[int](), dict[str, Any]()
    for number, hand in enumerate(hands, 1):
        taps.append(type_hand(phone, hand))
        expect(row(phone, number).locator(".said > span")).to_be_visible()
        expect(row(phone, number + 1).get_by_label("Bidder")).to_be_focused()
        places = measured(phone, PLACES)
        assert {name: places[name] for name in before} == before
        before = places
        assert page.evaluate(SIDEWAYS) == []
        assert not page.evaluate(UNDER_THE_PAD)
    assert page.evaluate(TYPED) == [[*hand] for hand in hands]
    assert {height for _, height in before.values()} == {57}
    return taps


@pytest.mark.everywhere("size", once={"size": SIZE})
@pytest.mark.parametrize("size", [SIZE, NARROW], ids=["390", "320"])
def test_hands_are_typed_and_nothing_moves(new_phone: Callable[..., Phone], size: Any) -> None:
    phone = new_phone(viewport=size)
    begin(phone)
    phone.page.evaluate(MARK)
    hands = HANDS[:7] if size == SIZE else HANDS
    assert max(type_sheet(phone, hands)) <= 7, "one with a number below zero"
    assert phone.page.evaluate(UNMARKED) == 4 * (len(hands) + 1 - 4), "only the rows that were added are new"
    expect(phone.page.locator(".count")).to_have_text(f"{len(hands)} right")
    phone.page.evaluate("() => scrollTo(0, 0)")
    assert faults(phone, fingers=True) == []


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_by_thumb.py")
def test_hands_with_totals_so_far_are_typed_and_nothing_moves(phone: Phone) -> None:
    choose_paper(phone, "Totals so far")
    begin(phone)
    assert max(type_sheet(phone, TOTALS)) == 12
    expect(phone.page.locator(".count")).to_have_text("15 right")


def choose_paper(phone: Phone, *choices: str, rules: str = "original") -> None:
    phone.open("/check/sheet?empty=y")
    phone.page.locator(".how summary").tap()
    phone.page.get_by_label("Rules").select_option(rules)
    for choice in choices:
        phone.page.get_by_text(choice, exact=True).tap()
    phone.tap("button", "Use these rules")
    said = " ".join(choices).replace(" on paper", ",").lower().rstrip(",")
    expect(phone.page.locator(".how summary")).to_contain_text(said)
    expect(phone.page.locator(".how")).not_to_have_attribute("open", "")


def first_cell(phone: Phone) -> Locator:
    cell = row(phone, 1).locator(".line").locator("input, select").first
    expect(cell).to_have_attribute("inputmode", "none")
    return cell


EVENINGS = 3
# What is on paper, the most taps for ten hands (G2), how a hand is written, and the first cell.
WAYS: dict[str, tuple[int, Callable[..., tuple[str, ...]], tuple[str, ...]]] = {
    "points of each hand": (45, lambda hand: (hand.bidder, hand.bid, *hand.points), ()),
    "totals so far": (78, lambda hand: (hand.bidder, hand.bid, *hand.totals), ("Totals so far",)),
    "points alone": (35, lambda hand: hand.plain, ("No bidder on paper", "No bid on paper")),
}


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_by_thumb.py")
@pytest.mark.parametrize("way", WAYS)
def test_ten_hands_of_random_evenings_take_few_taps(phone: Phone, way: str) -> None:
    """The mean, with the choices for the sheet made."""
    most, written, choices = WAYS[way]
    taps = list[int]()
    for seed in range(EVENINGS):
        choose_paper(phone, *choices)
        first_cell(phone).tap()
        hands = [written(hand) for hand in random_evening(seed)]
        taps.append(sum(type_hand(phone, hand) for hand in hands))
        assert phone.page.evaluate(ALL_TYPED)[:10] == [[*hand] for hand in hands]
        expect(phone.page.locator(".count")).to_have_text("10 right")
    assert sum(taps) / len(taps) <= most, taps


class Evening(NamedTuple):
    """A hand as a sheet has it: who bid, how much, the points of both sides, a set in a word or not, and the totals."""

    bidder: str
    bid: str
    points: tuple[str, ...]
    plain: tuple[str, ...]
    totals: tuple[str, ...]


def random_evening(seed: int) -> Iterator[Evening]:
    """Ten hands of the original game."""
    luck, rules = random.Random(seed), RULES["original"]
    table, totals = initial_standing(rules, range(4)).table, (0, 0)
    for _ in range(10):
        hand, scored = random_hand(luck, rules, table)
        points = scored[:2]
        totals = (totals[0] + points[0], totals[1] + points[1])
        told = ["set" if worth < 0 else str(worth) for worth in points]
        plain, summed = (tuple(str(n).replace("-", "−") for n in figures) for figures in (points, totals))
        yield Evening(("Us", "Them")[(hand.bidder or 0) % 2], str(hand.bid), tuple(told), plain, summed)
        table = table.after(table.deal(), hand)


@pytest.mark.everywhere("way", proven="tests/browser/test_sheet_by_thumb.py")
def test_any_number_can_be_typed_and_the_step_that_came_by_itself_is_taken_back_with_one_tap(phone: Phone) -> None:
    """G2: a number that is another's beginning, and one that no hand brings."""
    begin(phone)
    type_cell(phone, "Us")
    pad = phone.page.locator("#keys")
    for label, keys, typed in TYPED_OUT:
        cell = row(phone, 1).get_by_label(label, exact=True)
        cell.tap()
        for key in keys.split():
            pad.locator(f"button[value='{key}']:visible").tap()
        assert (cell.input_value(), cell.evaluate("(one) => one === document.activeElement")) == (typed, True), keys


# The cell, the keys, and what it has then with the cell still in hand.
TYPED_OUT = (
    ("Bid", "100 back 105 back", "105"), ("Us", "0 back 5 back", "5"), ("Bid", "123 1 0", "10"), ("Us", "123 8", "8"),
    ("Bid", "1 2", "12"), ("Us", "8 0 back", "80"), ("Bid", "1 2 0 back", "120"), ("Us", "9 5 back 0", "950"),
    ("Bid", "1 3", "13"), ("Us", "− 1 0 5 back back", "−10"),
)  # fmt: skip


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_a_row_of_two_sides_is_one_line_and_with_totals_two(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(viewport=NARROW)
    phone.open("/check/sheet")
    tops = "(line) => new Set([...line.querySelectorAll('input, select')].map((one) => one.offsetTop)).size"
    line = row(phone, 1).locator(".line")
    assert measured(phone, SIDEWAYS) == []
    assert line.evaluate(tops) == 1
    phone.page.locator(".how summary").tap()
    phone.choose("On paper are", "Both")
    phone.tap("button", "Use these rules")
    expect(line.get_by_label("Total of Them")).to_be_visible()
    assert line.evaluate(tops) == 2
    assert measured(phone, SIDEWAYS) == []


@pytest.mark.everywhere("rule set", proven="tests/browser/test_sheet_by_thumb.py")
def test_six_players_are_typed_on_the_pad_too(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(viewport=NARROW)
    phone.open("/check/sheet")
    phone.page.locator(".how summary").tap()
    phone.page.get_by_label("Rules").select_option("six-handed")
    phone.tap("button", "Use these rules")
    begin(phone)
    type_hand(phone, ("Player 2", "30", "25", "40", "20", "15", "0", "0"))
    expect(row(phone, 1).locator(".said .right")).to_be_visible()
    assert measured(phone, SIDEWAYS) == []
    phone.page.evaluate("() => scrollTo(0, 0)")
    assert faults(phone, fingers=True) == []


def test_a_mistake_is_said_under_its_row_and_put_right_on_the_pad(phone: Phone) -> None:
    begin(phone)
    for hand in (*HANDS[:2], ("Us", "75", "−70", "50")):
        type_hand(phone, hand)
    wrong = row(phone, 3)
    expect(wrong.locator(".said")).to_contain_text("Us −75, not −70")
    expect(wrong.get_by_label("Us", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(phone.page.locator(".count")).to_have_text("1 wrong 2 right")
    wrong.get_by_label("Us", exact=True).tap()
    for key in ("−", "7", "5"):  # the first digit takes the place of what was there
        phone.page.locator(f"#keys .numbers [value='{key}']").tap()
    expect(wrong.locator(".said")).to_be_empty()
    expect(wrong.get_by_label("Us", exact=True)).to_have_value("−75")
    phone.page.locator("#keys [value='next']:visible").tap()
    expect(wrong.locator(".said .right")).to_be_visible()
    expect(phone.page.locator(".count")).to_have_text("3 right")


def test_a_row_is_judged_once_nothing_in_it_is_blank(phone: Phone) -> None:
    begin(phone)
    type_hand(phone, HANDS[0])
    expect(row(phone, 1).locator(".said .right")).to_be_visible()
    asked = list[str]()
    phone.page.on("request", lambda request: asked.append(request.post_data or ""))
    type_hand(phone, ("Them", "100", "40"))
    assert not any(map(ROW_2.search, asked))
    row(phone, 1).get_by_label("Bid", exact=True).tap()  # another row is in hand: what this one says is all it says
    expect(row(phone, 2).locator(".said")).not_to_be_empty()
    assert any(map(ROW_2.search, asked))


def test_cells_typed_while_the_verdicts_are_on_their_way_stay(phone: Phone) -> None:
    begin(phone)
    phone.page.evaluate(MARK)
    held = list[Route]()
    phone.page.route("**/check/sheet", lambda asked: held.append(asked))
    type_hand(phone, HANDS[0])
    phone.wait_until(lambda: len(held) == 1)
    type_hand(phone, HANDS[1][:3])
    phone.page.unroute("**/check/sheet")  # what was held goes on
    expect(row(phone, 1).locator(".said .right")).to_be_visible()
    expect(row(phone, 2).get_by_label("Them", exact=True)).to_be_focused()
    assert phone.page.evaluate(TYPED) == [[*HANDS[0]], [*HANDS[1][:3], ""]]
    assert phone.page.evaluate(UNMARKED) == 0


@pytest.mark.everywhere("again", proven="tests/browser/test_sheet_by_thumb.py")
def test_a_verdict_on_what_was_changed_meanwhile_is_not_shown(phone: Phone) -> None:
    begin(phone)
    held = list[Route]()
    phone.page.route("**/check/sheet", lambda asked: held.append(asked))
    phone.page.evaluate(LISTEN)
    type_hand(phone, ("Us", "90", "95", "20"))
    phone.wait_until(lambda: len(held) == 1)
    row(phone, 1).get_by_label("Them", exact=True).tap()
    type_cell(phone, "25")
    phone.page.unroute("**/check/sheet")  # what was held goes on
    expect(row(phone, 1).locator(".said .right")).to_be_visible()
    expect(phone.page.locator(".count")).to_have_text("1 right")
    assert not [said for said in phone.page.evaluate("() => window.said") if "20" in said]


def test_by_the_keyboard_alone_a_sheet_is_typed_and_checked(new_phone: Callable[..., Phone]) -> None:
    """With a mouse's fine pointer there is no pad; Return goes on as "next" does."""
    phone = new_phone(has_touch=False, is_mobile=False)
    page, keys = phone.page, phone.page.keyboard
    phone.open("/check/sheet")
    row(phone, 1).get_by_label("Bidder").focus()
    for number, (bidder, bid, us, them) in enumerate(HANDS[:5], 1):
        keys.type(bidder)
        keys.press("Tab")
        for text in (bid, us, them):
            keys.type(text.replace("−", "-"))
            keys.press("Enter")
        expect(row(phone, number).locator(".said .right")).to_be_visible()
    expect(page.locator("#keys")).to_be_hidden()
    expect(row(phone, 6).get_by_label("Bidder")).to_be_focused()
    expect(page.locator(".count")).to_have_text("5 right")
    assert page.evaluate(TYPED) == [[*hand] for hand in HANDS[:5]]
