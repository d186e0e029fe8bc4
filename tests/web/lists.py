"""The lists of games, page by page."""

from tests.html import Page, text_of
from tests.person import Person


def uids(page: Page) -> list[str]:
    return [link.attrs["href"].split("/")[2] for link in page.all(".games a")]


def page_link(page: Page, words: str) -> str | None:
    found = [one.attrs["href"] for one in page.all("nav a") if words in text_of(one)]
    return found[0] if found else None


def walk(phone: Person, path: str, words: str = "Older") -> list[list[str]]:
    """The games of each page from this one on."""
    pages = [uids(phone.open(path))]
    while onward := page_link(phone.page, words):
        pages.append(uids(phone.open(onward)))
        assert len(pages) < 30
    return pages
