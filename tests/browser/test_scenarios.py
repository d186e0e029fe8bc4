"""A phone goes on without its server, and meets it again: each scenario of scenarios/ is played."""

from collections.abc import Callable

import pytest

from .phone import Phone
from .scenario import Player, Scenario, Way, read, rows


@pytest.mark.parametrize(("scenario", "way"), rows())
def test_a_phone_without_its_server(new_phone: Callable[..., Phone], scenario: Scenario, way: Way) -> None:
    Player(new_phone, way).play(scenario)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (["a hand", "  table · away → unsent 0"], ""),
        (["a hand", "  table · gone → unsent 0"], r"a hand: unknown \['gone'\]"),
        (["a hand", "  table → all is well"], r"a hand: unknown \['all is well'\]"),
        (["a hand", "  table · away"], "a hand: nothing is seen in the end"),
        (["a hand"], "a hand: nothing is seen in the end"),
        (["a hand [by night]", "  table → unsent 0"], "neither ways nor a kind"),
        (["a hand", "table → unsent 0"], "not indented"),
    ],
)
def test_a_scenario_that_says_nothing_or_what_nobody_knows_is_refused(said: list[str], why: str) -> None:
    if not why:
        assert read(said).lines == ((("table", "away"), ("unsent 0",)),)
        return
    with pytest.raises(AssertionError, match=why):
        read(said)
