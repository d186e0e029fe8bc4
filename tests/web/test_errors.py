"""Wrong addresses and faults: a page in the app's own look, and nothing of the inside."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.storage import db
from scorekeeper.storage.db import writing
from tests.html import text_of
from tests.person import HTMX, Answer, Person

SOMETHING_WENT_WRONG = "Something went wrong. Everything saved so far is safe. Go back and try again."
NO_GAME = "/games/00000000-0000-4000-8000-000000000000"


def check_look(answer: Answer, title: str, headers: dict[str, str]) -> None:
    """The app's page: its heading, a way out, and for htmx where to put it."""
    assert answer.page.heading == title
    assert "/" in [link.attrs["href"] for link in answer.page.all("a") if text_of(link) == "Home"]
    assert "Traceback" not in answer.page.html
    if headers:
        assert not answer.page.whole
        assert answer.headers["HX-Retarget"] == "main"
    else:
        assert answer.page.all("link[rel=stylesheet]")


@pytest.fixture(params=[{}, HTMX], ids=["page", "fragment"])
def headers(request: pytest.FixtureRequest) -> dict[str, str]:
    return dict(request.param)


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/games/nonsense", NO_GAME, f"{NO_GAME}/nowhere", "/%00", "/games/%F0%9F%83%8F", "/../etc/passwd"],
)
def test_an_address_that_leads_nowhere(phone: Person, path: str, headers: dict[str, str]) -> None:
    answer = phone.get(path, **headers)
    assert answer.status == 404
    check_look(answer, "Page not found", headers)


@pytest.mark.parametrize("step", ["bid", "hands", "undo", "preview"])
def test_a_change_of_a_game_that_is_not_there(phone: Person, step: str, headers: dict[str, str]) -> None:
    phone.open("/games/new")
    form = phone.form("Start game").sent
    answer = phone.send(f"{NO_GAME}/{step}", form | {"bidder": "1", "bid": "95", "captured-0": "45"}, **headers)
    assert answer.status == 404
    check_look(answer, "Page not found", headers)


def test_an_address_that_is_only_for_looking(phone: Person, headers: dict[str, str]) -> None:
    answer = phone.send("/phone", {}, **headers)
    assert answer.status == 405
    assert "GET" in answer.headers["Allow"]
    check_look(answer, "Page not found", headers)


def test_no_page_says_a_setting_or_a_file_to_those_who_play(app: Flask) -> None:
    """K13: whoever installed it finds these in the log and at the terminal."""
    phone = Person(app)
    texts = [phone.open(path).text for path in ("/phone", "/phone/help", "/")]
    texts += [phone.get("/nowhere").page.text, Person(app, base_url="http://evil.example").get("/").page.text]
    assert not [word for text in texts for word in ("SCOREKEEPER_", ".md", "docs/") if word in text]


def test_a_fault_of_ours(
    make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture, headers: dict[str, str]
) -> None:
    def fail() -> str:
        raise ZeroDivisionError("a secret of the inside")

    app = make_app()
    app.add_url_rule("/fail", view_func=fail)
    answer = Person(app).get("/fail", **headers)
    assert answer.status == 500
    if headers:
        assert answer.headers["HX-Reswap"] == "none", "what was typed stays on the page"
        assert json.loads(answer.headers["HX-Trigger"]) == {"scorekeeper:fault": SOMETHING_WENT_WRONG}
    else:
        check_look(answer, "Something went wrong", headers)
    assert "secret of the inside" not in answer.body.decode() + str(answer.headers)
    assert "secret of the inside" in caplog.text


def test_a_database_that_another_holds(
    make_app: Callable[..., Flask],
    stored: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    headers: dict[str, str],
) -> None:
    monkeypatch.setattr(db, "BUSY_TIMEOUT", 0.05)
    phone = Person(make_app())
    game = phone.start_game()
    form = phone.form("Record bid")
    fields = form.filled(Bidder="Bob", Bid="95")
    before = stored()
    with make_app().app_context(), writing():
        assert phone.get(game).status == 200, "who only looks need not wait"
        answer = phone.send(form.action, fields, **headers)
        assert answer.status == 503
        assert "Busy right now. Nothing was saved. Wait a moment and try again." in answer.page.text
        kept = answer.page.form("Record bid").sent
        assert [kept[name] for name in ("form_id", "bidder", "bid")] == [
            fields[n] for n in ("form_id", "bidder", "bid")
        ]
        assert "did not answer" in caplog.text
    assert stored() == before
    assert phone.send(form.action, fields, **headers).status == (200 if headers else 303)


def test_far_too_much_is_refused(phone: Person, headers: dict[str, str]) -> None:
    phone.open("/games/new")
    answer = phone.send("/games", phone.form("Start game").sent | {"players-0": "A" * 5_600_000}, **headers)
    assert answer.status == 413
    check_look(answer, "Too large", headers)
