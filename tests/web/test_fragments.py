"""One template serves the page and the part of it that htmx swaps."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, before_render_template
from jinja2_fragments.flask import render_block

from tests.person import Person
from tests.record.games import MADE, record_bytes

from . import tournaments
from .files import look
from .steps import shown_links

PART = re.compile(r"(^|/)_|^macros/")
"""Templates that are no pages: parts of one, and macros."""
MAY_BE_EMPTY = ("top", "corner", "style")
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
# What is asked, whether a part of the page is meant.
ASKED = [
    ("a plain visit", {}, False),
    ("htmx swaps", PARTIAL, True),
    ("htmx of an older kind swaps", {"HX-Request": "true"}, True),
    ("htmx wants a full page", {"HX-Request": "true", "HX-Request-Type": "full"}, False),
    ("a boosted link", {"HX-Request": "true", "HX-Boosted": "true"}, False),
    ("going back in the history", PARTIAL | {"HX-History-Restore-Request": "true"}, False),
    ("a header that is not true", {"HX-Request": "false"}, False),
    ("a type alone", {"HX-Request-Type": "partial"}, False),
]


@pytest.mark.parametrize(("headers", "part"), [row[1:] for row in ASKED], ids=[row[0] for row in ASKED])
def test_a_part_is_sent_only_where_htmx_swaps_one(phone: Person, headers: dict[str, str], part: bool) -> None:
    game = phone.start_game()
    for path in (game, "/", "/games/new"):
        answer = phone.get(path, **headers)
        assert answer.page.whole is not part
        varies_with = {name.strip() for name in answer.headers["Vary"].split(",")}
        assert {"Cookie", "HX-Request", "HX-Request-Type"} <= varies_with


@pytest.mark.parametrize(("headers", "part"), [row[1:] for row in ASKED], ids=[row[0] for row in ASKED])
def test_a_refusal_comes_in_the_same_shape(phone: Person, headers: dict[str, str], part: bool) -> None:
    phone.start_game()
    form = phone.form("Record bid")
    answer = phone.send(form.action, form.sent, **headers)
    assert answer.status == 422
    assert answer.page.whole is not part
    assert [block.attrs["id"] for block in answer.page.all("#scoreboard")] == ["scoreboard"]


def test_a_change_by_htmx_is_answered_with_the_scoreboard_alone(phone: Person) -> None:
    phone.start_game()
    form = phone.form("Record bid")
    answer = phone.send(form.action, form.filled(Bidder="Bob", Bid="95"), **PARTIAL)
    assert (answer.status, answer.path) == (200, form.action), "one request a tap"
    assert not answer.page.whole
    assert answer.page.elements[0].attrs["id"] == "scoreboard"
    assert answer.page.has_button("Save hand")


@pytest.fixture
def rendered() -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Every page that is rendered, with what it was given."""
    seen: list[tuple[str, dict[str, Any]]] = []

    def note(_app: Flask, template: Any, context: dict[str, Any], **_more: Any) -> None:
        seen.append((template.name, dict(context)))

    with before_render_template.connected_to(note):
        yield seen


def visit_every_page(phone: Person) -> None:
    """Comes by every page in each of its states."""
    phone.open("/")
    phone.get("/nowhere")
    phone.start_game()
    phone.send("/games", {})
    form = phone.form("Record bid")
    phone.send(form.action, form.sent)
    phone.record_bid("Bob", 95)
    phone.send(form.action, form.filled(Bidder="Cal", Bid="120") | {"form_id": "0" * 32})
    hand = phone.form("Save hand")
    phone.send(hand.action, hand.sent)
    phone.record_hand(45)
    for _ in range(3):
        phone.play("Ann", 120, 120)
    finished = phone.page.form("Undo").action.removesuffix("/undo")
    for path in ("/", "/games", f"{finished}/summary", f"{finished}/bg-stats"):
        phone.open(path)
    phone.get(f"{finished}/picture.svg")
    Person(phone.app).start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    for path in ("/players", "/players?year=soon", "/players/1", "/players/1?year=soon", "/players/records"):
        phone.get(path)
    for path in ("/players/1/person", "/players/1/merge?other=Annie"):
        phone.open(path)
    for path in (
        "/phone",
        "/phone/help",
        "/days",
        "/games/hidden",
        "/watch",
        "/check",
        "/check/empty-sheet",
        "/check/hand",
        "/check/sheet",
        "/check/file",
        "/import",
        f"{finished}/sheet",
    ):
        phone.open(path)
    phone.open("/check/sheet")
    phone.tap("Check the sheet", {"The sheet, line by line": "Us,100,80,15"})
    phone.get(phone.page.one("[data-picture]").attrs["data-picture"])
    look(phone, record_bytes(MADE))
    for path in ("/rules?with=original&with=dixie", "/rules/rulings", "/rules/new"):
        phone.open(path)
    phone.open(f"{phone.tap('Save rules', {'Name': 'Ours'}).path}/delete")
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/1")
    phone.tap("Delete hand")
    phone.get(f"{game}/rules?rules=concise")
    phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    phone.tap("From hand 2 on")
    for link in shown_links(phone, f"{game}/links").values():
        phone.open(link)
    phone.get(f"{game}/links/watch/renew")
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    phone.open("/games/deleted")
    phone.open("/games/hidden")
    phone.get("/app.webmanifest")
    here = tournaments.start_tournament(phone, "ranked", more={"Minutes a round": "20"})
    tournaments.draw(phone, here, 1)
    for path in ("", "/standings", "/players", "/print", "/print?what=sheets", "/rounds/1/tables/1"):
        phone.open(f"{here}{path}")
    phone.open("/tournaments")


def test_every_block_of_every_page_renders_alone(
    app_with: Callable[..., Flask], phone: Person, rendered: list[tuple[str, dict[str, Any]]]
) -> None:
    """A block does not see what is at the top of its template, so each is tried with all it was ever given."""
    visit_every_page(phone)
    asked = Person(app_with(pin="4711"))
    asked.open("/games/new")
    asked.tap("Start game")
    founder = Person(app_with(hosted=True))
    founder.open("/")
    club = founder.tap("Start a club", {"Club name": "Ours"}).path
    for page in ("links", "name", "phones", "phones/this/sign-out"):
        founder.open(club + page)
    keeper_link = shown_links(founder, club + "links")["keeper"]
    founder.open(club + "delete")
    founder.tap("Delete club", {"Club name": "Ours"})
    founder.open(keeper_link)
    pages = {name for name in phone.app.jinja_env.list_templates() if not PART.search(name)} - {"base.html"}
    assert {name for name, _ in rendered} >= pages
    for name, context in list(rendered):
        app = founder.app if context["hosted"] else phone.app
        for block in app.jinja_env.get_template(name).blocks:
            with app.test_request_context():
                assert render_block(name, block, **context).strip() or block in MAY_BE_EMPTY, (name, block)
