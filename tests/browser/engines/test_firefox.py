"""What only Firefox does: it restores fields by their place in the form, at a reload and by Back."""

import pytest

from tests.browser.server import Server
from tests.person import Person
from tests.web.steps import carry_on

from .drivers import Firefox, until
from .phone import EnginePhone

pytestmark = pytest.mark.everywhere("engine", proven="tests/browser/test_back.py")


def test_a_reload_chooses_nothing_that_nobody_tapped(firefox: EnginePhone) -> None:
    """The next bid has its fields where the last one had them."""
    firefox.start_game()
    firefox.record_bid("Bob", 95)
    firefox.count("Bob & Dee", 60)
    firefox.tap("Save hand")
    firefox.sees_totals("60", "−95")
    firefox.reload()
    firefox.keeps_game()
    assert firefox.chosen() == []


def test_a_form_that_is_reloaded_is_still_of_its_moment(firefox: EnginePhone) -> None:
    """A version that a script changed was restored, and the game had changed, it seemed."""
    firefox.start_game()
    firefox.record_bid("Bob", 95)
    firefox.reload()
    firefox.keeps_game()
    firefox.count("Bob & Dee", 100)
    firefox.tap("Save hand")
    firefox.sees_totals("20", "100")


def test_the_list_of_players_and_its_folded_choice_agree_after_back(firefox: EnginePhone) -> None:
    lists = "[...document.querySelectorAll('details select')].map((one) => one.selectedOptions[0].text)"
    chosen = f"return document.readyState === 'complete' && location.search.includes(arguments[0]) && {lists}"
    firefox.open("/players")
    at_first = until(lambda: firefox.js(chosen, ""))
    firefox.js("document.querySelector('details').open = true")
    firefox.js("document.querySelector('[name=sort]').value = 'games'")
    firefox.tap("Show")
    assert until(lambda: firefox.js(chosen, "sort=games")) != at_first
    firefox.js("history.back()")
    until(lambda: firefox.js("return !location.search"))
    assert until(lambda: firefox.js(chosen, "")) == at_first


# What is wider than the card that it is in.
WIDE = """const range = document.createRange();
return [...document.querySelectorAll(".total, .final, .to-go, .side h2, .won h1")].flatMap((one) => {
  range.selectNodeContents(one);
  if (!one.checkVisibility()) return [];
  const card = one.closest(".side, .won").getBoundingClientRect(), words = range.getBoundingClientRect();
  return words.right > card.right || words.left < card.left ? [`${one.textContent.trim()}: ${words.width}`] : [];
}).concat(document.documentElement.scrollWidth > innerWidth ? "the page scrolls sideways" : [])"""


@pytest.mark.parametrize("totals", [("105", "15"), ("-195", "240"), ("-1195", "1000")])
def test_totals_fit_into_their_cards_where_text_alone_is_twice_as_large(
    firefox: EnginePhone, server: Server, totals: tuple[str, str]
) -> None:
    keeper = Person(server.app)
    carry_on(keeper, dict(enumerate(totals)), target="5000")
    firefox.open(keeper.last.path)
    assert isinstance(firefox.driver, Firefox)
    firefox.driver.zoom_text(2)
    until(lambda: firefox.js("return getComputedStyle(document.documentElement).fontSize") == "32px")
    assert firefox.js(WIDE) == []
    firefox.record_bid("Bob", 95)
    assert firefox.js(WIDE) == []


def test_a_win_fits_the_page_where_text_alone_is_twice_as_large(firefox: EnginePhone, server: Server) -> None:
    keeper = Person(server.app)
    game = keeper.start_game(target=1000)
    while not keeper.page.heading.endswith("won"):
        keeper.play("Ann", 120, 120)
    firefox.open(game)
    assert isinstance(firefox.driver, Firefox)
    firefox.driver.zoom_text(2)
    until(lambda: firefox.js("return getComputedStyle(document.documentElement).fontSize") == "32px")
    assert firefox.js(WIDE) == []


@pytest.mark.parametrize("path", ["/games/new", "/check/sheet", "/tournaments/new"])
def test_firefox_restores_what_was_typed_elsewhere_and_no_hidden_field(firefox: EnginePhone, path: str) -> None:
    firefox.open(path)
    hidden = "return [...document.querySelectorAll('[type=hidden]')].map((one) => [one.name, one.value])"
    of_the_server = dict(firefox.js(hidden))
    firefox.js("document.querySelectorAll('[type=hidden]').forEach((one) => { one.value = 'changed' })")
    firefox.reload()
    assert "changed" not in dict(firefox.js(hidden)).values()
    assert dict(firefox.js(hidden)).keys() == of_the_server.keys()
