"""The code of six characters that is read aloud, and what it opens."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import BoundedSemaphore

import pytest
from flask import Flask
from sqlalchemy import insert, update

from scorekeeper.storage import rate_limits
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import ATTEMPT, GAME, SERIES
from scorekeeper.storage.rate_limits import WRONG_WATCH_CODE
from tests.person import Answer, Person

from .hosted import start_club, start_game
from .steps import renew_link, shown_links


def code_of(phone: Person, game: str) -> str:
    shown = phone.open(f"{game}/links").all("[data-code]")
    phone.open(game)
    return shown[0].attrs["data-code"] if shown else ""


def type_code(phone: Person, code: str) -> Answer:
    """Type a code on the first page, or where that leads to watch a game."""
    page = phone.open("/")
    form = (page if page.has_button("Watch") else phone.open("/watch")).form("Watch")
    return phone.send(form.action, form.filled(Code=code))


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
    wide = "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in code)
    for typed in (
        code,
        code.lower(),
        f"{code[:3]}-{code[3:]}",
        f" {code[:2]} {code[2:]} ",
        f"{code[:3]} {code[3:]}.",
        f"“{code}”",
        wide,
    ):
        answer = type_code(watcher, typed)
        assert (answer.status, answer.first.location) == (303, link)


def test_neither_the_code_nor_what_it_leads_to_gives_a_cookie(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    watcher = Person(phone.app)
    for typed in ("", code, "AAAAAA"):
        for answer in (watcher.get(f"/watch?code={typed}"), watcher.send("/watch", {"code": typed})):
            assert "Set-Cookie" not in answer.first.headers
            assert "Set-Cookie" not in answer.headers
    assert watcher.get("/watch").page.form("Watch").action == "/watch"


def test_a_code_is_good_while_the_game_is_played_and_in_its_rematch(phone: Person) -> None:
    game = phone.start_game(target=100)
    code = code_of(phone, game)
    phone.play("Ann", 100, 120)
    assert type_code(phone, code).status == 422
    assert code_of(phone, game) == ""
    phone.tap("Rematch")
    assert type_code(phone, code).status == 303


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_a_code_that_two_games_have_opens_neither(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    phone.start_game()
    with phone.app.app_context(), writing() as session:
        session.execute(update(SERIES).values(watch_code=code))
    assert type_code(phone, code).status == 422


def test_ten_wrong_codes_from_a_hall_keep_no_one_out(phone: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """All its phones come from one address; wrong ones are only slow from then on."""
    code, slept = code_of(phone, phone.start_game()), list[float]()
    monkeypatch.setattr(rate_limits, "sleep", slept.append)
    hall = Person(phone.app, address="192.168.0.9")
    for guess in range(15):
        answer = type_code(hall, f"AAAA{10 + guess}")
        assert answer.status == 422
        assert "No game in progress has this code." in answer.page.text
    assert slept == [rate_limits.SLOW] * 5
    assert type_code(hall, code).status == 303


def test_where_too_many_are_tried_at_once_the_page_says_to_wait_and_keeps_the_code(
    phone: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(phone, phone.start_game())
    other, answers = phone.twin(), list[Answer]()

    def meanwhile(_seconds: float) -> None:
        answers.append(type_code(other, code))

    monkeypatch.setattr(rate_limits, "_places", BoundedSemaphore(1))
    monkeypatch.setattr(rate_limits, "sleep", meanwhile)
    for _ in range(11):
        type_code(phone, "AAAAAA")
    (answer,) = answers
    assert (answer.status, answer.headers["Retry-After"]) == (429, "4")
    assert "Wait a few seconds, then tap Watch again." in answer.page.description_of("code")
    assert answer.page.form("Watch").sent["code"] == code


def test_a_right_code_is_not_written_down(phone: Person, stored: Callable[[], str]) -> None:
    code = code_of(phone, phone.start_game())
    before = stored()
    for _ in range(11):
        assert type_code(phone, code).status == 303
    assert stored() == before


def test_strangers_who_guess_from_many_addresses_hold_up_no_one_with_a_right_code(phone: Person) -> None:
    code = code_of(phone, phone.start_game())
    wrong = {"kind": WRONG_WATCH_CODE.kind, "made_at": datetime.now(UTC) - timedelta(minutes=1)}
    with phone.app.app_context(), writing() as session:
        session.execute(insert(ATTEMPT), [wrong | {"address": f"2001:db8::{n:x}"} for n in range(2_000)])
    assert type_code(Person(phone.app, address="192.168.0.9"), code).status == 303


FOREIGN = [
    ("an image of another site", "GET", {}),
    ("an address that was typed", "GET", {"Sec_Fetch_Site": "none"}),
    ("a form of another site", "POST", {"Sec_Fetch_Site": "cross-site"}),
    ("a form of another name of the same site", "POST", {"Sec_Fetch_Site": "same-site", "Origin": "http://localhost"}),
    ("by plain http", "POST", {"Origin": "http://evil.example"}),
    ("of a page without an origin", "POST", {"Origin": "null"}),
]


@pytest.mark.parametrize(("method", "headers"), [row[1:] for row in FOREIGN], ids=[row[0] for row in FOREIGN])
def test_a_watch_code_that_no_form_of_ours_sent_is_neither_tried_nor_counted(
    phone: Person, stored: Callable[[], str], method: str, headers: dict[str, str]
) -> None:
    """Another site's page can have a browser send it, and would use up the tries of the person who looks at it."""
    code = code_of(phone, phone.start_game())
    before = stored()
    for typed in (code, *["AAAAAA"] * 11):
        if method == "GET":
            answer = phone.get(f"/watch?code={typed}", **headers)
        else:
            answer = phone.send("/watch", {"code": typed}, **headers)
        assert answer.status == (200 if method == "GET" else 400)
        assert answer.page.form("Watch").sent["code"] == typed, "one tap from there"
        if method == "POST":
            assert answer.page.description_of("code") == "That didn't come from this page. Tap Watch again."
    assert stored() == before
    assert type_code(phone, code).status == 303


@pytest.mark.parametrize("headers", [{"Sec_Fetch_Site": "same-origin"}, {"Origin": "http://localhost"}, {}])
def test_a_watch_code_that_our_own_form_sent_is_tried(phone: Person, headers: dict[str, str]) -> None:
    code = code_of(phone, phone.start_game())
    assert phone.send("/watch", {"code": code}, **headers).status == 303
    assert phone.send("/watch", {"code": "AAAAAA"}, **headers).status == 422


def test_a_wrong_watch_code_is_told_once(phone: Person) -> None:
    """K17: nothing says "Check Code." before the sentence that says more."""
    page = type_code(phone, "AAAAAA").page
    assert "Check" not in page.text
    assert page.text.count("No game in progress has this code.") == 1
    assert page.one("a[href='#code']").outwards
    assert "No game in progress has this code." in page.description_of("code")
