"""The caller: where its switch is on, a phone or a television says aloud what happened, once, and what is then true."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web.steps import correct

from .devices import planted
from .followed import AC, board, news, watch_page
from .phone import Phone
from .server import Server

SAID = "window.said"
TAP = "This browser speaks only after a tap: tap anywhere on this page."


@pytest.fixture
def caller(phone: Phone) -> Phone:
    """A phone with a voice, and its switch on."""
    return planted(phone)


def says(phone: Phone, *words: str) -> None:
    """Until it has said this since it was last asked, each after what is outdated was broken off, and no more."""
    spoken = [one for each in words for one in ("✂", each)]
    phone.page.wait_for_function("(count) => said.filter(Boolean).length >= count", arg=len(spoken))
    phone.page.wait_for_timeout(200)
    assert phone.page.evaluate("said.splice(0)") == spoken


def started(phone: Phone) -> None:
    """Until the caller listens: its first tap is answered with nothing."""
    phone.page.wait_for_load_state("networkidle")
    phone.page.evaluate("() => document.body.click()")
    phone.page.wait_for_function("() => said.length === 2")
    phone.page.evaluate("said.splice(0)")


@pytest.mark.everywhere("again", once={"shows": watch_page})
@pytest.mark.parametrize("shows", [board, watch_page])
def test_the_caller_says_aloud_what_others_do(caller: Phone, shows: Callable[[Phone], Person]) -> None:
    other = shows(caller)
    started(caller)
    news(caller, other, lambda other: other.record_bid("Bob", 95))
    says(caller, "Bob bid 95. Bob and Dee need 95.")
    news(caller, other, lambda other: other.record_hand(45))
    says(caller, "Hand 2: Bob bid 95, set. 45 to minus 95. In all: Ann and Cal 165, Bob and Dee minus 95.")
    news(caller, other, lambda other: correct(other, other.last.path, 1, {"Captured by Ann & Cal": "100"}))
    says(caller, "In all: Ann and Cal 145, Bob and Dee minus 75.")


def test_ones_own_taps_are_said_with_and_without_the_server(caller: Phone, server: Server) -> None:
    caller.expects("net::ERR_", "Failed to fetch")
    board(caller)
    started(caller)
    caller.record_bid("Bob", 95)
    says(caller, "Bob bid 95: Bob and Dee need 95.")
    caller.record_hand(AC, 45, last_trick=AC)
    says(caller, "Bob and Dee went set: minus 95. In all: Ann and Cal 165, Bob and Dee minus 95.")
    server.stop()
    caller.record_bid("Ann", 100)
    says(caller, "Ann bid 100: Ann and Cal need 100.")
    caller.record_hand(AC, 110, last_trick=AC)
    says(caller, "Ann and Cal made it: 110. In all: Ann and Cal 275, Bob and Dee minus 85.")


def test_a_win_is_said_with_the_winner(caller: Phone) -> None:
    caller.start_game(dealer="Dee", target=100)
    caller.wait_for_htmx()
    started(caller)
    caller.record_bid("Ann", 100)
    says(caller, "Ann bid 100: Ann and Cal need 100.")
    caller.record_hand(AC, 120, last_trick=AC)
    says(caller, "Ann and Cal made it: 120. In all: Ann and Cal 120, Bob and Dee 0. Ann and Cal won.")


@pytest.mark.everywhere("again", once={"switch": "off"})
@pytest.mark.parametrize("switch", ["", "off"])
def test_nothing_is_said_or_loaded_where_the_switch_is_off(phone: Phone, switch: str) -> None:
    loaded: list[str] = []
    phone.page.on("request", lambda request: loaded.append(request.url))
    planted(phone, switch=switch)
    other = board(phone)
    news(phone, other, lambda other: other.record_bid("Bob", 95))
    phone.page.wait_for_load_state("networkidle")
    assert phone.page.evaluate(SAID) == []
    assert [one for one in loaded if "awake" in one or "scoreboard.js" in one]
    assert not [one for one in loaded if "voice" in one]


def test_a_browser_that_wants_a_tap_first_says_so_and_then_says_the_last(phone: Phone) -> None:
    planted(phone, refused="true")
    other = watch_page(phone)
    phone.page.wait_for_load_state("networkidle")
    news(phone, other, lambda other: other.record_bid("Bob", 95))
    expect(phone.page.get_by_text(TAP).last).to_be_visible()
    phone.page.evaluate("said.splice(0)")
    phone.page.locator("h1, .deal").first.click()
    says(phone, "Bob bid 95. Bob and Dee need 95.")
    expect(phone.page.locator("#offline")).to_be_hidden()


def test_the_switch_of_this_phone_turns_it_on_and_off(phone: Phone) -> None:
    planted(phone, switch="")
    phone.open("/phone")
    box = phone.page.get_by_role("checkbox", name="Say the score aloud")
    expect(phone.page.locator("#voice-hint")).to_have_text("Works here.")
    expect(box).not_to_be_checked()
    box.tap()
    says(phone, "The score will be said aloud.")
    phone.open("/phone")
    expect(box).to_be_checked()
    box.tap()
    phone.open("/phone")
    expect(phone.page.locator("#voice-hint")).to_have_text("Works here.")
    expect(box).not_to_be_checked()


@pytest.mark.everywhere("again", proven="tests/browser/test_voice.py")
def test_the_switch_of_the_watch_page_lasts_through_its_news(phone: Phone) -> None:
    planted(phone, switch="")
    other = watch_page(phone)
    box = phone.page.get_by_role("checkbox", name="Say the score aloud")
    box.tap()
    says(phone, "The score will be said aloud.")
    news(phone, other, lambda other: other.record_bid("Bob", 95))
    says(phone, "Bob bid 95. Bob and Dee need 95.")
    expect(box).to_be_checked()
    box.tap()
    phone.page.evaluate("said.splice(0)")
    news(phone, other, lambda other: other.record_hand(45))
    expect(box).not_to_be_checked()
    phone.page.wait_for_timeout(200)
    assert phone.page.evaluate(SAID) == []


@pytest.mark.everywhere("way", proven="tests/browser/test_voice.py")
def test_without_a_voice_the_watch_page_has_no_dead_switch(phone: Phone) -> None:
    """K17: This phone says why."""
    planted(phone, voices="[]", switch="")
    watch_page(phone)
    phone.page.wait_for_timeout(2_500)  # as long as it looks for a voice
    expect(phone.page.get_by_role("checkbox", name="Say the score aloud")).to_be_hidden()


@pytest.mark.everywhere("way", proven="tests/browser/test_voice.py")
def test_without_a_voice_the_switch_says_so(phone: Phone) -> None:
    planted(phone, voices="[]", switch="")
    phone.open("/phone")
    hint = phone.page.locator("#voice-hint")
    expect(hint).to_have_text("This browser has no voice. Another one on this phone might.")
    expect(phone.page.get_by_role("checkbox", name="Say the score aloud")).to_be_disabled()
