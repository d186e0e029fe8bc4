"""What replaces a part of the page does it by static/shared/place.js, so that the focus stays, and what is open."""

import re

from .scripts import SCRIPTS

REPLACES = re.compile(r"\.replaceWith\(|\.replaceChildren\(|\b(?:inner|outer)HTML = ")
PLACE = re.compile(r'^import .* from "\.{1,2}/(?:shared/)?place\.js"', re.MULTILINE)
NOTHING_THERE = {
    "game/cards.js": "the words of a button",
    "game/clock.js": "the time left",
    "alone/question.js": "a board that is not on the page yet",
    "game/rare.js": "the words of what is noted, which have the focus then",
    "check/check_sheet.js": "an empty sheet by what was typed before, while nothing of it can be reached",
    "check/sheet_pad.js": "its keys, and a list by the field of the pad, as soon as the page is there",
    "check/sheet_rows.js": "what is said of a row that is not on the page yet",
}
"""Scripts that replace what nobody can focus or open."""


def test_every_script_that_replaces_a_part_of_the_page_keeps_the_place() -> None:
    replacing = {name for name, script in SCRIPTS.items() if REPLACES.search(script)}
    assert replacing - {name for name in replacing if PLACE.search(SCRIPTS[name])} == set(NOTHING_THERE)
