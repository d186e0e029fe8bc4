"""What pages use is there in the oldest browsers that the app is for, or it is known what happens without it."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper import settings

from .newer_features import COMMENTS, NEWER, OLDEST, STYLES, WITHOUT, used

FOR_READERS = re.compile(r'content: ([^;{}]+?) / "[^"]*"')
# Each newer feature as somebody might write it.
WRITTEN = {
    "css": """
      @scope (main) { a { color: rgb(from red r g b / .5) } } @starting-style { a { opacity: 0 } }
      a { text-wrap: pretty; field-sizing: content; interpolate-size: allow-keywords; anchor-name: --one }
      a { display: grid; grid-template-columns: subgrid; color: light-dark(#fff, #000); height: round(up, 5px, 2px) }
      a:popover-open, details::details-content { content: "▲" / ""; transition-behavior: allow-discrete }
      @media (scripting: none) { a { animation-timeline: scroll(); scrollbar-width: thin } }""",
    "js": """
      const { promise, resolve } = Promise.withResolvers();
      const all = await Array.fromAsync(source), by = Object.groupBy(all, whose);
      if (URL.canParse(address) && one.union(other).size) signal = AbortSignal.any([first, second]);
      names.values().map((name) => name.toString()).toArray();
      import words from "./words.json" with { type: "json" };
      const letter = /\\p{L}/v; dialog.showPopover(); box.checkVisibility();""",
    "html": '<details name="one"></details><div popover></div><button commandfor="it" command="close"></button>',
}
FOUND = """@scope|relative colors|@starting-style|text-wrap|field-sizing|calc-size(), interpolate-size|subgrid
light-dark()|round(), mod(), rem()|anchor positioning|:popover-open|::details-content|content for readers
transition-behavior|@media (scripting)|scroll-driven animations|scrollbar-width, -color, -gutter
Promise.withResolvers|Array.fromAsync|groupBy|URL.canParse|methods of Set|AbortSignal.any|iterator helpers
import attributes|flag v of patterns|showPopover|checkVisibility|details of one group|command, commandfor"""


def test_newer_features_are_used_where_it_is_known_what_older_browsers_do_without_them() -> None:
    found = set(used())
    assert not [f"{file}: {name}" for name, file in found if name not in WITHOUT]
    assert {name for name, _ in found} == WITHOUT.keys(), "what is used no more needs no words"


def test_each_newer_feature_is_newer_than_one_of_the_oldest_browsers() -> None:
    versions = {name: (feature.ios, feature.firefox, feature.chrome) for name, feature in NEWER.items()}
    assert not [name for name, came in versions.items() if all(map(float.__le__, map(float, came), map(float, OLDEST)))]


def test_a_newer_feature_is_found_in_what_somebody_writes_and_not_in_a_comment() -> None:
    files = {kind: {"written": text} for kind, text in WRITTEN.items()}
    assert {name for name, _ in used(files)} >= {*re.split(r"[|\n]", FOUND)}
    remarks = {"css": {"": "/* @scope, text-wrap: pretty */"}, "js": {"": "// Promise.withResolvers() would do\n"}}
    assert not list(used(remarks))


def test_the_documents_name_the_oldest_browsers() -> None:
    ios, firefox, chrome = OLDEST
    hosting = settings.shipped("templates").parent / "docs" / "using" / "hosting.md"
    assert f"iOS {ios}, Firefox {firefox} and Chrome {chrome}" in " ".join(hosting.read_text().split())


def nested_rules(sheet: str) -> Iterator[str]:
    """Yield the selector of each rule inside another: such came with iOS 17.2, Firefox 117 and Chrome 120."""
    around, text = list[str](), ""
    for sign in COMMENTS.sub("", sheet):
        if sign == "{":
            selector = text.rpartition(";")[2].strip()
            if any(not each.startswith("@") for each in around):
                yield selector
            around.append(selector)
        elif sign == "}":
            around.pop()
        text = "" if sign in "{}" else text + sign


@pytest.mark.parametrize("name", STYLES)
def test_no_rule_is_inside_another(name: str) -> None:
    assert list(nested_rules(STYLES[name])) == []


@pytest.mark.parametrize("name", STYLES)
def test_a_mark_that_no_reader_says_has_a_plain_one_before_it(name: str) -> None:
    for found in FOR_READERS.finditer(STYLES[name]):
        plain = STYLES[name][: found.start()].rstrip().endswith(f"content: {found[1]};")
        assert plain or "counter(n" in found[1], found[0]  # what counts up is drawn only where this is known


@pytest.mark.parametrize("name", STYLES)
def test_properties_with_a_prefix_in_safari_come_with_it(name: str) -> None:
    for feature in ("hyphens", "user-select"):
        for found in re.finditer(rf"(?<![\w-]){feature}: (\w+)", STYLES[name]):
            assert f"-webkit-{feature}: {found[1]}" in STYLES[name][: found.start()]


@pytest.mark.parametrize("name", STYLES)
def test_a_round_shape_leaves_room_in_its_box(name: str) -> None:
    """Firefox cuts a box at whole pixels, and with it a circle that fills it."""
    assert not [found for found in re.findall(r"circle\(([\d.]+)%\)", STYLES[name]) if float(found) > 45]


def test_a_nested_rule_is_found() -> None:
    assert list(nested_rules("@media print { a { color: red; b { color: blue } } } c { &:hover { color: red } }")) == [
        "b",
        "&:hover",
    ]
