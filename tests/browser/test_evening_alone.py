"""A whole evening while the server cannot be reached, with the browser closed in the middle, or with a second phone."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, expect

from .offline import at_table, hands, installed, play, play_evening, sees_the_evening, unsent
from .phone import Phone
from .server import Server


def test_an_evening_alone_is_there_once_after_the_browser_was_closed_and_opened(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], server: Server, tmp_path: Path
) -> None:
    profile = partial(browser_type.launch_persistent_context, tmp_path / "profile", **browser_type_launch_args)
    phone = installed(lambda **how: Phone(profile, server, **how), target=300)
    first = phone.path
    server.stop()
    play_evening(phone)
    assert not phone.close()
    phone = Phone(profile, server, service_worker=True)
    phone.expects("net::ERR_", "Failed to fetch")
    phone.open("/now")
    phone.keeps_taps()
    unsent(phone, 13)
    phone.sees_totals("45", "−95")
    phone.finds_server()
    sees_the_evening(phone, first)
    assert not phone.close()


@pytest.mark.everywhere("again", once={"way": "Add mine after"})
@pytest.mark.parametrize(
    ("way", "shown", "totals"),
    [
        ("Keep theirs", ["Cal 75", "Dee 70"], ("120", "120")),
        ("Use mine instead", ["Bob 95", "Ann 100"], ("145", "−75")),
        ("Add mine after", ["Bob 95", "Ann 100", "Cal 75", "Dee 70"], ("265", "45")),
    ],
)
def test_what_two_phones_recorded_is_decided_at_once(
    new_phone: Callable[..., Phone], way: str, shown: list[str], totals: tuple[str, str]
) -> None:
    phone = at_table(new_phone, target=1000)
    phone.expects("status of 409")
    other = new_phone()
    other.open(phone.path)
    phone.context.set_offline(True)
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    phone.sees_totals("145", "−75")
    expect(phone.page.get_by_text("2 hands, not sent yet.")).to_be_visible()
    play(other, "Dee", 70, 20)
    other.sees_totals("20", "100")
    play(other, "Cal", 75, 100)
    other.sees_totals("120", "120")
    phone.context.set_offline(False)
    sheet = phone.page.locator("#meeting")
    expect(sheet.get_by_role("row")).to_have_count(3)
    phone.sees_totals("120", "120")
    for label, both in {"Keep theirs": "120", "Use mine instead": "145", "Add mine after": "265"}.items():
        expect(
            sheet.locator("p").filter(has=phone.page.get_by_role("button", name=label, include_hidden=True))
        ).to_contain_text(both)
    phone.tap("button", way)
    phone.sees_totals(*totals)
    expect(sheet).to_have_count(0)
    assert hands(phone) == shown
