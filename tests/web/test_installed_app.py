"""The app on a phone's home screen: its name, its icons, and where it opens."""

import json
import re
import struct
from collections.abc import Callable
from typing import Any

from flask import Flask

from scorekeeper import settings
from scorekeeper.web.bundles import bundles
from tests.person import Person

from .hosted import club_of, enter, start_club, start_game
from .scripts import SCRIPTS
from .steps import shown_links

LATER = re.compile(r'await load\(\d+, "([^"]+)"\)')  # at the first tap
LARGEST = 60_000  # bytes of all icons together


def manifest_of(phone: Person, page: str) -> dict[str, Any]:
    (link,) = phone.open(page).all("link[rel=manifest]")
    answer = phone.get(link.attrs["href"])
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    manifest: dict[str, Any] = json.loads(answer.body)
    return manifest


def test_the_icons_are_what_the_manifest_says_and_light(phone: Person) -> None:
    icons = manifest_of(phone, "/")["icons"]
    for icon in icons:
        body = phone.get(icon["src"]).body
        assert body[:8] == b"\x89PNG\r\n\x1a\n"
        assert "x".join(map(str, struct.unpack(">II", body[16:24]))) == icon["sizes"]
    assert {icon["sizes"] for icon in icons} == {"192x192", "512x512"}
    assert "maskable" in {icon.get("purpose") for icon in icons}
    assert sum(path.stat().st_size for path in settings.shipped("static").glob("icon*")) <= LARGEST


def test_the_app_opens_full_screen_in_the_game_that_is_played(phone: Person) -> None:
    about = manifest_of(phone, "/")
    assert (about["name"], about["display"]) == ("Rook score", "fullscreen")
    assert phone.get(about["start_url"]).headers["Location"] == "/"
    phone.start_game()
    game = phone.start_game()
    assert phone.get(about["start_url"]).headers["Location"] == game


def test_a_hosted_club_and_a_phone_at_a_table_have_their_own(app_with: Callable[..., Flask]) -> None:
    app = app_with(hosted=True)
    keeper = Person(app)
    start_club(keeper)
    club, game = club_of(keeper), start_game(keeper)
    guest = enter(app, shown_links(keeper, f"{game}/links")["table"])
    for phone in (keeper, guest):
        about = manifest_of(phone, game)
        assert about["scope"] == club
        assert phone.get(about["start_url"]).headers["Location"] == game


def test_outside_a_club_there_is_no_app(app_with: Callable[..., Flask]) -> None:
    assert not Person(app_with(hosted=True)).open("/").all("link[rel=manifest]")


def test_the_service_worker_keeps_every_script_of_a_scoreboard(phone: Person) -> None:
    page = phone.open(phone.start_game())
    named = [re.sub(r"^/static/\w+/", "", tag.attrs.get("src", "")) for tag in page.all("head script")]
    files = bundles(SCRIPTS)
    scripts = {name for name in named if name in files}
    scripts |= {name for script in scripts for name in LATER.findall(files[script])}
    kept = re.search('FILES = "([^"]*)"', phone.get("/worker.js").body.decode())
    assert kept
    assert scripts | {"app.css", "icon.svg"} <= set(kept[1].split())
    assert "shared/share_picture.js" in scripts


def test_the_page_that_a_phone_keeps_for_where_there_is_no_network_is_no_ones(app_with: Callable[..., Flask]) -> None:
    stranger = Person(app_with(hosted=True))
    page = stranger.open("/unreached")
    assert page.heading == "Can't reach the scorekeeper"
    assert [link.attrs["href"] for link in page.all("main a.go, main a.wide")] == ["/unreached", "/"]
    assert "Set-Cookie" not in stranger.last.headers
