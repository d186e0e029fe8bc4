"""The address of every page there is."""

from flask import Flask
from werkzeug.routing import Rule

from tests.person import Person

from . import tournaments
from .steps import make_house_rules, shown_links, tap_in_settings

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
    form = phone.open(f"{old}/settings").form("Cal goes home")
    phone.send(form.action, form.filled(**{"Who sits down": "Eve"}) | {"player": "2"})
    house, tournament = make_house_rules(phone).path, tournaments.start_tournament(phone)
    tournaments.draw(phone, tournament, 1)
    return sorted({page for game in (over, running, stopped, old) for page in pages(app, game, house, tournament)})
