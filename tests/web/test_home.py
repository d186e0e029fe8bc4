"""The first page."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import PLAYER
from scorekeeper.storage.stats_models import GAME_STATS, SEAT_STATS
from tests import clock
from tests.html import text_of
from tests.many_games import BEGUN, play_many
from tests.person import TABLE, Person


def test_an_empty_club_is_told_how_to_begin(phone: Person) -> None:
    page = phone.open("/")
    assert "Keeps the score of the card game Rook" in page.text
    assert [text_of(part) for part in page.all("main > p:not([hidden]), main > details > summary")] == [
        "Keeps the score of the card game Rook while you play: one phone on the table, four taps a hand.",
        "New game",
        "More games, players, rules, tournaments",
    ]
    assert {text_of(link): link.attrs["href"] for link in page.all("a")}["New game"] == "/games/new"


def win(phone: Person, bidder: str = "Ann", names: tuple[str, ...] = TABLE) -> str:
    """A game that this bidder's side wins with three hands."""
    game = phone.start_game(names=names, dealer=names[0])
    side = next(f"{one} & {other}" for one, other in (names[0::2], names[1::2]) if bidder in (one, other))
    for _ in range(3):
        phone.record_bid(bidder, 100)
        phone.tap("Save hand", {"Last trick": side, f"Captured by {side}": "120"})
    return game


def test_a_game_in_progress_comes_first_with_its_totals_and_is_a_tap_from_its_next_hand(phone: Person) -> None:
    """A misdeal is no hand (R12)."""
    running = phone.start_game()
    phone.tap("Misdeal")
    phone.play("Ann", 100, 100)
    (first, new, *_) = phone.open("/").all("main a")
    assert (first.attrs["href"], new.attrs["href"]) == (running, "/games/new")
    assert text_of(first) == "Ann & Cal 100 200 to go Bob & Dee 20 280 to go Continue with hand 2"
    assert "second" in (new.attrs["class"] or ""), "one filled button"


def test_a_second_and_third_game_in_progress_are_a_line_each(phone: Person) -> None:
    phone.start_game(names=("Eve", "Flo", "Gus", "Hal"), dealer="Eve")
    phone.start_game()
    assert text_of(phone.open("/").all(".games a")[1]) == "Eve & Gus Flo & Hal 0 : 0 Continue · Hand 1"


def test_the_last_evening_is_one_line_with_its_games_folded_the_stopped_ones_among_them(phone: Person) -> None:
    won = [win(phone), win(phone, "Bob"), win(phone)]
    stopped = phone.start_game()
    phone.open(f"{stopped}/settings")
    phone.tap("End game early")
    evening = phone.open("/").one("details#evening")
    assert "open" not in evening.attrs
    assert text_of(evening.query_one("summary > span")) == "Ann & Cal 2, Bob & Dee 1"
    assert "4 games, 1 stopped · Original partnership" in text_of(evening)
    assert [link.attrs["href"] for link in evening.query(".games a")] == [
        stopped, *(f"{game}/summary" for game in reversed(won)),
    ]  # fmt: skip
    assert text_of(next(iter(evening.query(".games a")))) == "Ann & Cal Bob & Dee 0 : 0 stopped early"


def test_the_year_is_one_line_that_leads_to_its_players(phone: Person) -> None:
    win(phone)
    win(phone, names=("Ann", "Eve", "Hal", "Gus"))
    year = datetime.now().astimezone().year
    line = phone.open("/").one("#year")
    assert text_of(line) == "This year Ann leads: won 2 of 2"
    assert line.attrs["href"] == f"/players?year={year}"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ([TABLE], "Ann and Cal lead: won 1 of 1 each"),
        ([TABLE, ("Eve", "Bob", "Gus", "Hal")], "Ann, Cal, Eve and 1 other lead: won 1 of 1 each"),
        ([TABLE, ("Bob", "Ann", "Dee", "Eve")], "Cal, Ann, Bob and 1 other lead: won 1 each"),
    ],
    ids=["two", "four", "who played more comes last"],
)
def test_equals_lead_together_three_are_named(phone: Person, tables: list[tuple[str, ...]], told: str) -> None:
    for names in tables:
        win(phone, names[0], names)
    assert text_of(phone.open("/").one("#year")) == f"This year {told}"


@pytest.mark.both_databases
def test_before_the_first_finished_game_of_a_year_the_last_years_leader_is_told(phone: Person) -> None:
    win(phone)
    with phone.app.app_context(), writing() as session:
        for table in (SEAT_STATS, GAME_STATS):
            session.execute(update(table).values(year=table.c.year - 1))
    phone.start_game()
    line = phone.open("/").one("#year")
    assert text_of(line) == "Last year Ann and Cal led: won 1 of 1 each"
    with phone.app.app_context(), writing() as session:
        session.execute(update(SEAT_STATS).values(year=SEAT_STATS.c.year - 1))
    assert "led:" not in phone.open("/").text


def test_a_hidden_player_leads_no_year_on_home(phone: Person) -> None:
    win(phone)
    with phone.app.app_context(), writing() as session:
        session.execute(update(PLAYER).where(PLAYER.c.name == "Ann").values(hidden=True))
    assert text_of(phone.open("/").one("#year")) == "This year Cal leads: won 1 of 1"


def test_a_long_name_shortens_no_other_row_and_no_other_side(phone: Person) -> None:
    """R10: "Harold & Vernon" had become "H. & V." by a row with a longer name."""
    for names in (("Bartholomew Maximilian", "Harold", "Wilhelmina", "Vernon"), ("Ann", "Bob", "Cal", "Dee")):
        phone.start_game(names[0], names)
    shown = [side.attrs.get("data-short", text_of(side)) for side in phone.open("/").all("ul.games bdi")]
    assert shown == ["Ann & Cal", "Bob & Dee", "B. & W.", "Harold & Vernon"]


def test_running_games_are_first_on_home(phone: Person) -> None:
    win(phone)
    phone.start_game()
    page = phone.open("/")
    more = {text_of(way) for way in page.all("#more a")}
    ways = [text_of(way) for way in page.all("main a:not(.told a), main summary")]
    first = [way.split()[0] for way in ways if way not in more]
    today = f"{datetime.now().astimezone():%A},"
    assert first == ["Ann", "New", today, "Ann", "This", "Watch", "More"]


def test_home_folds_away_what_is_not_for_the_table(phone: Person) -> None:
    """A running game, New game and the way to watch are the first page; the rest waits under More."""
    phone.start_game()
    page = phone.open("/")
    more = page.one("details#more")
    assert "open" not in more.attrs
    folded = {text_of(one) for one in more.query("a, button")}
    ways = [text_of(one) for one in page.all("main a, main button") if text_of(one) not in folded]
    assert [words.split()[0] for words in ways] == ["Ann", "New", "Watch"]


def test_many_open_games_leave_new_game_in_reach(phone: Person) -> None:
    """Three are shown, the others counted."""
    games = [phone.start_game() for _ in range(5)]
    page = phone.open("/")
    folded = page.one("section details")
    assert text_of(folded.query_one("summary")) == "2 more in progress"
    assert [link.attrs["href"] for link in folded.query("a")] == games[1::-1]
    assert [link.attrs["href"] for link in page.all(".games a")] == games[::-1]


def test_the_game_changed_last_comes_first(phone: Person) -> None:
    first = phone.start_game()
    second = phone.start_game()
    assert [link.attrs["href"] for link in phone.open("/").all(".games a")] == [second, first]
    phone.open(first)
    phone.record_bid("Dee", 70)
    assert [link.attrs["href"] for link in phone.open("/").all(".games a")] == [first, second]


@pytest.mark.both_databases
def test_the_evening_is_that_of_the_game_that_ended_last(phone: Person) -> None:
    """Whenever it began, and whatever is noted on the others afterwards."""
    earlier = datetime.now(UTC) - timedelta(days=3)
    with clock.moment(earlier.isoformat()):
        games = [win(phone), phone.start_game(target=50)]
    phone.play("Ann", 100, 120)
    form = phone.open(f"{games[0]}/summary").form("Save notes")
    assert phone.send(form.action, form.sent | {"notes": "The cat sat on the nest."}).status == 303
    assert [link.attrs["href"] for link in phone.open("/").all(".games a")] == [f"{games[1]}/summary"]


def test_an_evening_of_more_than_sixty_games_goes_on_in_all_games(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        play_many(club, 61, statuses=("over",), started=[BEGUN + timedelta(minutes=place) for place in range(61)])
    evening = phone.open("/").one("#evening")
    assert len(list(evening.query(".games a"))) == 60
    assert text_of(list(evening.query("a"))[-1]) == "The evening goes on in All games"


def test_each_place_has_one_name(phone: Person) -> None:
    """What the first page calls All games is the history, wherever it is; the way back to that page is Home."""
    places = {"All games": "/games", "Home": "/"}
    game = phone.start_game()
    phone.open(f"{game}/settings")
    deleted = phone.send(f"{game}/delete", phone.form("Delete game").sent)
    other = phone.start_game()
    pages = [phone.open(path) for path in ("/", "/games/new", other, "/games/deleted")]
    for page in (*pages, deleted.page, phone.get("/nowhere").page):
        named = {link.attrs.get("aria-label") or text_of(link): link.attrs["href"] for link in page.all("a")}
        assert named.items() & places.items(), page.html
        assert {name: named[name] for name in places if name in named}.items() <= places.items()


def test_more_leads_to_all_games_and_a_deleted_one_has_a_way_home(phone: Person) -> None:
    more = phone.open("/").one("nav[aria-label=More]")
    assert {text_of(link): link.attrs["href"] for link in more.query("a")} == {
        "All games": "/games",
        "Players": "/players",
        "Rules": "/rules",
        "All tournaments": "/tournaments",
        "Check a score": "/check",
        "Settings": "/settings",
    }
    game = phone.start_game()
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    assert {text_of(link): link.attrs["href"] for link in phone.open("/settings").all("main a")} == {
        "‹": "/",
        "This phone": "/phone",
        "Days and hours": "/days",
        "Deleted games": "/games/deleted",
        "Import a game": "/import",
        "Export club": "/export",
    }
    links = {text_of(link): link.attrs["href"] for link in phone.open("/games/deleted").all("main a")}
    assert links["Home"] == "/"
