"""Games that leave and come: downloads, the page that imports a game, and the format's schema."""

import json
from collections.abc import Callable
from threading import Thread

from flask import Flask

from scorekeeper.record import schema
from tests.html import text_of
from tests.patience import PATIENCE
from tests.person import SIDES, TABLE, Person
from tests.record.games import MADE, SET_BACK, record_bytes
from tests.web.files import download, look, store


def test_a_game_is_saved_as_a_file_and_comes_back(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    answer = download(phone, game, "Save as file (.rook.json)")
    uid = game.rpartition("/")[2]
    assert answer.headers["Content-Disposition"].endswith(f"-{uid}.rook.json")
    assert answer.mimetype == "application/json"
    shown = look(other_phone, answer.data).page
    assert "You already have this game." in shown.text
    assert json.loads(answer.data)["id"] == uid


def test_names_are_shown_as_known_or_new_before_anything_is_stored(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    before = stored()
    page = look(phone, record_bytes(*[MADE] * 3, players=["Ann", "Bob", "Eve", "Fay"])).page
    assert [text_of(row) for row in page.all(".people li")] == [
        "Ann already a player", "Bob already a player", "Eve new player", "Fay new player",
    ]  # fmt: skip
    assert "Original partnership, 3 hands. Bob & Fay won." in page.text
    assert "Ann & Eve 60, Bob & Fay 300" in page.text
    assert stored() == before
    game = store(phone)
    assert game.first.status_code == 303
    assert game.page.heading == "Bob & Fay won"
    look(phone, record_bytes(*[MADE] * 3, players=["Ann", "Bob", "Eve", "Fay"]))
    assert "You already have this game." in phone.page.text


def test_a_name_that_is_known_by_another_spelling_is_asked_for(phone: Person) -> None:
    phone.start_game(names=("Ann", "ann", "Cal", "Dee"))
    data = record_bytes(SET_BACK, players=["ANN", "Bob", "Cal", "Dee"])
    data = data.replace(b'"Ann"', b'"ANN"')
    page = look(phone, data).page
    assert [text_of(each) for each in page.all("label.chip")] == ["Ann", "ann", "New player"]
    again = store(phone)
    assert again.status == 422
    assert "similar name" in again.page.description_of("meant-0")
    game = store(phone, meant_0="ann")
    assert list(game.page.totals) == ["ann & Cal", "Bob & Dee"]
    assert "ANN" not in phone.open("/games/new").text


def test_of_two_that_are_spelt_nearly_the_same_the_very_name_is_chosen(phone: Person) -> None:
    phone.start_game(names=("Ann", "ann", "Cal", "Dee"))
    page = look(phone, record_bytes(SET_BACK)).page
    assert page.one("input[type=radio][checked]").attrs["value"] == "Ann"
    assert list(store(phone).page.totals) == list(SIDES)


def test_somebody_new_may_be_spelt_nearly_so(phone: Person) -> None:
    phone.start_game()
    look(phone, record_bytes(SET_BACK | {"captured": {"Bob": 75}}, players=["ANN", "Bob", "Cal", "Dee"]))
    assert list(store(phone, meant_0="ANN").page.totals) == ["ANN & Cal", "Bob & Dee"]


def test_two_names_cannot_be_one_player(phone: Person) -> None:
    phone.start_game()
    look(phone, record_bytes(players=["Ann", "ann", "Cal", "Dee"]))
    answer = store(phone, meant_1="Ann")
    assert answer.status == 422
    assert "Ann can't sit in two seats" in answer.page.alerts
    assert list(store(phone, meant_1="ann").page.totals) == ["Ann & Cal", "ann & Dee"]


def test_a_store_form_that_lost_its_key_keeps_the_game(phone: Person) -> None:
    look(phone, record_bytes(SET_BACK))
    form = phone.form("Import game")
    phone.last = phone.send(form.action, form.sent | {"csrf_token": "lost"})
    assert phone.last.status == 400
    assert "page was out of date" in phone.last.page.alerts
    assert list(store(phone).page.totals) == list(SIDES)


def test_storing_twice_stores_once(phone: Person) -> None:
    look(phone, record_bytes(SET_BACK))
    form = phone.form("Import game")
    first, second = (phone.send(form.action, form.sent) for _ in range(2))
    assert first.path == second.path
    assert len(phone.open("/").all(".games a")) == 1


def test_phones_that_store_it_at_once_store_it_and_its_new_players_once(phone: Person) -> None:
    look(phone, record_bytes(*[MADE] * 2))
    form, answers = phone.form("Import game"), []
    phones = [phone.twin() for _ in range(4)]

    def send(one: Person) -> None:
        answers.append(one.web.post(form.action, data=form.sent, base_url=one.base_url))

    threads = [Thread(target=send, args=(one,)) for one in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.location for answer in answers}) == 1
    assert len(phone.open("/").all(".games a")) == 1
    assert len(phone.web.get("/players.csv", base_url=phone.base_url).text.splitlines()) == 1 + len(TABLE)


def test_a_deleted_game_offers_to_be_brought_back(phone: Person) -> None:
    game = phone.start_game()
    content = download(phone, game, "Save as file (.rook.json)").data
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    look(phone, content)
    link = next(each for each in phone.page.all("a") if text_of(each) == "Open the game")
    assert phone.open(link.attrs["href"]).has_button("Restore")


def test_a_store_form_that_lost_its_record_says_so(phone: Person) -> None:
    look(phone, record_bytes(SET_BACK))
    form = phone.form("Import game")
    answer = phone.send(form.action, form.sent | {"record": ""})
    assert answer.status == 422
    assert "The file didn't come through." in answer.page.alerts


def test_looking_asks_for_no_pin_and_storing_does(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(pin="4711"))
    look(phone, record_bytes(SET_BACK))
    asked = store(phone)
    assert asked.status == 403
    answer = phone.tap("Continue", {"PIN": "4711"})
    assert answer.first.status_code == 303
    assert list(answer.page.totals) == list(SIDES)


def test_the_schema_is_where_it_is_said_to(phone: Person) -> None:
    answer = phone.web.get("/schema/rook-game-1.json")
    assert answer.mimetype == "application/schema+json"
    assert json.loads(answer.data) == schema()


def test_a_game_whose_rules_its_presets_goal_does_not_fit_has_settings_all_the_same(phone: Person) -> None:
    rules = {"base": "original", "sides": "rotating_partners", "hands_per_partner": 1, "target": None, "hand_limit": 3}
    look(phone, record_bytes(rules=rules))
    game = store(phone).path
    for path in (f"{game}/settings", f"{game}/rules?rules=changing-partners", f"{game}/summary"):
        assert phone.get(path).status == 200, path
