"""Values that are quick to make are frozen values like any other."""

import inspect
import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any

import pytest

from scorekeeper.rules.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Pile:
    points: int
    cards: dict[str, int] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    name: str = "Ann"
    note: str | None = None


def test_its_fields_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Pile(5).points = 6  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Named().name


def test_equal_fields_make_equal_values() -> None:
    assert Pile(5, {"red 5": 5}) == Pile(points=5, cards={"red 5": 5}) != Pile(5)
    assert Named() == Named(name="Ann") != Named(note="Ann")
    assert len({Named(), Named(name="Ann"), Named(name="Bob")}) == 2
    assert repr(Pile(5)) == "Pile(points=5, cards={})"
    assert Pile(5) != (5, {})


def test_each_has_defaults_of_its_own() -> None:
    assert Pile(5).cards is not Pile(5).cards


@pytest.mark.parametrize("again", [copy, deepcopy, replace, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copy_is_equal(again: Callable[[Any], Any]) -> None:
    for value in (Pile(5, {"red 5": 5}), Named(), Named(name="Bob", note="late")):
        assert again(value) == value
        assert type(again(value)) is type(value)


WRONG: list[tuple[str, Callable[..., Any]]] = [
    ("a field is missing", lambda: Pile()),  # type: ignore[call-arg]
    ("there is no such field", lambda: Pile(5, color="red")),  # type: ignore[call-arg]
    ("it goes by its name alone", lambda: Named("Ann")),  # type: ignore[misc]
]


@pytest.mark.parametrize("make", [row[1] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_a_dataclass_refuses_is_refused(make: Callable[..., Any]) -> None:
    with pytest.raises(TypeError):
        make()


def test_it_tells_how_it_is_made() -> None:
    assert list(inspect.signature(Pile).parameters) == ["points", "cards"]
