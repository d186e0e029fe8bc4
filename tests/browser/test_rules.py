"""The rules on a phone and on paper, and a game by rules that the table made itself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import PdfMargins, expect

from scorekeeper.rules.presets import PRESETS
from tests.person import TABLE

from .conftest import EVERY_WAY
from .phone import Phone
from .visibility import box_of

MARGINS: PdfMargins = {"top": "12mm", "bottom": "12mm", "left": "12mm", "right": "12mm"}


@pytest.mark.everywhere("rule set", once={"rules": "smith-county"})
@pytest.mark.parametrize("rules", ["original", "princeton", "smith-county"])
def test_the_points_of_the_cards_are_added_up_while_they_are_typed(phone: Phone, rules: str) -> None:
    """K17; a red 1 of its own worth is no longer one of four."""
    phone.open(f"/rules/new?start={rules}")
    total = phone.page.locator("#card-total")
    before = PRESETS[rules].rules.card_total
    expect(total).to_have_text(f"All cards together: {before} points.")
    five = phone.page.locator("[name='counters.5']")
    five.fill("15")
    expect(total).to_have_text(f"All cards together: {before + 40} points.")
    if rules != "smith-county":  # it has a card of its own worth, and is open
        phone.page.locator("summary", has_text="One color alone").tap()
    phone.page.locator("[name='counters.red5']").fill("20")
    expect(total).to_have_text(f"All cards together: {before + 45} points.")
    five.fill("x")
    expect(total).to_be_hidden()


@EVERY_WAY
def test_a_game_is_won_by_house_rules_made_at_the_table(any_phone: Phone) -> None:
    page = any_phone.page
    any_phone.open()
    any_phone.tap_more("link", "Rules")
    any_phone.tap("link", "Make house rules")
    page.locator("summary", has_text="Start from other rules").tap()
    page.get_by_label("Start from").select_option("Kentucky")
    any_phone.tap("button", "Start from these")
    expect(page.get_by_text("from Kentucky")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("Tuesday rules")
    page.get_by_role("textbox", name="Lowest bid").fill("80")
    page.get_by_role("textbox", name="Play to").fill("150")
    any_phone.tap("button", "Save rules")
    expect(page.get_by_role("heading", name="Tuesday rules")).to_be_visible()
    any_phone.tap("link", "New game")
    expect(page.get_by_role("radio", name="Tuesday rules")).to_be_checked()
    for seat, name in enumerate(TABLE, 1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    any_phone.tap("button", "Start game")
    expect(page.get_by_text("Tuesday rules, to 150")).to_be_visible()
    for _ in range(2):
        any_phone.record_bid("Ann", 80)
        any_phone.record_hand("Ann & Cal", 100, last_trick="Ann & Cal")
    expect(page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()


def test_a_name_that_was_typed_stays_when_other_rules_are_started_from(phone: Phone) -> None:
    phone.open("/rules/new")
    phone.page.get_by_role("textbox", name="Name").fill("Tuesday rules")
    phone.page.locator("summary", has_text="Start from other rules").tap()
    phone.page.get_by_label("Start from").select_option("Kentucky")
    phone.tap("button", "Start from these")
    expect(phone.page.get_by_text("from Kentucky")).to_be_visible()
    expect(phone.page.get_by_role("textbox", name="Name")).to_have_value("Tuesday rules")


def test_a_contradiction_is_shown_where_it_was_folded_away(phone: Phone) -> None:
    phone.expects("status of 422")
    page = phone.page
    phone.open("/rules/new")
    page.get_by_role("textbox", name="Name").fill("Tuesday rules")
    page.locator("summary", has_text="More about the bid").tap()
    page.get_by_role("textbox", name="Moon bid").fill("100")
    phone.tap("button", "Save rules")
    expect(page.get_by_text("The moon bid is 100; it must be above the highest other bid, 120.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Moon bid")).to_have_value("100")


def test_a_fault_of_a_card_is_said_over_the_whole_width(phone: Phone) -> None:
    phone.expects("status of 422")
    phone.open("/rules/new")
    phone.page.get_by_role("textbox", name="5", exact=True).fill("7")
    phone.tap("button", "Save rules")
    said = box_of(phone.page.get_by_text("The value of the 5s is 7, not a multiple of 5"))
    assert said["width"] > 300


@pytest.mark.everywhere("size", proven="tests/browser/test_rules.py")
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_rule_set_prints_on_one_page(phone: Phone, paper: str) -> None:
    pages = {}
    for key in PRESETS:
        phone.open(f"/rules/{key}")
        printed = phone.page.pdf(format=paper, margin=MARGINS)
        pages[key] = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert pages == dict.fromkeys(PRESETS, 1)


def test_folded_parts_are_printed_where_the_style_sheet_cannot_unfold_them(phone: Phone) -> None:
    """As in Firefox before 143."""
    phone.open("/rules/original")
    folded = phone.page.locator(".rulings")
    phone.page.evaluate("""() => addEventListener("beforeprint", () => {
      window.printed = document.querySelector(".rulings").open;
    })""")
    expect(folded).not_to_have_attribute("open", "")
    phone.page.pdf()
    assert phone.page.evaluate("window.printed")
    expect(folded).not_to_have_attribute("open", "")


@pytest.mark.everywhere("size", once={"paper": "Letter"})
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_comparison_prints_on_one_page_and_nothing_of_it_is_cut(phone: Phone, paper: str) -> None:
    phone.open("/rules?" + "&".join(f"with={key}" for key in list(PRESETS)[:6]))
    assert len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper, margin=MARGINS))) == 1
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": 700, "height": 900})  # what the margins leave of an A4 sheet
    assert phone.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert phone.page.locator(".side-by-side table").evaluate("table => table.offsetWidth <= window.innerWidth")


def test_a_wide_comparison_is_scrolled_by_the_keyboard_and_the_page_is_not(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open("/rules?" + "&".join(f"with={key}" for key in PRESETS))
    region = phone.page.get_by_role("region", name="Where they differ")
    region.focus()
    presses = 0
    while not region.evaluate("region => region.scrollLeft"):
        presses += 1
        assert presses < 50, "the arrow does not move it"
        phone.page.keyboard.press("ArrowRight")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert phone.page.evaluate("() => window.scrollX") == 0
