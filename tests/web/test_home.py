"""The first page."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import update

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import GAME
from tests.html import text_of
from tests.person import Person


def test_an_empty_club_is_told_how_to_begin(phone: Person) -> None:
    page = phone.open("/")
    assert "Keeps the score of the card game Rook" in page.text
    assert len(page.all("main svg")) == 1
    assert [text_of(way) for way in page.all("main .go")] == ["New game"]
    links = {text_of(link): link.attrs["href"] for link in page.all("a")}
    assert links["New game"] == "/games/new"


def test_games_in_progress_and_results_are_told_apart(phone: Person) -> None:
    running = phone.start_game()
    phone.play("Ann", 100, 100)
    finished = phone.start_game(names=("Eve", "Flo", "Gus", "Hal"))
    for _ in range(3):
        phone.record_bid("Eve", 100)
        phone.tap("Save hand", {"Last trick": "Eve & Gus", "Captured by Eve & Gus": "100"})
    page = phone.open("/")
    sections = {text_of(section.query_one("h2")): section for section in page.all("section")}
    assert [link.attrs["href"] for link in sections["In progress"].query("a")] == [running]
    assert "Ann & Cal 100 Bob & Dee 20" in text_of(sections["In progress"])
    assert [link.attrs["href"] for link in sections["Recent results"].query("a")] == [finished]
    assert "Eve & Gus won 300 Flo & Hal 60" in text_of(sections["Recent results"])


def test_a_game_in_progress_says_its_hand_and_when_it_began(phone: Person) -> None:
    before = datetime.now().astimezone()
    phone.start_game()
    phone.tap("Misdeal")
    phone.play("Ann", 100, 100)
    row = text_of(phone.open("/").one(".games li"))
    assert "Hand 2 · " in row
    halves = {
        "AM" if now.hour < 12 else "PM" for now in (before, datetime.now().astimezone())
    }  # it may be noon between
    assert any(f"{half} · Original partnership" in row for half in halves)


def test_what_runs_now_a_new_game_and_the_places_to_go_are_before_the_results(phone: Person) -> None:
    phone.start_game()
    finished = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    links = [text_of(link) for link in phone.open("/").all("main a")]
    to_go = ["All", "Players", "Rules", "Check", "This", "Days", "Import", "Export"]
    assert [link.split()[0] for link in links] == ["Ann", "New", *to_go, "Ann"]
    assert phone.page.all("main a")[-1].attrs["href"] == finished


def test_what_is_not_for_the_table_is_folded_away(phone: Person) -> None:
    """A running game, New game and Watch are the first page; the rest waits under More."""
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
    assert "2 more in progress" in text_of(folded)
    assert [link.attrs["href"] for link in folded.query("a")] == games[1::-1]
    assert [link.attrs["href"] for link in page.all(".games a")] == games[::-1]


def test_a_game_that_was_stopped_long_ago_is_in_all_games_alone(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}/settings")
    phone.tap("End game early")
    assert "Stopped early" in phone.open("/").text
    with phone.app.app_context(), writing() as session:
        session.execute(update(GAME).values(changed_at=datetime.now(UTC) - timedelta(days=8)))
    assert "Stopped early" not in phone.open("/").text
    assert phone.open("/games").all(f"a[href='{game}']")


def test_the_game_changed_last_comes_first(phone: Person) -> None:
    first = phone.start_game()
    second = phone.start_game()
    assert [link.attrs["href"] for link in phone.open("/").all(".games a")] == [second, first]
    phone.open(first)
    phone.record_bid("Dee", 70)
    assert [link.attrs["href"] for link in phone.open("/").all(".games a")] == [first, second]


def test_the_game_that_ended_last_comes_first_among_the_results(phone: Person) -> None:
    """Whatever is noted on the others afterwards."""
    games = [phone.start_game(), phone.start_game()]
    for game in games:
        phone.open(game)
        for _ in range(3):
            phone.play("Ann", 100, 100)
    form = phone.open(f"{games[0]}/summary").form("Save notes")
    assert phone.send(form.action, form.sent | {"notes": "The cat sat on the nest."}).status == 303
    assert [link.attrs["href"] for link in phone.open("/").all(".games a")] == games[::-1]


def test_a_result_says_which_day_it_was(phone: Person) -> None:
    phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    time = phone.open("/").one(".games time")
    ended = datetime.fromisoformat(time.attrs["datetime"])
    assert abs(datetime.now(UTC) - ended) < timedelta(minutes=5)
    assert f"{ended.astimezone():%Y}" in text_of(time)


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
    assert {text_of(link): link.attrs["href"] for link in more.query("a")}["All games"] == "/games"
    game = phone.start_game()
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    more = phone.open("/").one("nav[aria-label=More]")
    assert {text_of(link): link.attrs["href"] for link in more.query("a")}["Deleted games"] == "/games/deleted"
    links = {text_of(link): link.attrs["href"] for link in phone.open("/games/deleted").all("main a")}
    assert links["Home"] == "/"
