"""Values are changed by nobody, and compared by what is in them."""

from dataclasses import field, replace
from pathlib import Path

import pytest
from mypy import api

from scorekeeper.rules.values import value


@value()
class Pile:
    points: int
    cards: dict[str, int] = field(default_factory=dict)


@value(kw_only=True)
class Named:
    name: str = "Ann"
    note: str | None = None


def test_whoever_checks_types_refuses_to_change_one(tmp_path: Path) -> None:
    """At run time nobody looks: that is what makes them quick."""
    changing = tmp_path / "changing.py"
    changing.write_text("from scorekeeper.rules.hand import Hand\nHand().bid = 100\n", encoding="utf-8")
    said, _, status = api.run([str(changing), f"--cache-dir={tmp_path}"])
    assert status == 1
    assert 'Property "bid" defined in "Hand" is read-only' in said


def test_equal_fields_make_equal_values() -> None:
    assert Pile(5, {"red 5": 5}) == Pile(points=5, cards={"red 5": 5}) != Pile(5)
    assert len({Named(), Named(name="Ann"), Named(name="Bob")}) == 2
    assert Pile(5) != (5, {})


def test_each_has_defaults_of_its_own() -> None:
    assert Pile(5).cards is not Pile(5).cards


def test_a_copy_can_differ() -> None:
    assert replace(Named(note="late"), name="Bob") == Named(name="Bob", note="late")


def test_a_field_that_goes_by_its_name_alone_is_not_taken_by_its_place() -> None:
    with pytest.raises(TypeError):
        Named("Ann")
