"""A small tournament as a hall plays it: an organizer, a phone on each of two tables, and a television."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.person import Person
from tests.web import tournaments
from tests.web.steps import shown_links
from tests.web.tournaments import EIGHT, end_clock, game_at

from .devices import SCROLLS, TELEVISION
from .offline import unsent
from .page_faults import axe_violations
from .phone import Phone
from .server import Server
from .visibility import box_of, measured

STANDINGS, SEATS = "[data-pane=standings]", "[data-pane=seats]"


def starts(phone: Phone) -> str:
    """The organizer starts a tournament of eight by the standings, one hand a round."""
    phone.open("/")
    phone.tap_more("link", "All tournaments")
    phone.tap("button", "New tournament")
    page = phone.page
    page.get_by_label("Tournament name").fill("Fall")
    page.get_by_label("Format").select_option("ranked")
    page.get_by_label("Rules").select_option("original")
    page.get_by_label("Players or pairs").fill("\n".join(EIGHT))
    page.get_by_label("Hands a round").fill("1")
    page.get_by_label("Minutes a round").fill("20")
    phone.tap("button", "Start tournament")
    expect(page.get_by_role("button", name="Draw round 1")).to_be_visible()
    return phone.path


def draws(phone: Phone, here: str, number: int) -> None:
    phone.open(here)
    phone.tap("button", f"Draw round {number}")
    expect(phone.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()


def sits_down(phone: Phone, organizer: Person, here: str, place: int) -> None:
    """A phone comes to a table by the link on its seat card, and fetches what it needs without the network."""
    link = shown_links(organizer, f"{game_at(organizer, here, 1, place)}/links")["table"]
    phone.expects("net::ERR_", "Failed to fetch", "status of 4")
    phone.open(link)
    phone.tap("button", "Enter")
    phone.keeps_game()
    phone.wait_for_htmx()


def plays(phone: Phone, first: str, captured: int) -> None:
    """The hand of a round: the first side bids 100 and captures so much; of 120."""
    phone.record_bid(first.partition(" & ")[0], 100)
    phone.record_hand(first, captured, last_trick=first)


def sees(page: Page, name: str, place: int, points: int) -> None:
    row = page.locator(f'[data-entrant="{name}"]')
    expect(row).to_have_attribute("data-points", str(points))
    expect(row).to_have_attribute("data-place", str(place))


def test_an_organizer_two_tables_and_a_television_play_three_rounds(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """Round 1: Ann & Eve 110, Bob & Fay 10; Cal & Gus 105, Dee & Hal 15 (recorded without a network).

    Hal leaves, Ivy comes. Round 2, by the standings Ann, Eve, Cal, Gus, Dee, Bob, Fay, Ivy.
    """
    organizer, television = new_phone(), new_phone(is_mobile=False, has_touch=False, viewport=TELEVISION)
    tables = [new_phone(), new_phone()]
    here = starts(organizer)
    link = organizer.page.locator("[data-address]").get_attribute("data-address") or ""
    television.open(re.sub(r"^http://[^/]+", "", link))
    expect(television.page.locator("[data-entrant]")).to_have_count(8)
    draws(organizer, here, 1)
    person = Person(server.app)
    for place, phone in enumerate(tables, 1):
        sits_down(phone, person, here, place)
    organizer.tap("button", "Round 1: start the clock")
    for phone in tables:
        expect(phone.page.get_by_role("timer")).to_contain_text(re.compile(r"(20:00|19:\d\d) left"))

    plays(tables[0], "Ann & Eve", 110)
    expect(tables[0].page.get_by_role("heading", name="Ann & Eve won")).to_be_visible()
    expect(tables[0].page.get_by_role("button", name="Rematch")).to_have_count(0)
    sees(television.page, "Ann", 1, 110)
    tables[1].context.set_offline(True)
    plays(tables[1], "Cal & Gus", 105)
    expect(tables[1].page.get_by_role("heading", name="Cal & Gus won")).to_be_visible()
    expect(tables[1].page.get_by_role("button", name="Rematch")).to_have_count(0)
    unsent(tables[1], 2)
    organizer.open(here)
    organizer.tap("button", "Draw round 2")
    expect(organizer.page.get_by_text("Table 2 has no result yet.").first).to_be_visible()
    organizer.expects("status of 422")
    tables[1].context.set_offline(False)
    unsent(tables[1], 0)
    sees(television.page, "Cal", 3, 105)

    organizer.open(f"{here}/players")
    organizer.page.get_by_label("Who leaves").select_option(label="Hal")
    organizer.tap("button", "Leaves")
    expect(organizer.page.get_by_role("status")).to_have_text("Hal left.")
    organizer.page.get_by_label("Players to add").fill("Ivy")
    organizer.tap("button", "Add")
    expect(organizer.page.get_by_role("status")).to_have_text("Added: Ivy.")
    draws(organizer, here, 2)
    expect(television.page.locator('[data-entrant="Hal"]')).to_contain_text("left")
    seated = organizer.page.locator(".tables").first
    expect(seated).to_contain_text("Table 1 Ann & Dee vs. Eve & Bob")
    expect(seated).to_contain_text("Table 2 Cal & Fay vs. Gus & Ivy")
    for phone, side in zip(tables, ("Ann & Dee", "Cal & Fay"), strict=True):
        expect(phone.page.locator(f'[data-total="{side}"]')).to_have_text("0")
        plays(phone, side, 100)
        expect(phone.page.get_by_role("heading", name=f"{side} won")).to_be_visible()
    sees(television.page, "Ann", 1, 210)
    sees(television.page, "Ivy", 8, 20)
    draws(organizer, here, 3)

    # A result of round 1 is corrected after round 3 was drawn: Cal & Gus had 120.
    person.open(f"{game_at(person, here, 1, 2)}/hands/1")
    person.tap("Save correction", {"Captured by Cal & Gus": "120", "Captured by Dee & Hal": ""})
    sees(television.page, "Cal", 1, 220)
    organizer.open(here)
    note = "Round 1, table 2: the result has changed since round 3 was drawn."
    expect(organizer.page.get_by_text(note)).to_be_visible()
    for place in (1, 2):
        tournaments.paper(person, here, 3, place, 50, 50)
    sees(television.page, "Ann", 2, 260)
    organizer.open(here)
    organizer.tap("button", "End tournament")
    expect(organizer.page.get_by_role("heading", name="Cal won")).to_be_visible()
    expect(television.page.get_by_role("heading", name="Cal won")).to_be_visible()


CUT_OFF = """() => [...document.querySelectorAll(".standings td")].filter((cell) => cell.checkVisibility()
  && cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)"""


def opens_watch_link(screen: Phone, organizer: Person, here: str) -> None:
    link = organizer.open(here).one("[data-address]").attrs["data-address"]
    screen.open(re.sub(r"^http://[^/]+", "", link))


@pytest.mark.everywhere("size", once={"viewport": TELEVISION, "players": 9})
@pytest.mark.parametrize("viewport", [TELEVISION, {"width": 1280, "height": 720}], ids=["1080", "720"])
@pytest.mark.parametrize("players", [9, 30, 64])
def test_a_television_turns_between_the_seats_and_the_standings_and_nothing_scrolls(
    new_phone: Callable[..., Phone], players: int, viewport: dict[str, int]
) -> None:
    """T14: the seats come first; no number is cut off."""
    screen = new_phone(is_mobile=False, viewport=viewport)
    screen.page.clock.install()
    organizer = Person(screen.server.app)
    here = tournaments.start_tournament(organizer, "ranked", tuple(f"Player no. {number}" for number in range(players)))
    tournaments.draw(organizer, here, 1)
    tournaments.paper(organizer, here, 1, 1, 80, 40)
    opens_watch_link(screen, organizer, here)
    for shown, hidden in ((SEATS, STANDINGS), (STANDINGS, SEATS), (SEATS, STANDINGS)):
        expect(screen.page.locator(shown)).to_be_visible()
        expect(screen.page.locator(hidden)).to_be_hidden()
        expect(screen.page.locator("#unreached")).to_have_count(0)  # a poll that was under way as time went on
        assert not measured(screen, SCROLLS)
        assert not [cell for cell in measured(screen, CUT_OFF) if cell[:1].isdigit()]
        assert not list(axe_violations(screen))
        screen.page.clock.fast_forward(15_000)


@pytest.mark.everywhere("size", proven="tests/browser/test_tournament.py")
@pytest.mark.parametrize("viewport", [TELEVISION, {"width": 1280, "height": 720}], ids=["1080", "720"])
@pytest.mark.parametrize("pairs", [8, 32])
def test_a_television_shows_the_bracket_and_nothing_scrolls(
    new_phone: Callable[..., Phone], pairs: int, viewport: dict[str, int]
) -> None:
    screen = new_phone(is_mobile=False, viewport=viewport)
    screen.page.clock.install()
    organizer = Person(screen.server.app)
    names = tuple(f"Member {number} & Partner {number}" for number in range(pairs))
    here = tournaments.start_tournament(organizer, "double-elimination", names)
    tournaments.draw(organizer, here, 1)
    tournaments.paper(organizer, here, 1, 1, 80, 40)
    opens_watch_link(screen, organizer, here)
    screen.page.clock.fast_forward(15_000)
    expect(screen.page.get_by_role("heading", name="Winners, round 1")).to_be_visible()
    assert not measured(screen, SCROLLS)
    assert not list(axe_violations(screen))


@pytest.mark.everywhere("size", proven="tests/browser/test_tournament.py")
def test_rounds_of_a_bracket_stand_in_their_order_once_one_is_decided(new_phone: Callable[..., Phone]) -> None:
    """R5: they were "round 2, round 3, round 1"."""
    screen = new_phone(is_mobile=False, viewport=TELEVISION)
    screen.page.clock.install()
    organizer = Person(screen.server.app)
    names = tuple(f"Member {number} & Partner {number}" for number in range(4))
    here = tournaments.start_tournament(organizer, "double-elimination", names)
    tournaments.draw(organizer, here, 1)
    for table in (1, 2):
        tournaments.paper(organizer, here, 1, table, 80, 40)
    tournaments.draw(organizer, here, 2)
    tournaments.paper(organizer, here, 2, 1, 80, 40)
    opens_watch_link(screen, organizer, here)
    heads = screen.page.locator(".part").first.locator("h3")
    screen.page.clock.fast_forward(15_000)
    expect(heads.first).to_be_visible()
    places = [(round(box_of(head)["x"]), head.inner_text()) for head in heads.all()]
    assert places == sorted(places)
    assert [said for _, said in places][:2] == ["Winners, round 1", "Winners, round 2"]


def test_a_new_draw_shows_its_seats_on_the_television_until_people_have_found_them(
    new_phone: Callable[..., Phone],
) -> None:
    """T16."""
    screen = new_phone(is_mobile=False, viewport=TELEVISION)
    screen.page.clock.install()
    organizer = Person(screen.server.app)
    here = tournaments.start_tournament(organizer, "ranked", EIGHT)
    opens_watch_link(screen, organizer, here)
    expect(screen.page.locator(STANDINGS)).to_be_visible()
    tournaments.draw(organizer, here, 1)
    screen.page.clock.fast_forward(5_000)  # to the next poll
    expect(screen.page.get_by_role("heading", name="Your seat in round 1")).to_be_visible()
    screen.page.clock.fast_forward(15_000)
    expect(screen.page.locator(STANDINGS)).to_be_hidden()
    tournaments.paper(organizer, here, 1, 1, 80, 40)
    screen.page.clock.fast_forward(20_000)
    expect(screen.page.locator(STANDINGS)).to_be_visible()


def test_in_the_last_five_minutes_the_clock_is_a_third_of_the_televisions_height(
    new_phone: Callable[..., Phone],
) -> None:
    screen = new_phone(is_mobile=False, viewport=TELEVISION)
    organizer = Person(screen.server.app)
    here = tournaments.start_tournament(organizer, more={"Minutes a round": "20"})
    tournaments.draw(organizer, here, 1)
    organizer.tap("Round 1: start the clock")
    opens_watch_link(screen, organizer, here)
    clock = screen.page.get_by_role("timer")
    expect(clock).to_contain_text("19:")
    assert box_of(clock)["height"] < TELEVISION["height"] / 5
    organizer.open(here)
    organizer.tap("Round 1: 5 minutes left")
    organizer.tap("Round 1: 5 minutes left")  # yes, though many go
    expect(clock).to_contain_text("4:5")
    assert box_of(clock)["height"] >= TELEVISION["height"] / 3
    assert not measured(screen, SCROLLS)
    expect(screen.page.get_by_text("waiting for 1 and 2")).to_be_visible()
    expect(screen.page.locator(SEATS)).to_be_hidden()
    end_clock(organizer, here)
    screen.open(screen.path)
    expect(screen.page.get_by_text("Time's up:")).to_be_in_viewport(ratio=1)
    assert not measured(screen, SCROLLS)
    for place in (1, 2):
        tournaments.paper(organizer, here, 1, place, 60, 60)
    expect(screen.page.locator(".pane:visible")).to_have_count(1)


def test_a_phone_finds_a_seat_by_a_name_and_keeps_it_through_the_next_draw(new_phone: Callable[..., Phone]) -> None:
    """T14: with JavaScript the field stays in hand while results come in; without, it is in the address."""
    phone, plain = new_phone(), new_phone(javascript=False)
    organizer = Person(phone.server.app)
    here = tournaments.start_tournament(organizer, "ranked", (*EIGHT, "Ánna May"))
    tournaments.draw(organizer, here, 1)
    for each in (phone, plain):
        opens_watch_link(each, organizer, here)
    plain.page.get_by_label("Find your seat").fill("gus")
    plain.tap("button", "Find")
    expect(plain.page.locator("#seat")).to_have_text("Gus: table 2, seat 3, with Cal.")
    field, seat = phone.page.get_by_label("Find your seat"), phone.page.locator("#seat")
    field.fill("hal")
    expect(seat).to_have_text("Hal: table 2, seat 4, with Dee.")
    field.fill("zoe")
    expect(seat).to_have_text("No one of that name is in this round.")
    field.fill("an")
    expect(seat).to_have_text("Ann: table 1, seat 1, with Eve. Ánna May sits out this round.")
    field.fill("ann")
    for place in (1, 2):
        tournaments.paper(organizer, here, 1, place, 60, 20)
    tournaments.draw(organizer, here, 2)
    expect(phone.page.get_by_role("heading", name="Your seat in round 2")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("ann")
    expect(seat).not_to_contain_text("Eve")
    assert not list(axe_violations(phone))


def test_known_names_are_tapped_into_the_list_and_out_of_it(phone: Phone) -> None:
    Person(phone.server.app).start_game()
    phone.open("/tournaments/new")
    entrants = phone.page.get_by_label("Players or pairs")
    for name in ("Cal", "Ann", "Bob", "Ann"):
        phone.tap("button", name)
    expect(entrants).to_have_value("Cal\nBob\n")
    expect(phone.page.get_by_role("button", name="Cal")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.get_by_role("button", name="Ann")).to_have_attribute("aria-pressed", "false")


def test_a_clock_that_is_not_running_stays_as_it_is_without_the_network(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.expects("net::ERR_", "Failed to fetch")
    organizer = Person(phone.server.app)
    here = tournaments.start_tournament(organizer, more={"Minutes a round": "20", "Hands a round": "3"})
    tournaments.draw(organizer, here, 1)
    phone.open(game_at(organizer, here, 1, 1))
    phone.keeps_game()
    phone.wait_for_htmx()
    phone.context.set_offline(True)
    plays(phone, phone.page.locator("[data-total]").first.get_attribute("data-total") or "", 120)
    unsent(phone, 2)
    expect(phone.page.get_by_text("20 minutes left, the clock isn't running")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def one_line(phone: Phone, selector: str) -> None:
    """Each of these texts is on one line of the screen."""
    heights = phone.page.locator(selector).evaluate_all(
        "found => found.map(one => [one.getClientRects().length, one.textContent])"
    )
    assert heights
    assert all(lines == 1 for lines, _ in heights), heights


@pytest.mark.everywhere("size", once={"width": 320})
@pytest.mark.parametrize("width", [320, 390])
def test_a_second_tap_draws_no_second_round_and_scores_stay_on_one_line(
    new_phone: Callable[..., Phone], width: int
) -> None:
    phone = new_phone(viewport={"width": width, "height": 844})
    phone.expects("status of 422")
    organizer = Person(phone.server.app)
    names = ("Maximilian", "Bartholomew", "Christopher", "Dee", "Eve", "Fay", "Gus", "Hal")
    here = tournaments.start_tournament(organizer, "rotating", names, more={"Hands a round": "4"})
    draws(phone, here, 1)
    for place in (1, 2):
        tournaments.paper(organizer, here, 1, place, -65, 145)
    phone.open(here)
    one_line(phone, ".tables b")
    tournaments.paper(organizer, here, 1, 2, "", "")
    phone.open(here)
    phone.tap("button", "Draw round 2")
    expect(phone.page.get_by_role("alert")).to_contain_text("Table 2 has no result yet. Draw round 2 anyway?")
    phone.tap("button", "Draw round 2")
    expect(phone.page.get_by_text("Still waited for")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()


@pytest.mark.everywhere("again", once={"what": "sheets"})
@pytest.mark.parametrize("what", ["cards", "sheets"])
def test_each_table_is_printed_on_a_page_of_its_own_and_none_is_empty(phone: Phone, what: str) -> None:
    """WebKit prints an empty page after a break that nothing follows."""
    organizer = Person(phone.server.app)
    here = tournaments.start_tournament(organizer, "ranked")
    tournaments.draw(organizer, here, 1)
    phone.open(f"{here}/print?what={what}")
    phone.page.emulate_media(media="print")
    breaks = measured(
        phone,
        """[...document.querySelectorAll(".sheet")].map((one) => {
          const { breakBefore, breakAfter } = getComputedStyle(one);
          return [breakBefore, breakAfter];
        })""",
    )
    assert breaks == [["auto", "auto"], ["page", "auto"]]
    assert len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format="A4"))) == 2
