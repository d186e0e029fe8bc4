"""The code of six characters that is read aloud, and what it opens."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import insert, select, update

from scorekeeper.storage.db import db, writing
from scorekeeper.storage.tables import ATTEMPT, GAME, SERIES
from scorekeeper.usecases.access import WRONG_WATCH_CODE
from tests.person import Answer, Person

from .hosted import start_club, start_game
from .steps import renew_link, shown_links


def code_of(phone: Person, game: str) -> str:
    shown = phone.open(f"{game}/links").all("[data-code]")
    phone.open(game)
    return shown[0].attrs["data-code"] if shown else ""


def type_code(phone: Person, code: str) -> Answer:
    """Type a code on the first page."""
    form = phone.open("/").form("Watch")
    return phone.get(f"{form.action}?code={code}")


@pytest.mark.parametrize("hosted", [False, True], ids=["at home", "hosted"])
def test_a_code_typed_on_the_first_page_leads_to_the_watch_link(app_with: Callable[..., Flask], hosted: bool) -> None:
    app = app_with(hosted=hosted)
    keeper, watcher = Person(app), Person(app)
    if hosted:
        start_club(keeper)
    game = start_game(keeper) if hosted else keeper.start_game()
    code, link = code_of(keeper, game), shown_links(keeper, f"{game}/links")["watch"]
    assert len(code) == 6
    assert not set(code) & set("0O1IL")
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:2]} {code[2:]} "):
        answer = type_code(watcher, typed)
        assert (answer.status, answer.first.location) == (303, link)


def test_neither_the_code_nor_what_it_leads_to_gives_a_cookie(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    watcher = Person(phone.app)
    for typed in ("", code, "AAAAAA"):
        assert "Set-Cookie" not in watcher.web.get(f"/watch?code={typed}", follow_redirects=True).headers
    assert watcher.get("/watch").page.form("Watch").action == "/watch"


def test_a_code_is_good_while_the_game_is_played_and_in_its_rematch(phone: Person) -> None:
    game = phone.start_game(target=100)
    code = code_of(phone, game)
    phone.play("Ann", 100, 120)
    assert type_code(phone, code).status == 422
    assert code_of(phone, game) == ""
    phone.tap("Rematch")
    assert type_code(phone, code).status == 303


def test_a_game_that_lies_for_a_day_has_no_code_until_it_goes_on(phone: Person) -> None:
    game = phone.start_game()
    code = code_of(phone, game)
    with phone.app.app_context(), writing() as session:
        session.execute(update(GAME).values(changed_at=datetime.now(UTC) - timedelta(hours=25)))
    assert type_code(phone, code).status == 422
    assert code_of(phone, game) == ""
    phone.record_bid("Bob", 95)
    assert type_code(phone, code).status == 303


def test_renewing_the_watch_link_renews_the_code(phone: Person) -> None:
    game = phone.start_game()
    code = code_of(phone, game)
    renew_link(phone, f"{game}/links", "watch")
    assert type_code(phone, code).status == 422
    assert type_code(phone, code_of(phone, game)).status == 303


def test_a_code_that_two_games_have_opens_neither(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    phone.start_game()
    with phone.app.app_context(), writing() as session:
        session.execute(update(SERIES).values(watch_code=code))
    assert type_code(phone, code).status == 422


def test_codes_are_guessed_only_so_often(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    guesser = Person(phone.app, address="192.168.0.9")
    for guess in range(10):
        answer = guesser.get(f"/watch?code=AAAAA{guess}")
        assert "No game in progress has this code." in answer.page.text
    answer = guesser.get(f"/watch?code={code}")
    assert answer.status == 429
    assert "Too many wrong codes" in answer.page.text
    assert phone.get(f"/watch?code={code}").status == 303, "others are not held up"


def test_a_right_code_is_counted_once_however_often_it_is_typed(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    with phone.app.app_context():
        for _ in range(3):
            assert phone.get(f"/watch?code={code}").status == 303
        assert db.session().scalars(select(ATTEMPT.c.kind)).all() == ["+watch code"]


def test_strangers_who_guess_from_many_addresses_hold_up_no_one_who_was_right_before(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    friend, newcomer = (Person(phone.app, address=f"192.168.0.{last}") for last in (8, 9))
    assert friend.get(f"/watch?code={code}").status == 303
    wrong = {"kind": WRONG_WATCH_CODE.kind, "made_at": datetime.now(UTC) - timedelta(minutes=1)}
    with phone.app.app_context(), writing() as session:
        session.execute(insert(ATTEMPT), [wrong | {"address": f"2001:db8::{n:x}"} for n in range(200)])
    assert newcomer.get(f"/watch?code={code}").status == 429
    assert friend.get(f"/watch?code={code}").status == 303
