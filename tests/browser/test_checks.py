"""Claims settled on the phone, and games that come by file: with JavaScript, without it, without the CDN."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.record.games import MADE, RULE_BOOK, SET_BACK, document

from .conftest import EVERY_WAY
from .page_faults import fits, print_faults
from .pages.check import paste, record_file
from .phone import Phone
from .sheet_by_thumb import fill_in, row


def shown_verdict(phone: Phone) -> str:
    found = phone.page.locator("#verdict")
    expect(found).to_be_visible()
    return " ".join(found.inner_text().split())


def test_one_hand_is_checked_from_the_first_page_on(phone: Phone) -> None:
    phone.open()
    phone.tap_more("link", "Check a score")
    phone.page.get_by_role("link", name="One hand").tap()
    phone.choose("Bidder", "Their side")
    phone.page.get_by_label("Bid", exact=True).fill("95")
    phone.page.get_by_label("Captured by their side").fill("75")
    phone.page.get_by_label("Points for our side").fill("45")
    phone.page.get_by_label("Points for their side").fill("75")
    phone.tap("button", "Check")
    told = shown_verdict(phone)
    assert "Wrong" in told
    assert "Their side −95: not 75, 170 too high" in told
    phone.page.get_by_label("Points for their side").fill("-95")
    phone.tap("button", "Check")
    expect(phone.page.locator("#verdict h2")).to_contain_text("Right")


@pytest.mark.everywhere("way", proven="tests/web/test_check_hand.py")
def test_other_rules_bring_other_questions(phone: Phone) -> None:
    phone.open("/check/hand")
    expect(phone.page.get_by_role("radiogroup", name="Last trick")).to_have_count(0)
    phone.page.get_by_label("Rules").select_option("princeton")
    phone.tap("button", "Use these rules")  # which htmx may have done already
    expect(phone.page.get_by_role("radiogroup", name="Last trick")).to_be_visible()
    expect(phone.page.get_by_role("radiogroup", name="Took every trick")).to_be_visible()
    expect(phone.page.get_by_label("Rules")).to_have_value("princeton")


def test_with_htmx_the_questions_change_with_the_rules(phone: Phone) -> None:
    phone.open("/check/hand")
    phone.wait_for_htmx()
    phone.page.get_by_label("Rules").select_option("princeton")
    expect(phone.page.get_by_role("radiogroup", name="Last trick")).to_be_visible()


def test_with_htmx_the_answer_is_in_the_address_too(phone: Phone) -> None:
    phone.open("/check/hand")
    phone.wait_for_htmx()
    phone.choose("Bidder", "Our side")
    phone.page.get_by_label("Bid", exact=True).fill("95")
    phone.page.get_by_label("Captured by our side").fill("100")
    phone.tap("button", "Check")
    assert "What the hand scores · the bid is made" in shown_verdict(phone)
    expect(phone.page).to_have_url(re.compile("captured-0=100"))
    phone.page.reload(wait_until="domcontentloaded")
    assert "the bid is made" in shown_verdict(phone)


@EVERY_WAY
def test_a_paper_sheet_is_typed_checked_put_right_and_made_a_game(any_phone: Phone) -> None:
    phone, page = any_phone, any_phone.page
    phone.open("/check/sheet")
    page.get_by_text("Sides and players").tap()
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    if phone.javascript:  # with the names, which the pad has then
        page.locator(".how summary").tap()
        phone.tap("button", "Use these rules")
        expect(page.locator("[value='Dee']")).to_have_count(2)
    else:
        phone.tap("button", "More rows")
        expect(row(phone, 8)).to_be_visible()
    for number, hand in enumerate((("Bob", "95", "45", "−95"), ("Ann", "100", "80", "15")), 1):
        fill_in(phone, number, hand)
    phone.tap("button", "Check the sheet")
    assert "Row 2: Ann & Cal 105, not 80" in shown_verdict(phone)
    row(phone, 2).get_by_label("Ann & Cal", exact=True).fill("105")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict h2")).to_contain_text("No mistakes found")
    phone.tap("button", "Save as a game")
    phone.sees_totals("150", "−80")


@pytest.mark.everywhere("way", proven="tests/web/test_check_sheet.py")
def test_a_pasted_sheet_says_who_has_won(phone: Phone) -> None:
    phone.open("/check/sheet")
    paste(phone, "bidder\tbid\tcaptured us\n" + "us\t100\t120\n" * 3)
    assert "Us won." in shown_verdict(phone)


@pytest.mark.everywhere("way", proven="tests/web/test_check_sheet.py")
@EVERY_WAY
def test_the_other_reading_of_a_sheet_is_one_tap_away(any_phone: Phone) -> None:
    phone, page = any_phone, any_phone.page
    phone.open("/check/sheet")
    paste(phone, "Us 100 105 15\nThem 90 145 -75\nUs 80 65 -30")
    assert "No row would be wrong if these are totals so far." in shown_verdict(phone)
    phone.tap("button", "Read them so")
    expect(page.locator("#verdict h2")).to_contain_text("No mistakes found")
    expect(page.locator(".how summary")).to_contain_text("totals so far")


@pytest.mark.everywhere("way", proven="tests/web/test_check_sheet.py")
@EVERY_WAY
def test_a_column_of_a_sheet_is_named_and_judged_at_the_next_tap(any_phone: Phone) -> None:
    phone, page = any_phone, any_phone.page
    phone.open("/check/sheet")
    paste(phone, "Bidder,Bid,Us,Them,Cards won\nUs,100,105,15,105\nUs,90,95,25,90")
    expect(page.locator("#verdict h2")).to_contain_text("1 question")
    page.locator("#column-4").select_option("What the bidding side took, or made and set")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict")).to_contain_text("Cards won 95, not 90")
    expect(page.locator("#column-4")).to_have_value("took")


def test_a_checked_sheet_is_saved_as_a_picture(phone: Phone) -> None:
    page = phone.page
    phone.open("/check/sheet")
    paste(phone, "Us,100,80,15")
    with page.expect_download() as saved:
        phone.tap("button", "Share result")
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.everywhere("way", proven="tests/web/test_uploaded_files.py")
def test_a_file_is_checked(phone: Phone) -> None:
    phone.open("/check/file")
    phone.page.get_by_label("A game that somebody sent you").set_input_files(record_file(RULE_BOOK, MADE, dealer="Dee"))
    phone.tap("button", "Check the file")
    assert "No mistakes found" in shown_verdict(phone)


@pytest.mark.everywhere("way", proven="tests/web/test_check_hand.py")
def test_a_claim_in_a_game_is_proved_hand_by_hand(phone: Phone) -> None:
    phone.start_game("Dee")
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    phone.sees_totals("45", "−95")
    phone.tap("link", "Bob & Dee, −95. Check it")
    phone.page.get_by_label("They say").fill("75")
    phone.page.keyboard.press("Enter")
    told = shown_verdict(phone)
    assert "The hands here give −95, not 75." in told
    assert "75 is what you get if the set of hand 1 is counted as made." in told
    expect(phone.page.locator(".hands .why")).to_contain_text("set back 95")


@pytest.mark.everywhere("way", proven="tests/web/test_transfer.py")
def test_a_game_is_saved_and_comes_back_under_a_name_that_is_known_twice(any_phone: Phone, tmp_path: Path) -> None:
    """Ann and ann are two players of the club; the file says ANN."""
    phone, page = any_phone, any_phone.page
    phone.start_game("Dee", names=("Ann", "ann", "Cal", "Dee"))
    phone.open(page.url.removeprefix(phone.server.address) + "/settings")
    with page.expect_download() as saved:
        phone.tap("link", "Save as file (.rook.json)")
    record = json.loads(Path(saved.value.path()).read_bytes())
    assert record["players"] == ["Ann", "ann", "Cal", "Dee"]
    phone.open()
    phone.tap_setting("Import a game")
    hands = SET_BACK | {"captured": {"Bob": 75}}
    sent = record_file(hands, players=["ANN", "Bob", "Cal", "Eve"])
    page.get_by_label("A game that somebody sent you").set_input_files(sent)
    phone.tap("button", "Preview")
    expect(page.get_by_text("new player", exact=True)).to_have_count(2)
    phone.choose("Who is ANN?", "ann")
    phone.tap("button", "Import game")
    expect(page.locator('[data-total="ann & Cal"]')).to_have_text("45")


@pytest.mark.everywhere("way", proven="tests/web/test_uploaded_files.py")
def test_a_file_that_is_too_large_is_refused_in_the_apps_look(phone: Phone) -> None:
    phone.expects("status of 413")
    phone.open("/check/file")
    content = json.dumps(document()).encode() + b" " * 5_000_000
    large: FilePayload = {"name": "a.rook.json", "mimeType": "application/json", "buffer": content}
    phone.page.get_by_label("A game that somebody sent you").set_input_files(large)
    phone.tap("button", "Check the file")
    expect(phone.page.get_by_role("heading", name="Too large")).to_be_visible()


@pytest.mark.everywhere("size", proven="tests/browser/test_history.py")
@pytest.mark.parametrize("paper", ["Letter", "A4"])
def test_a_checked_sheet_on_paper_is_its_rows_and_what_is_said_of_them(phone: Phone, paper: str) -> None:
    """D3: one page for 24 lines, and no buttons."""
    phone.open("/check/sheet?empty=y")
    paste(phone, "Bidder,Bid,Us,Them\n" + "Us,100,40,-100\nThem,90,45,75\n" + "Us,100,105,15\n" * 22)
    assert len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper))) == 1
    assert print_faults(phone) == []
    phone.page.emulate_media(media="print")
    expect(phone.page.get_by_role("button")).to_have_count(0)
    expect(phone.page.get_by_role("group", name="Row 24", exact=True)).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Found a problem")).to_be_visible()


@pytest.mark.everywhere("size", proven="tests/browser/test_checks.py")
@pytest.mark.parametrize("width", [360, 390])
def test_a_pasted_sheet_of_two_sides_is_seen_to_its_last_column(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 740})
    phone.open("/check/sheet?empty=y")
    paste(phone, "Bidder,Bid,Us,Them\nUs,100,105,15\nThem,90,1780,-1060")
    sheet = phone.page.get_by_role("region", name="The sheet")
    assert sheet.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    fits(phone)
