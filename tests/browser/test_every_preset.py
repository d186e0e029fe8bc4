"""One short game by each of these rule sets, to its winner."""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.presets import PRESETS
from tests.layouts import ONCE

from .phone import Phone

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
AC, BD = "Ann & Cal", "Bob & Dee"


@dataclass(frozen=True)
class Played:
    """A hand: its bid, the counts that are typed (the last side takes the rest), what else is asked."""

    bidder: str
    bid: int
    counts: dict[str, int]
    chosen: dict[str, str] = field(default_factory=dict)
    partner: str = ""


@dataclass(frozen=True)
class Game:
    """A game to a target, the totals it ends with and its winner."""

    target: int | None
    hands: tuple[Played, ...]
    totals: tuple[int, ...]
    winner: str


def one_hand(bid: int, counts: dict[str, int], totals: tuple[int, ...], winner: str = AC, **chosen: str) -> Game:
    """Ann has the bid and makes it, and with that the game."""
    asked = {words.replace("_", " "): side for words, side in chosen.items()}
    return Game(max(totals), (Played("Ann", bid, counts, asked),), totals, winner)


def with_each_partner() -> Game:
    """R21: Ann plays with Cal, then with Bob, then with Dee; her side captures 80 of 120 each time."""
    hands = [Played("Ann", 70, {side: 80}) for side in (AC, "Ann & Bob", "Ann & Dee") for _ in range(4)]
    return Game(None, tuple(hands), (960, 640, 640, 640), "Ann")


ANN = "Ann"
STARTED_BY_TAPS = ("original", "call-partner")
GAMES = {
    "original": one_hand(100, {AC: 100}, (100, 20), Last_trick=AC),
    "changing-partners": with_each_partner(),
    "two-handed": one_hand(60, {ANN: 65, "Bob": 20}, (65, 20), ANN, Last_trick="Bob"),
    "three-handed": one_hand(60, {ANN: 60, "Bob & Cal": 40}, (60, 40, 40), ANN),
    "five-handed": one_hand(30, {ANN: 40, "Bob": 20, "Cal": 20, "Dee": 10}, (40, 20, 20, 10, 10), ANN),
    "six-handed": one_hand(
        30, {ANN: 40, "Bob": 20, "Cal": 10, "Dee": 10, "Eve": 15}, (40, 20, 10, 10, 15, 5), ANN, Last_trick="Fay"
    ),
    "concise": Game(90, (Played("Ann", 100, {AC: 95}), Played("Bob", 70, {BD: 70})), (-50, 95), BD),
    "online-ones-high": one_hand(100, {AC: 120}, (120, 60)),
    "online-fourteens-high": one_hand(80, {AC: 85}, (85, 35)),
    "princeton": one_hand(150, {AC: 180}, (300, 0), Last_trick=AC, Sweep=AC),
    "kentucky": one_hand(100, {AC: 110}, (110, 70)),
    "house-200": one_hand(105, {AC: 85}, (105, 95), Last_trick=AC),
    "county-fair": one_hand(65, {AC: 65}, (65, 35)),
    "smith-county": one_hand(75, {AC: 100}, (100, 50)),
    "larry-smith": one_hand(100, {AC: 120}, (120, 80)),
    "red-one": one_hand(70, {AC: 90}, (90, 60)),
    "dixie": one_hand(75, {AC: 55}, (75, 45), Most_tricks=AC),
    "call-partner": Game(
        120,
        (
            Played("Ann", 80, {AC: 100}, {"Last trick": AC}, partner="Cal"),  # both reach it, and are tied
            Played("Ann", 100, {ANN: 110}, {"Last trick": ANN}, partner="Alone"),
        ),
        (250, 150, 190, 150, 150),
        ANN,
    ),
    "moon-360": one_hand(360, {AC: 180}, (360, 0)),
}


def play_hand(phone: Phone, hand: Played) -> None:
    page = phone.page
    if hand.partner:
        phone.choose("Partner", hand.partner)
    phone.record_bid(hand.bidder, hand.bid)
    expect(page.get_by_role("button", name="Save hand")).to_be_visible()
    for question, side in hand.chosen.items():
        if question == "Sweep":
            phone.unfold(question)
        phone.choose(question, side)
    for side, points in hand.counts.items():
        if phone.javascript:
            page.get_by_label(f"Captured by {side}", exact=True).tap()
            page.get_by_role("group", name="Points").get_by_role("button", name=str(points), exact=True).tap()
        else:
            page.get_by_label(f"Captured by {side}", exact=True).fill(str(points))
    phone.previewed()
    phone.tap("button", "Save hand")
    expect(page.get_by_role("button", name="Save hand")).to_have_count(0)


@pytest.mark.everywhere("rule set", once={"key": ONCE[:2]})
@pytest.mark.parametrize("key", GAMES)
def test_a_short_game_to_its_winner(phone: Phone, key: str) -> None:
    game = GAMES[key]
    start = phone.fill_in_new_game if key in STARTED_BY_TAPS else phone.start_game
    start("Ann", NAMES[: PRESETS[key].rules.players], rules=key, target=game.target)
    for hand in game.hands:
        play_hand(phone, hand)
    expect(phone.page.get_by_role("heading", name=f"{game.winner} won", exact=True)).to_be_visible()
    expect(phone.page.locator("[data-total]")).to_have_text([str(total).replace("-", "−") for total in game.totals])
