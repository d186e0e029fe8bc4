"""Names of forty capitals fit: no page is wider than the narrowest phone, nothing in the shared picture overlaps."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.presets import PRESETS
from tests.person import Person
from tests.web.steps import shown_links

from .page_faults import CLOSE_AGAIN, OPEN_ALL
from .phone import Phone
from .scripts import script
from .visibility import measured

LONG = tuple(first + 13 * "BCD" for first in "AEFGHI")
SHORT = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
BY_PLAYERS = {2: "two-handed", 3: "three-handed", 4: "original", 5: "five-handed", 6: "six-handed"}
NARROWEST = 320
WIDER = f"""[...document.body.querySelectorAll("*")].filter((one) => {{
  const {{ right, width }} = one.getBoundingClientRect();
  const scrolled = one.closest("[role=region][tabindex], .sideways");
  return width && right > {NARROWEST} + 0.5 && one.checkVisibility() && !scrolled;
}}).map((one) => `${{one.tagName}} ${{one.className}} ${{one.textContent.trim().slice(0, 30)}}`)"""
LINKS = """[...document.links].map((link) => new URL(link.href))
  .filter((url) => url.origin === location.origin).map((url) => url.pathname)"""
IN_PICTURE = script("picture_faults")


def play(keeper: Person, names: tuple[str, ...], rules: str, hands: int) -> str:
    game = keeper.start_game(names[0], names, rules=rules)
    for _ in range(hands):
        if keeper.page.has_button("Record bid"):
            keeper.record_bid(names[1], PRESETS[rules].rules.bids[-1])
            *empty, last = [field.attrs["data-names"] for field in keeper.page.all("input[data-names]")]
            counts = {f"Captured by {side}": "0" for side in empty}
            counts[f"Captured by {last}"] = str(PRESETS[rules].rules.card_total)
            keeper.tap("Save hand", counts | {"Last trick": last})
    return game


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_no_page_is_wider_than_the_phone_where_names_are_forty_capitals(phone: Phone) -> None:
    """From the first page along every link, to one page of each kind."""
    phone.expects("status of 422")  # no hand can be added at the end of a game that is over
    keeper = Person(phone.server.app)
    games = [play(keeper, LONG[:players], rules, 4) for players, rules in BY_PLAYERS.items()]
    counting = keeper.start_game(LONG[0], LONG[:4])
    keeper.record_bid(LONG[1], 100)
    late = keeper.start_game(LONG[0], LONG, rules="six-handed")
    keeper.record_bid(LONG[1], 50)
    watch = shown_links(keeper, f"{games[2]}/links")["watch"]
    phone.page.set_viewport_size({"width": NARROWEST, "height": 640})
    begin = ["/", *games, counting, late, watch, f"{games[2]}/hands/1"]
    ahead, seen, found = list(begin), set[str](), list[str]()
    while ahead:
        path = ahead.pop(0)
        kind = path if path in begin else re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+", "N", path)
        if "." in kind or kind in seen:
            continue
        seen.add(kind)
        if "content-disposition" in phone.page.request.get(path).headers:
            continue  # a file
        phone.open(path)
        expect(phone.page.locator("main")).to_be_visible()
        phone.page.evaluate(OPEN_ALL)
        found += [f"{path}: {wide}" for wide in measured(phone, WIDER)]
        phone.page.evaluate(CLOSE_AGAIN)
        ahead += phone.page.evaluate(LINKS)
    assert len(seen) > 25
    assert not found, "\n".join(found)


@pytest.mark.everywhere("size", once={"names": LONG, "players": [4, 6]})
@pytest.mark.parametrize("players", BY_PLAYERS)
@pytest.mark.parametrize("names", [SHORT, LONG], ids=["three letters", "forty letters"])
def test_the_picture_fits_any_names(phone: Phone, names: tuple[str, ...], players: int) -> None:
    game = play(Person(phone.server.app), names[:players], BY_PLAYERS[players], 4)
    phone.page.set_viewport_size({"width": 1080, "height": 1080})
    phone.open(f"{game}/picture.svg")
    assert phone.page.evaluate(IN_PICTURE) == []
