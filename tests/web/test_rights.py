"""Who may do what with which link: every address of a hosted club, tried by every kind of phone."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import urlencode
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.routing import Rule

from scorekeeper.storage import players
from scorekeeper.storage.db import db
from scorekeeper.storage.models import CLUB, PHONE, PLAYER
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.game import new_game
from scorekeeper.usecases.players import roster
from scorekeeper.web.access import Marks, outside_clubs
from tests.html import Form, Page, group_in
from tests.person import TABLE, Person

from . import tournaments
from .hosted import FAMILY, club_of, enter, start_club, start_game
from .steps import make_house_rules, shown_links

# Who may see a page. Others find nothing there.
KEEPER, READER, AT_TABLE = "keeper", "reader", "table"
MAY = {
    "": {KEEPER, READER, AT_TABLE},
    "the club": {KEEPER, READER},
    "changes of the club": {KEEPER},
    "the game": {KEEPER, READER, AT_TABLE},
    "changes of the game": {KEEPER, AT_TABLE},
}
PAGES = {
    "": "home.show home.show_phone home.show_help home.resume home.manifest rules.rulings",
    "the club": "check.empty_sheet check.file check.hand check.draw_sheet check.picture check.sheet check.show"
    " home.show_history home.draw_evening home.show_settings players.show"
    " players.show_player players.show_figures players.show_records"
    " rules.show rules.show_one transfer.games transfer.hands transfer.players"
    " tournaments.show_all tournaments.show tournaments.standings tournaments.standings_since"
    " tournaments.show_prints",
    "changes of the club": "games.new games.start games.deleted game_settings.correct_name game_settings.delete"
    " game_settings.sit_down"
    " games.hidden game_settings.hide game_settings.play_on game_settings.show_again"
    " game_settings.show_rules game_settings.change_rules game_settings.restore"
    " rules.new rules.make rules.show_change rules.change"
    " rules.show_delete rules.delete players.show_person players.rename players.hide players.show_again"
    " players.show_merge players.merge players.undo_merge transfer.choose_file transfer.preview_import"
    " transfer.import_game transfer.export_club check.carry_on check.save_sheet"
    " clubs.show_links clubs.renew phones.show phones.sign_out phones.ask_sign_out phones.sign_out_this"
    " clubs.show_name clubs.rename home.show_days home.change_days"
    " clubs.show_delete clubs.delete"
    " links.renew tournaments.new tournaments.start tournaments.show_since tournaments.draw"
    " tournaments.draw_differently tournaments.renew tournaments.settle"
    " tournaments.take_back tournaments.set_clock tournaments.end tournaments.show_table tournaments.set_result"
    " tournaments.show_players tournaments.add tournaments.leave tournaments.adjust tournaments.seat"
    " tournaments.come_back tournaments.remove tournaments.take_points_back"
    " tournaments.remove_tournament tournaments.bring_back",
    "the game": "games.show games.show_since games.show_sheet games.redirect_claim games.show_summary games.picture"
    " games.show_bg_stats"
    " rules.show_of_game transfer.record transfer.spreadsheet",
    "changes of the game": "hands.undo games.redo games.write_notes links.show_links links.show_table_link"
    " links.watch_for"
    " hands.show_correction hands.correct_hand hands.correct_no_hand hands.preview_correction hands.delete_hand"
    " hands.edit_calls"
    " game_settings.show game_settings.show_seats"
    " game_settings.change_seats game_settings.change_dealer game_settings.change_deal game_settings.change_target"
    " game_settings.correct_starting_totals"
    " game_settings.name_sides game_settings.stop game_settings.resume game_settings.rematch"
    " hands.bid hands.call hands.agree hands.take_theirs hands.stand hands.show_disagreement"
    " hands.disagree"
    " hands.partners hands.record_trump hands.misdeal hands.passed-out hands.stuck"
    " hands.show_addition hands.add_hand hands.preview_addition"
    " hands.time hands.hands hands.show_more hands.give_up hands.preview alone.show alone.meet_again",
}
CLOSED, PIN = "closed", "the PIN is asked"
EVERYBODY = (
    "static_file worker unreached metrics health.alive health.ready transfer.record_schema"
    " links.watch links.watch_since links.picture links.say_yes"
)
EVERYBODY += (
    " links.show_watch_by_code links.watch_by_code links.show_door links.enter links.restore clubs.front clubs.start"
)
MAY_OPEN = {page: MAY[what] for what, pages in PAGES.items() for page in pages.split()}


@dataclass
class Club:
    """A hosted club with a game of two hands, house rules and a tournament, and a phone of each kind."""

    address: str
    game: str
    other_game: str
    house: str
    tournament: str
    phones: dict[str, Person]


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True, metrics=True)


@pytest.fixture
def club(app: Flask) -> Club:
    keeper = Person(app)
    start_club(keeper)
    address = club_of(keeper)
    other_game, game = start_game(keeper), start_game(keeper)
    keeper.open(game)
    keeper.play("Bob", 95, 45)
    keeper.play("Ann", 70, 80)
    house = make_house_rules(keeper, club=address.removesuffix("/")).path
    tournament = tournaments.start_tournament(keeper, club=address.removesuffix("/"))
    tournaments.draw(keeper, tournament, 1)
    of_club, of_game = shown_links(keeper, f"{address}links"), shown_links(keeper, f"{game}/links")
    phones = {KEEPER: keeper, READER: enter(app, of_club["reader"]), AT_TABLE: enter(app, of_game["table"])}
    phones["table of another game"] = enter(app, shown_links(keeper, f"{other_game}/links")["table"])
    phones["keeper of another club"] = Person(app)
    start_club(phones["keeper of another club"], "Church hall")
    phones["stranger"] = Person(app)
    return Club(address, game, other_game, house, tournament, phones)


def ways(app: Flask) -> Iterator[tuple[Rule, str]]:
    for rule in app.url_map.iter_rules():
        yield from ((rule, method) for method in ("GET", "POST") if method in (rule.methods or ()))


def marks_of(app: Flask, rule: Rule) -> Marks:
    return cast(Marks, vars(app.view_functions[rule.endpoint])["marks"])


def address_of(app: Flask, rule: Rule, club: Club, **ids: object) -> str:
    key = club.house.rpartition("/")[2]
    known = {
        "game": club.game.rpartition("/")[2],
        "place": 1,
        "mark": "00000000-0",
        "key": key,
        "house": key.removeprefix("house-"),
        "tournament": club.tournament.rpartition("/")[2],
        "number": 1,
        "action": "start",
        "what": "keep" if rule.endpoint == "tournaments.settle" else "end",
        "entrant": 0,
        "which": 0,
    }
    known |= {
        "player": 1,
        "merge": UUID(int=0),
        "kind": "reader" if rule.endpoint == "clubs.renew" else "table",
        "phone": 99,
    }
    parts = {part: (known | ids)[part] for part in rule.arguments}
    return club.address.removesuffix("/") + str(app.url_map.bind("localhost").build(rule.endpoint, parts))


def token_of(phone: Person) -> str:
    """The phone's own token, which every form of its carries."""
    phone.open("/")
    return phone.form("Start a club").sent["csrf_token"]


def test_every_page_says_in_the_table_above_whom_it_is_for(app: Flask) -> None:
    assert {rule.endpoint for rule, _ in ways(app)} == {*MAY_OPEN, *EVERYBODY.split()}


@pytest.mark.everywhere("again", once={"kind": [READER, AT_TABLE]})
@pytest.mark.parametrize(
    "kind", [KEEPER, READER, AT_TABLE, "table of another game", "keeper of another club", "stranger"]
)
def test_each_phone_opens_what_it_may_and_finds_nothing_elsewhere(
    app: Flask, club: Club, stored: Callable[[], str], kind: str
) -> None:
    phone, wrong = club.phones[kind], list[str]()
    token, nothing = token_of(phone), phone.get(f"{club.address}nowhere")
    for rule, method in ways(app):
        if rule.endpoint not in MAY_OPEN:
            continue
        address = address_of(app, rule, club)
        own_club = kind in (READER, "table of another game") and rule.endpoint in PAGES[""].split()
        before = stored()
        answer = phone.send(address, {}) if method == "POST" else phone.get(address)
        if kind in MAY_OPEN[rule.endpoint] or own_club:
            if answer.status == 404:
                wrong.append(f"{method} {address} is closed.")
            continue
        tried = phone.send(address, {"csrf_token": token}) if method == "POST" else answer
        if (answer.status, tried.status) != (404, 404):
            wrong.append(f"{method} {address} is open: {answer.status}, {tried.status}.")
        elif (answer.body, dict(answer.headers)) != (nothing.body, dict(nothing.headers)):
            wrong.append(f"{method} {address} says more than that there is nothing.")
        elif stored() != before:
            wrong.append(f"{method} {address} changed something.")
    assert not wrong, "\n".join(wrong)


@pytest.mark.both_databases
def test_games_and_players_of_another_club_are_not_found_in_ones_own(
    app: Flask, club: Club, stored: Callable[[], str]
) -> None:
    """Its games, players, merges, house rules and phones, by their own ids."""
    keeper, thief = club.phones[KEEPER], club.phones["keeper of another club"]
    with app.app_context():
        (club_id,) = db.session().scalars(select(CLUB.c.id).where(CLUB.c.name == FAMILY))
        new_game.start_game(club_id, uuid4(), new_game.WantedGame("original", ["Annie", "Eve", "Flo", "Gus"], 0))
        ann, merge = players.read_named(db.session(), club_id, "Ann"), uuid4()
        assert ann is not None
        into = roster.merge(club_id, ann.id, Submission(merge, ann.version), "Annie")
        (bob,) = db.session().scalars(select(PLAYER.c.id).where(PLAYER.c.name == "Bob"))
        phone = db.session().scalars(select(PHONE.c.id).where(PHONE.c.club_id == club_id)).first()
        db.session.remove()
    assert keeper.get(f"{club.address}players/{bob}").status == 200
    own, wrong, before = club_of(thief), list[str](), stored()
    sent = {"csrf_token": token_of(thief), "form_id": str(uuid4()), "version": "0", "other": "Annie", "name": "Zed"}
    none: dict[str, object] = dict.fromkeys(("game", "merge", "house", "tournament"), UUID(int=0))
    none |= dict.fromkeys(("player", "phone"), 2**31 - 1)
    for rule, method in ways(app):
        if not rule.arguments & none.keys():
            continue
        theirs = {"player": into if "merge" in rule.arguments else bob, "merge": merge, "phone": phone}
        answers = []
        for ids in (theirs, none):
            address = own + address_of(app, rule, club, **ids).removeprefix(club.address)
            answer = thief.send(address, sent) if method == "POST" else thief.get(address)
            answers.append((answer.status, re.sub(rb'"csrf_token" value="[^"]+"', b"", answer.body)))  # it has the time
        if answers[0] != answers[1]:
            wrong.append(f"{method} {address} says more than that there is nothing.")
        if stored() != before:
            wrong.append(f"{method} {address} changed something.")
            before = stored()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", ["keeper of another club", "stranger"])
def test_a_club_that_one_does_not_know_looks_like_none(club: Club, kind: str) -> None:
    phone, unknown = club.phones[kind], "/c/aaaaaaaaaaaaaaaa/"
    phone.open("/")  # a phone gets its cookie with whatever it opens first
    for path in ("", "games", "nowhere", "static/x/y", "healthz", club.game.removeprefix(club.address)):
        there, nowhere = phone.get(club.address + path), phone.get(unknown + path)
        assert (there.status, there.body) == (nowhere.status, nowhere.body), path
        assert dict(there.headers) == dict(nowhere.headers), path


@pytest.mark.everywhere("again", once={"kind": [READER, AT_TABLE]})
@pytest.mark.parametrize("kind", [KEEPER, READER, AT_TABLE])
def test_no_page_leads_a_phone_to_what_is_closed_to_it(app: Flask, club: Club, kind: str) -> None:
    """Every link that it meets opens, and every form has somewhere to be sent; the forms are sent without a token."""
    phone, seen, wrong = club.phones[kind], set[str](), list[str]()
    todo = [(club.address if kind != AT_TABLE else club.game, "the start")]
    while todo:
        path, met = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = phone.get(path)
        if answer.status == 404:
            wrong.append(f"{path} on {met}")
        if not answer.is_html or answer.status != 200:
            continue
        for name in ("href", "src", "hx-get", "data-poll"):
            todo += [(found.attrs[name].partition("#")[0], path) for found in answer.page.all(f"[{name}^='/']")]
        actions = {one.attrs.get("formaction") for one in answer.page.all("[formaction]")}
        actions |= {one.attrs.get("action") for one in answer.page.all("form[method=post]")}
        for action in sorted(action for action in actions if action and action not in seen):
            seen.add(action)
            if phone.send(action, {}).status == 404:
                wrong.append(f"the form for {action} on {path}")
    assert len(seen) > 5
    assert not wrong, "\n".join(wrong)


def test_what_needs_no_club_answers_below_none(app: Flask) -> None:
    """Proxies hide some of it, and nginx keeps some for others, by its address: there is no second one."""
    keeper, stranger, wrong = Person(app), Person(app), list[str]()
    start_club(keeper)
    club, style = club_of(keeper), group_in(r"/static/(\w+)/app.css", keeper.page.html)
    links = shown_links(keeper, f"{start_game(keeper)}/links")
    known = {"mark": "00000000-0", "digest": style, "name": "app.css"}
    asked = [(rule, method) for rule, method in ways(app) if not marks_of(app, rule).may]
    assert {"metrics", "links.watch", "health.alive", "clubs.start"} < {rule.endpoint for rule, _ in asked}
    for rule, method in asked:
        parts = known | {"key": links["watch" if rule.rule.startswith("/watch") else "table"].rpartition("/")[2]}
        path = app.url_map.bind("").build(rule.endpoint, {part: parts[part] for part in rule.arguments}, method)
        if stranger.web.open(path, method=method).status_code == 404:
            wrong.append(f"{method} {path} does not answer.")
        for phone, below in ((stranger, "/c/aaaaaaaaaaaaaaaa"), (keeper, club.removesuffix("/"))):
            answer = phone.web.open(f"{below}{path}", method=method)
            if answer.status_code != 404:
                wrong.append(f"{method} {below}{path} answers with {answer.status_code}.")
            elif phone is keeper and b'data-gone="page"' not in answer.data:
                wrong.append(f"{method} {below}{path} says that the club is gone.")
    assert not wrong, "\n".join(wrong)


def test_a_table_phone_is_not_told_of_other_games_and_people(app: Flask, club: Club) -> None:
    keeper, table = club.phones[KEEPER], club.phones[AT_TABLE]
    keeper.open(f"{club.address}games/new")
    keeper.tap("Start game", {f"Player {seat}": f"{name} Stranger" for seat, name in enumerate(TABLE, 1)})
    for path in (club.game, f"{club.game}/settings", f"{club.game}/summary", f"{club.game}/links"):
        assert "Stranger" not in table.open(path).html


def test_a_key_is_in_no_address_once_it_was_entered(app: Flask, club: Club) -> None:
    link = shown_links(club.phones[KEEPER], f"{club.address}links")[READER]
    phone = enter(app, link)
    assert phone.last is not None
    assert link.rpartition("/")[2] not in phone.last.path + phone.page.html


def test_a_fault_is_logged_without_the_key_in_its_address(
    app: Flask, club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = shown_links(club.phones[KEEPER], f"{club.address}links")[READER]
    monkeypatch.setitem(app.view_functions, "links.show_door", outside_clubs(lambda key: 1 // 0))
    assert club.phones["stranger"].get(link).status == 500
    assert "ZeroDivisionError" in caplog.text
    assert "/enter/<key>" in caplog.text
    assert link.rpartition("/")[2] not in caplog.text


def forms_met(phone: Person, addresses: list[str]) -> Iterator[Form]:
    """The forms of these pages and of those to which their questions lead, with something typed where nothing is."""
    for address in addresses:
        answer = phone.web.get(address)
        page = Page(answer.text, whole=True) if answer.text.startswith('<!doctype html>\n<html lang="en"') else None
        for form in page.forms if page else ():
            blank = {field.attrs.get("name") for field in form.element.query("input:not([type]), textarea")}
            typed = {name: "Eve" if name in blank and not value else value for name, value in form.sent.items()}
            if form.element.attrs.get("method") == "post":
                yield replace(form, sent=typed)
                continue
            for number, choice in enumerate(form.element.query("select")):
                typed[choice.attrs["name"]] = choice.query("option")[-1 - number].attrs["value"]
            if (asked := f"{form.action}?{urlencode(typed)}") not in addresses:
                addresses.append(asked)


def test_at_home_the_pin_is_asked_of_a_phone_at_the_table_for_what_a_hosted_club_keeps_from_it(
    app: Flask, app_with: Callable[..., Flask]
) -> None:
    """One game and one table link, by a server at home with a PIN and by a hosted one: the same changes are closed."""
    keeper = Person(app_with())
    before = keeper.start_game()
    keeper.record_bid("Bob", 95)
    link = shown_links(keeper, f"{before}/links")["table"]
    keeper.open(f"{before}/settings")
    game = keeper.tap("Rematch").path
    keeper.play("Bob", 95, 45)
    home, hosted, stranger = Person(app_with(pin="4711")), Person(app), Person(app_with(pin="4711"))
    for phone in (home, hosted):
        phone.open(link)
        phone.tap("Enter")
    nothing = UUID(int=0)
    club = Club("/", game, before, f"house-{nothing}", str(nothing), {})
    rules = [(rule, method) for rule, method in ways(home.app) if marks_of(home.app, rule).may]
    changes = [rule for rule, method in rules if method == "POST" and not marks_of(home.app, rule).changes_nothing]
    sent = [(address_of(home.app, rule, club), dict[str, str]()) for rule in changes]
    pages = [address_of(home.app, rule, club) for rule, method in rules if method == "GET" and "game" in rule.arguments]
    forms = forms_met(home, pages + [page.replace(game, before) for page in pages])
    kinds = {(form.action.replace(before, game), *filter(form.sent.get, form.sent)): form for form in forms}
    last = "/watch-for"  # which makes of the phone one that only watches
    sent += sorted(((form.action, form.sent) for form in kinds.values()), key=lambda one: one[0].endswith(last))
    seen, wrong = set[str](), list[str]()
    for path, fields in sent:
        there = found(hosted, club_of(hosted) + path.removeprefix("/"), fields)
        here = found(home, path, fields)
        seen |= {there, here}
        if (there == CLOSED, there == PIN) != (here == PIN, here == CLOSED):
            wrong.append(f"{path} with {fields}: {there} in a hosted club, {here} at home.")
        if not fields and found(stranger, path, fields) != PIN:
            wrong.append(f"{path} is open to a phone that came by no link.")
    assert seen == {CLOSED, PIN, "open"}
    assert len(kinds) > 20
    assert not wrong, "\n".join(wrong)


def found(phone: Person, path: str, fields: dict[str, str]) -> str:
    """What a phone finds that sends this with the token of the page that it looks at."""
    token = {"csrf_token": phone.page.all("input[name=csrf_token]")[0].attrs["value"]} if fields else {}
    answer = phone.web.open(path, method="POST", data=fields | token)
    if answer.status_code == 403 and 'name="pin"' in answer.text:
        return PIN
    return CLOSED if answer.status_code == 404 else "open"
