"""A hand that lands: its points fly to the totals, which count up; the page itself never says a number in between."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person
from tests.web.steps import shown_links

from .offline import unsent
from .phone import SIDES, Phone
from .scripts import script
from .server import Server

# Writes down what flew, since it is gone a moment later.
NOTE_FLIGHTS = """() => new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  for (const { dataset } of added.filter((node) => node.matches?.(".flying")))
    document.body.dataset.flew = `${document.body.dataset.flew ?? ""} ${dataset.points}`.trim();
}).observe(document.body, { childList: true })"""
# Writes down how long the color of a win takes, and until when its final score counts up, in milliseconds.
NOTE_WIN = """() => new MutationObserver(() => {
  const ends = (selector) =>
    document.querySelector(`[data-landing] ${selector}`)?.getAnimations().map(({ effect }) => effect.getTiming());
  const [color] = ends(".won") ?? [];
  const [count] = ends(".final") ?? [];
  if (color && count) document.body.dataset.win = [color.duration, count.delay + count.duration];
}).observe(document.body, { childList: true, subtree: true })"""
NOTE_BIRDS = script("note_birds")
MOVES = "html[data-landing]"


def note_flights(phone: Phone) -> None:
    phone.page.evaluate(NOTE_FLIGHTS)


def flew(phone: Phone, *points: str) -> None:
    expect(phone.page.locator("body")).to_have_attribute("data-flew", " ".join(points))


def let_go(phone: Phone, held: list[Route]) -> None:
    """Lets the first request go on, once it has come."""
    phone.wait_until(lambda: bool(held))
    held[0].continue_()


def comes_to_rest(phone: Phone) -> None:
    expect(phone.page.locator(MOVES)).to_have_count(0)


@pytest.fixture
def table(new_phone: Callable[..., Phone]) -> Phone:
    """A phone that moves, at the count of Bob's bid of 95."""
    phone = new_phone(reduced_motion="no-preference")
    phone.start_game(dealer="Dee")
    phone.keeps_game()
    phone.wait_for_htmx()
    note_flights(phone)
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    return phone


def save_count(phone: Phone, captured: int = 45) -> None:
    phone.record_hand(SIDES[0], captured, last_trick=SIDES[0])


def test_a_hand_lands_before_the_server_answers_and_the_page_says_no_number_that_is_not_so(table: Phone) -> None:
    held: list[Route] = []
    table.context.route("**/hands", lambda route: held.append(route))
    save_count(table)
    flew(table, "+45", "−95")
    card = table.page.locator(".side").first
    expect(card).to_have_css("--total", "45")  # what the eye sees
    table.sees_totals("0", "0")  # what is stored
    let_go(table, held)
    table.sees_totals("45", "−95")
    comes_to_rest(table)
    flew(table, "+45", "−95")  # once


def test_a_landing_hand_that_the_rules_refuse_is_taken_back(table: Phone) -> None:
    table.expects("422")
    table.context.route("**/hands", lambda route: route.continue_(post_data=typed_instead(route, "captured-0=43")))
    save_count(table)
    expect(table.page.locator(".error").first).to_be_visible()
    comes_to_rest(table)
    flew(table, "+45", "−95")
    table.sees_totals("0", "0")


def typed_instead(route: Route, instead: str) -> str:
    """What a phone sends, with another count of the first side."""
    sent = route.request.post_data or ""
    assert "captured-0=45" in sent
    return sent.replace("captured-0=45", instead)


def test_a_landing_hand_is_corrected_by_what_another_phone_recorded_meanwhile(table: Phone) -> None:
    other = Person(table.server.app)
    other.open(table.path)

    def record_first(route: Route) -> None:
        other.record_hand(60)
        route.continue_()

    table.expects("409")
    table.context.route("**/hands", record_first)
    save_count(table)
    table.sees_totals("60", "−95")
    comes_to_rest(table)


@pytest.mark.everywhere("again", proven="tests/browser/test_hand_lands.py")
def test_a_hand_that_no_server_hears_of_lands_too(table: Phone, server: Server) -> None:
    server.stop()
    save_count(table)
    flew(table, "+45", "−95")
    table.sees_totals("45", "−95")
    comes_to_rest(table)
    table.finds_server()
    unsent(table, 0)
    table.sees_totals("45", "−95")
    flew(table, "+45", "−95")


@pytest.mark.everywhere("again", proven="tests/browser/test_hand_lands.py")
def test_after_a_spell_without_the_server_it_begins_before_the_answer_again(table: Phone, server: Server) -> None:
    server.stop()
    save_count(table)
    table.sees_totals("45", "−95")
    table.finds_server()
    unsent(table, 0)
    table.record_bid("Ann", 100)
    expect(table.page.get_by_role("button", name="Save hand")).to_be_visible()
    comes_to_rest(table)
    held: list[Route] = []
    table.context.route("**/hands", lambda route: held.append(route))
    save_count(table, 120)
    flew(table, "+45", "−95", "+120")
    table.sees_totals("45", "−95")
    let_go(table, held)
    table.sees_totals("165", "−95")


@pytest.mark.everywhere("again", proven="tests/browser/test_hand_lands.py")
def test_a_set_is_red_with_a_shape_and_is_felt_and_no_two_start_at_one_place(table: Phone) -> None:
    table.page.evaluate(NOTE_BIRDS)
    save_count(table)
    flew(table, "+45", "−95")
    made, lost = table.page.evaluate("() => window.birds")
    assert made["looks"] == ["", "none"]
    assert lost["looks"] == ["hurts", "▼"]
    assert made["right"] <= lost["left"]
    assert table.page.evaluate("() => window.buzzes[0]") == 120


@pytest.mark.everywhere("again", proven="tests/browser/test_hand_lands.py")
def test_a_moon_has_a_moment_of_its_own(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(reduced_motion="no-preference")
    phone.start_game(dealer="Dee", rules="moon-360")
    phone.keeps_game()
    phone.wait_for_htmx()
    note_flights(phone)
    phone.page.evaluate(NOTE_BIRDS)
    phone.record_bid("Ann", 360)
    save_count(phone, 180)
    flew(phone, "+360")
    assert [bird["looks"] for bird in phone.page.evaluate("() => window.birds")] == [["soars", "★"]]


def test_the_crown_and_what_is_to_go_move_once_all_has_counted(table: Phone) -> None:
    """20 to 100, and then 140 to 100."""
    table.page.set_viewport_size({"width": 390, "height": 844})  # a lower screen has no room to say what is to go
    save_count(table, 20)
    comes_to_rest(table)
    crowns = "(all) => all.map((one) => getComputedStyle(one.querySelector('.total'), '::after').content !== 'none')"
    sides, to_go = table.page.locator(".totals > .side"), table.page.locator(".to-go").first
    assert sides.evaluate_all(crowns) == [False, True]
    table.record_bid("Ann", 120)
    expect(table.page.get_by_role("button", name="Save hand")).to_be_visible()
    held: list[Route] = []
    table.context.route("**/hands", lambda route: held.append(route))
    table.record_hand(SIDES[0], 120, last_trick=SIDES[0])
    expect(table.page.locator(MOVES)).to_have_count(1)
    assert sides.evaluate_all(crowns) == [False, True]
    let_go(table, held)
    table.sees_totals("140", "100")
    comes_to_rest(table)
    assert sides.evaluate_all(crowns) == [True, False]
    expect(to_go).to_be_visible()
    table.page.evaluate("() => document.documentElement.toggleAttribute('data-landing')")
    expect(to_go).to_be_hidden()


@pytest.mark.everywhere("again", proven="tests/browser/test_hand_lands.py")
def test_undo_counts_back_and_nothing_flies(table: Phone) -> None:
    save_count(table)
    table.sees_totals("45", "−95")
    table.tap("button", "Undo")
    table.sees_totals("0", "0")
    comes_to_rest(table)
    flew(table, "+45", "−95")


def test_those_who_watch_see_each_hand_land(new_phone: Callable[..., Phone]) -> None:
    watcher = new_phone(reduced_motion="no-preference")
    keeper = Person(watcher.server.app)
    game = keeper.start_game(dealer="Dee")
    watcher.open(shown_links(keeper, f"{game}/links")["watch"])
    note_flights(watcher)
    keeper.open(game)
    keeper.play("Bob", 95, 45)
    flew(watcher, "+45", "−95")
    keeper.play("Ann", 100, 120)
    watcher.sees_totals("165", "−95")
    flew(watcher, "+45", "−95", "+120")
    comes_to_rest(watcher)


@pytest.mark.everywhere("again", proven="tests/browser/test_hand_lands.py")
def test_a_win_counts_up_until_its_color_is_gone(new_phone: Callable[..., Phone]) -> None:
    """A landing that ended before would take the color away at its height."""
    phone = new_phone(reduced_motion="no-preference")
    phone.start_game(dealer="Dee", target=100)
    phone.wait_for_htmx()
    phone.page.evaluate(NOTE_WIN)
    phone.record_bid("Bob", 100)
    save_count(phone, 0)
    expect(phone.page.locator("body")).to_have_attribute("data-win", "1000,1200")
    comes_to_rest(phone)


def test_nothing_moves_where_motion_is_not_wanted(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    phone.keeps_taps()
    note_flights(phone)
    phone.page.evaluate(
        """() => new MutationObserver(() => { document.body.dataset.flew = "moved" })
        .observe(document.documentElement, { attributeFilter: ["data-landing"] })"""
    )
    phone.record_bid("Bob", 95)
    save_count(phone)
    phone.sees_totals("45", "−95")
    expect(phone.page.locator("body:not([data-flew])")).to_have_count(1)
