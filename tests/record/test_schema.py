"""The JSON Schema and the reader ask for the same keys and types."""

import typing
from typing import Any

import msgspec
import pytest

from scorekeeper.record import AdjustmentEntry, Document, FoulEntry, HandEntry, schema
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import PARAMETERS

STRUCTS = [Document, HandEntry, FoulEntry, AdjustmentEntry]


def definition(struct: type[msgspec.Struct]) -> dict[str, Any]:
    found: dict[str, Any] = schema()["$defs"][struct.__name__]
    return found


@pytest.mark.parametrize("struct", STRUCTS)
def test_the_schema_has_the_keys_that_the_reader_takes(struct: type[msgspec.Struct]) -> None:
    """The same ones, the same required, and no others."""
    fields = {field.name: field.required for field in msgspec.structs.fields(struct)}
    assert set(definition(struct)["properties"]) == set(fields)
    assert set(definition(struct)["required"] if any(fields.values()) else ()) == {key for key in fields if fields[key]}
    assert definition(struct)["additionalProperties"] is False


@pytest.mark.parametrize("struct", STRUCTS)
def test_the_schema_has_the_types_that_the_reader_takes(struct: type[msgspec.Struct]) -> None:
    """Key by key, as msgspec describes the type of each; the rules are described in the same place."""
    for key, kind in typing.get_type_hints(struct, include_extras=True).items():
        if key != "rules":
            (described,), _ = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
            assert definition(struct)["properties"][key] == described, key


def test_the_schema_has_every_rule_set_and_parameter() -> None:
    """A preset's key, or an object with a base."""
    key, house = definition(Document)["properties"]["rules"]["anyOf"]
    assert key["enum"] == list(PRESETS)
    assert set(house["properties"]) == {"base", *PARAMETERS}
    assert (house["required"], house["additionalProperties"]) == (["base"], False)
    assert house["properties"]["target"] == {
        "anyOf": [{"type": "integer", "minimum": 0, "maximum": 1_000_000}, {"type": "null"}]
    }


def test_the_schema_knows_that_a_deal_without_play_has_no_cards() -> None:
    """Only its outcome, dealer, auction, fouls, adjustments, who agreed, claims, id and note."""
    (rule,) = definition(HandEntry)["allOf"]
    assert rule["if"]["properties"]["outcome"]["enum"] == ["passed-out", "misdeal"]
    allowed = set(HandEntry.__struct_fields__) - set(rule["then"]["properties"])
    assert allowed == {
        "outcome", "dealer", "auction", "fouls", "adjustments", "agreed", "claimed", "claimed_totals", "id",
            "note",
    }  # fmt: skip
