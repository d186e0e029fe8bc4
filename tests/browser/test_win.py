"""A win on a phone: its color, the total that counts up, and the picture that is shared."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.person import Person

from .devices import SHARES
from .links import game_of, keeper, watch_link_of
from .page_faults import axe_violations, layout_faults
from .phone import Phone
from .server import Server

__all__ = ["keeper"]

# Whether the win filled the screen.
NOTES_LANDING = """window.landed = false;
addEventListener("animationstart", ({ animationName }) => { window.landed ||= animationName === "fill"; });"""
PNG = b"\x89PNG\r\n\x1a\n"


def files_of(phone: Phone) -> str:
    source = phone.page.locator("script[src*=static]").first.get_attribute("src") or ""
    return source[: source.rindex("/") + 1]


@pytest.mark.everywhere("way", once={"motion": "no-preference"})
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_lands_on_a_phone_that_watches(new_phone: Callable[..., Phone], keeper: Person, motion: str) -> None:
    """It moves only where the phone has nothing against it."""
    phone = new_phone(reduced_motion=motion)
    page = phone.page
    phone.context.add_init_script(NOTES_LANDING)
    phone.open(watch_link_of(keeper))
    expect(page.locator(".total").first).to_have_text("240")
    keeper.play("Ann", 120, 120)
    expect(page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    expect(page.locator(".final")).to_have_text("360")
    if motion == "no-preference":
        page.wait_for_function("() => window.landed")
    else:
        assert page.evaluate("() => window.landed") is False
    expect(page.get_by_role("img", name="Running totals")).to_be_visible()
    expect(page.locator("html[data-rests], .shield")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    assert not list(axe_violations(phone))


def test_a_game_that_was_won_long_ago_does_not_move(new_phone: Callable[..., Phone], keeper: Person) -> None:
    keeper.play("Ann", 120, 120)
    phone = new_phone(reduced_motion="no-preference")
    phone.context.add_init_script(NOTES_LANDING)
    phone.open(game_of(keeper))
    expect(phone.page.locator(".final")).to_have_text("360")
    assert phone.page.evaluate("() => window.landed") is False


@pytest.mark.everywhere("again", once={"page": "scoreboard"})
@pytest.mark.parametrize("page", ["scoreboard", "recap", "watch"])
def test_the_picture_goes_to_the_phones_share_sheet(new_phone: Callable[..., Phone], keeper: Person, page: str) -> None:
    watch = watch_link_of(keeper)
    keeper.play("Ann", 120, 120)
    game = game_of(keeper)
    phone = new_phone()
    phone.context.add_init_script(SHARES + "Navigator.prototype.canShare = () => true")
    phone.open({"scoreboard": game, "recap": f"{game}/summary", "watch": watch}[page])
    phone.tap("button", "Share result")
    phone.page.wait_for_function("() => window.shared.length")
    ((kind, width, height, text),) = phone.page.evaluate("() => window.shared")
    assert (kind, width, height) == ("image/png", 1080, 1350)
    assert text.startswith("Ann & Cal won")


def test_where_no_picture_can_be_shared_the_text_is(new_phone: Callable[..., Phone], keeper: Person) -> None:
    keeper.play("Ann", 120, 120)
    phone = new_phone()
    phone.context.add_init_script(SHARES)
    phone.open(game_of(keeper))
    phone.tap("button", "Share result")
    phone.page.wait_for_function("() => window.shared.length")
    assert phone.page.evaluate("() => window.shared") == [
        [None, None, None, "Ann & Cal won · Ann & Cal 360, Bob & Dee 0"]
    ]


def test_where_nothing_can_be_shared_the_picture_is_saved(phone: Phone, keeper: Person, tmp_path: Path) -> None:
    """As on plain http, where a family at home is."""
    keeper.play("Ann", 120, 120)
    phone.context.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare")
    phone.open(game_of(keeper))
    with phone.page.expect_download() as download:
        phone.tap("button", "Share result")
    assert download.value.suggested_filename == "Ann & Cal 360, Bob & Dee 0.png"
    download.value.save_as(tmp_path / "rook.png")
    assert (tmp_path / "rook.png").read_bytes().startswith(PNG)
    expect(phone.page.get_by_role("alert")).to_have_text("Picture saved.")


@pytest.mark.everywhere("again", once={"page": "scoreboard"})
@pytest.mark.parametrize("page", ["scoreboard", "watch"])
def test_without_a_network_what_needs_it_says_so_before_it_is_tapped(
    new_phone: Callable[..., Phone], keeper: Person, server: Server, page: str
) -> None:
    keeper.play("Ann", 120, 120)
    watch, game = watch_link_of(keeper), game_of(keeper)
    phone = new_phone()
    phone.context.add_init_script(SHARES + "Navigator.prototype.canShare = () => true")
    phone.open({"scoreboard": game, "watch": watch}[page])
    expect(phone.page.get_by_role("button", name="Share result", exact=True)).to_be_visible()
    phone.wait_for_htmx()
    if page == "scoreboard":  # as where a service worker keeps the script
        phone.page.evaluate(f"() => import('{files_of(phone)}shared/share_picture.js').then(() => true)")
    server.stop()
    phone.page.evaluate("() => { dispatchEvent(new Event('offline')) }")
    expect(phone.page.locator("#unreached")).to_be_attached()
    marked = phone.page.locator(".then :is(button, a), nav.foot a")
    for way in marked.all():
        assert way.evaluate("(one) => getComputedStyle(one, '::after').content") == '"needs the network"'
    corrects = phone.page.locator(".why a:text-is('Correct hand 1')")
    said = corrects.evaluate_all("(all) => all.map((one) => getComputedStyle(one, '::after').content)")
    assert said == {"scoreboard": ['" (needs the network)"'], "watch": []}[page]
    assert not [*layout_faults(phone), *axe_violations(phone)]
    phone.page.locator("[data-picture]").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("Not shared: the picture comes from the scorekeeper")
    assert phone.page.evaluate("() => window.shared") == []
    phone.finds_server()
    expect(phone.page.locator("#unreached")).to_have_count(0)
    assert marked.first.evaluate("(one) => getComputedStyle(one, '::after').content") == "none"


@pytest.mark.everywhere("way", proven="tests/web/test_win.py")
def test_without_a_script_share_leads_to_the_text(new_phone: Callable[..., Phone], keeper: Person) -> None:
    keeper.play("Ann", 120, 120)
    phone = new_phone(javascript=False)
    phone.open(game_of(keeper))
    phone.tap("button", "Share result")
    expect(phone.page.get_by_label("The game as text")).to_be_visible()
