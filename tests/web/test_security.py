"""What every answer says of itself; tokens; that looking changes nothing."""

import gzip
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.web.security import HTMX_URL
from tests.person import HTMX, TABLE, Person

from . import tournaments
from .hosted import start_club
from .steps import make_house_rules, shown_links

# Each directive, what it lets in, and why.
POLICY = [
    ("default-src", "'none'", "what is not named below stays out"),
    ("script-src", f"'self' {HTMX_URL}", "our own files and that one file; nothing inline, no eval"),
    ("style-src", "'self'", "our own stylesheet; no style attributes"),
    ("img-src", "'self'", "the icon"),
    ("connect-src", "'self'", "htmx asks this server and no other"),
    ("worker-src", "'self'", "our own, which opens a game without a network"),
    ("manifest-src", "'self'", "the name and icons of the installed app"),
    ("form-action", "'self'", "forms are sent nowhere else"),
    ("base-uri", "'none'", "nobody moves our relative links"),
    ("frame-ancestors", "'none'", "no page holds ours in a frame"),
]


def ways_to(app: Flask, method: str) -> list[Rule]:
    return [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]


WHAT = {"tournaments.end": "end", "tournaments.settle": "keep"}


def address_of_route(app: Flask, rule: Rule, game: str, house: str, links: Mapping[str, str]) -> str:
    """An address of this route; a new route with other parts needs its values here."""
    key = house.rpartition("/")[2]
    known = {"game": game.rpartition("/")[2], "place": 1, "digest": "0" * 16, "name": "app.css"}
    known |= {"key": key, "house": key.removeprefix("house-"), "player": 1, "merge": UUID(int=0)}
    known |= {"kind": "table", "mark": "00000000-0", "tournament": links["tournament"].rpartition("/")[2]}
    known |= {"number": 1, "action": "start", "what": WHAT.get(rule.endpoint, "leave")}
    known |= {"entrant": 0, "which": 0}
    if rule.endpoint in ("links.show_door", "links.enter"):
        return links["table"]
    if rule.endpoint in ("links.watch", "links.watch_since"):
        return links["watch"] + ("/since/0" if rule.endpoint == "links.watch_since" else "")
    return str(app.url_map.bind("localhost").build(rule.endpoint, {part: known[part] for part in rule.arguments}))


def links_of(phone: Person, game: str) -> dict[str, str]:
    """The links of a game, and the address of a tournament in which it is no table."""
    here = tournaments.start_tournament(phone)
    tournaments.draw(phone, here, 1)
    return {**shown_links(phone, f"{game}/links"), "tournament": here}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/games/new", 200),
        ("GET", "/healthz", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/games/00000000-0000-4000-8000-000000000000", 404),
        ("GET", "/static/0000000000000000/app.css", 404),
        ("GET", "/games/x/undo", 404),
        ("POST", "/", 405),
        ("POST", "/games", 400),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_every_answer_carries_the_policy(
    phone: Person, method: str, path: str, status: int, headers: dict[str, str]
) -> None:
    answer = phone.send(path, {}, **headers) if method == "POST" else phone.get(path, **headers)
    assert answer.status == status
    assert answer.headers["Content-Security-Policy"] == "; ".join(f"{name} {sources}" for name, sources, _ in POLICY)
    assert answer.headers["Scorekeeper"] == "1", "by which a phone knows that it is ours"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_static_files_carry_the_policy_too(phone: Person) -> None:
    address = phone.open("/").all("link[rel=stylesheet]")[0].attrs["href"]
    assert "default-src 'none'" in phone.get(address).headers["Content-Security-Policy"]


def test_a_page_is_kept_by_no_cache_but_checked_by_the_phones_own(phone: Person) -> None:
    assert phone.get("/").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.everywhere("again", once={"token": [None, "of another phone"]})
@pytest.mark.parametrize("token", [None, "", "wrong", "of another phone"])
def test_every_change_asks_for_the_token_of_this_phone(
    app: Flask, phone: Person, other_phone: Person, stored: Callable[[], str], token: str | None
) -> None:
    house = make_house_rules(phone).path
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.record_bid("Bob", 95)
    if token == "of another phone":
        other_phone.open("/games/new")
        token = other_phone.form("Start game").sent["csrf_token"]
    shown, links = phone.last, links_of(phone, game)
    phone.last, before = shown, stored()
    rules = ways_to(app, "POST")
    assert len(rules) >= 5
    for rule in rules:
        fields = phone.form("Save hand").filled(**{"Captured by Ann & Cal": "45"}) | {"bidder": "1", "bid": "95"}
        fields = {name: value for name, value in fields.items() if name != "csrf_token"}
        answer = phone.send(
            address_of_route(app, rule, game, house, links), fields if token is None else fields | {"csrf_token": token}
        )
        assert answer.status == 400, rule
        assert stored() == before, rule


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_form_without_its_token_keeps_what_was_typed_and_gets_a_new_one(
    app: Flask, phone: Person, headers: dict[str, str]
) -> None:
    phone.open("/games/new")
    typed = phone.form("Start game").filled(**{f"Player {seat}": name for seat, name in enumerate(TABLE, 1)})
    for button, filled in (
        ("Start game", typed),
        ("Record bid", {"bidder": "1", "bid": "95"}),
        ("Save hand", {"last_trick": "1", "captured-0": "45", "captured-1": "75"}),
    ):
        form = phone.form(button)
        sent = form.sent | filled | {"csrf_token": "stale"}
        answer = phone.send(form.action, sent, **headers)
        assert answer.status == 400
        again = answer.page.form(button)
        assert {**again.sent, "csrf_token": ""}.items() >= {**sent, "csrf_token": ""}.items()
        assert "page was out of date" in answer.page.alerts
        phone.last = phone.send(again.action, again.sent)
        assert phone.last.status == 303
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}


def test_looking_changes_nothing(app: Flask, phone: Person, stored: Callable[[], str]) -> None:
    house = make_house_rules(phone).path
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.record_bid("Cal", 70)
    links, before = links_of(phone, game), stored()
    for rule in ways_to(app, "GET"):
        for headers in ({}, HTMX):
            assert phone.get(address_of_route(app, rule, game, house, links), **headers).status < 500
        assert stored() == before, rule


def test_a_token_outlives_the_evening(app: Flask) -> None:
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None


def test_the_cookie_is_this_installations_own(app: Flask, app_with: Callable[..., Flask]) -> None:
    """Phones send one cookie jar to all ports of a host."""
    other = app_with(secret_key="that of the house next door, which is another")
    names = {one.config["SESSION_COOKIE_NAME"] for one in (app, other)}
    assert len(names) == 2
    assert all(name.startswith("scorekeeper-") for name in names)


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie_is_as_strict_as_the_connection_allows(app: Flask, scheme: str, secure: bool) -> None:
    answer = Person(app, base_url=f"{scheme}://localhost").get("/games/new")
    name, _, attributes = answer.headers["Set-Cookie"].partition("=")
    parts = dict(part.strip().partition("=")[::2] for part in attributes.split(";")[1:])
    assert name == ("__Host-" if secure else "") + app.config["SESSION_COOKIE_NAME"]
    assert ("Secure" in parts) is secure
    assert "Domain" not in parts
    assert "HttpOnly" in parts
    assert parts["SameSite"] == "Lax"
    assert parts["Path"] == "/"
    left = parsedate_to_datetime(parts["Expires"]) - datetime.now(UTC)
    assert timedelta(days=364) < left <= timedelta(days=366)


def test_a_phone_whose_cookie_had_no_host_in_its_name_stays_in_by_https_with_another_token(
    app_with: Callable[..., Flask],
) -> None:
    """The cookie is sent again by the name that no other host can give; one of these may have planted the old one."""
    app = app_with(hosted=True)
    before = Person(app)
    start_club(before)
    club, old = before.last.path, before.web.get_cookie(app.config["SESSION_COOKIE_NAME"])
    token = before.open("/").form("Start a club").sent["csrf_token"]
    assert old is not None
    phone = Person(app, base_url="https://localhost")
    phone.web.set_cookie(old.key, old.value)
    assert "Set-Cookie" not in phone.get("/watch").headers, "the same for everyone"
    answer = phone.get(club)
    assert (answer.status, answer.headers["Set-Cookie"].startswith(f"__Host-{old.key}=")) == (200, True)
    assert phone.send("/clubs", {"csrf_token": token, "name": "Forged"}).status == 400
    phone.web.delete_cookie(old.key)
    assert phone.get(club).status == 200


@pytest.mark.parametrize(("proxies", "secure"), [(0, False), (1, True)])
def test_only_a_proxy_of_ones_own_is_believed(app_with: Callable[..., Flask], proxies: int, secure: bool) -> None:
    phone = Person(app_with(proxies=proxies))
    answer = phone.get("/games/new", X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")
    assert ("Secure" in answer.headers["Set-Cookie"]) is secure


@pytest.mark.parametrize(
    ("asked", "packed"), [("gzip, deflate, br", True), ("gzip", True), ("br", False), ("", False), ("gzip;q=0", False)]
)
def test_text_is_compressed_for_who_can_read_it(phone: Person, asked: str, packed: bool) -> None:
    plain = phone.get("/games/new").body
    answer = phone.web.get("/games/new", headers={"Accept-Encoding": asked})
    assert (answer.headers.get("Content-Encoding") == "gzip") is packed
    assert "Accept-Encoding" in answer.headers["Vary"]
    body = gzip.decompress(answer.get_data()) if packed else answer.get_data()
    assert len(body) == len(plain)
    assert int(answer.headers["Content-Length"]) == len(answer.get_data())


@pytest.mark.parametrize(
    "body", [b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n", b"--x\r\n\r\nx\r\n--x--\r\n"]
)
def test_a_part_of_a_form_without_a_name_is_refused(app: Flask, phone: Person, body: bytes) -> None:
    house = make_house_rules(phone).path
    game = phone.start_game()
    links = links_of(phone, game)
    for rule in ways_to(app, "POST"):
        address = address_of_route(app, rule, game, house, links)
        answer = phone.web.post(address, data=body, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 400, rule


class BrokenOff:
    """A body whose end does not come, as a server tells it that reads chunks."""

    def read(self, *_size: int) -> bytes:
        raise OSError("Invalid chunk size")

    readline = read


def test_a_form_that_breaks_off_is_refused(phone: Person) -> None:
    phone.start_game()
    answer = phone.web.post(
        "/games",
        content_type="application/x-www-form-urlencoded",
        environ_overrides={"CONTENT_LENGTH": "10", "wsgi.input": BrokenOff(), "wsgi.input_terminated": True},
    )
    assert answer.status_code == 400


def test_behind_an_address_with_https_cookie_and_links_are_that_addresss_whatever_the_proxy_says(
    app_with: Callable[..., Flask],
) -> None:
    app = app_with(url="https://rook.example", hosts=("rook.example",), proxies=1)
    phone = Person(app, base_url="http://rook.example")
    assert "; Secure" in phone.get("/games/new").first.headers["Set-Cookie"]
    game = Person(app).start_game()
    link = phone.get(f"{game}/links").page.one("[data-link=watch]")
    assert link.attrs["data-address"].startswith("https://rook.example/watch/")
    assert "; Secure" not in Person(app).get("/games/new").first.headers["Set-Cookie"], "this machine itself"


@pytest.mark.parametrize("wrong", [timedelta(seconds=-5), timedelta(hours=-1), timedelta(days=-10_000)])
def test_a_clock_that_is_wrong_for_a_moment_signs_no_phone_out(
    app_with: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, wrong: timedelta
) -> None:
    """Set back by NTP, or a machine that starts without a clock; a cookie of more than a year ago is too old."""
    phone = Person(app_with(hosted=True))
    start_club(phone)
    club, real = phone.last.path, time.time
    monkeypatch.setattr(time, "time", lambda: real() + wrong.total_seconds())
    assert phone.get(club).status == 200
    monkeypatch.setattr(time, "time", lambda: real() + 2 * 365 * 86_400)
    answer = phone.get(club)
    assert answer.status == 404
    assert "Set-Cookie" not in answer.headers
    monkeypatch.setattr(time, "time", real)
    assert phone.get(club).status == 200


@pytest.mark.parametrize("body", ["[1]", '{"text": 5}', '{"bid": 7}', '"x"', "{"])
def test_a_body_that_is_no_form_is_refused(phone: Person, body: str) -> None:
    """WTForms would read JSON in place of a form, with values of any kind and length."""
    game = phone.start_game()
    for path in ("/games", "/check/sheet", f"{game}/bid"):
        assert phone.web.post(path, data=body, content_type="application/json").status_code == 400
