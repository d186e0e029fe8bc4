"""What a sheet of 200 rows costs: two seconds for two fixed sides, ten for others, or it says what it gave up."""

import random
from time import process_time
from typing import Any

import pytest

from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import Hand, competitors, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.usecases.errors import ValidationFailed
from tests.strategies import NAMES

from .sheets import check_text

pytestmark = pytest.mark.slow
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


@pytest.mark.parametrize("bids", [True, False], ids=["with bids", "points alone"])
@pytest.mark.parametrize("wrong", [False, True], ids=["right", "every third row wrong"])
@pytest.mark.parametrize("key", ["original", "house-200", "princeton", "five-handed", "six-handed", "call-partner"])
def test_a_long_sheet_is_checked_in_time(key: str, wrong: bool, bids: bool) -> None:
    rules = PRESETS[key].rules
    text = long_sheet(rules, bids, wrong)
    check_text(text.partition("\n")[0] + "\n" + text.split("\n")[1], rules)  # what is imported at the first time
    began = process_time()
    result = check_text(text, rules, NAMES[: rules.players])
    assert process_time() - began < (2 if rules.fixed_sides else 10)
    assert len(result.rows) == ROWS
    assert not result.given_up or not rules.fixed_sides
    assert wrong or all(row.verdict == "right" for row in result.rows)


@pytest.mark.parametrize("text", ["\r" * 4_000_000 + "x", ("-" * 990 + "x\n") * 100, ("won" + " " * 990 + "!\n") * 500])
def test_a_text_that_is_no_sheet_is_refused_soon(text: str) -> None:
    began = process_time()
    with pytest.raises(ValidationFailed):
        check_text(text)
    assert process_time() - began < 2
