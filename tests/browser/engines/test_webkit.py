"""What only WebKit did wrong, with the focus as Safari gives it."""

import pytest

from .drivers import until
from .phone import EnginePhone

pytestmark = pytest.mark.everywhere("engine", proven="tests/browser/test_taps.py")

IS_LANDING = "return document.documentElement.hasAttribute('data-landing')"
COUNTER = f"{IS_LANDING} && getComputedStyle(document.querySelector('.total'), '::before').counterReset"
IS_FORESEEN = "return /made|set back/.test(document.querySelector('#preview').textContent)"


def test_a_total_that_counts_up_shows_no_zero(iphone: EnginePhone) -> None:
    """A registered <integer> moves through fractions there, which no counter takes."""
    iphone.start_game()
    iphone.play("Ann", 100, 110)
    until(lambda: not iphone.js(IS_LANDING))
    iphone.play("Ann", 100, 105)  # 110 is now the name of a total too
    until(lambda: iphone.js(IS_LANDING))
    seen = set()
    while shown := until(lambda: [iphone.js(COUNTER)])[0]:
        seen.add(shown)
    assert len(seen) > 2, "it moves"
    assert "none" not in seen


@pytest.mark.parametrize("points", [90, 95])
def test_a_tap_on_the_pad_leaves_the_page_where_it_is(iphone: EnginePhone, points: int) -> None:
    """A preview moves no focus, though no button that was tapped holds it."""
    iphone.start_game("Princeton")
    iphone.record_bid("Ann", 100)
    iphone.choose("Last trick", "Ann & Cal")
    iphone.js("document.querySelector('#hand .do').scrollIntoView({ block: 'end' })")
    place = iphone.js("return scrollY")
    iphone.tap(str(points))
    until(lambda: iphone.js(IS_FORESEEN))
    assert iphone.js("return new Promise((done) => setTimeout(() => done(scrollY), 300))") > place / 2 > 0
