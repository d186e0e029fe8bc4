"""However many phones watch a game, nginx as deploy/ sets it up asks the app once a second."""

import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from scorekeeper.app import create_app
from scorekeeper.settings import Settings

from .conftest import close
from .html import Page
from .nginx import CACHE, DEPLOY, LOGS, TEMPORARY, proxy, tool
from .patience import PATIENCE
from .person import Person
from .server_process import GUNICORN, ServerProcess, environment, free_port
from .web.hosted import start_club, start_game
from .web.steps import shown_links

pytestmark = [
    pytest.mark.process,
    pytest.mark.everywhere(
        "way", proven="tests/test_deploy.py::test_a_phone_comes_through_nginx_by_https_and_metrics_do_not"
    ),
]

PHONES, SECONDS = 16, 4
POLLS = re.compile(r'^scorekeeper_request_seconds_count\{endpoint="links\.watch_since".*\} ([\d.]+)$', re.MULTILINE)


def get(address: str) -> tuple[int, str, str]:
    """Return the status, what the app or nginx says of caches, and the text of an answer."""
    request = Request(address, headers={"Host": "rook.example"})
    with build_opener(ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
        assert answer.headers["Scorekeeper"] == "1", "what the app marks as its own stays marked, also in nginx's cache"
        return answer.status, answer.headers["Cache-Control"] or "", answer.read().decode()


def nginx_command(nginx: str, port: int, app: int, folder: Path) -> list[str]:
    """Return what starts nginx with the site of deploy/ on this port, without a certificate, before this app's port."""
    site = (DEPLOY / "nginx.conf").read_text().replace(CACHE, str(folder / "cache")).replace(LOGS, str(folder))
    first, second = site.index("server {"), site.rindex("server {")
    site = re.sub(r".*(\[::\]|ssl_|Strict-Transport).*\n", "", site[:first] + site[second:])
    site = re.sub("443 ssl http2|8000", lambda found: str(app if found[0] == "8000" else port), site)
    kept = "".join(f"{what}_temp_path {folder}/{what};" for what in TEMPORARY)
    user = "user root; " if os.geteuid() == 0 else ""  # whose folder this is
    around = f"{user}daemon off; pid {folder}/pid; error_log stderr; events {{}}"
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(f"{around} http {{ {kept} include site.conf; }}")
    return [nginx, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def test_nginx_asks_the_app_once_a_second_and_a_change_comes_through(tmp_path: Path) -> None:
    nginx, port = tool("nginx"), free_port()
    settings = {"instance": str(tmp_path / "data"), "hosted": "1", "url": "https://rook.example", "metrics": "1"}
    env = environment(tmp_path, port=str(free_port()), **settings) | {"WEB_CONCURRENCY": "1"}
    with ServerProcess(env, (*GUNICORN, "wsgi:app"), DEPLOY.parent) as server:
        app = create_app(Settings(tmp_path / "data", hosted=True, hosts=("rook.example",)))
        keeper = Person(app)
        start_club(keeper)
        game = start_game(keeper)
        watch = shown_links(keeper, f"{game}/links")["watch"]
        with proxy(nginx_command(nginx, port, server.port, tmp_path), port, tmp_path):
            address = f"http://127.0.0.1:{port}"
            poll = Page(get(address + watch)[2], whole=True).one("#watched").attrs["data-poll"]
            begin, ends = time.monotonic(), time.monotonic() + SECONDS

            def ask_on(_phone: int) -> int:
                asked = 0
                while time.monotonic() < ends:
                    assert get(address + poll)[:2] == (204, "public, max-age=1")
                    asked += 1
                return asked

            with ThreadPoolExecutor(PHONES) as phones:
                asked = sum(phones.map(ask_on, range(PHONES)))
            passed = time.monotonic() - begin
            seen = sum(float(found) for found in POLLS.findall(server.get("/metrics")))
            assert asked > 10 * seen
            assert 1 <= seen <= passed + 1
            keeper.open(game)
            keeper.record_bid("Bob", 95)
            time.sleep(2.1)  # nginx counts whole seconds: what is good for one may be given for two
            status, _, text = get(address + poll)
            assert (status, "bid 95" in text) == (200, True)
        close(app)
