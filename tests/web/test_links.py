"""Links stand under the name by which the server was called; one that other phones cannot open is said to be such."""

from collections.abc import Callable
from typing import Any

import pytest
import segno
from flask import Flask

from tests.html import text_of
from tests.person import Person

from .hosted import club_of, start_club
from .steps import shown_links

NO_USE = "Other phones can't open these links"


@pytest.mark.parametrize("host", ["http://192.168.0.2:8000", "https://rook.local", "http://[fd00::2]:8000"])
def test_links_begin_with_the_name_that_was_called(app: Flask, host: str) -> None:
    phone = Person(app, base_url=host)
    phone.open(f"{phone.start_game()}/links")
    assert phone.page.one("[data-link=watch]").attrs["data-address"].startswith(f"{host}/watch/")
    assert NO_USE not in phone.page.text


@pytest.mark.parametrize(
    ("host", "also", "base"),
    [
        ("http://203.0.113.9:666", {"url": "https://rook.example"}, "https://rook.example"),
        ("http://evil.local", {"url": "https://rook.example"}, "https://rook.example"),
        ("http://203.0.113.9:666", {}, "http://rook.example:666"),
        ("http://[fd00::2]:8080", {}, "http://rook.example:8080"),
        ("http://203.0.113.9:80", {}, "http://rook.example"),
        ("http://evil.local", {}, "http://rook.example"),
        ("https://evil.local", {"proxies": 1}, "https://rook.example"),
    ],
)
def test_where_a_name_was_set_no_other_goes_into_links(
    app_with: Callable[..., Flask], host: str, also: dict[str, Any], base: str
) -> None:
    """Anybody can send a request that calls the server so. Its scheme and port are those by which it was reached."""
    phone = Person(app_with(hosts=("rook.example",), **also), base_url=host)
    phone.open(f"{phone.start_game()}/links")
    for kind in ("watch", "table"):
        assert phone.page.one(f"[data-link={kind}]").attrs["data-address"].startswith(f"{base}/")


@pytest.mark.parametrize("host", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_links_of_this_machine_alone_are_said_to_be_no_use_elsewhere(app: Flask, host: str) -> None:
    phone = Person(app, base_url=host)
    phone.open(f"{phone.start_game()}/links")
    assert NO_USE in phone.page.text
    assert "Open it at the address the terminal shows" in phone.page.text


def test_on_a_hosted_server_the_address_that_others_can_open_is_entered_by_the_keeper_link(
    app_with: Callable[..., Flask],
) -> None:
    phone = Person(app_with(hosted=True))
    start_club(phone)
    phone.open(f"{club_of(phone)}links")
    assert "Open the club's keeper link at the address the terminal shows" in phone.page.text


def test_the_picture_of_a_link_is_the_qr_code_of_its_address_and_small(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(hosts=("rook.example",)), base_url="https://rook.example")
    phone.open(f"{phone.start_game()}/links")
    address = phone.page.one("[data-link=table]").attrs["data-address"]
    drawn = segno.make(address, micro=False)
    assert phone.page.one("[data-link=table] svg [stroke]").attrs["d"] in drawn.svg_inline(border=4)
    assert drawn.symbol_size(border=0)[0] <= 33, "squares a side"


def test_share_has_a_card_to_watch_and_one_to_keep_score_each_with_its_address_in_a_field(phone: Person) -> None:
    game = phone.start_game()
    page = phone.open(f"{game}/links")
    assert page.heading == "Share links"
    assert [text_of(card) for card in page.all(".link h2")] == ["Let people watch", "Let another phone keep score"]
    for card in page.all(".link"):
        (field,) = card.query("input")
        assert field.attrs["value"] == card.attrs["data-address"]
        assert "readonly" in field.attrs
        buttons = card.query("button")
        assert [text_of(button) for button in buttons] == ["Share", "Copy"]
        assert all("hidden" in button.attrs for button in buttons), "without JavaScript they would do nothing"


def test_renewing_a_link_is_folded_away_and_asked_about_first(phone: Person) -> None:
    game = phone.start_game()
    fold = phone.open(f"{game}/links").all("details")[-1]
    assert "open" not in fold.attrs
    assert [text_of(link) for link in fold.query("a")] == ["Renew watch link", "Renew table link"]
    before = shown_links(phone, f"{game}/links")
    assert phone.open(fold.query("a")[0].attrs["href"]).heading == "Renew watch link?"
    assert shown_links(phone, f"{game}/links") == before
