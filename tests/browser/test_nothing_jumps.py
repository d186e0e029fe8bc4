"""While a hand is bid, counted, previewed and saved, nothing that stays there moves, and nothing scrolls.

Nor does anything take the taps of the pinned button.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.person import Person

from .phone import Phone
from .scripts import script

SIZES: dict[str, ViewportSize] = {
    "390 × 664": {"width": 390, "height": 664},
    "320 × 568": {"width": 320, "height": 568},
}
SHORT = ("Ann", "Bob", "Cal", "Dee", "Eve", "Flo")
LONG = ("Aunt Margaret", "Bartholomew", "Carol", "Great-Grandfather J.", "Eve", "Florence Mae")
# Each layout that rule sets have: two sides, with the last trick and without, sides that change, three, five and six.
LAYOUTS = {
    "original": SHORT[:4],
    "changing-partners": LONG[:4],
    "two-handed": LONG[:2],
    "three-handed": LONG[:3],
    "five-handed": LONG[:5],
    "six-handed": LONG,
    "princeton": LONG[:4],
    "dixie": SHORT[:4],
    "call-partner": SHORT[:5],
    "moon-360": LONG[:4],
}
MOST = 2  # px
PLACES = script("places")


def steps(phone: Phone, names: tuple[str, ...]) -> Iterator[str]:
    """Two hands, tap by tap."""
    page = phone.page
    for hand in (1, 2):
        yield f"hand {hand}"
        page.locator("[name=bidder]").nth(hand - 1).dispatch_event("click")
        yield "a bidder"
        page.locator("[name=bid]").nth(1).dispatch_event("click")
        yield "a bid"
        page.locator(".do .go").dispatch_event("click")
        partner = page.locator("[name=partners]")
        expect(page.locator("#hand, #partners")).to_be_attached()
        if page.locator("#partners").count():
            yield "the partners"
            partner.last.dispatch_event("click")
            page.locator(".do .go").dispatch_event("click")
            expect(page.locator("#hand")).to_be_attached()
        yield "the count"
        for trick in page.locator("#hand > fieldset [name=last_trick], #hand > fieldset [name=most_tricks]").all()[:1]:
            trick.dispatch_event("click")
            yield "the last trick"
        fields = page.locator(".counts input")
        for number in range(fields.count()):
            page.locator("#pad button").nth(0 if number else -1).dispatch_event("click")
            yield f"count {number + 1}"
        expect(page.locator("#preview small, #preview > span + span")).not_to_have_count(0)
        yield "the preview"
        page.locator(".do .go").dispatch_event("click")
        expect(page.locator("#bid")).to_be_attached()


@pytest.mark.everywhere("size", once={"size": ["390 × 664"]})
@pytest.mark.everywhere("rule set", once={"rules": ["original", "six-handed"]})
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", LAYOUTS)
def test_a_hand_moves_nothing(new_phone: Callable[..., Phone], size: str, rules: str) -> None:
    phone, names = new_phone(viewport=SIZES[size]), LAYOUTS[rules]
    phone.open(Person(phone.server.app).start_game(names[0], names, rules=rules))
    phone.keeps_game()
    before, was, faults = None, "", []
    for step in steps(phone, names):
        now = phone.page.evaluate(PLACES)
        faults += [f"{step}: over the button is {one}" for one in now["covered"]]
        if before:
            for one in before["found"].keys() & now["found"].keys():
                at, to = ([round(edge) for edge in place["found"][one]] for place in (before, now))
                if any(abs(edge - to_edge) > MOST for edge, to_edge in zip(at, to, strict=True)):
                    faults.append(f"{was} → {step}: {one} from {at} to {to}")
            if now["scrolled"] != before["scrolled"]:
                faults.append(f"{was} → {step}: scrolled to {now['scrolled']}")
            if now["pinned"] != before["pinned"] and before["pinned"]:
                faults.append(f"{was} → {step}: the button from {before['pinned']} to {now['pinned']}")
        before, was = now, step
    assert not faults, "\n".join(faults)
