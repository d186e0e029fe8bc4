"""Check the form of a record closely: find every JSON value that does not match the structs.

The typed decoder stops at the first such value and does not name a dictionary's key. This is only for the few records
that it refuses; it checks them against the same structs, field by field.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from itertools import islice
from operator import or_
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, Raw, Struct, UnsetType

from scorekeeper.rules.errors import BadFormat

LONGEST_FOUND = 60
"""The most characters of a value in a message."""
MOST_ERRORS = 100
"""The most errors reported for one hand, or for the document."""
MOST_DEPTH = 100
"""The deepest nesting of lists and objects."""
MOST_DIGITS = 4_000
"""Digits of a whole number that Python reads; longer ones are too large in any case."""

S = TypeVar("S", bound=Struct)


class NotJSON(ValueError):
    """The bytes are not JSON in UTF-8; the message is a sentence."""


class RepeatedKeys(dict[str, Any]):
    """An object with `repeated` keys; the last value of each is kept."""

    repeated: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    twice = RepeatedKeys(plain)
    twice.repeated = tuple(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
    return twice


def _no_number(name: str) -> None:
    """Refuse NaN and the infinities, which Python reads but JSON does not have."""
    raise NotJSON(f"This file is damaged: {name} is not a number.")


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)


def load_json(data: bytes) -> Any:
    """Load the JSON value in these bytes, its objects with repeated keys as `RepeatedKeys`; raises NotJSON."""
    try:
        text = data.decode()
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole)
        if b"\\u" in data:
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is not a character
    except RecursionError:
        raise _no_record("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise _no_record("half a surrogate pair is not a character") from None
    except UnicodeDecodeError as error:
        raise _no_record(f"byte {error.start} is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise _damage(error) from None
    _refuse_depth(value)
    return value


def _no_record(why: str) -> NotJSON:
    return NotJSON(f"This isn't a Rook game file: {why}.")


_DAMAGE = {
    "Illegal trailing comma": "a comma too many",
    "Expecting ',' delimiter": "a comma is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting property name": "a name in double quotes is missing",
    "Expecting value": "a value is missing",
    "Extra data": "the record has ended before",
    "Unterminated string": "a text has no closing quote",
    "Invalid control character": "a line break or tab inside a text",
}


def _damage(error: json.JSONDecodeError) -> NotJSON:
    """Return what is wrong with a text that is not JSON: it is empty, another format, or damaged at one place."""
    text, at = error.doc, error.pos
    if not text.strip():
        return _no_record("it's empty")
    if text.lstrip()[0] not in "{[":
        return _no_record("it's another kind of text. Check a paper sheet, in the app, reads score sheets")
    why = next((words for start, words in _DAMAGE.items() if error.msg.startswith(start)), "")
    if text[:at].rstrip().endswith(",") and text[at : at + 1] in (",", "}", "]"):
        why = "a comma too many"
    if not text[at:].strip():
        why = "it breaks off there"
    return NotJSON(f"This file is damaged at line {error.lineno}, column {error.colno}{why and f': {why}'}.")


def _refuse_depth(value: object) -> None:
    """Raise NotJSON for a value nested too deeply for Python's functions; a record has five levels."""
    level = [value]
    for _ in range(MOST_DEPTH):
        containers = [
            each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)
        ]
        level = [item for container in containers for item in container]
    if level:
        raise _no_record("it is nested too deeply")


def excerpt(value: object) -> str:
    """Return a value for a message: as JSON, cut if it is long."""
    if isinstance(value, (dict, list)) and len(value) > LONGEST_FOUND:
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    text = json.dumps(value[: LONGEST_FOUND + 1] if isinstance(value, str) else value, ensure_ascii=False)
    return text if len(text) <= LONGEST_FOUND else text[: LONGEST_FOUND - 1] + "…"


def form_errors(value: object, kind: Any, path: str = "") -> Iterator[BadFormat]:
    """Yield each error at or below `path` where the value is not of this kind: struct, container or plain type."""
    kind, meta = _bare(kind)
    if kind is Raw:
        return
    if isinstance(value, RepeatedKeys):
        yield from (BadFormat(_at(path, key), f"The key {excerpt(key)} appears twice.") for key in value.repeated)
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        yield from _struct_errors(value, kind, path)
    elif get_origin(kind) is dict and isinstance(value, dict):
        for key, item in value.items():
            yield from form_errors(item, get_args(kind)[1], _at(path, key))
    elif get_origin(kind) is tuple and isinstance(value, list):
        yield from _list_errors(value, kind, meta, path)
    else:
        yield from _plain_errors(value, Annotated[kind, meta] if meta else kind, path)


def salvage(value: object, kind: type[S]) -> tuple[S, list[BadFormat]]:
    """Return the struct with what can be read of a value, the rest UNSET, and each error in its form."""
    found = list(islice(form_errors(value, kind), MOST_ERRORS))
    wrong = {error.field for error in found}
    keys: Mapping[str, Any] = value if isinstance(value, dict) and len(found) < MOST_ERRORS else {}
    sound: dict[str, Any] = {field.name: UNSET for field in msgspec.structs.fields(kind) if field.required}
    for name, hint in key_types(kind).items():
        if name not in keys or name in wrong or _bare(hint)[0] is Raw:
            continue
        item = keys[name]
        if get_origin(_bare(hint)[0]) is dict:
            item = {key: worth for key, worth in item.items() if f"{name}.{key}" not in wrong}
        if item is not keys[name] or not any(field.startswith((f"{name}.", f"{name}[")) for field in wrong):
            sound[name] = msgspec.convert(item, hint)
    return kind(**sound), found


@lru_cache
def key_types(kind: type[Struct]) -> dict[str, Any]:
    """Return the type of each key of a struct, in order.

    Cached: without it, refusing a record with thousands of entries would take a quarter longer.
    """
    return get_type_hints(kind, include_extras=True)


def _bare(kind: Any) -> tuple[Any, Meta | None]:
    """Return the type without "or left out", and its constraints."""
    if get_origin(kind) in (Union, UnionType) and UnsetType in get_args(kind):
        kind = reduce(or_, (arg for arg in get_args(kind) if arg is not UnsetType))
    if get_origin(kind) is Annotated:
        kind, meta = get_args(kind)
        return kind, meta
    return kind, None


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _struct_errors(value: dict[str, Any], kind: type[Struct], path: str) -> Iterator[BadFormat]:
    known = key_types(kind)
    for key, item in value.items():
        if key in known:
            yield from form_errors(item, known[key], _at(path, key))
        else:
            yield BadFormat(_at(path, key), f"Unknown key {excerpt(key)}, with {excerpt(item)}.")
    for field in msgspec.structs.fields(kind):
        if field.name not in value and (field.default is NODEFAULT):
            yield BadFormat(_at(path, field.name), f"The key {excerpt(field.name)} is missing.")


def _list_errors(value: list[Any], kind: Any, meta: Meta | None, path: str) -> Iterator[BadFormat]:
    kinds = get_args(kind)
    if kinds[-1] is not Ellipsis:
        if len(value) != len(kinds):
            yield BadFormat(path, f"Expected a list of {len(kinds)}, found {excerpt(value)}.")
            return
    elif meta and meta.max_length is not None and len(value) > meta.max_length:
        yield BadFormat(path, f"Expected at most {meta.max_length} entries, found {len(value)}.")
        return
    for index, item in enumerate(value):
        yield from form_errors(item, kinds[0] if kinds[-1] is Ellipsis else kinds[index], f"{path}[{index}]")


_IN_WORDS = {
    "Expected `int`": "Expected a whole number",
    "Expected `str`": "Expected text",
    "Expected `bool`": "Expected true or false",
    "Expected `array`": "Expected a list",
    "Expected `object`": "Expected an object",
    "Expected `int | str`": 'Expected a whole number or "pass"',
    "Expected `str | null`": "Expected text or null",
    "Expected `int` >= ": "Expected a whole number of at least ",
    "Expected `int` <= ": "Expected a whole number of at most ",
    "Expected `str` of length <= ": "Expected text of a length up to ",
    "Expected `str` matching": "Expected text that can be seen",
    "Invalid UUID": "Expected a UUID",
    "Expected `uuid`": "Expected a UUID",
    "Invalid enum value": 'Expected a whole number or "pass"',
}


def _plain_errors(value: object, kind: Any, path: str) -> Iterator[BadFormat]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        yield BadFormat(path, f"{_expected(str(error), kind)}, found {excerpt(value)}.")


def _expected(message: str, kind: Any) -> str:
    """Return in our words what msgspec expected, from its error."""
    message = message.partition(", got")[0].partition(" - at")[0]
    choices = [arg for arg in get_args(kind) if isinstance(arg, str)]
    if choices:
        return f"Expected {' or '.join(map(excerpt, choices))}"
    if get_origin(_bare(kind)[0]) is dict:
        return 'Expected a number for each name, like {"Ann": 45}'
    start = max((words for words in _IN_WORDS if message.startswith(words)), key=len, default="")
    rest = "" if start.endswith("matching") or start.startswith("Invalid") else message[len(start) :]
    metas = (_bare(each)[1] for each in (kind, *get_args(kind)))
    named = next((meta.extra["words"] for meta in metas if meta and meta.extra), "text")
    return _IN_WORDS.get(start, "").replace("text", named) + rest
