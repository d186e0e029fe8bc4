"""Sides are named as people name them, and who is called You is spoken to."""

import pytest

from scorekeeper.rules.words import agree, side_name, whose


@pytest.mark.parametrize(
    ("players", "called"),
    [
        ((), ""),
        (("Ann",), "Ann"),
        (("Ann", "Cal"), "Ann & Cal"),
        (("Ann", "Cal", "Eve"), "Ann & Cal & Eve"),
    ],
)
def test_a_side_is_named_by_its_players(players: tuple[str, ...], called: str) -> None:
    assert side_name(players) == called


@pytest.mark.parametrize(
    ("verb", "to_you"), [("deals", "deal"), ("bids", "bid"), ("is", "are"), ("was", "were"), ("has", "have")]
)
def test_a_verb_follows_its_name(verb: str, to_you: str) -> None:
    assert (agree("Ann", verb), agree("You", verb)) == (verb, to_you)


def test_what_is_yours_is_called_so() -> None:
    assert (whose("Ann"), whose("You"), whose("You", starts=True)) == ("Ann's", "your", "Your")
