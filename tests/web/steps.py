"""What a keeper does besides bids and counts, for the tests of corrections."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from flask import Flask
from sqlalchemy import text

from scorekeeper.rules.auction import Call
from scorekeeper.rules.hand import Deal
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.storage import games, players
from scorekeeper.storage.db import writing
from scorekeeper.storage.games import StoredGame, StoredSeat
from scorekeeper.usecases import permissions
from tests.html import Typed, text_of
from tests.person import TABLE, Answer, Person


def start_by(phone: Person, rules: str, names: tuple[str, ...] = TABLE) -> str:
    """Starts a game by these rules, which need not be among those the page offers, and answers its address."""
    uid, now = uuid4(), datetime.now(UTC)
    with phone.app.app_context(), writing() as session:
        game = StoredGame(permissions.club_id(), uid, {"base": rules}, rules, dealer=0, started_at=now, changed_at=now)
        seated = players.find_or_add(session, game.club_id, names)
        game.seats = [StoredSeat(number, number, player) for number, player in enumerate(seated)]
        games.add(session, game)
    address = f"/games/{uid}"
    phone.open(address)
    return address


def step(phone: Person, what: str, **fields: str) -> Answer:
    """One of the scoreboard's steps: a call, trump, a misdeal."""
    form = phone.form("Misdeal")
    phone.last = phone.send(form.action.replace("misdeal", what), form.sent | fields)
    return phone.last


def deal_by(phone: Person, dealer: str) -> Answer:
    """Taps the dealer's name, then who really deals."""
    (button,) = [found for found in phone.page.all("#dealer button") if text_of(found) == dealer]
    return step(phone, "deal", dealer=button.attrs["value"])


def log_calls(phone: Person, calls: str) -> None:
    """Logs an auction: "Ann 70, Bob pass"."""
    for one in calls.split(", "):
        name, word = one.split()
        answer = step(phone, "call", player=str(TABLE.index(name)), call="" if word == "pass" else word)
        assert answer.status == 303, answer.page.text


def correct(phone: Person, game: str, place: int, typed: Typed | None = None, **raw: str) -> Answer:
    """Opens the page of the hand at this place, types this, and saves."""
    phone.open(f"{game}/hands/{place}")
    form = phone.form("Save correction")
    phone.last = phone.send(form.action, form.filled(**(typed or {})) | raw)
    return confirm(phone)


def asked(phone: Person) -> str:
    """What a page asks about a change before it is saved, "" if it asks nothing."""
    is_asked = phone.last.status == 422 and phone.page.all("main > form > input[name=confirmed]")
    return phone.page.alerts.removeprefix("Not saved yet. ") if is_asked else ""


def as_seen(html: str) -> Typed:
    """What a form sends besides, once this page has asked about what it does to the hands that are there, or about a
    game that goes on."""
    found = re.search(r'Not saved yet\..*?name="(confirmed)" value="(\w+)"', html, re.DOTALL)
    found = found or re.search(r'name="(answered)" value="([\w-]+)"', html)
    return {found[1]: found[2]} if found else {}


def confirm(phone: Person) -> Answer:
    """Taps the button of a page that asks about a change, if this is one."""
    return phone.tap(text_of(phone.page.one("main > form > button.go"))) if asked(phone) else phone.last


def renew_link(phone: Person, links: str, kind: str) -> Answer:
    """Opens the page of links, follows the one that renews this kind, and taps the button there."""
    (renew,) = [link for link in phone.open(links).all("main a") if text_of(link) == f"Renew {kind} link"]
    phone.open(renew.attrs["href"])
    return phone.tap(f"Renew {kind} link")


def delete(phone: Person, game: str, place: int) -> Answer:
    """Opens the page of the hand at this place and asks to delete it."""
    phone.open(f"{game}/hands/{place}")
    return phone.tap("Delete hand")


def hand_of(deal: Deal, rules: RuleSet) -> str:
    """What the heading calls the hand: "Hand 3", or "Hand 3 of 12" where so many are played."""
    limit = rules.hand_limit or 0
    return f"Hand {deal.number} of {limit}" if deal.number <= limit else f"Hand {deal.number}"


def about(phone: Person, button: str) -> str:
    """The description of a button."""
    found = next(found for found in phone.page.all("button") if text_of(found) == button)
    return text_of(phone.page.one(f"#{found.attrs['aria-describedby']}"))


def make_house_rules(
    phone: Person, name: str = "Tuesday rules", start: str = "kentucky", club: str = "", **typed: str
) -> Answer:
    """Makes house rules from these; fields go by their own names, counters as `counters_5`."""
    phone.open(f"{club}/rules/new?start={start}")
    form = phone.form("Save rules")
    phone.last = phone.send(form.action, form.sent | {"name": name} | house_fields(typed))
    return phone.last


def change_house_rules(phone: Person, house: str, **typed: str) -> Answer:
    phone.open(f"{house}/change")
    form = phone.form("Save rules")
    phone.last = phone.send(form.action, form.sent | house_fields(typed))
    return phone.last


def house_fields(typed: Typed) -> Typed:
    return {name.replace("counters_", "counters."): value for name, value in typed.items()}


def shown_links(phone: Person, page: str) -> dict[str, str]:
    """The addresses of the links that a page shows, by kind."""
    phone.open(page)
    shown = phone.page.all("[data-link]")
    return {one.attrs["data-link"]: one.attrs["data-address"].removeprefix("http://localhost") for one in shown}


def verdict(answer: Answer) -> str:
    assert answer.status == 200, answer.page.text
    return text_of(answer.page.one("#verdict"))


def tap_in_settings(phone: Person, game: str, button: str) -> None:
    phone.open(f"{game}/settings")
    assert phone.tap(button).status == 303


def known_names(phone: Person) -> list[str]:
    """The names that a new game offers."""
    return [text_of(button) for button in phone.open("/games/new").all("#known button")]


def edit_calls(phone: Person, typed: Typed | None = None, /, **how: str) -> Answer:
    """Taps a button at the calls of a correction: add="2", drop="0", or Just the winning bid."""
    (url,) = {button.attrs["formaction"] for button in phone.page.all("#bidding button[formaction]")}
    phone.last = phone.send(url, phone.form("Save correction").sent | (typed or {}) | how)
    return phone.last


def call_fields(auction: Sequence[Call] | None) -> Typed:
    """What the form of a correction sends of these calls."""
    calls = [*enumerate(auction or ())]
    players = {f"calls-{index}-player": str(player) for index, (player, _) in calls}
    return players | {f"calls-{index}-call": str(call) for index, (_, call) in calls}


def person_page(phone: Person, name: str) -> str:
    """The address of the page on which this player's name is set right."""
    with phone.app.app_context():
        from scorekeeper.storage.db import db
        from scorekeeper.storage.models import Player

        found = db.session.query(Player.id).filter(Player.name == name).one()
        db.session.rollback()
    return f"/players/{found.id}/person"


def rename_player(phone: Person, who: str, name: str) -> Answer:
    phone.open(person_page(phone, who))
    return phone.tap("Rename", {"Name": name})


def merge_into(phone: Person, who: str, into: str) -> Answer:
    """Asks what merging changes, and merges."""
    phone.open(f"{person_page(phone, who).removesuffix('person')}merge?other={into}")
    return phone.tap(f"Merge into {into}")


def correct_name(
    phone: Person, game: str, who: str, name: str, what: str = "Misspelled (fix it everywhere)", status: int = 303
) -> None:
    phone.open(f"{game}/settings")
    phone.tap("Correct name", {"Whose name": who, "Correct name": name, "What was wrong?": what})
    assert phone.last.status == status, phone.page.text


NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
PARTNERS = ("Ann & Cal", "Bob & Dee & Eve")


def sit_down(phone: Person, rules: str) -> str:
    return start_by(phone, rules, NAMES[: PRESETS[rules].rules.players])


def bid_and_call(phone: Person, bidder: str, points: int, **called: str) -> Answer:
    words = {name.replace("_", " "): player for name, player in called.items()}
    return phone.tap("Record bid", {"Bidder": bidder, "Bid": str(points), **words})


NEW_YORK = "America/New_York"


def set_zone(app: Flask, zone: str | None) -> None:
    with app.app_context(), writing() as session:
        session.execute(text("UPDATE club SET zone = :zone"), {"zone": zone})


def start_unnamed(phone: Person, rules: str = "original", **names: str) -> str:
    phone.open("/games/new")
    form = phone.form("Start game")
    phone.last = phone.send(form.action, form.filled(**names) | {"rules": rules, "unnamed": "yes"})
    assert phone.last.status == 303, phone.page.text
    return phone.last.path


def show(phone: Person, game: str, rules: str) -> Answer:
    """Chooses these rules in the settings and looks at what they would change."""
    phone.last = phone.get(f"{game}/rules?rules={rules}")
    return phone.last


def watch(phone: Person, game: str, names: str, app: Flask) -> Person:
    """A phone that has come in by the table link to watch for this side."""
    other = Person(app)
    other.open(shown_links(phone, f"{game}/links")["table"])
    other.tap("Enter", {"This phone watches the score": f"for {names}"})
    return other


def carry_on(
    phone: Person,
    totals: Mapping[int, str],
    rules: str = "original",
    names: tuple[str, ...] = TABLE,
    target: str | None = None,
) -> Answer:
    """Start a game that Cal deals, with these totals by seat."""
    phone.open("/games/new")
    fields = phone.form("Start game").filled(**{f"Player {seat}": name for seat, name in enumerate(names, 1)})
    carried = {f"starting_totals-{seat}": total for seat, total in totals.items()}
    carried |= {} if target is None else {"target": target}
    phone.last = phone.send("/games", fields | {"rules": rules, "dealer": "2"} | carried)
    return phone.tap("Start it so") if phone.page.has_button("Start it so") else phone.last


def begun(phone: Person, minutes: int) -> None:
    """Has the game begun so many minutes ago."""
    moment = (datetime.now(UTC) - timedelta(minutes=minutes)).replace(tzinfo=None)
    with phone.app.app_context(), writing() as session:
        session.execute(text("UPDATE game SET started_at = :moment"), {"moment": str(moment)})


def goes_home(phone: Person, game: str, since: str = "", **names: str) -> Answer:
    """Somebody goes home and somebody sits down there: Cal="Eve"."""
    phone.open(f"{game}/settings")
    typed = {f"Who sits down for {left}": came for left, came in names.items()}
    return phone.tap("They go home", typed | {"From hand": since})
