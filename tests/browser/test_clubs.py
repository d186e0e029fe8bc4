"""A hosted server: a family starts a club, and lets others in by links."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.settings import Settings
from tests.person import Person
from tests.web import hosted
from tests.web.steps import renew_link, shown_links

from .links import enter_by_link
from .offline import store_and_lose, unsent
from .page_faults import axe_violations, layout_faults
from .phone import Phone
from .server import Server
from .visibility import measured

pytestmark = pytest.mark.service_worker

NAMES = ("Ann", "Bob", "Cal", "Dee")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, hosted=True)


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def other_server(
    settings: Settings, make_app: Callable[..., Flask], migrated: Path, tmp_path: Path
) -> Iterator[Server]:
    """A hosted server that knows nothing of the first."""
    others = replace(settings, instance=tmp_path, secret_key="that of the other server, which nobody guesses")
    shutil.copy(migrated, others.database_file)
    server = Server(make_app(instance=tmp_path, secret_key=others.secret_key), others)
    yield server
    server.close()


def start_first_club(phone: Phone) -> None:
    phone.open()
    phone.page.get_by_label("Club name").fill("Friday night")
    phone.tap("button", "Start a club")
    expect(phone.page.get_by_role("heading", name="Friday night", level=1)).to_be_visible()


def start_first_game(phone: Phone) -> None:
    phone.tap("link", "New game")
    for seat, name in enumerate(NAMES, 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.tap("button", "Start game")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def shown_link(phone: Phone, kind: str) -> str:
    """The address in the code of this link, on the page that shows it."""
    address = phone.page.locator(f"[data-link={kind}]").get_attribute("data-address")
    assert address
    return address


@pytest.mark.everywhere("way", once={"javascript": True})
@pytest.mark.parametrize("javascript", [True, False], ids=["JavaScript on", "JavaScript off"])
def test_a_family_starts_a_club_and_others_come_in_by_links(new_phone: Callable[..., Phone], javascript: bool) -> None:
    keeper, second, reader = (new_phone(javascript=javascript) for _ in range(3))
    start_first_club(keeper)
    club = keeper.path
    keeper.tap_setting("Links")
    keeper_link, reader_link = shown_link(keeper, "keeper"), shown_link(keeper, "reader")

    enter_by_link(second, keeper_link, "Bob's phone")
    expect(second.page.get_by_role("heading", name="Friday night", level=1)).to_be_visible()
    assert second.path == club, "no key is left in the address"
    start_first_game(second)
    second.record_bid("Bob", 95)
    expect(second.page.get_by_role("button", name="Save hand")).to_be_visible()

    enter_by_link(reader, reader_link)
    reader.page.locator(".games a").first.tap()
    expect(reader.page.locator("main").get_by_text("Bob bid 95")).to_be_visible()
    expect(reader.page.get_by_role("button")).to_have_count(0)

    keeper.tap("link", "Phones")
    expect(keeper.page.get_by_text("Bob's phone")).to_be_visible()
    keeper.open(club + "links")
    for kind, old in (("keeper", keeper_link), ("reader", reader_link)):
        keeper.tap("link", f"Renew {kind} link")
        expect(keeper.page.get_by_text("1 phone that used it will be signed out")).to_be_visible()
        keeper.tap("button", f"Renew {kind} link")
        expect(keeper.page.locator(f"[data-link={kind}]")).not_to_have_attribute("data-address", old)
    for phone in (second, reader):
        phone.expects("status of 404")
        phone.open(club)
        expect(phone.page.get_by_role("heading", name="Closed to this phone")).to_be_visible()


SAYS_WHY = "Ask the person who keeps the club for the link."
SAYS_ALL = f"Its link was renewed, it was signed out, or the club is gone. {SAYS_WHY}"


@pytest.mark.everywhere("again", once={"is_counting": True})
@pytest.mark.parametrize("is_counting", [False, True], ids=["looking", "in the middle of a count"])
def test_a_page_that_was_open_says_that_its_link_was_renewed(
    new_phone: Callable[..., Phone], server: Server, is_counting: bool
) -> None:
    """By itself; what is being filled in stays where it is, and so does what is tapped then."""
    keeper = Person(server.app)
    hosted.start_club(keeper)
    game = hosted.start_game(keeper)
    phone = new_phone()
    phone.expects("status of 404", "htmx:error")
    enter_by_link(phone, shown_links(keeper, f"{game}/links")["table"])
    phone.record_bid("Bob", 95)
    captured = phone.page.get_by_label("Captured by Ann & Cal")
    expect(captured).to_be_visible()
    if is_counting:
        phone.wait_for_htmx()
        phone.choose("Last trick", "Ann & Cal")
        captured.fill("45")
        expect(phone.page.locator("#preview")).to_contain_text("set back 95")  # else this would ask
    renew_link(keeper, f"{game}/links", "table")
    expect(phone.page.get_by_text(SAYS_WHY)).to_be_visible()
    if not is_counting:
        expect(phone.page.get_by_role("heading", name="Closed to this phone")).to_be_visible()
        return
    expect(captured).to_have_value("45")
    phone.tap("button", "Save hand")
    unsent(phone, 1)
    expect(phone.page.locator("#unsent")).to_contain_text("Captured by Ann & Cal 45")
    expect(phone.page.locator("#unsent")).to_contain_text(f"Closed to this phone. {SAYS_ALL}")
    expect(captured).to_be_hidden()


def test_another_phone_keeps_the_score_of_one_game_and_a_third_watches(new_phone: Callable[..., Phone]) -> None:
    keeper, table, watcher = (new_phone() for _ in range(3))
    start_first_club(keeper)
    start_first_game(keeper)
    game = keeper.path
    keeper.tap("link", "Share links")
    table_link, watch_link = shown_link(keeper, "table"), shown_link(keeper, "watch")
    enter_by_link(table, table_link)
    assert table.path == game
    table.record_bid("Bob", 95)
    expect(table.page.get_by_role("button", name="Save hand")).to_be_visible()
    table.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    table.sees_totals("45", "−95")
    watcher.open(watch_link)
    watcher.sees_totals("45", "−95")
    assert watcher.context.cookies() == []
    table.tap("button", "Undo")
    watcher.sees_totals("0", "0")


@pytest.mark.everywhere("way", proven="tests/web/test_move_club.py")
def test_a_club_moves_to_another_server_by_its_file(
    other_server: Server, new_phone: Callable[..., Phone], tmp_path: Path
) -> None:
    keeper, there = new_phone(), new_phone(other_server)
    start_first_club(keeper)
    club = keeper.path
    start_first_game(keeper)
    game = keeper.path
    for bidder in ("Ann", "Cal", "Ann"):
        keeper.record_bid(bidder, 100)
        expect(keeper.page.get_by_role("button", name="Save hand")).to_be_visible()
        keeper.record_hand("Ann & Cal", 120, last_trick="Ann & Cal")
    expect(keeper.page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()
    keeper.open(club)
    with keeper.page.expect_download() as saved:
        keeper.tap_setting("Export club")
    file = tmp_path / "club.zip"
    saved.value.save_as(file)

    there.open()
    bring_club(there, file)
    expect(there.page.get_by_role("heading", name="Friday night", level=1)).to_be_visible()
    assert there.path == club
    for page in (f"{game}/summary", f"{club}games", f"{club}players", f"{club}players/1"):
        assert what_is_on(there, page) == what_is_on(keeper, page)

    there.expects("status of 422")
    there.open()
    bring_club(there, file)
    expect(there.page.get_by_text("This club is here already.")).to_be_visible()


def bring_club(phone: Phone, file: Path) -> None:
    phone.page.get_by_label("Or import a club file").set_input_files(file)
    phone.tap("button", "Start a club")


def what_is_on(phone: Phone, path: str) -> str:
    phone.open(path)
    phone.page.wait_for_load_state("load")
    return phone.page.locator("main").inner_text()


def test_a_watcher_is_told_since_when_the_server_is_away_and_goes_on_by_itself(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    keeper, watcher = new_phone(), new_phone()
    start_first_club(keeper)
    start_first_game(keeper)
    keeper.tap("link", "Share links")
    watcher.open(shown_link(keeper, "watch"))
    notice = watcher.page.get_by_text("No connection to the scorekeeper since")
    expect(notice).to_be_hidden()
    server.stop()
    expect(notice).to_be_visible()
    server.start()
    expect(notice).to_be_hidden()


def club_pages(phone: Phone) -> Iterator[str]:
    """What a club adds to the pages of one at home."""
    phone.open()
    yield "the page before the clubs"
    phone.expects("status of 422")
    phone.tap("button", "Start a club")
    expect(phone.page.get_by_text("Give the club a name.")).to_be_visible()
    yield "a club without a name"
    start_first_club(phone)
    yield "the first page of a club"
    phone.tap_setting("Links")
    door = shown_link(phone, "keeper")
    yield "its links"
    phone.tap("link", "Renew keeper link")
    expect(phone.page.get_by_role("button", name="Renew keeper link")).to_be_visible()
    yield "the question before a link is renewed"
    phone.page.go_back()
    phone.tap("link", "Phones")
    expect(phone.page.get_by_role("heading", name="Phones")).to_be_visible()
    yield "its phones"
    phone.page.go_back()
    phone.tap("link", "Name and time zone")
    expect(phone.page.get_by_label("Club name")).to_have_value("Friday night")
    yield "its name"
    phone.open(door)
    yield "a door"
    phone.open()
    phone.page.get_by_role("link", name="Friday night").tap()
    start_first_game(phone)
    phone.tap("link", "Share links")
    watched = shown_link(phone, "watch")
    yield "the links of a game"
    phone.open(watched)
    yield "what a watcher sees"


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_no_page_of_a_club_sticks_out_is_cut_too_small_to_tap_or_against_axe(new_phone: Callable[..., Phone]) -> None:
    phone, found = new_phone(), list[str]()
    for where in club_pages(phone):
        phone.page.wait_for_load_state("load")
        found += [f"{where}: {fault}" for fault in (*layout_faults(phone), *axe_violations(phone))]
    assert not found, "\n".join(found)


@pytest.mark.everywhere("size", proven="tests/browser/test_history.py")
def test_paper_shows_the_links_and_none_of_the_buttons(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(color_scheme="dark")
    start_first_club(phone)
    phone.tap_setting("Links")
    phone.page.emulate_media(media="print")
    expect(phone.page.get_by_role("button").or_(phone.page.get_by_role("link"))).to_have_count(0)
    expect(phone.page.locator(".qr")).to_have_count(2)
    color = measured(phone, "() => getComputedStyle(document.querySelector('h1')).color")
    assert color == "rgb(31, 42, 36)"  # dark ink, whatever the phone shows by night


KEPT = """async () => {
  const caught = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) caught.push(url);
  const games = await new Promise((done) => {
    indexedDB.open("rook").onsuccess = ({ target: { result } }) => {
      const asked = result.transaction("games").objectStore("games").getAllKeys();
      asked.onsuccess = () => { result.close(); done(asked.result); };
    };
  });
  return [...caught, ...games].filter((kept) => kept.includes("/games/")).length;
}"""


def test_anyone_who_is_put_out_keeps_no_page_of_the_club_but_what_was_tapped(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    keeper = Person(server.app)
    hosted.start_club(keeper)
    game = hosted.start_game(keeper)
    phone = new_phone()
    phone.expects("status of 404", "net::ERR_", "Failed to fetch")
    enter_by_link(phone, shown_links(keeper, f"{game}/links")["table"])
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.page.reload(wait_until="domcontentloaded")
    phone.keeps_taps()
    phone.wait_until(lambda: phone.page.evaluate(KEPT) == 2)
    phone.context.set_offline(True)
    phone.record_bid("Bob", 95)
    unsent(phone, 1)
    renew_link(keeper, f"{game}/links", "table")
    phone.context.set_offline(False)
    phone.wait_until(lambda: phone.page.evaluate(KEPT) == 0)
    unsent(phone, 1)


@pytest.mark.everywhere("again", proven="tests/browser/test_clubs.py")
def test_an_entry_that_was_stored_before_the_link_was_renewed_is_not_stored_again(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    keeper = Person(server.app)
    hosted.start_club(keeper)
    game = hosted.start_game(keeper)
    phone = new_phone()
    phone.expects("status of 404", "status of 400", "net::ERR_", "Failed to fetch")
    enter_by_link(phone, shown_links(keeper, f"{game}/links")["table"])
    phone.keeps_taps()
    store_and_lose(phone, "**/{misdeal,alone/meet}")
    phone.tap("button", "Misdeal")
    unsent(phone, 1)
    keeper.open(f"{game}/links/table/renew")
    keeper.tap("Renew table link")
    phone.context.unroute("**/{misdeal,alone/meet}")
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text(SAYS_WHY)
    expect(phone.page.get_by_role("button", name="Save it anyway")).to_have_count(0)
    phone.tap("button", "Try again")
    expect(notice).to_contain_text(SAYS_WHY)
    enter_by_link(phone, shown_links(keeper, f"{game}/links")["table"])
    unsent(phone, 0)
    phone.open(game)
    expect(phone.page.get_by_text("Misdeal, Ann dealt")).to_have_count(1)


def test_a_tap_that_finds_its_link_renewed_is_stored_once_the_new_one_is_entered(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """Its first try is answered like every later one: it stays on the phone."""
    keeper = Person(server.app)
    hosted.start_club(keeper)
    game = hosted.start_game(keeper)
    phone = new_phone()
    phone.expects("status of 404", "htmx:error")
    enter_by_link(phone, shown_links(keeper, f"{game}/links")["table"])
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_label("Captured by Ann & Cal")).to_be_visible()
    phone.keeps_taps()
    phone.wait_for_htmx()
    phone.choose("Last trick", "Ann & Cal")
    renew_link(keeper, f"{game}/links", "table")
    with phone.page.expect_response("**/preview"):  # which this phone may not ask for any more
        phone.page.get_by_label("Captured by Ann & Cal").fill("45")
    phone.tap("button", "Save hand")
    unsent(phone, 1)
    notice = phone.page.locator("#unsent")
    expect(notice).to_contain_text("On this phone: Captured by Ann & Cal 45")
    expect(notice).to_contain_text(SAYS_WHY)
    enter_by_link(phone, shown_links(keeper, f"{game}/links")["table"])
    unsent(phone, 0)
    phone.open(game)
    phone.sees_totals("45", "−95")
    expect(phone.page.locator(".hands td:has(> bdi)")).to_have_text(["Bob 95 set"])
