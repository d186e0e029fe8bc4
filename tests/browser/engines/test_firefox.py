"""What only Firefox does: it restores fields by their place in the form, at a reload and by Back."""

import pytest

from .phone import EnginePhone


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


@pytest.mark.parametrize("path", ["/games/new", "/check/sheet", "/tournaments/new"])
def test_what_was_typed_elsewhere_stays_and_what_is_hidden_is_the_servers(firefox: EnginePhone, path: str) -> None:
    firefox.open(path)
    hidden = "return [...document.querySelectorAll('[type=hidden]')].map((one) => [one.name, one.value])"
    of_the_server = dict(firefox.js(hidden))
    firefox.js("document.querySelectorAll('[type=hidden]').forEach((one) => { one.value = 'changed' })")
    firefox.reload()
    assert "changed" not in dict(firefox.js(hidden)).values()
    assert dict(firefox.js(hidden)).keys() == of_the_server.keys()
