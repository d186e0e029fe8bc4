"""One template serves the page and the part of it that htmx swaps."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, before_render_template
from jinja2_fragments.flask import render_block

from scorekeeper.settings import shipped
from tests.person import Person

from .every_page import come_by_every_page

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


def test_every_block_of_every_page_renders_alone(
    app_with: Callable[..., Flask], phone: Person, rendered: list[tuple[str, dict[str, Any]]]
) -> None:
    """A block does not see what is at the top of its template, so each is tried with all it was ever given."""
    asked, founder = Person(app_with(pin="4711")), Person(app_with(hosted=True))
    come_by_every_page(phone, asked, founder)
    folder = shipped("templates")
    names = {file.relative_to(folder).as_posix() for file in folder.rglob("*.*")}
    pages = {name for name in names if not PART.search(name)} - {"base.html"}
    assert {name for name, _ in rendered} >= pages
    for name, context in list(rendered):
        app = founder.app if context["hosted"] else phone.app
        for block in app.jinja_env.get_template(name).blocks:
            with app.test_request_context():
                assert render_block(name, block, **context).strip() or block in MAY_BE_EMPTY, (name, block)
