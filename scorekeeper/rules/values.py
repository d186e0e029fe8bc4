"""Frozen values of which every page makes many."""

from collections.abc import Mapping
from dataclasses import fields, make_dataclass
from functools import wraps
from typing import Any, TypeVar

Value = TypeVar("Value")


def quick(cls: type[Value]) -> type[Value]:
    """Makes a frozen dataclass with slots quick to make; nothing else about it changes.

    What `dataclass` writes for a frozen class sets each field by a call. Here the fields are set while the value is one
    of a twin with the same slots that is not frozen, and then it becomes one of the class.
    """
    parts: Any = [(each.name, each.type, each) for each in fields(cls)]  # type: ignore[arg-type]
    twin: Any = make_dataclass(cls.__name__, parts, slots=True)
    names = [name for name, *_ in parts]

    @wraps(cls.__init__)
    def make(made_of: type[Value], *values: Any, **named: Any) -> Any:
        made = twin(*values, **named)
        made.__class__ = made_of
        return made

    def made_of(self: Value) -> tuple[tuple[()], Mapping[str, Any]]:
        return (), {name: getattr(self, name) for name in names}  # for who copies it: `make` needs its values

    replaced = {"__new__": make, "__init__": object.__init__, "__getnewargs_ex__": made_of}
    for name, function in replaced.items():
        setattr(cls, name, function)
    return cls
