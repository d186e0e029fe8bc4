"""A paper sheet that is typed with the thumb: every tap is one on the screen, and is counted."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from .phone import Phone

HANDS = (
    ("Us", "90", "95", "25"), ("Them", "100", "40", "set"), ("Us", "105", "105", "15"), ("Them", "105", "15", "105"),
    ("Us", "110", "115", "5"), ("Them", "95", "55", "set"), ("Us", "120", "120", "0"), ("Them", "75", "20", "100"),
    ("Us", "100", "set", "75"), ("Them", "100", "15", "105"), ("Us", "80", "−80", "60"), ("Them", "120", "5", "set"),
    ("Us", "70", "85", "35"), ("Them", "115", "0", "120"), ("Us", "85", "set", "110"),
)  # fmt: skip
"""Who bid, the bid, and the points of both: each fits the rules."""
TOTALS = (
    ("Us", "90", "95", "25"), ("Them", "100", "135", "−75"), ("Us", "105", "240", "−60"), ("Them", "105", "255", "45"),
    ("Us", "110", "145", "165"), ("Them", "95", "200", "70"), ("Us", "120", "80", "170"), ("Them", "85", "120", "85"),
    ("Us", "100", "20", "160"), ("Them", "100", "65", "60"), ("Us", "80", "−15", "120"), ("Them", "120", "40", "0"),
    ("Us", "120", "−80", "5"), ("Them", "120", "−75", "−115"), ("Us", "120", "−195", "−110"),
)  # fmt: skip
"""Such hands with totals so far."""


IN_HAND = "() => document.activeElement.name"
KEYS = """() => [...document.querySelectorAll("#keys button")]
  .filter((key) => key.checkVisibility({ visibilityProperty: true })).map((key) => key.value)"""
TYPED = """() => [...document.querySelectorAll(".line")]
  .map((line) => [...line.querySelectorAll("input, select")].map((one) => one.value)).filter((line) => line.join(""))"""


def row(phone: Phone, number: int) -> Locator:
    return phone.page.get_by_role("group", name=f"Row {number}", exact=True)


def begin(phone: Phone, number: int = 1) -> None:
    """Open an empty sheet, unless there is one, and take the first cell of this row in hand."""
    if "/check/sheet" not in phone.path:
        phone.open("/check/sheet")
    cell = row(phone, number).get_by_label("Bidder")
    expect(cell).to_have_attribute("inputmode", "none")
    cell.tap()
    expect(phone.page.locator("#keys .bidders")).to_be_visible()


def type_hand(phone: Phone, hand: Sequence[str]) -> int:
    """Type a hand on the pad from the first cell on, as a person does, and return how many taps that took."""
    return sum(type_cell(phone, text) for text in hand)


def type_cell(phone: Phone, text: str) -> int:
    """Type a cell by the key that has it all, else by digits, and "next" where that does not come by itself."""
    pad, cell, shown = phone.page.locator("#keys"), phone.page.evaluate(IN_HAND), phone.page.evaluate(KEYS)
    keys = [text or "next"] if text in ("", *shown) else [*["123"] * ("123" in shown), *text]
    for key in keys:
        pad.locator(f"button[value='{key}']:visible").first.tap()
    if text and phone.page.evaluate(IN_HAND) == cell:
        pad.locator("button[value='next']:visible").tap()
        return len(keys) + 1
    return len(keys)


def shows(phone: Phone, *hands: tuple[str, ...]) -> None:
    """Wait until the page shows these hands, and all that is said of them."""
    phone.wait_until(lambda: phone.page.evaluate(TYPED) == [[*hand] for hand in hands])


def fill_in(phone: Phone, number: int, hand: Sequence[str]) -> None:
    """Fill in a row as the phone at hand does: on the pad, or without a script in its fields."""
    if phone.javascript:
        begin(phone, number)
        type_hand(phone, hand)
        return
    line = row(phone, number)
    line.get_by_label("Bidder").select_option(hand[0])
    for field, text in zip(line.locator(".line input").all(), hand[1:], strict=True):
        field.fill(text)
