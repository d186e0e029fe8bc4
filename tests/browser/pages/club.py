"""The pages of a club in each of their states: its history, its players, its roster and its rules."""

from collections.abc import Iterator

from playwright.sync_api import expect

from scorekeeper.usecases import permissions
from scorekeeper.usecases.players.update_stats import backfill_stats
from tests.browser.phone import Phone
from tests.many_games import play_many
from tests.person import TABLE, Person

from .game import won_game
from .people import C


def history_pages(phone: Phone) -> Iterator[str]:
    """The history, and this finished game in full."""
    game = won_game(phone)
    phone.expects("status of 4")
    phone.open("/games")
    yield "the history"
    phone.open("/games?player=Zed&since=soon")
    expect(phone.page.get_by_text("Enter a date like")).to_be_visible()
    yield "a search that makes no sense"
    phone.open(f"{game}/summary")
    yield "a game in full"
    phone.open(f"{game}/bg-stats")
    yield "what is sent to BG Stats"
    phone.open("/settings")
    yield "the settings of a club"
    phone.open("/nowhere")
    yield "an address that leads nowhere"


def player_pages(phone: Phone) -> Iterator[str]:
    """The players, and one of them, by two rule sets."""
    won_game(phone, TABLE)
    with phone.server.app.app_context():
        play_many(permissions.club_id(), 1, rules=("concise",), statuses=("over",))
        backfill_stats()
    phone.expects("status of 4")
    phone.open("/players")
    yield "the players"
    phone.open("/players?sort=luck&rules=whist&year=soon")
    expect(phone.page.get_by_text("Choose a year, like")).to_be_visible()
    yield "a choice of games that makes no sense"
    phone.open("/players/records")
    yield "partners and records"
    phone.open("/players/1")
    yield "a player"
    phone.open("/players/1/figures")
    expect(phone.page.get_by_role("table", name="By rules")).to_be_visible()
    yield "all figures of a player"
    phone.open("/players/2?rules=original")
    yield "a player by one rule set"
    phone.open("/players/2?rules=dixie")
    yield "a player without a game"


def roster_pages(phone: Phone) -> Iterator[str]:
    """The first player, who is renamed, merged with Annie, told from her again and hidden."""
    page, ann = phone.page, "/players/1/person"
    phone.expects("status of 422")
    won_game(phone)
    Person(phone.server.app).start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    phone.open(ann)
    yield "a player's name"
    page.locator("summary", has_text="Rename").tap()
    page.get_by_label("Name", exact=True).fill("Annie")
    phone.tap("button", "Rename")
    expect(page.get_by_text("There's already a player named Annie.")).to_be_visible()
    yield "a name that is taken"
    phone.open(f"{ann.removesuffix('person')}merge?other={C}")
    expect(page.get_by_text("they are two people")).to_be_visible()
    yield "two who sat together"
    phone.open(f"{ann.removesuffix('person')}merge?other=Annie")
    yield "two players before they are merged"
    phone.tap("button", "Merge into Annie")
    expect(page.get_by_text("all games are here now")).to_be_visible()
    yield "two players, merged"
    phone.tap("button", "Undo merge")
    expect(page.get_by_text("these are two players again")).to_be_visible()
    phone.open(ann)
    phone.tap("button", "Hide")
    expect(page.get_by_role("button", name="Show again")).to_be_visible()
    yield "a player who is hidden"
    phone.tap("button", "Show again")
    expect(page.get_by_role("button", name="Hide")).to_be_visible()


def rule_pages(phone: Phone) -> Iterator[str]:
    """The rules, and house rules from their making to their deletion."""
    page = phone.page
    phone.expects("status of 422")
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
    phone.tap("button", "Save rules")
    expect(page.get_by_text("Name these rules.")).to_be_visible()
    yield "house rules, refused"
    page.get_by_role("textbox", name="Lowest bid").fill("80")
    page.get_by_role("textbox", name="Name").fill("Tuesday rules")
    phone.tap("button", "Save rules")
    expect(page.get_by_role("heading", name="Tuesday rules")).to_be_visible()
    yield "house rules"
    phone.open("/rules")
    yield "the rules with house rules"
    page.get_by_role("link", name="Tuesday rules").tap()
    phone.tap("link", "Delete these rules")
    expect(page.get_by_role("button", name="Delete these rules")).to_be_visible()
    yield "house rules before they are deleted"
    phone.tap("button", "Delete these rules")
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    yield "house rules that were deleted"
