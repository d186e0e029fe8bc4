"""Files that are sent to be checked or imported: bad ones, large ones, and none."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import text_of
from tests.person import SIDES, Answer, Person
from tests.record.games import MADE, RULE_BOOK, SET_BACK, record_bytes

from .files import look, multipart, upload

BAD = [
    ("nothing", b"", "This isn't a Rook game file"),
    ("not UTF-8", b"\xff\xfe{}", "This isn't a Rook game file"),
    ("not JSON", b"Ann;95;45", "This isn't a Rook game file"),
    ("nested deeply", b"[" * 100_000, "nested too deeply"),
    ("a list", b"[]", "Expected an object"),
    ("another format", record_bytes(format="rook-game/2"), "format"),
    ("a key nobody knows", record_bytes(colour="red"), "Unknown key"),
    ("a key twice", record_bytes(SET_BACK).replace(b'"bid"', b'"bid": 90, "bid"'), "appears twice"),
    ("a fraction", record_bytes(SET_BACK | {"bid": 95.5}), "Expected a whole number"),
    ("a huge number", record_bytes(SET_BACK | {"bid": 10**30}), "Expected a whole number"),
    ("null", record_bytes(SET_BACK | {"bid": None}), "Expected a whole number"),
    ("a picture", b"\x89PNG\r\n\x1a\n" + bytes(200), "This isn't a Rook game file"),
    ("no players", b'{"format": "rook-game/1", "rules": "original", "hands": []}', "is missing"),
    ("a name twice", record_bytes(players=["Ann", "Ann", "Cal", "Dee"]), "is at the table twice"),
    ("a blank name", record_bytes(players=["Ann", " ", "Cal", "Dee"]), "Expected text that can be seen"),
    ("too few players", record_bytes(players=["Ann", "Bob"]), "These rules are for 4 players"),
    ("rules that contradict themselves", record_bytes(rules={"base": "original", "min_bid": 500}), "min_bid"),
    ("too many hands", record_bytes(*[MADE] * 1_001), "Expected at most 1000"),
    ("a date without an offset", record_bytes(started="2026-05-01"), "Expected a date and time with its offset"),
    ("a hand that cannot be", record_bytes(SET_BACK | {"bid": 72}), "Bids go by 5s; 72 isn't one."),
    ("a wrong claim", record_bytes(RULE_BOOK | {"claimed": {"Bob": 75}}, dealer="Dee"), "By the rules Bob scores −95"),
    ("markup in a name", record_bytes(SET_BACK | {"bidder": "<script>alert(1)</script>"}), "isn't at the table"),
]


@pytest.mark.parametrize(("content", "why"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_file_is_told_in_a_sentence_by_both_pages(
    phone: Person, stored: Callable[[], str], content: bytes, why: str
) -> None:
    before = stored()
    checked = upload(phone, "/check/file", "Check the file", content)
    assert checked.status == 200
    assert why in checked.page.text
    assert "Found a problem" in checked.page.text
    refused = look(phone, content)
    assert refused.status == 422
    assert why in refused.page.alerts
    assert "<script>alert" not in refused.page.html + checked.page.html
    assert stored() == before


PAGES = pytest.mark.parametrize(("page", "button"), [("/check/file", "Check the file"), ("/import", "Preview")])


@PAGES
@pytest.mark.parametrize("size", [5_000_001, 5_600_000])
def test_a_file_above_5_mb_is_refused_in_the_apps_look(phone: Person, page: str, button: str, size: int) -> None:
    answer = upload(phone, page, button, b" " * size)
    assert answer.status == 413
    assert answer.page.heading == "Too large"
    assert answer.page.all("link[rel=stylesheet]")


@PAGES
def test_a_file_of_5_mb_is_looked_at(phone: Person, page: str, button: str) -> None:
    content = record_bytes(SET_BACK)
    assert upload(phone, page, button, content + b" " * (5_000_000 - len(content))).status == 200


def test_a_long_record_is_carried_to_where_it_is_stored(phone: Person) -> None:
    look(phone, record_bytes(*[SET_BACK | {"note": "€" * 500}] * 400))
    form = phone.form("Import game")
    answer = phone.web.post(form.action, base_url=phone.base_url, **multipart(form.sent, None))
    assert answer.status_code == 303


def test_a_long_record_is_carried_by_the_page_that_asks_for_the_pin(app_with: Callable[..., Flask]) -> None:
    """Sent as most forms are, each of its signs that is no letter would take three or more."""
    phone = Person(app_with(pin="4711"))
    look(phone, record_bytes(*[SET_BACK | {"note": "€" * 500}] * 800))
    sent = phone.form("Import game").sent
    asked = Answer(phone.app, phone.web.post("/import/game", base_url=phone.base_url, **multipart(sent, None)))
    assert asked.status == 403
    (form,) = (each for each in asked.page.all("form") if each.attrs["action"] == "/import/game")
    phone.last = asked
    fields = phone.form("Continue").sent | {"pin": "4711"}
    body = multipart(fields, None) if form.attrs.get("enctype") == "multipart/form-data" else {"data": fields}
    assert phone.web.post(form.attrs["action"], base_url=phone.base_url, **body).status_code == 303


def test_a_file_of_a_hundred_thousand_fouls_is_told_on_a_page_that_a_phone_can_show(phone: Person) -> None:
    foul = {"player": "Ann", "kind": "table-talk"}
    answer = upload(phone, "/check/file", "Check the file", record_bytes(SET_BACK | {"fouls": [foul] * 100_000}))
    assert text_of(answer.page.one("#verdict")).startswith("No mistakes found")
    assert len(answer.body) < 100_000


@PAGES
def test_no_file_is_asked_for_and_a_lost_key_is_said(phone: Person, page: str, button: str) -> None:
    answer = upload(phone, page, button, None)
    assert answer.status == 422
    assert answer.page.description_of("file").startswith("Choose a file first.")
    forged = phone.web.post(page, base_url=phone.base_url, **multipart({}, b"{}"))
    assert forged.status_code == 400


def test_a_checked_file_shows_each_hand_the_totals_and_who_won(phone: Person) -> None:
    page = upload(phone, "/check/file", "Check the file", record_bytes(RULE_BOOK, *[MADE] * 4, dealer="Dee")).page
    assert text_of(page.one("#verdict")).startswith("No mistakes found Bob & Dee won. ")
    rows = [text_of(row) for row in page.all(".checked li")]
    assert rows[0].startswith("Hand 1 · Bob 95 set Ann & Cal +45 total 45 Bob & Dee −95 total −95")
    assert {found.attrs["data-right"]: text_of(found) for found in page.all("[data-right]")} == dict(
        zip(SIDES, ("125", "305"), strict=True)
    )


def test_the_headline_says_what_is_wrong_in_which_hand(phone: Person) -> None:
    page = upload(phone, "/check/file", "Check the file", record_bytes(MADE, SET_BACK | {"bid": 72})).page
    assert text_of(page.one("#verdict")).startswith("Found a problem Hand 2: bid: Bids go by 5s; 72 isn't one.")


def test_a_sheet_that_comes_as_a_file_is_checked_as_one(phone: Person) -> None:
    sheet = "Bidder,Bid,Us,Them\nUs,100,80,15".encode("utf-16")
    page = upload(phone, "/check/file", "Check the file", sheet).page
    assert "This isn't a Rook game file, so it's checked as a paper sheet." in page.text
    assert "Row 1: Us 105, not 80" in text_of(page.one("#verdict"))
    assert page.one("[aria-invalid]").attrs["value"] == "80"


def test_a_text_whose_columns_cannot_be_told_apart_stays_on_the_page_of_a_sheet(phone: Person) -> None:
    answer = upload(phone, "/check/file", "Check the file", b"We had a lovely evening\nand forgot to count\n")
    assert answer.status == 422
    assert "I couldn’t tell the columns apart." in answer.page.text
    assert "and forgot to count" in answer.page.html
