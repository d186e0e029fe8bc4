"""What a finger or a reader may miss on a page: held for small phones, large text, day and night."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize

from .pages.people import PEOPLE, TABLES
from .phone import SIZE, Phone
from .scripts import script
from .visibility import wait_for_styles

FAULTS = script("layout_faults")
FORCED = script("forced_color_faults")
# Rows of a table that two printed pages may share.
CUT_IN_PRINT = """() => [...document.querySelectorAll("tr")]
  .filter((row) => getComputedStyle(row).breakInside !== "avoid")
  .map((row) => `is cut between printed pages: ${row.textContent.trim().slice(0, 40)}`)"""
OPEN_ALL = """() => {
  window.opened = [...document.querySelectorAll("details:not([open])")];
  window.opened.forEach((one) => { one.open = true });
}"""
NARROW: ViewportSize = {"width": 320, "height": 640}  # as WCAG 1.4.10 has it
OTHERS = (360, 375, 1280)
PAPERS = {"A4": 658, "Letter": 680}
"""Pixels between the margins of 18 mm."""
LONG = ["Bartholomew", "Maximilian", *re.findall(r"\w+", " ".join(sum(TABLES.values(), PEOPLE)))]
"""What may break, as no word of ours."""
CLOSE_AGAIN = "() => window.opened.forEach((one) => { one.open = false })"
TEXT_SIZE = "size => { document.documentElement.style.fontSize = size }"
AXE = Axe().axe_script
VIOLATIONS = """run => axe.run(document, {resultTypes: ["violations"], ...run})
  .then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"""
COLORS_ALONE = {"runOnly": ["color-contrast", "link-in-text-block"]}


def faults(phone: Phone, *, fingers: bool) -> list[str]:
    """What is wrong with the page as it is, in words; `fingers` also looks for targets that are too small."""
    size = phone.page.viewport_size
    assert size
    asked = {"fingers": fingers, "words": fingers, "wide": size["width"], "long": LONG}
    found: list[str] = phone.page.evaluate(FAULTS, asked)
    return found


def forced_color_faults(phone: Phone) -> list[str]:
    """What cannot be told apart where the system forces its colors, in words."""
    phone.page.emulate_media(forced_colors="active")
    found: list[str] = phone.page.evaluate(FORCED)
    phone.page.emulate_media(forced_colors="none")
    return found


def print_faults(phone: Phone) -> list[str]:
    """What two printed pages may share, and what is wrong on the paper between its margins, in words."""
    page, before = phone.page, phone.page.viewport_size
    assert before
    page.emulate_media(media="print")
    found: list[str] = page.evaluate(CUT_IN_PRINT)
    for paper, width in PAPERS.items():
        page.set_viewport_size({"width": width, "height": 900})
        asked = {"fingers": False, "words": True, "wide": width, "long": LONG}
        found += [f"{paper}: {fault}" for fault in page.evaluate(FAULTS, asked)]
    page.set_viewport_size(before)
    page.emulate_media(media="null")
    return found


def fits(phone: Phone) -> None:
    """Fail where something is wrong with the page as it is."""
    wait_for_styles(phone.page)
    assert faults(phone, fingers=True) == []


def layout_faults(phone: Phone) -> list[str]:
    """On both phones, in both text sizes, folded and unfolded; fingers for the usual text."""
    page, found = phone.page, list[str]()
    wait_for_styles(phone.page)
    for size in (SIZE, NARROW):
        page.set_viewport_size(size)
        for text in ("100%", "200%"):
            page.evaluate(TEXT_SIZE, text)
            at = f"{size['width']} × {size['height']}, {text}"
            found += [f"{at}: {fault}" for fault in faults(phone, fingers=text == "100%")]
            page.evaluate(OPEN_ALL)
            found += [f"{at}, all open: {fault}" for fault in faults(phone, fingers=text == "100%")]
            page.evaluate(CLOSE_AGAIN)
        page.evaluate(TEXT_SIZE, "")
    for width in OTHERS:
        page.set_viewport_size({"width": width, "height": SIZE["height"]})
        found += [f"{width}: {fault}" for fault in faults(phone, fingers=False)]
    page.set_viewport_size(SIZE)
    return found


def axe_violations(phone: Phone) -> list[str]:
    """By day, and by night what is about colors, which is all that changes then; all that unfolds is open."""
    page = phone.page
    wait_for_styles(page)
    page.evaluate(OPEN_ALL)
    page.evaluate(AXE)
    found = list(page.evaluate(VIOLATIONS, {}))
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {violation}" for violation in page.evaluate(VIOLATIONS, COLORS_ALONE)]
    page.emulate_media(color_scheme="light")
    page.evaluate(CLOSE_AGAIN)
    return found
