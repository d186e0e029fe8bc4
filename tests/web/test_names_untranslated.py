"""A browser that translates a page leaves names alone: every text that is a name by itself says `translate="no"`."""

from collections.abc import Iterator

from flask import Flask

from tests.html import Page
from tests.person import SIDES, TABLE, Person

from . import tournaments
from .every_page import every_page

NAMES = {*TABLE, *SIDES, *tournaments.EIGHT}


def translated(page: Page) -> Iterator[str]:
    """Each name that a browser would translate, with its element."""
    for element in page.all("body *"):
        own = [child.text().strip() for child in element.node.iter(include_text=True) if child.is_text_node]
        if element.attrs.get("class") == "field":
            continue  # the words of a label are text alone
        stays = any(around.attrs.get("translate") == "no" for around in element.outwards)
        yield from (f"{element.name} {element.attrs}: {text}" for text in own if text in NAMES and not stays)


def test_every_name(app: Flask, phone: Person) -> None:
    wrong, seen = list[str](), 0
    for path in every_page(app, phone):
        answer = phone.get(path)
        if answer.is_html and answer.status == 200:
            found = list(translated(answer.page))
            wrong += [f"{path} {each}" for each in found]
            seen += 1
    assert seen > 30
    assert not wrong, "\n".join(sorted(set(wrong)))
