"""What a person at the table sees: whether words are in view, lie under nothing, and fit on one line.

The fonts of this machine are what a phone might have: DejaVu, the only one on many, is as wide as any.
"""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

from tests.patience import IN_BROWSER

from .phone import Phone
from .scripts import script

# The narrowest with the usual and the largest text, and two that many have.
ON_PHONES = ((320, "100%"), (320, "200%"), (360, "130%"), (390, "100%"))
HEIGHT = 640

_HIDDEN = script("hidden_parts")
_BROKEN = script("broken_lines")
_STYLED = "[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"


def wait_for_styles(page: Page) -> None:
    """Until the page has its style sheets; asked from here, since without JavaScript no timer of the page goes off."""
    until = monotonic() + IN_BROWSER / 1000
    while not page.evaluate(_STYLED):
        assert monotonic() < until, "The style sheets did not come."
        page.wait_for_timeout(20)


def measured(phone: Phone, what: str) -> Any:
    """What this script measures on the page, once it has its styles."""
    wait_for_styles(phone.page)
    return phone.page.evaluate(what)


def box_of(seen: Locator) -> FloatRect:
    """Where an element is on the screen, in CSS pixels, once the page has its styles."""
    seen.wait_for(state="attached")
    wait_for_styles(seen.page)
    box = seen.bounding_box()
    assert box, f"{seen} takes no room"
    return box


def hidden_parts(seen: Locator) -> list[str]:
    """Return what of these elements' words cannot be seen now, and why: nothing, where all of it is seen."""
    seen.first.wait_for(state="attached")
    wait_for_styles(seen.page)
    found: list[str] = seen.evaluate_all(f"(all) => all.flatMap({_HIDDEN})")
    return found


def broken_lines(seen: Locator) -> list[str]:
    """Return which of these elements do not fit on one line inside their parent, and why."""
    wait_for_styles(seen.page)
    found: list[str] = seen.evaluate_all(f"(all) => all.flatMap({_BROKEN})")
    return found


def sizes(phone: Phone) -> Iterator[str]:
    """Show the page in each width and text size, one after the other, and yield which."""
    wait_for_styles(phone.page)
    for width, text in ON_PHONES:
        phone.page.set_viewport_size({"width": width, "height": HEIGHT})
        phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        yield f"{width} px, text at {text}"
