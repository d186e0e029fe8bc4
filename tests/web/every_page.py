"""The address of every page there is, and a walk through the states of each."""

from flask import Flask
from werkzeug.routing import Rule

from tests.person import Person
from tests.record.games import MADE, record_bytes

from . import tournaments
from .files import look
from .steps import goes_home, make_house_rules, shown_links, tap_in_settings

NO_PAGES = ("static_file", "transfer.export_club", "home.resume", "check.picture")
"""A club that is exported is read whole, a hundred games at a time; a sheet's picture draws what is in its address."""


def pages(app: Flask, game: str, house: str, tournament: str) -> list[str]:
    """The address of every page there is; one with a part that is not known here is to be added."""
    key = house.rpartition("/")[2]
    known = {"game": game.rpartition("/")[2], "place": 1, "key": key, "house": key.removeprefix("house-"), "player": 1}
    known |= {"mark": "00000000-0", "kind": "table", "number": 1}
    known["tournament"] = tournament.rpartition("/")[2]

    links = shown_links(Person(app), f"{game}/links")
    opens = {
        "links.show_door": links["table"],
        "links.watch": links["watch"],
        "links.watch_since": links["watch"] + "/since/0",
        "links.picture": links["watch"] + "/picture.svg",
        "links.say_yes": links["watch"] + "/yes",
    }

    def address(rule: Rule) -> str:
        if rule.endpoint in opens:
            return opens[rule.endpoint]
        parts = {part: known[part] for part in rule.arguments}
        return str(app.url_map.bind("localhost").build(rule.endpoint, parts))

    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return [address(rule) for rule in rules if rule.endpoint not in NO_PAGES]


def every_page(app: Flask, phone: Person) -> list[str]:
    """All pages of games in every state, of house rules, of people, and of a tournament with a round."""
    over = phone.start_game(target=100)
    phone.play("Ann", 100, 120)
    running = phone.start_game()
    phone.play("Ann", 100, 60)
    phone.record_bid("Bob", 95)
    stopped = phone.start_game()
    phone.play("Ann", 70, 75)
    tap_in_settings(phone, stopped, "End game early")
    old = phone.start_game()
    phone.play("Ann", 70, 75)
    goes_home(phone, old, Cal="Eve")
    house, tournament = make_house_rules(phone).path, tournaments.start_tournament(phone)
    tournaments.draw(phone, tournament, 1)
    return sorted({page for game in (over, running, stopped, old) for page in pages(app, game, house, tournament)})


def come_by_every_page(phone: Person, asked: Person, founder: Person) -> None:
    """Come by every page in each of its states: at home, where a PIN is asked, and on a hosted server."""
    phone.open("/")
    phone.get("/nowhere")
    phone.start_game()
    phone.send("/games", {})
    form = phone.form("Record bid")
    phone.send(form.action, form.sent)
    phone.record_bid("Bob", 95)
    phone.send(form.action, form.filled(Bidder="Cal", Bid="120") | {"form_id": "0" * 32})
    hand = phone.form("Save hand")
    phone.send(hand.action, hand.sent)
    phone.record_hand(45)
    for _ in range(3):
        phone.play("Ann", 120, 120)
    finished = phone.page.form("Undo").action.removesuffix("/undo")
    for path in ("/", "/games", f"{finished}/summary", f"{finished}/bg-stats"):
        phone.open(path)
    phone.get(f"{finished}/picture.svg")
    Person(phone.app).start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    for path in (
        "/players",
        "/players?year=soon",
        "/players/1",
        "/players/1?year=soon",
        "/players/1/figures",
        "/players/records",
    ):
        phone.get(path)
    for path in ("/players/1/person", "/players/1/merge?other=Annie"):
        phone.open(path)
    for path in (
        "/settings",
        "/phone",
        "/phone/help",
        "/days",
        "/games/hidden",
        "/watch",
        "/check",
        "/check/empty-sheet",
        "/check/hand",
        "/check/sheet",
        "/check/file",
        "/import",
        f"{finished}/sheet",
    ):
        phone.open(path)
    phone.open("/check/sheet")
    phone.tap("Check the sheet", {"The sheet, line by line": "Us,100,80,15"})
    phone.get(phone.page.one("[data-picture]").attrs["data-picture"])
    look(phone, record_bytes(MADE))
    for path in ("/rules?with=original&with=dixie", "/rules/rulings", "/rules/new"):
        phone.open(path)
    phone.open(f"{phone.tap('Save rules', {'Name': 'Ours'}).path}/delete")
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/1")
    phone.tap("Delete hand")
    phone.get(f"{game}/rules?rules=concise")
    phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    goes_home(phone, game, Cal="Eve")
    links = shown_links(phone, f"{game}/links")
    for link in (*links.values(), f"{links['watch']}/yes"):
        phone.open(link)
    phone.get(f"{game}/links/watch/renew")
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    phone.open("/games/deleted")
    phone.open("/games/hidden")
    phone.get("/app.webmanifest")
    phone.get("/evening.svg")
    here = tournaments.start_tournament(phone, "ranked", more={"Minutes a round": "20"})
    tournaments.draw(phone, here, 1)
    for path in ("", "/standings", "/players", "/print", "/print?what=sheets", "/rounds/1/tables/1"):
        phone.open(f"{here}{path}")
    phone.open("/tournaments")
    asked.open("/games/new")
    asked.tap("Start game")
    founder.open("/")
    club = founder.tap("Start a club", {"Club name": "Ours"}).path
    for page in ("links", "name", "phones", "phones/this/sign-out"):
        founder.open(club + page)
    keeper_link = shown_links(founder, club + "links")["keeper"]
    founder.open(club + "delete")
    founder.tap("Delete club", {"Club name": "Ours"})
    founder.open(keeper_link)
