"""House rules are their club's own: on a hosted server no other club plays by them, or sees them."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.person import Person

from .hosted import club_of, start_club
from .steps import make_house_rules


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True)


def test_house_rules_are_offered_in_their_own_club_alone_and_their_name_is_free_in_another(
    app: Flask, keeper: Person
) -> None:
    other = Person(app)
    start_club(other, "Church hall")
    ours, theirs = club_of(keeper), club_of(other)
    assert make_house_rules(keeper, club=ours.rstrip("/"), min_bid="80").status == 303
    for page in ("games/new", "rules", "rules/compare"):
        assert "Tuesday rules" not in other.get(theirs + page).page.text
    assert "Tuesday rules" in keeper.open(ours + "games/new").text
    assert make_house_rules(other, club=theirs.rstrip("/"), min_bid="90").status == 303
