"""The app below a path of a host that has other programs too, such as https://home.example/rook/."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.settings import BadSetting
from tests.person import Person

from .hosted import start_club

ROOT = "/boardgames"  # which has the name of one of our own pages in it
URL = f"https://home.example{ROOT}"
ADDRESS = re.compile(r'[=:,[]\s*(?:"|&#34;)(/[^"&]*)')  # the value of an attribute, or in JSON

# How the server is told, what reaches it of an address below the path, and the headers of the proxy.
BY_PROXY = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "home.example"}
SAYS_SO = BY_PROXY | {"X-Forwarded-Prefix": ROOT}
Way = tuple[dict[str, Any], str, dict[str, str]]
WAYS: dict[str, Way] = {
    "the address says it, and the proxy passes all of it on": ({"url": URL, "proxies": 1}, ROOT, BY_PROXY),
    "the address says it, and the proxy takes the path away": ({"url": URL, "proxies": 1}, "", BY_PROXY),
    "the address says it, and the proxy too": ({"url": URL, "proxies": 1}, "", SAYS_SO),
    "the proxy alone says it": ({"proxies": 1}, "", SAYS_SO),
    "there is no proxy": ({"url": URL}, ROOT, {"Host": "home.example"}),
}


class Below(Person):
    """A person at the other side of a proxy. Each answer is looked through before the path is taken out of it."""

    def __init__(self, app: Flask, passed_on: str, headers: Mapping[str, str]) -> None:
        super().__init__(app, base_url="https://home.example")
        self.passed_on, self.by_proxy = passed_on, headers

    def _ask(
        self, method: str, path: str, headers: Mapping[str, str], fields: Mapping[str, str] | None = None
    ) -> TestResponse:
        answer = super()._ask(method, self.passed_on + path, {**headers, **self.by_proxy}, fields)
        kind = answer.mimetype or ""
        if "Location" in answer.headers:
            path = urlsplit(answer.headers["Location"]).path
            assert path.startswith(f"{ROOT}/"), path
            answer.headers["Location"] = path.removeprefix(ROOT)
        if (kind.startswith("text/") and kind != "text/javascript") or kind.endswith("json"):
            text = answer.get_data(as_text=True)
            assert [found for found in ADDRESS.findall(text) if not found.startswith(f"{ROOT}/")] == [], path
            answer.set_data(text.replace(f'"{ROOT}/', '"/'))
        for cookie in answer.headers.getlist("Set-Cookie"):
            assert "; Path=/;" in f"{cookie};", "the prefix __Host- demands it"
        return answer


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = WAYS[request.param]
    return found


@pytest.mark.everywhere("way", once={"way": next(iter(WAYS))})
def test_a_game_at_home_is_played_below_the_path(app_with: Callable[..., Flask], way: Way) -> None:
    settings, passed_on, headers = way
    settings = settings | {"hosts": ("home.example",)}
    phone = Below(app_with(pin="4711", **settings), passed_on, headers)
    phone.open("/games/new")
    fields = phone.form("Start game").filled(
        **{f"Player {seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1)}
    )
    phone.last = phone.send("/games", fields)
    assert phone.last.status == 403, "the PIN is asked for first"
    game = phone.tap("Continue", {"PIN": "4711"}).path
    phone.open(game.removeprefix(ROOT))
    for _ in range(3):
        phone.play("Bob", 100, 0)
    seen = set[str]()
    look_around(phone, seen)
    assert {"/games", "/players", "/rules", "/phone", "/app.webmanifest"} <= seen


@pytest.mark.everywhere("way", once={"way": next(iter(WAYS))})
def test_a_club_of_a_hosted_server_is_kept_below_the_path(app_with: Callable[..., Flask], way: Way) -> None:
    settings, passed_on, headers = way
    settings = settings | {"hosts": ("home.example",)}
    keeper = Below(app_with(hosted=True, **settings), passed_on, headers)
    start_club(keeper)
    club = keeper.last.path.removeprefix(ROOT)
    page = keeper.open(f"{club}links")
    links = re.findall(r"https://home\.example\S*?/(?:enter|watch)/\w+", page.text)
    assert links
    assert {link.rpartition("/")[0] for link in links} <= {f"{URL}/enter", f"{URL}/watch"}
    guest = Below(keeper.app, passed_on, headers)
    guest.open(links[0].removeprefix(URL))
    assert guest.tap("Enter", {"Your name": "Bob"}).status == 303
    seen = set[str]()
    look_around(keeper, seen, club)
    assert f"{club}app.webmanifest" in seen


def look_around(phone: Person, seen: set[str], path: str = "/") -> None:
    """Open every page that the page at this address leads to, and every page that those lead to, some eighty."""
    waiting = [path]
    while waiting and len(seen) < 80:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = phone.get(path)
        assert answer.status in (200, 302, 303), (answer.status, path)
        if answer.is_html and answer.status == 200:
            waiting += [one.attrs["href"] for one in answer.page.all("[href^='/']") if "#" not in one.attrs["href"]]


def test_the_path_without_its_last_slash_leads_to_the_app(app_with: Callable[..., Flask]) -> None:
    """The service worker is for what is below it."""
    answer = app_with(url=URL, hosts=("home.example",)).test_client().get(ROOT, base_url="https://home.example")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{ROOT}/")


def test_a_path_in_which_pages_of_the_app_begin_is_refused(make_app: Callable[..., Flask]) -> None:
    """Where the proxy takes it away, no one could say which of the two is meant."""
    for path in ("/games", "/c", "/static", "/rules"):
        with pytest.raises(BadSetting, match=f"SCOREKEEPER_URL can't end in {path}: pages of the app begin so"):
            make_app(url=f"https://home.example{path}")
    make_app(url="https://home.example/games/rook")


@pytest.mark.parametrize("told", ["//evil.example", "/a b", "/../x", "https://evil.example", "/<script>", "x"])
def test_a_prefix_that_is_no_path_is_not_taken_from_a_proxy(app_with: Callable[..., Flask], told: str) -> None:
    page = app_with(proxies=1).test_client().get("/", headers={"X-Forwarded-Prefix": told}).text
    assert 'href="/games/new"' in page
    assert "evil" not in page


def test_without_a_proxy_no_one_is_asked_for_a_path(app: Flask) -> None:
    assert 'href="/games/new"' in app.test_client().get("/", headers={"X-Forwarded-Prefix": ROOT}).text
