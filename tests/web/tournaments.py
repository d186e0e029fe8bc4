"""What an organizer does, for the tests of tournaments."""

import re
from datetime import UTC, datetime
from uuid import UUID

from scorekeeper.storage import tournaments
from scorekeeper.storage.db import writing
from scorekeeper.storage.tournaments import RoundClock
from scorekeeper.usecases import permissions
from tests.html import Page, Typed, text_of
from tests.person import Answer, Person

FORMATS = {
    "rotating": "New partners every round",
    "ranked": "By the standings",
    "swiss": "Pairs, winners meet winners",
    "double-elimination": "Bracket",
}
EIGHT = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
PAIRS = ("Ann & Bob", "Cal & Dee", "Eve & Fay", "Gus & Hal")


def tournament_fields(kind: str, entrants: tuple[str, ...], more: Typed | None = None) -> Typed:
    """What a new tournament's form asks for; `more` by the names of fields, as "Hands a round"."""
    names = {"Tournament name": "Fall", "Rules": "Original partnership", "Hands a round": "1"}
    return names | {"Format": FORMATS[kind], "Players or pairs": "\n".join(entrants)} | (more or {})


def start_tournament(
    phone: Person,
    kind: str = "rotating",
    entrants: tuple[str, ...] = EIGHT,
    club: str = "",
    more: Typed | None = None,
) -> str:
    """Starts a tournament of games of one hand, and returns its address."""
    phone.open(f"{club}/tournaments/new")
    answer = phone.tap("Start tournament", tournament_fields(kind, entrants, more))
    assert answer.status == 303, answer.page.text
    return answer.path


def draw(phone: Person, here: str, number: int) -> Answer:
    phone.open(here)
    return phone.tap(f"Draw round {number}")


def sides_at(phone: Person, here: str, number: int, place: int) -> tuple[str, str]:
    """Opens a table's page and returns what its two sides are called."""
    page = phone.open(f"{here}/rounds/{number}/tables/{place}")
    first, second = (text_of(found) for found in page.all("main p strong")[:2])
    return first, second


def paper(phone: Person, here: str, number: int, place: int, first: object, second: object) -> Answer:
    """Types the final totals of a table."""
    one, other = sides_at(phone, here, number, place)
    return phone.tap("Save result", {f"Total of {one}": str(first), f"Total of {other}": str(second)})


def game_at(phone: Person, here: str, number: int, place: int) -> str:
    """Returns the address of the game at a table."""
    page = phone.open(f"{here}/rounds/{number}/tables/{place}")
    (game,) = [link.attrs["href"] for link in page.all("nav a") if text_of(link) == "Scoreboard"]
    assert phone.open(here).all(f".tables a[href='{game}']"), "the organizer's page leads there too"
    return str(game)


def play_table(phone: Person, game: str, bid: int, captured: int) -> str:
    """Plays a hand of a game, bid by the first side, which captures so much; returns what that side is called."""
    sides = list(phone.open(game).totals)
    phone.record_bid(sides[0].partition(" & ")[0], bid)
    phone.tap("Save hand", {"Last trick": sides[0], f"Captured by {sides[0]}": str(captured)})
    return sides[0]


def placed(phone: Person, here: str) -> dict[str, tuple[str, str]]:
    """Returns place and points of each entrant in the standings, in their order."""
    return standings_on(phone.open(here if "/watch/" in here else f"{here}/standings"))


def change_seat(phone: Person, who: str, name: str) -> Answer:
    """Seats someone else, who is right even if nobody of this tournament has that name."""
    answer = phone.tap("Change seat", {"In place of": who, "Now plays": name})
    return phone.tap("Change seat") if "isn't in this tournament." in answer.page.text else answer


def standings_on(page: Page) -> dict[str, tuple[str, str]]:
    found = page.all("[data-entrant]")
    return {row.attrs["data-entrant"]: (row.attrs["data-place"], row.attrs["data-points"]) for row in found}


def end_clock(phone: Person, here: str) -> None:
    """Lets the time run out."""
    with phone.app.app_context(), writing() as session:
        stored = tournaments.read(session, permissions.club_id(), UUID(here.rpartition("/")[2]))
        assert stored is not None
        number = len(stored.facts.rounds)
        stored.facts.set_clock(number, RoundClock(number, datetime.now(UTC)))
        tournaments.write(session, stored)


def names_of(side: str) -> list[str]:
    return side.split(" & ")


def first_dealer(phone: Person, here: str, number: int) -> str:
    found = re.search(r"(\w+) deals first", phone.open(f"{here}/rounds/{number}/tables/1").text)
    assert found
    return found[1]


def start_match(phone: Person) -> str:
    """Starts a bracket of two pairs, Ann & Bob and Cal & Dee, with the best of three games, and draws it."""
    phone.open("/tournaments/new")
    form = phone.form("Start tournament")
    filled = form.filled(**tournament_fields("double-elimination", PAIRS[:2])) | {"best_of_three": "y"}
    phone.last = phone.send(form.action, filled)
    here = phone.last.path
    draw(phone, here, 1)
    return here
