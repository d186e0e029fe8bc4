"""Values of which every page makes many."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True)
def value(*, kw_only: bool = False) -> Callable[[type[Value]], type[Value]]:
    """Makes a class a dataclass with slots that is frozen for whoever checks types, and costs nothing for it.

    What `dataclass` writes for a class that is frozen as it runs sets each field by a call.
    """
    return dataclass(slots=True, kw_only=kw_only, unsafe_hash=True)
