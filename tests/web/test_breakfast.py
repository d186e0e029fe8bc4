"""What Home tells of the last evening, the morning after: columns of its games say it, no hand is read."""

import re

from flask import Flask

from tests.html import text_of
from tests.person import Person

from .counting import statements


def play(phone: Person, *hands: tuple[str, int, int]) -> str:
    """A game to 200 with these bids, and what Ann & Cal captured in each."""
    game = phone.start_game(target=200)
    for bidder, bid, captured in hands:
        phone.play(bidder, bid, captured)
    return game


def told(phone: Person) -> dict[str, str]:
    """What is told, each line by what it is about."""
    lines = (text_of(line) for line in phone.open("/").all(".told li"))
    what = re.compile(r"(Biggest set|Best hand|Reneged|Closest game) (.*)")
    return {found[1]: found[2] for line in lines if (found := what.fullmatch(line))}


def test_home_tells_of_the_evening_and_each_line_leads_to_its_game(phone: Person) -> None:
    first = play(phone, ("Bob", 120, 40), ("Ann", 100, 115), ("Cal", 70, 90))
    second = play(phone, ("Ann", 70, 60), ("Dee", 120, 0), ("Bob", 80, 10))
    assert told(phone) == {
        "Biggest set": "Bob −120 in hand 1",
        "Best hand": "Dee +120 in hand 2",
        "Closest game": "Ann & Cal 245 : −85",
    }
    links = {text_of(link): link.attrs["href"] for link in phone.page.all(".told a")}
    assert links["Bob −120 in hand 1"] == f"{first}/summary"
    assert links["Dee +120 in hand 2"] == f"{second}/summary"


def test_of_two_hands_as_good_or_as_bad_the_first_is_told(phone: Person) -> None:
    """Dee came to the club after Ann, and bid first."""
    play(phone, ("Dee", 100, 60), ("Ann", 100, 60), ("Dee", 100, 0), ("Bob", 100, 0))
    assert told(phone) == {"Biggest set": "Dee −100 in hand 1", "Best hand": "Dee +120 in hand 3"}


def test_who_reneged_is_told_and_a_correction_changes_it(phone: Person) -> None:
    game = phone.start_game(target=200)
    phone.record_bid("Ann", 100)
    phone.more(part="Renege")
    phone.tap("Save hand", {"Captured by Bob & Dee": "20", "Captured by Ann & Cal": "40", "Who reneged?": "Cal"})
    for _ in range(3):
        phone.play("Ann", 100, 120)
    assert told(phone) == {"Biggest set": "Ann −100 in hand 1", "Best hand": "Ann +120 in hand 2", "Reneged": "Cal"}
    phone.open(game)
    for _ in range(8):
        phone.tap("Undo")
    assert told(phone) == {}, "no game has ended"


def test_the_picture_of_the_evening_says_the_same(phone: Person) -> None:
    assert phone.get("/evening.svg").status == 303, "there was none"
    play(phone, ("Bob", 120, 40), ("Ann", 100, 115), ("Cal", 70, 90))
    drawn = phone.get("/evening.svg")
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")
    said = re.sub(r"<[^>]*>", "\n", drawn.body.decode())
    for words in ("Ann &amp; Cal", "Biggest set", "Bob −120 in hand 1", "Best hand", "Ann +115 in hand 2"):
        assert words in said
    assert "won 1 of 1" in said, "how the year stands"
    (button,) = [one for one in phone.open("/").all("button") if text_of(one) == "Share the evening"]
    assert button.attrs["data-picture"] == "/evening.svg"


def test_home_reads_no_hands_for_it(app: Flask, phone: Person) -> None:
    play(phone, ("Bob", 120, 40), ("Ann", 100, 115), ("Cal", 70, 90))
    with statements(app) as sent:
        phone.open("/")
    assert sent
    assert not [each for each in sent if each.startswith("SELECT hand.")]
