"""What the style sheets use is there from iOS 16.4 on, or something plain takes its place.

Nested rules came with iOS 17.2, a text for readers in `content` with 17.4, `light-dark()` with 17.5.
"""

import re
from collections.abc import Iterator

import pytest

from scorekeeper import settings

SHEETS = {path.name: path.read_text() for path in settings.shipped("static").glob("*.css")}
FOR_READERS = re.compile(r'content: ([^;{}]+?) / "[^"]*"')


def nested_rules(sheet: str) -> Iterator[str]:
    """Yield the selector of each rule inside another."""
    around, text = list[str](), ""
    for sign in re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL):
        if sign == "{":
            selector = text.rpartition(";")[2].strip()
            if any(not each.startswith("@") for each in around):
                yield selector
            around.append(selector)
        elif sign == "}":
            around.pop()
        text = "" if sign in "{}" else text + sign


@pytest.mark.parametrize("name", SHEETS)
def test_no_rule_is_inside_another(name: str) -> None:
    assert list(nested_rules(SHEETS[name])) == []


@pytest.mark.parametrize("name", SHEETS)
def test_no_color_is_two_in_one(name: str) -> None:
    assert "light-dark(" not in re.sub(r"/\*.*?\*/", "", SHEETS[name], flags=re.DOTALL)


@pytest.mark.parametrize("name", SHEETS)
def test_a_mark_that_no_reader_says_has_a_plain_one_before_it(name: str) -> None:
    for line in SHEETS[name].splitlines():
        for found in FOR_READERS.finditer(line):
            plain = f"content: {found[1]};" in line[: found.start()]
            assert plain or "counter(n" in found[1], line  # what counts up is drawn only where this is known


def test_a_nested_rule_is_found() -> None:
    assert list(nested_rules("@media print { a { color: red; b { color: blue } } } c { &:hover { color: red } }")) == [
        "b",
        "&:hover",
    ]
