"""Takes the pictures of the documents: `make pictures`.

A server on this machine's loopback has a club of made-up games. A phone plays a game of its own there, and each picture
is what it shows on the way.
"""

import base64
import struct
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.usecases import permissions
from scorekeeper.usecases.demo import play_demo
from scorekeeper.usecases.startup import upgrade_database

from .phone import SIDES, Phone, answers
from .prepare import ROOT, find_chromium
from .scripts import script
from .server import Server
from .sheet_by_thumb import begin, type_hand

PICTURES = ROOT / "docs" / "pictures"
GAMES = 200
MOST_COLORS = 256
REDUCE = script("reduce_colors")
"""Of a picture: its size, a palette of few enough colors, and the place of each pixel's color in it, as a character."""
SHEET = (("Us", "100", "105", "15"), ("Us", "90", "90", "30"), ("Us", "80", "75", "45"), ("Them", "85", "35", "85"))
"""Hands as somebody wrote them down: who bid, the bid, and the points of both."""


def main() -> None:
    """Take every picture again."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(instance=Path(folder))
        app = create_app(settings)
        with app.app_context():
            upgrade_database(settings.instance)
            list(play_demo(permissions.club_id(), GAMES, seed=1))
        server = Server(app, settings)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        phone = Phone(browser.new_context, server, cdn=answers, device_scale_factor=2)
        try:
            for name, png in pictures(phone):
                (PICTURES / f"{name}.png").write_bytes(png)
        finally:
            complaints = phone.close()
            browser.close()
            server.close()
    assert not complaints, complaints


def pictures(phone: Phone) -> Iterator[tuple[str, bytes]]:
    """Walk through an app with demo games, and yield each picture that a page shows with its name."""
    page = phone.page
    phone.open("/players?rules=original")
    page.get_by_role("link", name="Ada Alder").first.tap()
    expect(page.get_by_role("heading", name="Ada Alder")).to_be_visible()
    page.get_by_role("link", name="Rating and all figures").tap()
    expect(page.get_by_text("All figures")).to_be_visible()
    yield "player", picture(phone)

    begin(phone)
    for hand in SHEET:
        type_hand(phone, hand)
    expect(page.locator(".count")).to_contain_text("3 right")
    yield "sheet", picture(phone)

    phone.fill_in_new_game(dealer="Dee")
    for bidder, bid, side, captured in (("Bob", 95, 1, 75), ("Ann", 100, 0, 105), ("Dee", 80, 1, 95)):
        play(phone, bidder, bid, SIDES[side], captured)
    phone.record_bid("Cal", 85)
    page.get_by_label(f"Captured by {SIDES[0]}").fill("90")
    expect(page.locator("#preview")).to_contain_text("90")
    yield "hand", picture(phone)
    phone.tap("button", "Save hand")
    phone.wait_for_htmx()
    play(phone, "Ann", 90, SIDES[0], 100)
    expect(page.get_by_role("heading", name=f"{SIDES[0]} won", exact=True)).to_be_visible()
    yield "win", picture(phone)


def play(phone: Phone, bidder: str, bid: int, side: str, captured: int) -> None:
    """Record a bid and the hand; this side also took the last trick."""
    phone.record_bid(bidder, bid)
    phone.record_hand(side, captured, side)
    expect(phone.page.get_by_role("button", name="Save hand")).to_have_count(0)


def picture(phone: Phone) -> bytes:
    """Return what the phone shows, once nothing moves, as a PNG of few colors: a third of the bytes."""
    phone.page.wait_for_load_state("networkidle")
    taken = base64.b64encode(phone.page.screenshot(animations="disabled")).decode()
    blank = phone.context.new_page()
    width, height, colors, places = blank.evaluate(REDUCE, [taken, MOST_COLORS])
    blank.close()
    return as_png(width, height, bytes(colors), places.encode("latin-1"))


def as_png(width: int, height: int, palette: bytes, places: bytes) -> bytes:
    """Return a PNG with a palette: three bytes a color there, one byte a pixel."""
    rows = b"".join(b"\0" + places[start : start + width] for start in range(0, len(places), width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


if __name__ == "__main__":
    main()
