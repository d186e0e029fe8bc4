"""Claims settled on the phone, and games that come by file: with JavaScript, without it, without the CDN."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.record.games import MADE, RULE_BOOK, SET_BACK, document

from .conftest import EVERY_WAY
from .pages.check import record_file
from .phone import Phone


def shown_verdict(phone: Phone) -> str:
    found = phone.page.locator("#verdict")
    expect(found).to_be_visible()
    return " ".join(found.inner_text().split())


def test_one_hand_is_checked_from_the_first_page_on(phone: Phone) -> None:
    phone.open()
    phone.tap_more("link", "Check a score")
    phone.page.get_by_role("link", name="One hand").tap()
    phone.choose("Who bid", "Their side")
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
    phone.choose("Who bid", "Our side")
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
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    rows = [("Bob", "95", "45", "75", "45", "-95"), ("Ann", "100", "105", "15", "100", "15")]
    keys = ("bidder", "bid", "captured-0", "captured-1", "claim-0", "claim-1")
    page.get_by_text("Type it cell by cell instead").tap()
    for number, row in enumerate(rows):
        for key, cell in zip(keys, row, strict=True):
            page.locator(f"[name=row-{number}-{key}]").fill(cell)
    phone.tap("button", "More rows")
    expect(page.get_by_role("group", name="Row 8")).to_be_visible()
    phone.tap("button", "Check these rows")
    assert "Row 2: Ann & Cal 105, not 100" in shown_verdict(phone)
    page.get_by_role("group", name="Row 2").get_by_label("Points of Ann & Cal").fill("105")
    phone.tap("button", "Check these rows")
    expect(page.locator("#verdict h2")).to_contain_text("No mistakes found")
    phone.tap("button", "Save as a game")
    phone.sees_totals("150", "−80")


def test_the_columns_of_a_sheet_bear_the_names_as_they_are_typed(phone: Phone) -> None:
    page = phone.page
    phone.open("/check/sheet")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 3", exact=True).fill("$& Cal")
    page.get_by_text("Type it cell by cell instead").tap()
    row = page.get_by_role("group", name="Row 2")
    for what in ("Captured by", "Points of"):
        expect(row.get_by_label(f"{what} Ann & $& Cal")).to_be_visible()
        expect(row.get_by_label(f"{what} Player 2 & Player 4")).to_be_visible()
    page.get_by_label("Player 1", exact=True).fill("")
    expect(row.get_by_label("Captured by Player 1 & $& Cal")).to_be_visible()
    assert page.locator("#players option").evaluate_all("all => all.map((one) => one.value)") == [
        "Player 1", "Player 2", "$& Cal", "Player 4",
    ]  # fmt: skip


def test_a_pasted_sheet_says_who_has_won(phone: Phone) -> None:
    page = phone.page
    phone.open("/check/sheet")
    page.get_by_label("The sheet, line by line").fill("bidder\tbid\tus captured\n" + "us\t100\t120\n" * 3)
    phone.tap("button", "Check the sheet")
    assert "Us won." in shown_verdict(phone)


def test_the_other_reading_of_a_sheet_is_one_tap_away(phone: Phone) -> None:
    page = phone.page
    phone.open("/check/sheet")
    page.get_by_label("The sheet, line by line").fill("Us 100 105 15\nThem 90 145 -75\nUs 80 65 -30")
    phone.tap("button", "Check the sheet")
    expect(page.get_by_text("Read as running totals.")).to_be_visible()
    phone.tap("button", "Read as points of each hand")
    expect(page.locator("#verdict h2")).to_contain_text("Found a problem")
    expect(page.get_by_text("Read as points of each hand.")).to_be_visible()


@EVERY_WAY
def test_another_meaning_of_a_column_is_judged_at_once_or_at_the_next_tap(any_phone: Phone) -> None:
    phone, page = any_phone, any_phone.page
    phone.open("/check/sheet")
    page.get_by_label("The sheet, line by line").fill("Bidder,Bid,Us,Them,Cards won\nUs,100,105,15,105\nUs,90,95,25,90")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict h2")).to_contain_text("something was left out")
    page.locator("#column-4").select_option("What the bidding side took")
    phone.tap("button", "Judge it under these headings")  # which htmx may have done already
    expect(page.locator("#verdict")).to_contain_text("Cards won 95, not 90")
    expect(page.locator("#column-4")).to_have_value("took-bidder")


def test_with_htmx_another_meaning_of_a_column_is_judged_at_once_and_keeps_the_focus(phone: Phone) -> None:
    page = phone.page
    phone.open("/check/sheet")
    page.get_by_label("The sheet, line by line").fill("Us,100,105,15\nThem,90,40,-90")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict h2")).to_contain_text("No mistakes found")
    phone.wait_for_htmx()
    page.locator("#column-1").focus()
    page.locator("#column-1").select_option("Left out")
    expect(page.locator(".meaning small", has_text="left out")).to_be_visible()
    expect(page.locator("#column-1")).to_be_focused()
    expect(page.get_by_label("The sheet, line by line")).to_have_value("Us,100,105,15\nThem,90,40,-90")


BROKEN_WORDS = """() => {
  const broken = [], walker = document.createTreeWalker(document.querySelector(".paper"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("select")) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
}"""


@pytest.mark.everywhere("size", once={"width": 320})
@pytest.mark.parametrize("width", [390, 320])
def test_no_word_of_a_checked_sheet_is_broken(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 640})
    phone.open("/check/sheet")
    sheet = "Bidder,Bid,Ann & Cal,Bob & Dee,Ann & Cal total,Bob & Dee total\nAnn,100,105,15,105,15\nTotal,,105,15"
    phone.page.get_by_label("The sheet, line by line").fill(sheet)
    phone.tap("button", "Check the sheet")
    expect(phone.page.locator("#verdict")).to_be_visible()
    assert phone.page.evaluate(BROKEN_WORDS) == []


def test_a_checked_sheet_is_saved_as_a_picture(phone: Phone) -> None:
    page = phone.page
    phone.open("/check/sheet")
    page.get_by_label("The sheet, line by line").fill("Us,100,80,15")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict")).to_be_visible()
    with page.expect_download() as saved:
        phone.tap("button", "Share")
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_file_is_checked(phone: Phone) -> None:
    phone.open("/check/file")
    phone.page.get_by_label("Game record").set_input_files(record_file(RULE_BOOK, MADE, dealer="Dee"))
    phone.tap("button", "Check the file")
    assert "No mistakes found" in shown_verdict(phone)


def test_a_claim_in_a_game_is_proved_hand_by_hand(phone: Phone) -> None:
    phone.start_game("Dee")
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    phone.sees_totals("45", "−95")
    phone.open(phone.page.url.removeprefix(phone.server.address) + "/settings")
    phone.tap("link", "Check a score")
    phone.choose("Whose total", "Bob & Dee")
    phone.page.get_by_label("Claimed total").fill("75")
    phone.tap("button", "Check")
    told = shown_verdict(phone)
    assert "170 too high" in told
    assert "Bob & Dee went set in hand 1. If they had made it, that would be 75." in told
    expect(phone.page.get_by_role("row", name="Hand 1")).to_contain_text("−95")


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
    phone.tap_more("link", "Import a game")
    hands = SET_BACK | {"captured": {"Bob": 75}}
    page.get_by_label("Game record").set_input_files(record_file(hands, players=["ANN", "Bob", "Cal", "Eve"]))
    phone.tap("button", "Preview")
    expect(page.get_by_text("new player", exact=True)).to_have_count(2)
    phone.choose("Who is ANN?", "ann")
    phone.tap("button", "Import game")
    expect(page.locator('[data-total="ann & Cal"]')).to_have_text("45")


def test_a_file_that_is_too_large_is_refused_in_the_apps_look(phone: Phone) -> None:
    phone.expects("status of 413")
    phone.open("/check/file")
    content = json.dumps(document()).encode() + b" " * 5_000_000
    large: FilePayload = {"name": "a.rook.json", "mimeType": "application/json", "buffer": content}
    phone.page.get_by_label("Game record").set_input_files(large)
    phone.tap("button", "Check the file")
    expect(phone.page.get_by_role("heading", name="Too large")).to_be_visible()
