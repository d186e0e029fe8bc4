"""docs/changing/game-record.md describes all of the format: every key and problem code, and its example is sound."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from scorekeeper.record import AdjustmentEntry, Document, FoulEntry, HandEntry, verdict
from scorekeeper.rules.errors import REPORTING_ORDER
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import CHOICES, PARAMETERS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "changing" / "game-record.md").read_text(encoding="utf-8")
RULES = (DOCS / "using" / "rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("struct", [Document, HandEntry, FoulEntry, AdjustmentEntry])
def test_every_key_is_described(struct: type[msgspec.Struct]) -> None:
    """In the table of its object."""
    for key in struct.__struct_fields__:
        assert re.search(rf"^\|.*[`\"]{key}[`\"]", PAGE, re.MULTILINE), key


def test_every_rule_set_and_parameter_is_described() -> None:
    """With each word that a parameter can be, in the rules, to which the page leads."""
    assert {"(../using/rules.md#presets)", "(../using/rules.md#parameters)"} <= set(re.findall(r"\([^()]+\)", PAGE))
    words = {*PRESETS, *PARAMETERS, *(word for words in CHOICES.values() for word in words)}
    assert {word for word in words if f"`{word}`" not in RULES} == set()


def test_every_problem_code_is_described_in_the_order_in_which_problems_are_told() -> None:
    """In the table of codes, and no other code is."""
    table = PAGE[PAGE.index("| code |") :]
    rows = [re.findall(r"`([a-z-]+)`", line.split("|")[1]) for line in table.splitlines() if line.startswith("| `")]
    assert [code for row in rows for code in row] == list(REPORTING_ORDER)


def test_the_examples_are_what_the_program_says() -> None:
    """The shortest record, the rules, and the verdict on the same hand with a wrong claim."""
    shortest, rules, result = map(json.loads, EXAMPLES)
    assert verdict(json.dumps(shortest).encode()).valid
    assert verdict(json.dumps({**shortest, "rules": rules, "hands": []}).encode()).valid
    claimed = {**shortest, "dealer": "Dee", "hands": [{**shortest["hands"][0], "claimed": {"Bob": 75}}]}
    checked = verdict(json.dumps(claimed).encode(), "a.rook.json")
    assert result == json.loads(msgspec.json.encode(checked))
