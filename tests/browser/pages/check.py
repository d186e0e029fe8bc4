"""The pages that settle a claim, and the import of a game, in each of their states."""

import json
from collections.abc import Iterator

from playwright.sync_api import FilePayload, expect

from tests.browser.phone import Phone
from tests.browser.sheet_by_thumb import begin, type_hand
from tests.record.games import MADE, SET_BACK, document

from .game import won_game
from .people import A

MESSY_SHEET = """Rook night
Hand,Bidder,Bid,Us,Them,Tricks
1,M,100,105,15,7
2,Them,90,1O5,15,4
,penalty,,-40,,
4,Us,80,-70,45,3
5,Us,100,-100,15,2
6,Us,125,103,17,1
Total,,,155,-75,
Winner: Them"""


def check_pages(phone: Phone) -> Iterator[str]:
    """The pages that check a claim, and the import of a game."""
    page, game = phone.page, won_game(phone)
    phone.expects("status of 422")
    phone.open("/check")
    yield "the three ways to check"
    phone.open("/check/hand?rules=six-handed")
    yield "the questions of a hand"
    phone.open("/check/hand?check=y&bidder=1&bid=95&captured-1=75&claimed-0=45&claimed-1=75")
    yield "a hand, checked"
    phone.open("/check/hand?check=y&bidder=1&bid=72&captured-1=77&claimed-1=lots")
    yield "a hand, refused"
    phone.open("/check/sheet")
    yield "a paper sheet"
    begin(phone)
    yield "a paper sheet, with the sides on its pad"
    type_hand(phone, ("Us",))
    yield "a paper sheet, with the digits on its pad"
    for heading, text in (("Bidder", "Us"), ("Bid", "125"), ("Us", "105"), ("Them", "lots")):
        page.get_by_role("group", name="Row 1", exact=True).get_by_label(heading, exact=True).fill(text)
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict")).to_be_visible()
    yield "a paper sheet, typed and checked"
    phone.tap("button", "Throw this sheet away")
    expect(page.get_by_role("button", name="Bring it back")).to_be_visible()
    page.locator(".how summary").tap()
    for choice in ("Both", "No bidder on paper", "A blank is 0"):
        page.get_by_text(choice, exact=True).tap()
    yield "a paper sheet that was thrown away, and the choices for another"
    phone.tap("button", "Use these rules")
    for cell, text in enumerate(("", "105", "15", "105", "15")):
        page.locator(f"[name=cell-0-{cell + 1}]").fill(text)
    phone.tap("button", "Check the sheet")
    expect(page.get_by_role("button", name="Carry on with these totals")).to_be_visible()
    yield "a paper sheet without bidders, with totals to carry on"
    phone.open("/check/sheet?empty=y")
    paste(phone, MESSY_SHEET)
    yield "a paper sheet, pasted, that asks"
    page.locator("#column-5").select_option("Not used")
    page.locator("#kind-9").select_option("Note")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#who-0")).to_be_visible()
    yield "a paper sheet that asks who is meant"
    page.locator("#who-0").select_option("Us")
    phone.tap("button", "Check the sheet")
    expect(page.locator(".is-wrong").first).to_be_visible()
    yield "a paper sheet, pasted and checked"
    phone.open("/check/sheet?empty=y")
    page.locator(".how summary").tap()
    page.get_by_label("Rules").last.select_option("six-handed")
    phone.tap("button", "Use these rules")
    paste(phone, "Bidder,Bid,Player 1,Player 2,Player 3,Player 4,Player 5,Player 6\nPlayer 1,30,25,40,20,15,0,-1060")
    yield "a paper sheet of six, checked"
    phone.open("/check/sheet?empty=y")
    paste(phone, "Bidder,Bid,Us,Them,Tricks\n" + "Us,100,105,15,7\n" * 70)
    yield "a paper sheet too long to be typed, that asks"
    record = record_file(SET_BACK | {"claimed": {"Bob": 75}}, MADE)
    for path, button in (("/check/file", "Check the file"), ("/import", "Preview")):
        phone.open(path)
        yield f"{path}, before a file is chosen"
        page.get_by_label("A game that somebody sent you").set_input_files(record)
        phone.tap("button", button)
        expect(page.locator("main .notice")).to_be_visible()
        yield f"{path}, with something wrong"
    phone.open("/import")
    sent = record_file(players=[A.upper(), "Bob", "Cal", "Dee"])
    page.get_by_label("A game that somebody sent you").set_input_files(sent)
    phone.tap("button", "Preview")
    phone.tap("button", "Import game")
    expect(page.get_by_text("similar name")).to_be_visible()
    yield "a name that is known by another spelling"
    phone.open("/check/empty-sheet?totals=3")
    yield "an empty sheet to print"
    phone.open(f"{game}/sheet?whose=0&claimed=400")
    yield "a claim, checked"


def paste(phone: Phone, text: str) -> None:
    """Pastes a sheet, and waits for what is said of it."""
    phone.page.get_by_text("Paste a sheet instead").tap()
    phone.page.get_by_label("The sheet, line by line").fill(text)
    phone.tap("button", "Check this text")
    expect(phone.page.locator("#verdict")).to_be_visible()


def record_file(*hands: object, **others: object) -> FilePayload:
    """A game record as a phone chooses it."""
    content = json.dumps(document(*hands, **others)).encode()
    return {"name": "game.rook.json", "mimeType": "application/json", "buffer": content}
