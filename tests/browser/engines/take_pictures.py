"""Takes pictures of a phone in the three engines, side by side, by day and by night: `make engine-pictures`.

They are for a person to look at: `test-results/board-dark.png` and so on.
"""

import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.usecases.startup import upgrade_database
from tests.browser.phone import SIZE, Phone, answers
from tests.browser.prepare import ROOT, find_chromium
from tests.person import Person

from .conftest import ServerWithHtmx
from .drivers import ENGINES
from .phone import EnginePhone

RESULTS = ROOT / "test-results"
SCHEMES = {"light": False, "dark": True}


def main() -> None:
    """Take every picture again."""
    RESULTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(instance=Path(folder))
        app = create_app(settings)
        with app.app_context():
            upgrade_database(settings.instance)
        server = ServerWithHtmx(app, settings)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            games = dict(made(Person(server.app)))
            for scheme, dark in SCHEMES.items():
                taken = [in_chromium(browser, server, games, scheme)]
                taken += [in_engine(engine, server, games, dark=dark) for engine in ENGINES if ENGINES[engine][1]]
                for name in games:
                    (RESULTS / f"{name}-{scheme}.png").write_bytes(abreast(browser, [one[name] for one in taken]))
        finally:
            browser.close()
            server.close()


def made(keeper: Person) -> Iterator[tuple[str, str]]:
    """Yield what is shown, with the address of a game in which that is due."""
    for name, hands in (("board", 2), ("count", 2), ("win", 4)):
        game = keeper.start_game(dealer="Dee")
        for bidder, bid, captured in (("Ann", 100, 105), ("Bob", 95, 45), ("Cal", 120, 120), ("Ann", 100, 105))[:hands]:
            keeper.play(bidder, bid, captured)
        if name == "count":
            keeper.record_bid("Dee", 85)
        yield name, game


def in_chromium(browser: Browser, server: ServerWithHtmx, games: dict[str, str], scheme: str) -> dict[str, bytes]:
    phone = Phone(browser.new_context, server, cdn=answers, color_scheme=scheme)
    taken = {}
    for name, game in games.items():
        phone.open(game)
        phone.page.wait_for_load_state("networkidle")
        taken[name] = phone.page.screenshot()
    phone.close()
    return taken


def in_engine(engine: str, server: ServerWithHtmx, games: dict[str, str], *, dark: bool) -> dict[str, bytes]:
    start, _ = ENGINES[engine]
    taken = {}
    with start(dark=dark) as driver:
        phone = EnginePhone(driver, server)
        for name, game in games.items():
            phone.open(game)
            phone.keeps_game()
            phone.sees_styles()
            taken[name] = phone.picture()
    return taken


def abreast(browser: Browser, pictures: list[bytes]) -> bytes:
    """One picture of these, side by side."""
    width = (SIZE["width"] + 10) * len(pictures)
    page = browser.new_page(viewport={"width": width, "height": SIZE["height"]})
    shown = "".join(
        f'<img width="{SIZE["width"]}" src="data:image/png;base64,{base64.b64encode(one).decode()}"> '
        for one in pictures
    )
    page.set_content(f'<body style="margin: 0; display: flex; gap: 10px; background: #888">{shown}')
    taken = page.screenshot()
    page.close()
    return taken


if __name__ == "__main__":
    main()
