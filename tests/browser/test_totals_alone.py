"""The totals and hands that a phone draws without the server are the server's, to the letter."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.presets import PRESETS

from .offline import at_table, unsent
from .phone import Phone
from .server import Server

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve")


@pytest.mark.everywhere("rule set", once={"rules": "original"})
@pytest.mark.parametrize(
    ("rules", "players", "bid", "side", "captured"),
    [
        ("original", 4, 100, "Ann & Cal", 120),
        ("five-handed", 5, 100, "Ann", PRESETS["five-handed"].rules.card_total),
        ("changing-partners", 4, 100, "Ann & Cal", 120),
    ],
)
def test_leader_partners_and_running_totals(
    new_phone: Callable[..., Phone], server: Server, rules: str, players: int, bid: int, side: str, captured: int
) -> None:
    phone = at_table(new_phone, rules=rules, names=NAMES[:players])
    server.stop()
    phone.record_bid("Ann", bid)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    if phone.page.get_by_role("radiogroup", name="Last trick").count():
        phone.choose("Last trick", side)
    phone.page.get_by_label(f"Captured by {side}").fill(str(captured))
    phone.tap("button", "Save hand")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    totals, hands = phone.page.locator(".totals"), phone.page.locator(".hands tr:not(.why)")
    alone = squeezed(totals.inner_html()), hands.all_inner_texts()
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator("[data-local]")).to_have_count(0)
    assert (squeezed(totals.inner_html()), hands.all_inner_texts()) == alone


def squeezed(html: str) -> str:
    return "".join(html.split())


DRAWN = """(chart) => {
  const shown = [...chart.querySelectorAll("li, desc, text")].map((one) => one.textContent.trim());
  const numbers = [...chart.querySelectorAll("path, text")].flatMap((one) =>
    ["class", "d", "x", "y", "text-anchor"].map((name) => (one.getAttribute(name) ?? "").replace(/\\.0(?!\\d)/g, "")));
  return [shown, numbers];
}"""


@pytest.mark.everywhere("rule set", once={"rules": "original"})
@pytest.mark.parametrize(
    ("rules", "players", "bid", "side", "captured"),
    [
        ("original", 4, 70, "Ann & Cal", [120, 40, 100, 115, 70]),
        ("five-handed", 5, 50, "Ann", [100, 0, 75, 80]),
        ("larry-smith", 4, 100, "Ann & Cal", [120, 40, 200, 100]),
    ],
)
def test_the_chart_of_a_win(
    new_phone: Callable[..., Phone], server: Server, rules: str, players: int, bid: int, side: str, captured: list[int]
) -> None:
    """The first hand is the server's; one is set; a misdeal has no place of its own."""
    phone = at_table(new_phone, rules=rules, names=NAMES[:players])
    for number, points in enumerate(captured):
        if number == 1:
            unsent(phone, 0)
            server.stop()
        if number == 2:
            phone.redeal()
        phone.record_bid("Ann", bid)
        expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
        for group in ("Last trick", "Most tricks"):
            if phone.page.get_by_role("radiogroup", name=group).count():
                phone.choose(group, side)
        phone.page.get_by_label(f"Captured by {side}").fill(str(points))
        if players == 5:
            phone.page.get_by_label("Captured by Bob").fill(str(PRESETS[rules].rules.card_total - points))
        phone.tap("button", "Save hand")
        expect(phone.page.locator("#hand")).to_have_count(0)
    chart = phone.page.locator(".won .chart")
    expect(chart.locator("desc")).to_contain_text(f"{side} from 0 to ")
    expect(chart).to_be_visible()
    alone = chart.evaluate(DRAWN)
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator("[data-local]")).to_have_count(0)
    assert chart.evaluate(DRAWN) == alone
