"""Sides are named as people name them, and who is called You is spoken to."""

import re
from pathlib import Path

import pytest

from scorekeeper.rules.words import Names, agree, join_words, side_name, whose

ROOT = Path(__file__).parents[2]


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


def test_possessives_of_names() -> None:
    assert (whose("Ann"), whose("You"), whose("You", starts=True)) == ("Ann's", "your", "Your")


def test_a_list_has_one_and() -> None:
    assert [join_words(words) for words in ([], ["1s"], ["1s", "2s"], ["1s", "2s", "3s"])] == [
        *("", "1s", "1s and 2s", "1s, 2s and 3s"),
    ]
    assert Names("ABC").sides([(0,), (1,), (2,)]) == "A, B and C"


def test_one_function_writes_lists() -> None:
    """Whoever joins words by "and" alone says "Ann and Bob and Cal"."""
    joined = re.compile(r"""(['"]) and \1\.join|join\((['"]) and \2\)""")
    files = [*ROOT.glob("scorekeeper/**/*.py"), *ROOT.glob("templates/**/*.html")]
    found = {file.name for file in files if joined.search(file.read_text())}
    assert len(files) > 100
    assert found == {"words.py"}
