"""A tournament's pages in each of their states."""

import re
from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.person import Person
from tests.web import tournaments

LONG = ("Ann", "Bob", "Bartholomew-Maximilian", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy")


def tournament_pages(phone: Phone) -> Iterator[str]:
    """A tournament of nine from its beginning to a corrected result, and a bracket."""
    page = phone.page
    phone.expects("status of 422")
    phone.open("/tournaments")
    yield "no tournaments"
    phone.tap("button", "New tournament")
    expect(page.get_by_label("Tournament name")).to_be_visible()
    page.locator("summary").first.tap()
    yield "a new tournament"
    page.get_by_label("Players or pairs").fill("Ann\nAnn")
    phone.tap("button", "Start tournament")
    expect(page.get_by_text("Give the tournament a name.")).to_be_visible()
    yield "a tournament that is refused"
    page.get_by_label("Tournament name").fill("Fall in the church hall")
    page.get_by_label("Format").select_option("ranked")
    page.get_by_label("Players or pairs").fill("\n".join(LONG))
    page.get_by_label("Hands a round").fill("1")
    page.get_by_label("Minutes a round").fill("20")
    phone.tap("button", "Start tournament")
    page.wait_for_url(re.compile("/tournaments/[0-9a-f-]{36}$"))
    here = phone.path
    yield "a tournament before its first round"
    phone.tap("button", "Draw round 1")
    expect(page.get_by_role("button", name="Round 1: start the clock")).to_be_visible()
    phone.tap("button", "Round 1: start the clock")
    expect(page.get_by_role("button", name="Round 1: pause the clock")).to_be_visible()
    yield "the first round"
    phone.open(f"{here}/rounds/1/tables/1")
    yield "a table"
    page.get_by_label("Total of").first.fill("many")
    phone.tap("button", "Save result")
    expect(page.get_by_text("Enter a whole number, like 45.")).to_be_visible()
    yield "totals that are refused"
    page.get_by_label("Total of").first.fill("9000")
    page.get_by_label("Total of").last.fill("-20")
    phone.tap("button", "Save result")
    expect(page.get_by_role("button", name="Save anyway")).to_be_visible()
    yield "totals that are asked about"
    organizer = Person(phone.server.app)
    for place in (1, 2):
        tournaments.paper(organizer, here, 1, place, 120, -40)
    tournaments.draw(organizer, here, 2)
    tournaments.paper(organizer, here, 1, 1, 100, -40)
    phone.open(here)
    page.locator("summary").last.tap()
    yield "a result that has changed since the draw"
    phone.open(f"{here}/players")
    page.get_by_role("combobox", name="Who", exact=True).select_option(label="Ann")
    phone.tap("button", "Add points")
    expect(page.get_by_text("Enter the points to add")).to_be_visible()
    yield "players"
    phone.open(f"{here}/players")
    page.get_by_role("combobox", name="Who", exact=True).select_option(label="Bob")
    page.get_by_label("Points").fill("-20")
    page.get_by_label("Reason").fill("late")
    phone.tap("button", "Add points")
    page.get_by_label("Who leaves").select_option(label="Ann")
    phone.tap("button", "Leaves")
    page.get_by_label("Players to add").fill("Jim")
    phone.tap("button", "Add")
    expect(page.get_by_role("status")).to_have_text("Added: Jim.")
    page.locator("summary").first.tap()
    yield "what can be taken back of players"
    phone.open(f"{here}/standings?television=1")
    yield "the standings on a television"
    phone.open(f"{here}/standings")
    yield "the standings"
    for what in ("seats", "cards", "sheets", "standings"):
        phone.open(f"{here}/print?what={what}")
        yield f"{what} to print"
    phone.open(tournaments.game_at(organizer, here, 1, 1))
    expect(page.get_by_text("Round 2 is drawn.")).to_be_visible()
    yield "a table whose players sit elsewhere by now"
    phone.open(tournaments.game_at(organizer, here, 2, 2))
    yield "a table's scoreboard"
    tournaments.play_table(organizer, phone.path, 100, 110)
    phone.open(phone.path)
    expect(page.get_by_text("The next round will show here")).to_be_visible()
    yield "a table whose game is over"
    organizer.open(here)
    organizer.tap("End tournament")
    organizer.tap("End tournament")
    phone.open(here)
    yield "a tournament that has ended"
    phone.open(f"{here}/players")
    page.get_by_role("combobox", name="Who", exact=True).select_option(label="Jim")
    page.get_by_label("Points").fill("2000")
    page.get_by_label("Reason").fill("door prize")
    phone.tap("button", "Add points")
    expect(page.get_by_role("button", name="Save anyway")).to_be_visible()
    yield "points that are asked about after the end"
    pairs = ("Ann & Bartholomew-Maximilian", "Cal & Dee", "Eve & Fay", "Gus & Hal", "Ivy & Jo")
    bracket = tournaments.start_tournament(organizer, "double-elimination", pairs)
    tournaments.draw(organizer, bracket, 1)
    tournaments.paper(organizer, bracket, 1, 1, 100, 20)
    phone.open(f"{bracket}/standings")
    yield "a bracket"
    phone.open("/")
    yield "the first page"
    phone.open("/tournaments")
    yield "the tournaments"
