"""Records to begin with: the rule book's own hand, and what a test changes in it."""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.cli.check import score_sheet
from scorekeeper.record import Verdict, audit_bytes, verdict

ANN_BOB_CAL_DEE = ("Ann", "Bob", "Cal", "Dee")
MADE = {"bidder": "Bob", "bid": 95, "captured": {"Bob": 100, "Ann": 20}}
SET_BACK = {"bidder": "Bob", "bid": 95, "captured": {"Bob": 75, "Ann": 45}}
RULE_BOOK = {
    "auction": [
        ["Ann", 70], ["Bob", 80], ["Cal", "pass"], ["Dee", 85], ["Ann", 90], ["Bob", 95], ["Dee", "pass"],
        ["Ann", "pass"],
    ],
    "trump": "green",
    "captured": {"Bob": 75},
    "last_trick": "Ann",
    "claimed": {"Bob": -95, "Ann": 45},
}  # fmt: skip


def document(*hands: Any, **others: Any) -> dict[str, Any]:
    """A record of these hands, original rules and four players unless told otherwise."""
    plain = {"format": "rook-game/1", "rules": "original", "players": list(ANN_BOB_CAL_DEE), **others}
    return {**plain, "hands": list(hands)}


def record_bytes(*hands: Any, **others: Any) -> bytes:
    """The same, as the bytes of its file."""
    return json.dumps(document(*hands, **others)).encode()


def check_hands(*hands: Any, **others: Any) -> Verdict:
    """The verdict on a record of these hands."""
    return verdict(record_bytes(*hands, **others))


def problems_of(result: Verdict) -> list[tuple[int | None, str, str]]:
    """Where each problem is, which one, and at which field."""
    return [(problem.hand, problem.code, problem.field) for problem in result.problems]


def known(points: Mapping[str, int] | None) -> Mapping[str, int]:
    """The points or totals of a hand or game that has some."""
    assert points is not None
    return points


def changed(hand: dict[str, Any], *left_out: str, **values: Any) -> dict[str, Any]:
    """The hand with other values, and without the keys that are left out."""
    return {key: value for key, value in {**hand, **values}.items() if key not in left_out}


def printed(*hands: Any, **others: Any) -> list[str]:
    """The lines of the sheet of a record."""
    return score_sheet(audit_bytes(json.dumps(document(*hands, **others)).encode()), "a.rook.json").splitlines()
