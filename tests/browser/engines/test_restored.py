"""What Firefox brings back at a reload, in every form of the app: what was typed, and nothing of another moment."""

from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from tests.browser.server import Server
from tests.html import Element
from tests.person import Person
from tests.web import tournaments
from tests.web.steps import make_house_rules

from .phone import EnginePhone

pytestmark = pytest.mark.everywhere("engine", proven="tests/browser/test_back.py")

FIVE = ("Ann", "Bob", "Cal", "Dee", "Eve")
# The fields that a person can change, each with what it has, and whose that is after a reload; a script that comes late
# has buttons for penalties instead of their lists.
FIELDS = """const see = (one) => one.checkVisibility() || one.closest("details:not([open])");
const isSent = (form) => [...form.elements].some((one) => one.type === "submit");
return [...document.forms].filter(isSent).flatMap((form) => [...form.elements].flatMap((field) => {
  if (!field.name || field.disabled || !see(field) || /^talk-/.test(field.name)) return [];
  if (/submit|button|file|hidden|fieldset/.test(field.type)) return [];
  const isBox = /radio|checkbox/.test(field.type), isList = field.matches("select");
  const own = field.autocomplete || form.autocomplete;
  const isOfMoment = form.closest("#scoreboard") && form.method === "post";
  const whose = isOfMoment ? "the moment's" : own === "off" ? "the server's" : "typed";
  const has = isList ? field.selectedIndex : isBox ? field.checked : field.value;
  return [{ form: form.getAttribute("action"), name: field.name, of: isBox ? field.value : "", whose, has }];
}))"""
CHANGE = """const isFilled = arguments[0];
for (const field of document.querySelectorAll("input, textarea, select")) {
  if (field.disabled) continue;
  if (field.type === "hidden") field.value = "changed";
  else if (field.matches("select")) field.selectedIndex = isFilled ? field.options.length - 1 : 0;
  else if (field.type === "checkbox") field.checked = isFilled;
  else if (field.type === "radio") field.checked = isFilled || field.defaultChecked;
  else if (field.type === "date") field.value = isFilled ? "2026-01-02" : "";
  else if (field.type !== "file") field.value = isFilled ? "12" : "";
}"""
HIDDEN = "return [...document.querySelectorAll('[type=hidden]')].filter((one) => one.value === 'changed').map(String)"
Field = dict[str, Any]


def moments(keeper: Person) -> Iterator[str]:
    """Yield the addresses of a game in which each question is due, and of one that is won."""
    yield keeper.start_game()
    auction = keeper.start_game(names=("Flo", "Gus", "Hal", "Ida"))
    yield f"{auction}?bid=calls"
    yield f"{auction}?bid=none"
    calling = keeper.start_game(names=FIVE, rules="call-partner")
    keeper.record_bid("Bob", 100)
    yield calling
    won = keeper.start_game()
    while not keeper.page.heading.endswith("won"):
        keeper.play("Ann", 120, 120)
    yield won


def pages(keeper: Person) -> Iterator[str]:
    """Yield the address of every page of the app that has a form, of a club that has one of each thing."""
    yield from moments(keeper)
    counting = keeper.start_game()
    keeper.play("Ann", 100, 105)
    keeper.record_bid("Bob", 95)
    house = make_house_rules(keeper, start="original").path.removeprefix("/rules/house-")
    tournament = tournaments.start_tournament(keeper, "ranked")
    tournaments.draw(keeper, tournament, 1)
    there = {
        "game": UUID(counting.removeprefix("/games/")),
        "tournament": UUID(tournament.removeprefix("/tournaments/")),
        "house": UUID(house),
        "key": "original",
        "kind": "watch",
        "number": 1,
        "place": 1,
        "player": 1,
    }
    routes = keeper.app.url_map.bind("localhost")
    for rule in keeper.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or not rule.arguments <= there.keys() or "<key>" in rule.rule:
            continue
        path = routes.build(rule.endpoint, {name: there[name] for name in rule.arguments})
        if path == "/check/sheet":
            continue  # it brings back by itself what was typed: test_sheet_kept.py
        answer = keeper.get(path)
        if answer.status == 200 and answer.is_html and any(map(has_fields, answer.page.all("form"))):
            yield path


def has_fields(form: Element) -> bool:
    """Return whether there is more than hidden fields and buttons."""
    inputs = [field for field in form.query("input") if field.attrs.get("type") not in ("hidden", "file")]
    return bool(inputs or form.query("select") or form.query("textarea"))


def by_place(fields: list[Field]) -> dict[tuple[object, ...], Field]:
    """The fields by form, name, choice, and which of these it is."""
    places = Counter[tuple[object, ...]]()
    found = dict[tuple[object, ...], Field]()
    for field in fields:
        place = (field["form"], field["name"], field["of"])
        places[place] += 1
        found[*place, places[place]] = field
    return found


def wrong(given: list[Field], changed: list[Field], restored: list[Field]) -> Iterator[str]:
    """Yield which fields have something else than what is due, as the page came and as somebody changed it.

    The rules that are restored may have more or fewer seats.
    """
    first_by, typed_by, now = map(by_place, (given, changed, restored))
    both = first_by.keys() & typed_by.keys() & now.keys()
    assert len(both) >= len(given) * 0.9, given
    for place in sorted(both, key=str):
        first, typed, field = first_by[place], typed_by[place], now[place]
        due = (typed if field["whose"] == "typed" else first)["has"]
        if field["has"] != due:
            yield f"{field['form']} {field['name']} {field['of']}: {field['has']!r}, due is {due!r}, {field['whose']}"


def test_a_reload_brings_back_what_was_typed_and_nothing_of_another_moment(
    firefox: EnginePhone, server: Server
) -> None:
    found, kinds = list[str](), set[str]()
    for path in pages(Person(server.app)):
        for is_filled in (True, False):
            firefox.open(path)
            given = firefox.js(FIELDS)
            firefox.js(CHANGE, is_filled)
            changed = firefox.js(FIELDS)
            kinds |= {f"{field['form']} {field['whose']}" for field in changed}
            firefox.reload()
            how = "filled in" if is_filled else "emptied"
            found += [f"{path}, {how}: {fault}" for fault in wrong(given, changed, firefox.js(FIELDS))]
            found += [f"{path}, {how}: a hidden field is restored" for _ in firefox.js(HIDDEN)]
    assert not found, "\n".join(found)
    assert len(kinds) > 20, kinds
