"""The tables together name every ruling, and every refusal that a hand or a claim can meet."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.rules.errors import REPORTING_ORDER

from . import (
    test_auction,
    test_explain_score,
    test_hand_validation,
    test_possible_counts,
    test_presets,
    test_rule_sets,
    test_rulings_of_a_hand,
    test_rulings_of_the_end,
    test_scoring_examples,
    test_twelve_hands,
)

TABLES = (
    test_auction,
    test_possible_counts,
    test_presets,
    test_explain_score,
    test_hand_validation,
    test_rule_sets,
    test_rulings_of_a_hand,
    test_rulings_of_the_end,
    test_scoring_examples,
    test_twelve_hands,
)
# What only a whole document can meet: tested with the game record.
OF_THE_RECORD = {
    "bad-format", "duplicate-player", "unknown-player", "player-count", "starting-totals", "hand-after-end",
}  # fmt: skip


def all_rows() -> Iterator[Any]:
    """Every row of every table, by the name it was given."""
    for module in TABLES:
        for table in vars(module).values():
            if isinstance(table, list):
                yield from table


def codes(value: object) -> Iterator[object]:
    """Every plain value of a row, those inside its lists too."""
    if isinstance(value, (list, tuple)):
        for inner in value:
            yield from codes(inner)
    elif isinstance(value, str):
        yield value


def test_every_ruling_is_named_by_a_row() -> None:
    named = {word.rstrip(":") for row in all_rows() if hasattr(row, "id") for word in row.id.split()}
    assert {f"R{number}" for number in range(1, 36)} <= named


def test_every_refusal_is_expected_by_a_row() -> None:
    expected = {code for row in all_rows() if hasattr(row, "values") for code in codes(row.values)}
    assert set(REPORTING_ORDER) - OF_THE_RECORD - {"bad-rules"} <= expected
