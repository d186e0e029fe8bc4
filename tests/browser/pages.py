"""Every page in each of its states, come by as a person comes by it."""

import json
from collections.abc import Iterator

from playwright.sync_api import FilePayload, expect

from tests.person import Person
from tests.record.games import MADE, SET_BACK, document

from .phone import Phone


def every_page(phone: Phone) -> Iterator[str]:
    """Shows one after the other on this phone, and answers what it is."""
    page, app = phone.page, phone.server.app
    phone.expects("status of 4")
    phone.open("/")
    yield "the first page of a new club"
    phone.tap("link", "New game")
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    yield "a new game"
    phone.tap("button", "Start game")
    expect(page.get_by_text("Who sits here?").first).to_be_visible()
    yield "a new game, refused"
    phone.start_game("Dee", names=("Ann", "Bartholomew", "Cal", "Dee"))
    phone.wait_for_htmx()
    yield "the bid"
    phone.tap("button", "Record bid")
    expect(page.get_by_text("Who took the bid?")).to_be_visible()
    yield "the bid, refused"
    phone.record_bid("Bartholomew", 95)
    expect(page.get_by_role("button", name="Save hand")).to_be_visible()
    yield "the count"
    phone.tap("button", "Foul, renege, adjustment, note")
    expect(page.get_by_label("Table talk by Cal")).to_be_visible()
    yield "the count, with all that can be seen of a hand"
    page.get_by_label("Captured by Ann & Cal").fill("43")
    phone.tap("button", "Save hand")
    expect(page.locator(".error").first).to_be_visible()
    yield "the count, refused"
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    expect(page.locator('[data-total="Ann & Cal"]')).to_have_text("45")
    yield "the next hand"
    other = Person(app)
    other.open(page.url.removeprefix(phone.server.address))
    other.record_bid("Cal", 120)
    phone.record_bid("Dee", 70)
    expect(page.get_by_role("alert").filter(has_text="moved on")).to_be_visible()
    yield "too late"
    for _ in range(2):
        other.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "120"})
        other.record_bid("Cal", 120)
    other.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "120"})
    page.reload(wait_until="domcontentloaded")
    expect(page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    yield "a game that is won"
    phone.open("/")
    expect(page.get_by_role("heading", name="Last results")).to_be_visible()
    yield "the first page with a result"
    game = page.locator(".games a").first.get_attribute("href") or ""
    yield from history_pages(phone, game)
    yield from player_pages(phone)
    yield from check_pages(phone, game)
    yield from people_pages(phone)
    yield from settings_pages(phone, game)
    yield from rule_pages(phone)
    phone.open("/nowhere")
    yield "an address that leads nowhere"


def history_pages(phone: Phone, game: str) -> Iterator[str]:
    """The history, and this finished game in full."""
    phone.open("/games")
    yield "the history"
    phone.open("/games?player=Zed&since=soon")
    expect(phone.page.get_by_text("Give a day such as")).to_be_visible()
    yield "a search that makes no sense"
    phone.open(f"{game}/summary")
    yield "a game in full"
    phone.open(f"{game}/bg-stats")
    yield "what is sent to BG Stats"


def player_pages(phone: Phone) -> Iterator[str]:
    """The players, and one of them."""
    phone.open("/players")
    yield "the players"
    phone.open("/players?sort=luck&rules=whist&year=soon")
    expect(phone.page.get_by_text("Choose a year such as")).to_be_visible()
    yield "a choice of games that makes no sense"
    phone.open("/players/1")
    yield "a player"
    phone.open("/players/2?rules=original")
    yield "a player by one rule set"
    phone.open("/players/2?rules=dixie")
    yield "a player without a game"


def check_pages(phone: Phone, game: str) -> Iterator[str]:
    """The pages that check a claim, and the import of a game."""
    page = phone.page
    phone.open("/check")
    yield "the three ways to check"
    phone.open("/check/hand?rules=six-handed")
    yield "the questions of a hand"
    phone.open("/check/hand?check=y&bidder=1&bid=95&captured-1=75&claimed-0=45&claimed-1=75")
    yield "a hand, checked"
    phone.open("/check/hand?check=y&bidder=1&bid=72&captured-1=77&claimed-1=lots")
    yield "a hand, refused"
    phone.open("/check/sheet")
    yield "a paper sheet"
    page.get_by_text("Paste from a spreadsheet").tap()
    page.get_by_label("Rows from a spreadsheet").fill("us;95;75;45;80;45\nthem;95;4.5;;1\nus;95;75;45;-95;45")
    phone.tap("button", "Check the sheet")
    expect(page.locator("#verdict")).to_be_visible()
    yield "a paper sheet, checked"
    record = record_of(SET_BACK | {"claimed": {"Bob": 75}}, MADE)
    for path, button in (("/check/file", "Check the file"), ("/import", "Look at the file")):
        phone.open(path)
        yield f"{path}, before a file is chosen"
        page.get_by_label("Game record").set_input_files(record)
        phone.tap("button", button)
        expect(page.locator("main .notice")).to_be_visible()
        yield f"{path}, with something wrong"
    phone.open("/import")
    page.get_by_label("Game record").set_input_files(record_of(players=["ANN", "Bob", "Cal", "Dee"]))
    phone.tap("button", "Look at the file")
    phone.tap("button", "Store the game")
    expect(page.get_by_text("spelt nearly so")).to_be_visible()
    yield "a name that is known by another spelling"
    phone.open(f"{game}/claim?whose=0&claimed=400&check=y")
    yield "a claim, checked"


def record_of(*hands: object, **others: object) -> FilePayload:
    """A game record as a phone chooses it."""
    content = json.dumps(document(*hands, **others)).encode()
    return {"name": "game.rook.json", "mimeType": "application/json", "buffer": content}


def rule_pages(phone: Phone) -> Iterator[str]:
    """The rules, and house rules from their making to their deletion."""
    page = phone.page
    phone.open("/rules")
    yield "the rules"
    phone.open("/rules?with=original&with=changing-partners&with=princeton&with=moon-360")
    yield "rule sets side by side"
    phone.open("/rules/moon-360")
    yield "a rule set"
    phone.open("/rules/rulings")
    yield "the rulings"
    phone.open("/rules/new?start=kentucky")
    yield "the form of house rules"
    page.get_by_role("textbox", name="Lowest bid").fill("72")
    phone.tap("button", "Keep these rules")
    expect(page.get_by_text("What are these rules called?")).to_be_visible()
    yield "house rules, refused"
    page.get_by_role("textbox", name="Lowest bid").fill("80")
    page.get_by_role("textbox", name="Name").fill("Tuesday rules")
    phone.tap("button", "Keep these rules")
    expect(page.get_by_role("heading", name="Tuesday rules (Kentucky)")).to_be_visible()
    yield "house rules"
    phone.open("/rules")
    yield "the rules with house rules"
    page.get_by_role("link", name="Tuesday rules").tap()
    phone.tap("link", "Delete these rules")
    expect(page.get_by_role("button", name="Delete these rules")).to_be_visible()
    yield "house rules before they are deleted"
    phone.tap("button", "Delete these rules")
    expect(page.get_by_role("button", name="Bring back")).to_be_visible()
    yield "house rules that were deleted"


def people_pages(phone: Phone) -> Iterator[str]:
    """Ann, who is renamed, merged with Annie, told from her again and hidden."""
    page, ann = phone.page, "/players/1/person"
    Person(phone.server.app).start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    phone.open(ann)
    yield "a player's name"
    page.locator("summary", has_text="Rename").tap()
    page.get_by_label("Name", exact=True).fill("Annie")
    phone.tap("button", "Rename")
    expect(page.get_by_text("Another player is called Annie.")).to_be_visible()
    yield "a name that is taken"
    phone.open(f"{ann.removesuffix('person')}merge?other=Cal")
    expect(page.get_by_text("they are two people")).to_be_visible()
    yield "two who sat together"
    phone.open(f"{ann.removesuffix('person')}merge?other=Annie")
    yield "two players before they are merged"
    phone.tap("button", "Merge into Annie")
    expect(page.get_by_text("all games are here now")).to_be_visible()
    yield "two players, merged"
    phone.tap("button", "Take back")
    expect(page.get_by_text("these are two players again")).to_be_visible()
    phone.open(ann)
    phone.tap("button", "Hide")
    expect(page.get_by_role("button", name="Show again")).to_be_visible()
    yield "a player who is hidden"
    phone.tap("button", "Show again")
    expect(page.get_by_role("button", name="Hide")).to_be_visible()


def settings_pages(phone: Phone, game: str) -> Iterator[str]:
    """The settings of this game, to its deletion."""
    page = phone.page
    phone.open("/games/new")
    yield "a new game among known names"
    phone.open(f"{game}/settings")
    yield "the settings of a game"
    phone.open(f"{game}/settings")
    page.locator("summary", has_text="Correct a name").tap()
    phone.tap("button", "Correct name")
    expect(page.get_by_text("Whose name is wrong?")).to_be_visible()
    yield "a name, refused"
    phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    yield "another order of seats"
    phone.open(f"{game}/settings")
    phone.tap("button", "Delete game")
    expect(page.get_by_role("button", name="Bring back")).to_be_visible()
    yield "a deleted game"
    phone.open("/games/deleted")
    yield "the deleted games"
