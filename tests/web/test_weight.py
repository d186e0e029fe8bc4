"""What a phone loads to see the scoreboard."""

import gzip

import pytest

from tests.person import Person

HTML, FIRST_LOAD = 14_000, 60_000  # bytes: as it is read, and as all of it is sent, htmx apart
EVENING = 12


@pytest.fixture
def evening(phone: Person) -> str:
    """A game of twelve hands, each side losing its bid in turn."""
    game = phone.start_game()
    phone.open(game)
    for hand in range(EVENING):
        phone.play("Ann" if hand % 2 == 0 else "Bob", 120, 60)
    return game


@pytest.mark.parametrize("due", ["bid", "hand"])
def test_a_scoreboard_of_twelve_hands_stays_light(phone: Person, evening: str, due: str) -> None:
    if due == "hand":
        phone.open(evening)
        phone.record_bid("Ann", 120)
    page = phone.open(evening)
    assert page.text.count("set back 120") == EVENING
    assert len(page.html.encode()) <= HTML


def test_a_first_load_stays_light(phone: Person, evening: str) -> None:
    page = phone.open(evening)
    sent = [phone.web.get(evening, headers={"Accept-Encoding": "gzip"}).data]
    for tag in page.all("head link, head script"):
        address = tag.attrs.get("href") or tag.attrs.get("src")
        if address.startswith("/static/"):
            sent.append(phone.web.get(address, headers={"Accept-Encoding": "gzip"}).data)
    assert gzip.decompress(sent[0]).startswith(b"<!doctype html>")
    assert sum(map(len, sent)) <= FIRST_LOAD
