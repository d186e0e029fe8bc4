"""A whole evening while the server cannot be reached, with the browser closed in the middle."""

from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType

from .offline import installed, play_evening, sees_the_evening, unsent
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
