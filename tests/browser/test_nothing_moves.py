"""Nothing on a page moves while it loads, however late its scripts or the rest of it come."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person

from .pages.game import won_game
from .phone import SIZE, Phone

MOST = 0.02  # as Lighthouse counts; 0.1 is poor
LARGER = {"width": 412, "height": 823}  # Lighthouse's phone
SHIFTS = """window.moved = 0;
window.movers = [];
new PerformanceObserver((seen) => {
  for (const { value, sources } of seen.getEntries()) {
    window.moved += value;
    for (const { node, previousRect, currentRect } of sources)
      window.movers.push(`${(node?.outerHTML ?? "").slice(0, 80)} from ${previousRect.y} to ${currentRect.y}`);
  }
}).observe({ type: "layout-shift", buffered: true });"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"
# Where each part of the page is, but those that are out of sight or that the next bytes go on with.
SEEN = """() => {
  const parts = [...document.querySelectorAll("body *")];
  return parts.map((part) => {
    const { y, width, bottom } = part.getBoundingClientRect();
    const isSeen = part.checkVisibility({ visibilityProperty: true }) && width && bottom > 0 && y < innerHeight;
    return [part.outerHTML.slice(0, 20), isSeen && !part.contains(parts.at(-1)) ? Math.round(y) : null];
  });
}"""
# The pages that people open most, as bench/lighthouse has them.
PAGES = {
    "a board": "{running}",
    "a won game": "{won}",
    "a recap": "{won}/summary",
    "Home": "/",
    "New game": "/games/new",
    "a sheet": "/check/sheet",
    "the history": "/games",
    "a player": "/players/1",
}


@pytest.mark.everywhere("size", once={"page": "a board"})
@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_was_drawn_before_its_scripts_came_stays_as_it_is(
    new_phone: Callable[..., Phone], page: str
) -> None:
    for size in (SIZE, LARGER):
        phone = new_phone(viewport=size)
        assert moved(phone, address(phone, page)) <= MOST, (size, phone.page.evaluate("() => window.movers"))


@pytest.mark.everywhere("size", once={"page": "a won game"})
@pytest.mark.parametrize("page", PAGES)
def test_parts_of_a_page_stay_where_they_are_while_the_rest_comes(new_phone: Callable[..., Phone], page: str) -> None:
    phone = new_phone(javascript=False)
    path = address(phone, page)
    phone.page.goto(path)
    whole = phone.page.evaluate(SEEN)
    html = phone.page.request.get(path).text()
    come = 0
    phone.page.route("**" + path, lambda page: page.fulfill(body=html[:come], content_type="text/html"))
    for some in range(len(html) // 12, len(html), len(html) // 12):
        come = html.rindex(">", 0, some) + 1  # half a tag of a table would stand above it as text
        phone.page.goto(path)
        for (part, y), (same, later) in zip(phone.page.evaluate(SEEN), whole, strict=False):
            assert part != same or y is None or abs(y - later) <= 3, (html[come - 20 : come], part, y, later)


def address(phone: Phone, page: str) -> str:
    keeper = Person(phone.server.app)
    keeper.start_game("Hal", ("Eve", "Fay", "Gus", "Hal"))
    games = {"won": won_game(phone), "running": keeper.start_game("Dee")}
    keeper.play("Ann", 100, 120)
    return PAGES[page].format(**games)


def moved(phone: Phone, path: str) -> float:
    """How far the page moves once it is drawn, by the browser's own count."""
    held, is_blank = list[Route](), True
    phone.context.add_init_script(SHIFTS)
    phone.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    phone.page.route("**/*.js", lambda script: held.append(script) if is_blank else script.continue_())
    phone.page.goto(path, wait_until="commit")
    phone.wait_until(lambda: phone.page.evaluate(PAINTED))
    is_blank = False
    for script in held:
        script.continue_()
    phone.page.wait_for_load_state("load")
    phone.wait_for_htmx()
    expect(phone.page.locator("html[data-taps]")).to_be_attached()
    phone.page.evaluate(TWO_FRAMES)
    found: float = phone.page.evaluate("() => window.moved")
    return found
