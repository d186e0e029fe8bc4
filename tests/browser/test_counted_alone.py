"""What a phone counts and says of a hand while the server cannot be reached."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .offline import at_table, hands, play, unsent
from .phone import SIDES, Phone, never_answers
from .server import Server


@pytest.mark.everywhere("rule set", proven="tests/browser/test_scenarios.py")
def test_that_the_dummy_leads_is_told_alone_too(new_phone: Callable[..., Phone], server: Server) -> None:
    """R35: as the server tells it."""
    phone = at_table(new_phone, rules="two-handed", names=("Cal", "Dee"))
    server.stop()
    phone.record_bid("Cal", 100)
    head = phone.page.get_by_role("heading", level=1)
    expect(head).to_have_text("Hand 1 · Dee deals, the dummy leads")
    phone.finds_server()
    unsent(phone, 0)
    expect(head).to_have_text("Hand 1 · Dee deals, the dummy leads")


@pytest.mark.everywhere("again", proven="tests/browser/test_hands_alone.py")
def test_a_hand_with_penalties_a_renege_and_an_adjustment_is_counted(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone)
    phone.record_bid("Ann", 100)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    server.stop()
    phone.choose("Last trick", SIDES[0])
    phone.open_part("Penalty")
    phone.penalty("Bob")
    phone.open_part("Penalty")
    phone.penalty("Bob")
    phone.open_part("Adjustment")
    phone.page.locator("[name=adjustments-0-to]").select_option("Ann & Cal")
    phone.page.get_by_label("Adjustment points").fill("15")
    phone.page.get_by_label("Reason").fill("late")
    phone.tap("button", "Back")
    phone.page.get_by_label(f"Captured by {SIDES[0]}").fill("100")
    phone.tap("button", "Save hand")
    phone.sees_totals("115", "−60")
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]
    phone.sees_totals("115", "−60")


def other_rules(phone: Phone, bidder: str, bid: str, captured: dict[str, str], last_trick: str = "") -> None:
    """Play a hand by rules that ask for something else."""
    phone.choose("Bidder", bidder)
    phone.choose("Bid", bid)
    partner = phone.page.get_by_role("button", name="Record partner")
    expect(partner.or_(phone.page.get_by_role("button", name="Save hand"))).to_be_visible()
    if partner.count():
        expect(phone.page.get_by_role("radiogroup", name="Partner").get_by_role("radio", name=bidder)).to_have_count(0)
        phone.choose("Partner", "Eve")
        partner.tap()
    if last_trick:
        phone.choose("Last trick", last_trick)
    for side, points in captured.items():
        phone.page.get_by_label(f"Captured by {side}").fill(points)
    phone.tap("button", "Save hand")


@pytest.mark.everywhere("rule set", proven="tests/browser/test_every_game_alone.py")
@pytest.mark.parametrize(
    ("rules", "count", "bidder", "bid", "captured", "last_trick", "totals"),
    [
        ("two-handed", 2, "Bob", "60", {"Ann": "30", "Bob": "65"}, "Bob", ["30", "65"]),
        ("changing-partners", 4, "Bob", "95", {"Ann & Cal": "45"}, "Ann & Cal", ["45", "−95", "45", "−95"]),
        (
            "five-handed", 5, "Cal", "30", {"Bob": "20", "Cal": "45", "Dee": "0", "Eve": "10"}, "Cal",
            ["25", "20", "45", "0", "10"],
        ),
        ("call-partner", 5, "Bob", "100", {"Bob & Eve": "150"}, "Bob & Eve", ["30", "170", "30", "30", "170"]),
        ("moon-360", 4, "Ann", "360", {"Ann & Cal": "180"}, "Ann & Cal", ["360", "0"]),
    ],
)  # fmt: skip
def test_a_hand_by_other_rules_is_counted_alone(
    new_phone: Callable[..., Phone], server: Server, rules: str, count: int, bidder: str, bid: str,
    captured: dict[str, str], last_trick: str, totals: list[str],
) -> None:  # fmt: skip
    names = ("Ann", "Bob", "Cal", "Dee", "Eve")[:count]
    phone = at_table(new_phone, rules=rules, names=names, dealer=names[-1])
    server.stop()
    other_rules(phone, bidder, bid, captured, last_trick)
    shown = phone.page.locator("[data-total]")
    expect(phone.page.locator("tr.unsent")).to_have_count(1)
    assert shown.all_inner_texts() == totals
    phone.finds_server()
    unsent(phone, 0)
    phone.page.reload(wait_until="domcontentloaded")
    assert shown.all_inner_texts() == totals


def test_points_to_the_target_are_said_by_a_phone_alone_and_why_by_the_server(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone, target=1000)
    server.stop()
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    words = [
        "Ann & Cal bid 100 and took 100: +100. Bob & Dee score 20.",
        "Bob & Dee bid 95 and took 75: set back 95. Ann & Cal score 45.",
    ]
    shown = phone.page.locator("tr.why")
    left = phone.page.locator(".to-go")
    expect(left).to_have_text(["855 to go", "1,075 to go"])
    expect(shown).to_have_count(0)
    phone.finds_server()
    unsent(phone, 0)
    expect(phone.page.locator("tr.unsent")).to_have_count(0)
    expect(shown).to_have_text([re.compile(re.escape(one)) for one in reversed(words)])
    expect(left).to_have_text(["855 to go", "1,075 to go"])


def test_without_htmx_the_score_of_a_hand_shows_before_it_is_saved(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(cdn=never_answers)
    phone.start_game(dealer="Dee")
    phone.keeps_game()
    phone.record_bid("Bob", 95)
    phone.page.get_by_label(f"Captured by {SIDES[0]}").fill("45")
    expect(phone.page.locator("#preview")).to_have_text("Ann & Cal: +45. Bob & Dee: set back 95.")
