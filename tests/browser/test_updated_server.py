"""The server is updated under an open page: what that still has to load is there, or the page loads again, once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person

from .devices import SHARES, planted
from .links import game_of, keeper, watch_link_of
from .offline import versions
from .phone import Phone

__all__ = ["keeper"]


@pytest.mark.everywhere("again", once={"page": "scoreboard"})
@pytest.mark.parametrize("page", ["scoreboard", "recap", "watch"])
def test_a_won_game_is_shared_after_it(
    new_phone: Callable[..., Phone], keeper: Person, update: Callable[[], None], page: str
) -> None:
    watch, game = watch_link_of(keeper), game_of(keeper)
    keeper.play("Ann", 120, 120)
    phone = new_phone()
    phone.context.add_init_script(SHARES + "Navigator.prototype.canShare = () => true")
    phone.open({"scoreboard": game, "recap": f"{game}/summary", "watch": watch}[page])
    phone.page.wait_for_load_state("networkidle")
    old = versions(phone)
    update()
    phone.tap("button", "Share result")
    phone.page.wait_for_function("() => window.shared.length")
    assert versions(phone) == old, "the page is the same"


def test_where_it_is_gone_the_page_is_loaded_again_once(
    new_phone: Callable[..., Phone], keeper: Person, update: Callable[[], None]
) -> None:
    phone = planted(new_phone(), switch="")
    phone.expects("404")
    phone.open(watch_link_of(keeper))
    phone.page.wait_for_load_state("networkidle")
    old = versions(phone)
    update()
    box = phone.page.get_by_role("checkbox", name="Say the score aloud")
    box.tap()
    phone.page.wait_for_function("(old) => !document.head.innerHTML.includes(`/static/${old}/`)", arg=next(iter(old)))
    assert versions(phone).isdisjoint(old)
    expect(box).to_be_checked()


@pytest.mark.everywhere("again", once={"typed": ""})
@pytest.mark.parametrize("typed", ["", "Ann"], ids=["nothing typed", "a name typed"])
def test_a_page_whose_scripts_went_while_it_loaded_loads_again_once_unless_something_is_typed(
    phone: Phone, typed: str
) -> None:
    loads, asked = list[str](), list[str]()

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, headers={"Scorekeeper": "1"}, body="")

    phone.expects("404", "Failed to fetch")
    phone.page.on("framenavigated", lambda frame: loads.append(frame.url))
    phone.context.route("**/static/*/everywhere.js", gone)
    phone.open("/games/new")
    name = phone.page.get_by_role("textbox", name="Player 1")
    if typed:
        name.fill(typed)
    phone.page.wait_for_timeout(8_000)  # more than two attempts
    assert len(loads) == (1 if typed else 2)
    expect(name).to_have_value(typed)
    assert len(asked) >= 2
