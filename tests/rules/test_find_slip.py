"""A wrong total is explained by the one slip that fits it exactly, or not at all."""

from typing import Any

import pytest

from scorekeeper.rules.claim_errors import Slip, find_slip
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Foul, Hand
from scorekeeper.rules.presets import PRESETS

ANN, BOB, CAL, DEE = range(4)


def slip(off: int, *hands: dict[str, Any], rules: str = "original", player: int = ANN) -> Slip | None:
    chosen = PRESETS[rules].rules
    played_hands = tuple(replay(initial_standing(chosen, range(chosen.players)), [Hand(**hand) for hand in hands]))
    return find_slip(chosen, played_hands, player, off)


SET = {"bidder": ANN, "bid": 100, "captured": {ANN: 75, BOB: 45}}  # −100 and 45
MADE = {"bidder": ANN, "bid": 70, "captured": {ANN: 80, BOB: 40}}  # 80 and 40
FOUL = MADE | {"fouls": (Foul(CAL, "table-talk"),)}  # 40 and 40
FOULS = MADE | {"fouls": (Foul(ANN, "table-talk"), Foul(CAL, "table-talk"))}  # 0 and 40
NEST = MADE | {"nest_points": 25, "last_trick": CAL}
MISDEAL = {"outcome": "misdeal"}
TALK = MISDEAL | {"fouls": (Foul(CAL, "table-talk"),)}  # R12: −40 and 0


@pytest.mark.parametrize(
    ("off", "hands", "found"),
    [
        (175, (MADE, SET), Slip("set as made", (2,))),
        (175, (SET, MADE, SET), Slip("set as made", (1, 3))),
        (40, (FOUL,), Slip("foul forgotten", (1,))),
        (40, (FOULS,), Slip("foul forgotten", (1,))),
        (80, (FOULS, MADE), Slip("fouls forgotten", (1,))),
        (25, (NEST,), Slip("nest twice", (1,))),
        (-80, (MADE, SET), Slip("hand left out", (1,))),
        (100, (MISDEAL, SET), Slip("hand left out", (1,))),
        (40, (TALK, MADE), Slip("deal left out", (1,))),
        (40, (MADE, TALK, FOUL), None),
        (5, (MADE, SET), None),
        (-175, (SET,), None),
        (200, (MADE, SET), Slip("minus forgotten", (2,))),
        (80, (MADE, SET), Slip("booked twice", (1,))),
        (-100, (MADE, SET), Slip("booked twice", (2,))),
        (-40, (MADE, SET), Slip("sides swapped", (1,))),
        (145, (MADE, SET), Slip("sides swapped", (2,))),
        (80, (FOUL, FOUL), None),
        (0, (SET,), None),
    ],
)
def test_a_difference_is_explained_where_one_slip_fits(off: int, hands: Any, found: Slip | None) -> None:
    assert slip(off, *hands) == found


def test_where_two_kinds_of_slip_fit_none_is_named() -> None:
    """Forty points may be the foul of hand 1, or hand 2 left out."""
    lost = MADE | {"captured": {ANN: 120, BOB: 0}, "bid": 120, "fouls": (Foul(ANN, "table-talk"),) * 4}  # −40
    assert slip(40, MADE | {"nest_points": 25, "last_trick": BOB}, lost) is None
    assert slip(40, FOUL) == Slip("foul forgotten", (1,))


def test_the_other_side_has_slips_of_its_own() -> None:
    assert slip(-45, SET, player=BOB) == Slip("hand left out", (1,))
    assert slip(175, SET, player=BOB) is None
    assert slip(25, NEST, player=BOB) is None


def test_a_set_that_becomes_made_by_the_nest_counted_twice() -> None:
    hand = SET | {"nest_points": 25, "last_trick": ANN}
    assert slip(200, hand) == Slip("nest twice", (1,))
    assert slip(25, hand) is None


def test_the_nest_of_a_renege_goes_to_no_one() -> None:
    renege = {"outcome": "renege", "bidder": ANN, "bid": 70, "captured": {ANN: 30}, "reneged_by": BOB}
    assert slip(25, renege) is None
    assert slip(-30, renege) == Slip("hand left out", (1,))


def test_a_hand_given_up_was_not_taken_for_one_that_was_made() -> None:
    """R33: the table knows that it gave up."""
    gave_up = {"outcome": "conceded", "bidder": ANN, "bid": 100, "captured": {ANN: 75}}
    assert slip(175, gave_up) is None
    assert slip(100, gave_up) == Slip("hand left out", (1,))


def test_a_lost_moon_counted_as_made_brings_the_moon_bid() -> None:
    hand = {"bidder": ANN, "bid": 360, "captured": {ANN: 175, BOB: 5}}
    assert slip(720, hand, rules="moon-360") == Slip("set as made", (1,))


def test_each_of_two_defenders_has_a_total_of_his_own() -> None:
    hand = {"bidder": ANN, "bid": 60, "captured": {ANN: 50, BOB: 50}}
    assert slip(-50, hand, rules="three-handed", player=CAL) == Slip("hand left out", (1,))
