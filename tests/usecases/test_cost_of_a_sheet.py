"""What a sheet of 200 rows costs: two seconds for two fixed sides, ten for others, or it says what it gave up."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import Hand, competitors, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from tests.patience import Stopwatch
from tests.strategies import NAMES

from .game_at_table import ValidationFailed
from .sheets import check_text, checked

ROWS = 200


def long_sheet(rules: RuleSet, bids: bool, wrong: bool) -> str:
    """Hands as they fall, the same ones each time; every third row is `wrong`."""
    luck = random.Random(5)
    table, names = initial_standing(rules, range(rules.players)).table, NAMES[: rules.players]
    sides = competitors(rules, table.players)
    rows = [[*(["Bidder", "Bid"] if bids else []), *(" & ".join(names[each] for each in side) for side in sides)]]
    for number in range(ROWS):
        deal = table.deal()
        bidder, bid = luck.choice(table.players), luck.choice(rules.bids)
        called = luck.choice([each for each in table.players if each != bidder])
        partners = (called,) if rules.sides == "called_partner" else None
        captured = dict.fromkeys((side[0] for side in sides_of(rules, deal, bidder, partners)), 0)
        for worth in rules.card_values:
            captured[luck.choice([*captured])] += worth
        taker = luck.choice(table.players)
        tricks: dict[str, Any] = {name: taker for name, worth in rules.trick_points.items() if worth}
        hand = Hand(bidder=bidder, bid=bid, partners=partners, captured=captured, **tricks)
        points = [score_hand(rules, deal, hand).points[side[0]] for side in sides]
        points[0] += 10 * (wrong and number % 3 == 0)
        rows.append([*([names[bidder], str(bid)] if bids else []), *map(str, points)])
        table = table.after(deal, hand)
    return "\n".join(map(",".join, rows))


@pytest.mark.everywhere("cost", once={"key": "princeton", "wrong": True, "bids": False})
@pytest.mark.parametrize("bids", [True, False], ids=["with bids", "points alone"])
@pytest.mark.parametrize("wrong", [False, True], ids=["right", "every third row wrong"])
@pytest.mark.parametrize("key", ["original", "house-200", "princeton", "five-handed", "six-handed", "call-partner"])
def test_a_long_sheet_is_checked_in_time(key: str, wrong: bool, bids: bool) -> None:
    rules = PRESETS[key].rules
    text = long_sheet(rules, bids, wrong)
    names = NAMES[: rules.players]
    check_text("\n".join(text.split("\n")[:2]), rules, names)  # what is imported at the first time
    with Stopwatch() as watch:
        result = check_text(text, rules, names)
    assert watch.seconds < (2 if rules.fixed_sides else 10)
    assert len(result.rows) == ROWS
    assert not result.unread or not rules.fixed_sides
    assert wrong or all(row.verdict == "right" for row in result.rows)


BY_ONES = replace(
    PRESETS["original"].rules, counters={"1": 1, "5": 5, "10": 10, "14": 14}, min_bid=1, bid_step=1, last_trick_points=7
)
LUCK = random.Random(3)
HOSTILE = [
    ("many hands", BY_ONES, "100,27\n" * 4 + "50,77\n" * 4),
    ("many hands, one bid", BY_ONES, "Us,100,105,15\nThem,91,33,77\n" * 200),
    ("two numbers a row", "princeton", "\n".join(f"{LUCK.randrange(400)},{LUCK.randrange(400)}" for _ in range(500))),
    (
        "negative rows",
        "call-partner",
        "\n".join(",".join(str(-5 * LUCK.randrange(40)) for _ in range(5)) for _ in range(500)),
    ),
    (
        "individual scores with blanks",
        "six-handed",
        "\n".join(
            f"Player {LUCK.randrange(1, 7)},{5 * LUCK.randrange(6, 20)},"
            + ",".join(LUCK.choice(["", str(5 * LUCK.randrange(12))]) for _ in range(6))
            for _ in range(500)
        ),
    ),
    ("an odd number", "original", "1;9,,,(990)x;2\n" * 30),
    ("colons", "original", "a:::(995)b,1\n" * 100),
    ("every separator", "original", "1\t2,3;4|5  6 7,8\t9\n" * 500),
    ("wide lines", "original", ("9" + "," * 900 + "x\n") * 200),
    (
        "many numbers",
        "original",
        "\n".join(" ".join(str(LUCK.randrange(-100, 200)) for _ in range(200)) for _ in range(200)),
    ),
    ("signs", "original", "Us,100,105,15\n" * 3 + ("- " * 499 + "\n") * 190),
    ("marks", "original", "1,x " + "x " * 490 + ",2\n" + ("1," + "x " * 490 + ",2\n") * 190),
    ("words of headings", "original", ("total of " * 110 + "\n") * 190),
    ("long words", "original", ("Us 100 105 15 " + "penalty Ann " * 70 + "\n") * 180),
]


@pytest.mark.everywhere("cost", once={"text": HOSTILE[0][2]})
@pytest.mark.parametrize(("rules", "text"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_a_hostile_sheet_is_answered_in_time(rules: str | RuleSet, text: str) -> None:
    """The best of three counts: a neighbor can slow one of them down."""
    fixed = (PRESETS[rules].rules if isinstance(rules, str) else rules).fixed_sides
    assert any(seconds_of(rules, text) < (2 if fixed else 10) for _ in range(3))


def seconds_of(rules: str | RuleSet, text: str) -> float:
    players = (PRESETS[rules].rules if isinstance(rules, str) else rules).players
    said = dict(enumerate(["bidder", "bid", *(f"side-{at}" for at in range(players))]))
    asked, judged = Stopwatch(), Stopwatch()
    with asked, suppress(ValidationFailed):
        checked(text, rules)
    with judged, suppress(ValidationFailed):
        checked(text, rules, columns=said, lines=dict.fromkeys(range(501), "hand"))
    return max(asked.seconds, judged.seconds)


@pytest.mark.parametrize("text", ["\r" * 4_000_000 + "x", ("-" * 990 + "x\n") * 100, ("won" + " " * 990 + "!\n") * 500])
def test_a_text_that_is_no_sheet_is_refused_soon(text: str) -> None:
    with Stopwatch() as watch, suppress(ValidationFailed):
        assert checked(text).questions
    assert watch.seconds < 2


def test_rules_with_too_many_hands_are_looked_through_once() -> None:
    """Not once more for each row."""
    rules = replace(PRESETS["original"].rules, bid_step=1, counters={"14": 60, "10": 12, "5": 3, "1": 1}, min_bid=1)
    with Stopwatch() as watch:
        result = check_text("Bidder,Bid,Us,Them\n" + "Us,100,105,15\n" * 40, rules)
    assert len(result.unread) == 40
    assert watch.seconds < 4


def test_a_hand_number_far_off_lists_no_more_hands_than_a_page_has() -> None:
    result = check_text("Hand,Us,Them\n1,105,15\n9999,40,-90\n3,105,15\n9998,40,-90")
    assert len(result.as_json()["missing"]) == 100
