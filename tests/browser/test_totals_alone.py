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
    alone = squeezed(totals.inner_html()), [squeezed(text) for text in hands.all_inner_texts()]
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator("[data-local]")).to_have_count(0)
    assert (squeezed(totals.inner_html()), [squeezed(text) for text in hands.all_inner_texts()]) == alone


def squeezed(text: str) -> str:
    return "".join(text.split())
