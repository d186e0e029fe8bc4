"""A browser that lacks one of the newer features that pages use: the forms work, and nothing is half changed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web.newer_features import NEWER, WITHOUT, Feature

from .phone import SIDES, Phone, answers

KINDS = {"text/css": "css", "text/javascript": "js", "text/html": "html"}
UNKNOWN = {"css": "x-unknown", "js": "xUnknown", "html": "x-unknown"}
# What scripts use that the oldest browsers just have, and those before them have not.
JUST_THERE = (
    "Array.prototype.at",
    "Array.prototype.findLast",
    "Array.prototype.toSorted",
    "AbortSignal.timeout",
    "BroadcastChannel",
    "CSSStyleSheet",
    "Document.prototype.adoptedStyleSheets",
    "IDBFactory.prototype.open",
    "Navigator.prototype.storage",
    "Navigator.prototype.wakeLock",
    "Response",
    "crypto.randomUUID",
)
NO_MODULES = "modules"


def without(feature: Feature, changed: list[str]) -> Callable[[Route], None]:
    """Each page, style sheet and script comes with words that no browser knows in the place of the feature's."""

    def come(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        kind = KINDS.get(answer.headers.get("content-type", "").partition(";")[0], "")
        if kind not in feature.kinds:
            route.fulfill(response=answer)
            return
        body = re.sub(feature.pattern, UNKNOWN[kind], answer.text(), flags=re.MULTILINE)
        route.fulfill(response=answer, body=body)
        if body != answer.text():
            changed.append(route.request.url)

    return come


def one_hand(phone: Phone) -> None:
    """From a new game to its first hand and back, by the forms, with whatever stands in them."""
    phone.start_game(dealer="Dee")
    phone.record_bid("Ann", 100)
    phone.record_hand(SIDES[0], 105, last_trick=SIDES[0])
    phone.sees_totals("105", "15")
    phone.tap("button", "Undo")
    phone.sees_totals("0", "0")


def is_whole(phone: Phone) -> None:
    """A phone's own keyboard is kept from a field only where the pad is."""
    phone.open(phone.path)
    if not phone.page.locator("#hand").count():
        phone.record_bid("Ann", 100)
    expect(phone.page.locator("#hand")).to_be_visible()
    phone.page.wait_for_load_state("load")
    silent = phone.page.locator('[data-names][inputmode="none"]').count()
    pad = phone.page.locator("#pad button").count()
    assert bool(silent) == bool(pad), f"{silent} fields without a keyboard, {pad} buttons"


@pytest.mark.everywhere("way", once={"name": next(iter(WITHOUT))})
@pytest.mark.parametrize("name", WITHOUT)
def test_a_hand_is_played_without_a_newer_feature(new_phone: Callable[..., Phone], name: str) -> None:
    phone = new_phone(cdn=answers)
    changed = list[str]()
    phone.context.route(f"{phone.server.address}/**", without(NEWER[name], changed))
    one_hand(phone)
    is_whole(phone)
    phone.open("/rules?with=original&with=concise&with=princeton")
    expect(phone.page.get_by_role("region", name="Where they differ")).to_be_visible()
    phone.page.wait_for_load_state("load")
    phone.context.unroute_all(behavior="ignoreErrors")
    assert changed


@pytest.mark.everywhere("way", once={"name": NO_MODULES})
@pytest.mark.parametrize("name", [*JUST_THERE, NO_MODULES])
def test_a_hand_is_played_in_a_browser_before_the_oldest(new_phone: Callable[..., Phone], name: str) -> None:
    """Where a script fails, all that it does is missing, and the forms are there."""
    phone = new_phone()
    phone.expects("page error", "SyntaxError", "TypeError")
    if name == NO_MODULES:
        phone.context.route("**/static/**/*.js", lambda route: route.fulfill(body="?", content_type="text/javascript"))
        phone.taps_record = False
    else:
        owner, _, member = name.rpartition(".")
        phone.context.add_init_script(f"delete {owner or 'globalThis'}.{member}")
    one_hand(phone)
    is_whole(phone)
