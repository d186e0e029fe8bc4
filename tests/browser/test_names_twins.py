"""The scripts read and compare names as the server does: static/shared/names.js is the twin of usecases/names.py."""

import json
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper import settings
from scorekeeper.usecases.names import KnownNames, finds, fold_name, read_list
from tests.usecases.known_names import LINES, NAMES

TWIN = """async (asked) => {
  const { finds, means, readName } = await import("/shared/names.js");
  return asked.map(([one, other]) =>
    [finds(one, other), means(one, other), means(one, "Qq", `Kk\\n${other}`), readName(one)]);
}"""
PARTS = (
    *"OoNnZzøØłŁđĐßẞæÆœŒıİþςσΣéëüñ'’‘ʼ`´′-‐–— .,&1２٣",
    "e\u0301", "عَ", "Anne", "neil", "1. ", "2) ", "• ", "\t", "3️⃣", "(4)", "#5:", "[x] ", "अनु", "가",
)  # fmt: skip


@pytest.fixture
def scripts(browser: Browser) -> Iterator[Page]:
    """An empty page on a server that has the scripts."""
    page = browser.new_page()
    static = settings.shipped("static")
    page.route("http://twin.invalid/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route("**/*.js", lambda route: route.fulfill(path=static / urlsplit(route.request.url).path.lstrip("/")))
    page.goto("http://twin.invalid/")
    yield page
    page.close()


@pytest.mark.everywhere("again", once={"every": 12})
@pytest.mark.parametrize("every", [12, 1])
def test_names_are_found_meant_and_read_as_the_server_does(scripts: Page, every: int) -> None:
    """Every pair of some spellings, thousands of texts of their letters, and letters of the first plane."""
    random = Random(3)
    drawn = ["".join(random.choices(PARTS, k=random.randrange(1, 6))) for _ in range(4000)]
    spellings = [*NAMES, *(name.lower() for name in NAMES), *map(fold_name, NAMES)]
    spellings += [*(line for line, *_ in LINES), *drawn[:30]]
    letters = [chr(code) for code in range(0x20, 0x10000) if unicodedata.category(chr(code))[0] in "LMNPSZ"]
    asked = [(one, other) for one in spellings for other in spellings]
    asked += [*pairwise(drawn), *((letter.upper(), f"x {letter}") for letter in letters)][::every]
    said = scripts.evaluate(TWIN, asked)
    assert len(said) == len(asked)
    wrong = [(pair, told, ours) for pair, told in zip(asked, said, strict=True) if told != (ours := judged(*pair))]
    assert not wrong, f"{len(wrong)}: {json.dumps(wrong[:5])}"


def judged(one: str, other: str) -> list[object]:
    read = read_list(one).lines
    merged = KnownNames(["Qq"], lambda: {"Kk": "Qq", other: "Qq"}).meant(one) is not None
    return [finds(one, other), KnownNames([other]).meant(one) is not None, merged, read[0][0] if read else ""]
