"""The reader of pages refuses HTML that a browser would have to repair."""

import pytest

from .html import Page, text_of

SOUND = """<!doctype html>
<html lang="en"><head><title>R&amp;D</title></head>
<body><p id="one" hidden data-vals='{"a": 1}'>1 &lt; 2<br><img src="/a.svg" alt=""></p>
<svg><path d="M0 0"/></svg></body></html>
"""
UNSOUND = {
    "no doctype": ("<!doctype html>", ""),
    "an element that is not closed": ("</p>", ""),
    "an element that is closed twice": ("</p>", "</p></p>"),
    "a paragraph in a paragraph": ("<br>", "<p>2</p>"),
    "a table row outside a table": ("<br>", "<tr><td>2</td></tr>"),
    "a link across the end of a paragraph": ("</p>", "<a></p></a>"),
    "an attribute that is there twice": ("hidden", 'hidden id="two"'),
    "attributes without a blank between": ('alt=""', 'alt=""title=""'),
    "a quote that is not closed": ('id="one"', 'id="one'),
    "a value without quotes": ('id="one"', "id=one"),
    "a bare <": ("&lt;", "<"),
    "a reference without its end": ("&lt;", "&lt"),
    "a name that means no character": ("&lt;", "&less;"),
    "a control character": ("&lt;", "\x01"),
    "a script in the page": ("<br>", "<script>1</script>"),
    "a script that is not closed": ("<br>", '<script src="/a.js">'),
}


def test_sound_html_is_read_as_it_is_written() -> None:
    page = Page(SOUND, whole=True)
    assert text_of(page.one("#one")) == "1 < 2"
    assert Page("<b>Ann</b> &amp; <bdi>Bob</bdi>", whole=False).text == "Ann & Bob"


@pytest.mark.parametrize(("right", "wrong"), UNSOUND.values(), ids=UNSOUND)
def test_html_that_a_browser_would_repair_is_refused(right: str, wrong: str) -> None:
    assert SOUND.count(right) == 1
    with pytest.raises(AssertionError):
        Page(SOUND.replace(right, wrong), whole=True)
