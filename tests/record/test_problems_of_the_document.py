"""Every problem of the document as a whole: nothing of it is scored, and no hand is checked."""

import json
import time
from typing import Any

import pytest

from scorekeeper.record import verdict

from .games import MADE, changed, check_hands, document, problems_of

FIVE = ["Ann", "Bob", "Cal", "Dee", "Eve"]
UUID = "0d9c5f0e-7f0a-4b55-8f1c-5a3a3f0c9d11"
LIMITED = {"base": "original", "target": None, "hand_limit": 8}

# (what the document says, the problems found: code and field)
PROBLEMS: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "another format": ({"format": "rook-game/2"}, [("bad-format", "format")]),
    "an unknown key": ({"player": "Ann"}, [("bad-format", "player")]),
    "rules that are a number": ({"rules": 5}, [("bad-format", "rules")]),
    "rules that are null": ({"rules": None}, [("bad-format", "rules")]),
    "players that are a name": ({"players": "Ann"}, [("bad-format", "players")]),
    "a player that is a number": ({"players": ["Ann", 2, "Cal", "Dee"]}, [("bad-format", "players[1]")]),
    "a blank name": ({"players": ["Ann", " ", "Cal", "Dee"]}, [("bad-format", "players[1]")]),
    "an empty name": ({"players": ["Ann", "", "Cal", "Dee"]}, [("bad-format", "players[1]")]),
    "a name of spaces without width": ({"players": ["Ann", "\u200b", "Cal", "Dee"]}, [("bad-format", "players[1]")]),
    "a name of 41 characters": ({"players": ["Ann", "B" * 41, "Cal", "Dee"]}, [("bad-format", "players[1]")]),
    "a name of 10,000 characters": ({"players": ["Ann", "B" * 10_000, "Cal", "Dee"]}, [("bad-format", "players[1]")]),
    "an id that is no UUID": ({"id": "17"}, [("bad-format", "id")]),
    "a null id is not left out": ({"id": None}, [("bad-format", "id")]),
    "three teams": ({"teams": ["A", "B", "C"]}, [("bad-format", "teams")]),
    "teams where partners change": ({"rules": "changing-partners", "teams": ["A", "B"]}, [("bad-format", "teams")]),
    "a start without an offset": ({"started": "2026-05-01T20:00:00"}, [("bad-format", "started")]),
    "an end that is only a day": ({"ended": "2026-05-01"}, [("bad-format", "ended")]),
    "an hour that no day has": ({"ended": "2026-05-01T25:00:00Z"}, [("bad-format", "ended")]),
    "a start in the year 1": ({"started": "0001-01-01T00:00:00+14:00"}, [("bad-format", "started")]),
    "a start in 1899": ({"started": "1899-12-31T23:59:59Z"}, [("bad-format", "started")]),
    "a start in 1899 by the UTC clock": ({"started": "1900-01-01T00:00:00+01:00"}, [("bad-format", "started")]),
    "an end in 2100": ({"ended": "2100-01-01T00:00:00Z"}, [("bad-format", "ended")]),
    "an end in 9999": ({"ended": "9999-12-31T23:59:59-12:00"}, [("bad-format", "ended")]),
    "notes in a list": ({"notes": ["rain"]}, [("bad-format", "notes")]),
    "a winner that is a number": ({"claimed_winners": [1]}, [("bad-format", "claimed_winners[0]")]),
    "hands that are an object": ({"hands": {}}, [("bad-format", "hands")]),
    "1,001 hands": ({"hands": [MADE] * 1001}, [("bad-format", "hands")]),
    "an unknown preset": ({"rules": "hoyle"}, [("bad-rules", "rules")]),
    "an unknown base": ({"rules": {"base": "hoyle"}}, [("bad-rules", "rules.base")]),
    "no base": ({"rules": {"target": 500}}, [("bad-format", "rules.base")]),
    "an unknown parameter": ({"rules": {"base": "original", "kitty": 5}}, [("bad-rules", "rules.kitty")]),
    "text for a number": ({"rules": {"base": "original", "target": "500"}}, [("bad-rules", "rules.target")]),
    "a fraction": ({"rules": {"base": "original", "min_bid": 70.0}}, [("bad-rules", "rules.min_bid")]),
    "a truth for a number": ({"rules": {"base": "original", "target": True}}, [("bad-rules", "rules.target")]),
    "a number for a truth": (
        {"rules": {"base": "original", "win_needs_bid": 1}}, [("bad-rules", "rules.win_needs_bid")],
    ),
    "null for what can't be none": ({"rules": {"base": "original", "min_bid": None}}, [("bad-rules", "rules.min_bid")]),
    "a number beyond a million": ({"rules": {"base": "original", "target": 10**400}}, [("bad-rules", "rules.target")]),
    "an unknown choice": ({"rules": {"base": "original", "all_pass": "sulk"}}, [("bad-rules", "rules.all_pass")]),
    "an unknown card": ({"rules": {"base": "original", "counters": {"15": 5}}}, [("bad-rules", "rules.counters.15")]),
    "two errors in rules": (
        {"rules": {"base": "original", "target": 0, "min_bid": -5}},
        [("bad-rules", "rules.target"), ("bad-rules", "rules.min_bid")],
    ),
    "a minimum above all points": ({"rules": {"base": "original", "min_bid": 125}}, [("bad-rules", "rules.min_bid")]),
    "a card of no color": (
        {"rules": {"base": "original", "counters": {"blue1": 5}}}, [("bad-rules", "rules.counters.blue1")],
    ),
    "a number for giving up": (
        {"rules": {"base": "original", "may_concede": 1}}, [("bad-rules", "rules.may_concede")],
    ),
    "no minutes at all": ({"rules": {"base": "original", "time_limit": 0}}, [("bad-rules", "rules.time_limit")]),
    "a set that costs nothing (R19)": (
        {"rules": {"base": "original", "set_rule": "none", "discard_rule": "set"}},
        [("bad-rules", "rules.discard_rule")],
    ),
    "neither target nor limit": ({"rules": {"base": "original", "target": None}}, [("bad-rules", "rules.target")]),
    "three players for four": ({"players": ["Ann", "Bob", "Cal"]}, [("player-count", "players")]),
    "five players for four": ({"players": FIVE}, [("player-count", "players")]),
    "totals in a list": ({"starting_totals": [100, 50]}, [("bad-format", "starting_totals")]),
    "a total in words": ({"starting_totals": {"Ann": "100"}}, [("bad-format", "starting_totals.Ann")]),
    "a total beyond a million": ({"starting_totals": {"Ann": 1_000_001}}, [("bad-format", "starting_totals.Ann")]),
    "no totals are not null": ({"starting_totals": None}, [("bad-format", "starting_totals")]),
    "a stranger's total": ({"starting_totals": {"Zed": 100}}, [("unknown-player", "starting_totals.Zed")]),
    "two totals of one side (R34)": (
        {"starting_totals": {"Ann": 100, "Bob": 50, "Cal": 100}}, [("starting-totals", "starting_totals")],
    ),
    "no one": ({"players": []}, [("player-count", "players")]),
    "a name twice": ({"players": ["Ann", "Bob", "Ann", "Dee"]}, [("duplicate-player", "players[2]")]),
    "an unknown dealer": ({"dealer": "Zed"}, [("unknown-player", "dealer")]),
    "an unknown winner": ({"claimed_winners": ["Ann", "Zed"]}, [("unknown-player", "claimed_winners[1]")]),
    "a stranger who agreed": ({"agreed_result": ["Ann", "Zed"]}, [("unknown-player", "agreed_result[1]")]),
    "the second of a side": ({"agreed_result": ["Ann", "Dee"]}, [("bad-format", "agreed_result[1]")]),
    "a side that agreed twice": ({"agreed_result": ["Ann", "Bob", "Ann"]}, [("bad-format", "agreed_result[2]")]),
    "a result of a game that isn't over": (
        {"agreed_result": ["Ann"], "hands": [MADE, {"outcome": "misdeal"}]}, [("bad-format", "agreed_result")],
    ),
    "several things at once, in the order of the codes": (
        {"claimed_winners": ["Zed"], "notes": 1, "rules": "hoyle", "players": ["Ann", "Ann"]},
        [("bad-format", "notes"), ("bad-rules", "rules"), ("duplicate-player", "players[1]"),
         ("unknown-player", "claimed_winners[0]")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PROBLEMS, ids=str)
def test_a_problem_of_the_document_stops_everything(case: str) -> None:
    """Its entries bear their numbers and nothing else, whatever is wrong with them."""
    changes, expected = PROBLEMS[case]
    whole = {**document(MADE, {"outcome": "misdeal"}, {"bid": "x"}), **changes}
    result = verdict(json.dumps(whole).encode())
    assert problems_of(result) == [(None, code, field) for code, field in expected]
    assert (result.valid, result.status, result.totals, result.winners) == (False, "invalid", None, ())
    if "hands" not in changes:
        assert [(hand.number, hand.dealer, hand.points, hand.totals) for hand in result.hands] == [
            (1, None, None, None), (2, None, None, None), (2, None, None, None),
        ]  # fmt: skip


@pytest.mark.parametrize("key", ["format", "rules", "players", "hands"])
def test_the_four_required_keys_are_missed(key: str) -> None:
    """format, rules, players and hands."""
    result = verdict(json.dumps(changed(document(MADE), key)).encode())
    assert problems_of(result) == [(None, "bad-format", key)]


@pytest.mark.parametrize(
    ("rules", "echoed"),
    [
        ("original", "original"),
        ("hoyle", "hoyle"),
        (LIMITED, LIMITED),
        ({"base": "original", "kitty": [1.5, {"a": None}]}, {"base": "original", "kitty": [1.5, {"a": None}]}),
        (7, None),
    ],
)
def test_the_rules_are_echoed_as_given(rules: object, echoed: object) -> None:
    """Null where they cannot be read."""
    assert check_hands(rules=rules).rules == echoed


@pytest.mark.parametrize(
    ("name", "near"),
    [("targt", " Did you mean target?"), ("Floor", " Did you mean floor?"), ("kitty", ""), ("target" * 20, "")],
)
def test_a_misspelled_parameter_is_told_with_the_likeliest_one(name: str, near: str) -> None:
    """None where nothing is like it, or where it is too long to be one."""
    (problem,) = check_hands(rules={"base": "original", name: 300}).problems
    assert problem.message == f"There is no parameter {name!r}.{near}"


def test_a_file_of_nothing_but_misspelled_parameters_is_read_at_once() -> None:
    """The likeliest one is looked for only as often as problems are shown."""
    begin = time.process_time()
    result = check_hands(rules={"base": "original"} | {f"target{number}": 1 for number in range(100_000)})
    assert time.process_time() - begin < 2
    assert len(result.problems) == 100


GOOD: dict[str, dict[str, Any]] = {
    "rules as an object": {"rules": {"base": "original"}},
    "null for no target": {"rules": LIMITED},
    "counters of its own": {"rules": {"base": "original", "counters": {"5": 5, "10": 10, "1": 15, "rook": 20}}},
    "a name of 40 characters": {"players": ["Ann", "é" * 40, "Cal", "Dee"]},
    "names from right to left": {"players": ["שרה", "يوسف", "Cal", "Dee"]},
    "wide and joined names": {"players": ["李小龍", "👩‍👩‍👧", "Cal", "Dee"]},
    "names that differ in case": {"players": ["ann", "Ann", "ANN", "Dee"]},
    "an id": {"id": UUID},
    "teams": {"teams": ["North & South", "East & West"]},
    "moments": {"started": "2026-05-01T20:00:00+02:00", "ended": "2026-05-01T21:30Z"},
    "the first and the last moment": {"started": "1900-01-01T00:00:00Z", "ended": "2099-12-31T23:59:59Z"},
    "texts": {"notes": "", "rules_name": "Grandmother's"},
    "no one has won": {"claimed_winners": []},
    "totals from paper": {"starting_totals": {"Cal": 120, "Bob": -40}},
    "totals of no one": {"starting_totals": {}},
    "totals of each": {"rules": "changing-partners", "starting_totals": {"Ann": 120, "Cal": -40}},
    "a red 1 next to the 1s": {"rules": {"base": "original", "counters": {"1": 15, "red1": 30}}},
    "the clock alone": {"rules": {"base": "original", "target": None, "time_limit": 20}},
    "1,000 hands": {"hands": [{"outcome": "misdeal"}] * 1000},
}


@pytest.mark.parametrize("case", GOOD)
def test_what_may_be_in_a_document(case: str) -> None:
    """No problem at all."""
    assert problems_of(verdict(json.dumps({**document(), **GOOD[case]}).encode())) == []
