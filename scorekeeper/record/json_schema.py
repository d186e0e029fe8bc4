"""The JSON Schema of the record, made from its structs."""

from typing import Any

import msgspec

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import CHOICES, LARGEST_NUMBER, OPTIONAL, PARAMETERS, RANKS, SINGLE_CARDS, SWITCHES

from .document import Document, HandEntry

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record. Only `scorekeeper check` checks what depends on the rules."""
    made = msgspec.json.schema(Document)
    definitions = made["$defs"]
    document = definitions["Document"]
    document["properties"]["rules"] = _rules()
    document["title"], definitions["HandEntry"]["title"] = "rook-game/1", "Hand"
    definitions["HandEntry"]["allOf"] = [_without_cards()]
    return {"$schema": DIALECT, **made}


def _without_cards() -> dict[str, Any]:
    """Refuse cards, bidder and tricks on a passed-out deal or a misdeal."""
    from .audit import WITHOUT_CARDS

    refused = [name for name in HandEntry.__struct_fields__ if name not in WITHOUT_CARDS]
    return {
        "if": {"properties": {"outcome": {"enum": ["passed-out", "misdeal"]}}, "required": ["outcome"]},
        "then": {"properties": dict.fromkeys(refused, False)},
    }


def _rules() -> dict[str, Any]:
    keys = {"enum": list(PRESETS)}
    parameters = {name: _parameter(name) for name in PARAMETERS}
    house = {
        "type": "object",
        "properties": {"base": keys, **parameters},
        "required": ["base"],
        "additionalProperties": False,
    }
    return {"anyOf": [keys, house]}


def _parameter(name: str) -> dict[str, Any]:
    if name in CHOICES:
        return {"enum": list(CHOICES[name])}
    if name in SWITCHES:
        return {"type": "boolean"}
    number = {"type": "integer", "minimum": -LARGEST_NUMBER if name == "floor" else 0, "maximum": LARGEST_NUMBER}
    if name == "counters":
        cards = {"enum": [*RANKS, *SINGLE_CARDS]}
        return {"type": "object", "propertyNames": cards, "additionalProperties": number, "minProperties": 1}
    return {"anyOf": [number, {"type": "null"}]} if name in OPTIONAL else number
