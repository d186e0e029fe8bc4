"""What a verdict says of points, totals, numbers, dealers, the status and the winners."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.record import Verdict, verdict

from .games import MADE, RULE_BOOK, SET_BACK, changed, check_hands, document, known, problems_of

MISDEAL, PASSED_OUT = {"outcome": "misdeal"}, {"outcome": "passed-out"}
BROKEN = changed(MADE, bid=72)
ALL_120 = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 120}}
SHORT = {"base": "original", "target": None, "hand_limit": 1}


def lines(result: Verdict) -> list[tuple[Any, ...]]:
    """Number, dealer, and what Ann and Bob have: points and totals."""
    return [(hand.number, hand.dealer, pair(hand.points), pair(hand.totals)) for hand in result.hands]


def pair(points: Mapping[str, int] | None) -> tuple[int, int] | None:
    return None if points is None else (points["Ann"], points["Bob"])


def test_the_rule_books_own_example() -> None:
    """P01: Bob and Dee bid 95 and captured 75, Ann and Cal score 45."""
    result = check_hands(RULE_BOOK, dealer="Dee")
    each = {"Ann": 45, "Bob": -95, "Cal": 45, "Dee": -95}
    assert (result.valid, result.status, result.totals, result.winners, result.problems) == (
        True,
        "in-progress",
        each,
        (),
        (),
    )
    assert [(hand.number, hand.dealer, hand.points, hand.totals) for hand in result.hands] == [(1, "Dee", each, each)]


def test_a_record_without_hands_is_a_game_in_progress() -> None:
    """Everybody begins with nothing."""
    result = check_hands()
    assert (result.status, result.totals, result.hands) == ("in-progress", {"Ann": 0, "Bob": 0, "Cal": 0, "Dee": 0}, ())


def test_misdeals_and_passed_out_deals_bear_the_number_of_the_hand_they_delayed() -> None:
    """They score nothing, and the same dealer deals again (R22)."""
    assert lines(check_hands(MISDEAL, MADE, PASSED_OUT, SET_BACK)) == [
        (1, "Ann", (0, 0), (0, 0)),
        (1, "Ann", (20, 100), (20, 100)),
        (2, "Bob", (0, 0), (20, 100)),
        (2, "Bob", (45, -95), (65, 5)),
    ]


TALK = [{"player": "Bob", "kind": "table-talk"}]
GIFT = [{"player": "Ann", "points": 5, "reason": "a gift"}]
FIVE = ["Ann", "Bob", "Cal", "Dee", "Eve"]


def test_penalties_and_adjustments_of_a_deal_that_is_no_hand_count_at_once() -> None:
    """R12, R26: they are its points, the totals change, and a wrong claim of them is found."""
    talked = {**MISDEAL, "fouls": TALK, "claimed": {"Dee": -40, "Ann": 0}, "claimed_totals": {"Bob": -40}}
    given = {**PASSED_OUT, "fouls": TALK, "adjustments": GIFT, "claimed": {"Ann": 0}, "claimed_totals": {"Cal": 5}}
    result = check_hands(talked, MADE, given)
    assert lines(result) == [
        (1, "Ann", (0, -40), (0, -40)),
        (1, "Ann", (20, 100), (20, 60)),
        (2, "Bob", (5, -40), (25, 20)),
    ]
    assert problems_of(result) == [(3, "wrong-score", "claimed.Ann"), (3, "wrong-total", "claimed_totals.Cal")]


def test_without_a_hand_the_player_alone_pays_where_the_bid_makes_the_sides() -> None:
    """R12."""
    result = check_hands({**MISDEAL, "fouls": TALK}, rules="three-handed", players=FIVE[:3])
    assert result.totals == {"Ann": 0, "Bob": -40, "Cal": 0}
    assert known(check_hands({**MISDEAL, "fouls": TALK}, rules="changing-partners").totals)["Dee"] == -40


def test_the_end_waits_for_the_next_hand_after_a_penalty_in_a_misdeal() -> None:
    """R12: a tie stays one, and reaching the target by a penalty alone wins nothing."""
    even: dict[str, Any] = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 80, "Bob": 40}}
    even["adjustments"] = [{"player": "Dee", "points": 40, "reason": "made even"}]
    tied = check_hands(even, {**MISDEAL, "fouls": TALK}, rules=SHORT)
    assert (tied.status, known(tied.totals)["Ann"], known(tied.totals)["Bob"]) == ("tied", 80, 40)
    assert check_hands(even, {**MISDEAL, "fouls": TALK}, MADE, rules=SHORT).winners == ("Bob", "Dee")
    given = {**PASSED_OUT, "adjustments": [{"player": "Ann", "points": 300, "reason": "a bet"}]}
    assert check_hands(given).status == "in-progress"
    assert check_hands(given, MADE).winners == ("Ann", "Cal")


def test_after_a_hand_that_cannot_be_scored_the_points_of_a_misdeal_are_still_told() -> None:
    """The totals stay unknown."""
    assert lines(check_hands(BROKEN, {**MISDEAL, "fouls": TALK}))[1] == (2, "Bob", (0, -40), None)


def test_the_deal_moves_on_after_all_pass_under_next_dealer() -> None:
    """R4."""
    result = check_hands(PASSED_OUT, MISDEAL, MADE, rules={"base": "original", "all_pass": "next_dealer"})
    assert [hand.dealer for hand in result.hands] == ["Ann", "Bob", "Bob"]
    result = check_hands({**PASSED_OUT, "bid": 70}, MADE, rules={"base": "original", "all_pass": "next_dealer"})
    assert [hand.dealer for hand in result.hands] == ["Ann", "Bob"]


def test_a_dealer_given_overrides_the_rotation_from_there_on() -> None:
    """Misdeals included."""
    result = check_hands(MADE, changed(MADE, dealer="Dee"), MADE, {"outcome": "misdeal", "dealer": "Cal"}, MADE)
    assert [hand.dealer for hand in result.hands] == ["Ann", "Dee", "Ann", "Cal", "Cal"]


def test_a_hand_that_cannot_be_scored_takes_its_number_and_the_totals_with_it() -> None:
    """Later hands are still checked on their own: they have points, no totals, and no end of the game."""
    result = check_hands(
        MADE, BROKEN, ALL_120, ALL_120, ALL_120, changed(MADE, claimed={"Ann": 25}), claimed_winners=["Bob"]
    )
    assert lines(result) == [
        (1, "Ann", (20, 100), (20, 100)),
        (2, "Bob", None, None),
        *((number, dealer, (120, 0), None) for number, dealer in ((3, "Cal"), (4, "Dee"), (5, "Ann"))),
        (6, "Bob", (20, 100), None),
    ]
    assert problems_of(result) == [(2, "bid-step", "bid"), (6, "wrong-score", "claimed.Ann")]
    assert (result.status, result.totals, result.winners) == ("invalid", None, ())


def test_a_hand_of_bad_form_is_told_apart_from_the_others() -> None:
    """The field is relative to the hand, and the hand's outcome and dealer are still taken into account."""
    result = check_hands({"outcome": "misdeal", "x": 1}, {"dealer": "Cal", "bid": "95"}, 7, MADE)
    assert problems_of(result) == [(1, "bad-format", "x"), (2, "bad-format", "bid"), (3, "bad-format", "")]
    assert [(hand.number, hand.dealer, pair(hand.points)) for hand in result.hands] == [
        (1, "Ann", None), (1, "Cal", None), (2, "Dee", None), (3, "Ann", (20, 100)),
    ]  # fmt: skip


def test_nothing_but_its_coming_too_late_is_said_of_a_hand_after_the_end() -> None:
    """hand-after-end: no points, the totals stay, the status stays over, numbers and dealers go on."""
    result = check_hands(ALL_120, ALL_120, ALL_120, BROKEN, {"x": 1}, MISDEAL, changed(MADE, claimed={"Ann": 1}))
    assert problems_of(result) == [(place, "hand-after-end", "") for place in (4, 5, 6, 7)]
    assert lines(result)[2:] == [
        (3, "Cal", (120, 0), (360, 0)), (4, "Dee", None, (360, 0)), (5, "Ann", None, (360, 0)),
        (6, "Bob", None, (360, 0)), (6, "Bob", None, (360, 0)),
    ]  # fmt: skip
    assert (result.status, result.winners, known(result.totals)["Ann"]) == ("over", ("Ann", "Cal"), 360)


def test_a_tie_at_the_end_waits_for_an_extra_hand() -> None:
    """R2, R3: the status is `tied`, and no one has won yet."""
    even: dict[str, Any] = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 80, "Bob": 40}}
    even["adjustments"] = [{"player": "Dee", "points": 40, "reason": "made even"}]
    result = check_hands(even, rules=SHORT, claimed_winners=[])
    assert (result.status, result.winners, result.problems) == ("tied", (), ())
    assert check_hands(even, ALL_120, rules=SHORT).winners == ("Ann", "Cal")


def test_a_game_begins_with_the_totals_from_paper() -> None:
    """R34: a name stands for its side, who is left out begins with nothing, and nothing is tested before a hand."""
    carried = {"starting_totals": {"Cal": 290, "Bob": 310}}
    begun = check_hands(**carried)
    assert (begun.status, begun.totals) == ("in-progress", {"Ann": 290, "Bob": 310, "Cal": 290, "Dee": 310})
    result = check_hands({"outcome": "misdeal"}, changed(MADE, claimed_totals={"Ann": 310}), **carried)
    assert lines(result) == [(1, "Ann", (0, 0), (290, 310)), (1, "Ann", (20, 100), (310, 410))]
    assert (result.problems, result.status, result.winners) == ((), "over", ("Bob", "Dee"))


def test_time_that_is_called_ends_the_game_with_its_hand() -> None:
    """R32: what comes after it comes too late."""
    quick = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 120}}
    result = check_hands(quick, {**quick, "last": True}, quick, rules="larry-smith", claimed_winners=["Cal"])
    assert problems_of(result) == [(3, "hand-after-end", "")]
    assert (result.status, result.winners) == ("over", ("Ann", "Cal"))
    assert check_hands({**quick, "last": False}, rules="original").problems == ()


CAPTURED = {
    "the side left out took the rest": ("original", 4, changed(MADE, captured={"Dee": 100}), [20, 100, 20, 100]),
    "each alone: those left out took nothing": (
        "five-handed", 5, {"bidder": "Ann", "bid": 40, "captured": {"Ann": 45, "Dee": 55}}, [45, 0, 0, 55, 0],
    ),
    "a renege found after the last trick (R9)": (
        "house-200", 4,
        changed(
            MADE, outcome="renege", bid=100, reneged_by="Dee", captured={"Ann": 60}, last_trick="Cal", nest_points=10
        ),
        [80, -100, 80, -100],
    ),
    "the nest's points are those that the bidder's side has against a sweep (R16)": (
        "princeton", 4, {"bidder": "Ann", "bid": 70, "captured": {"Ann": 10}, "sweep": "Bob", "nest_points": 10},
        [-70, 290, -70, 290],
    ),
    "passes after the highest bid (R5)": (
        "original", 4, {"auction": [["Bob", 120], ["Cal", "pass"], ["Dee", "pass"]], "captured": {"Bob": 120}},
        [0, 120, 0, 120],
    ),
    "each alone: the one left out took the rest": (
        "five-handed", 5, {"bidder": "Ann", "bid": 40, "captured": {"Ann": 45, "Bob": 20, "Cal": 15, "Dee": 10}},
        [45, 20, 15, 10, 10],
    ),
    "the offender's own count may be left out (P16)": (
        "original", 4, changed(MADE, outcome="renege", reneged_by="Dee", captured={"Ann": 20}), [20, -95, 20, -95],
    ),
    "a hand given up asks for no counts (R33)": (
        {"base": "original", "may_concede": True}, 4, {"outcome": "conceded", "bidder": "Ann", "bid": 70},
        [-70, 0, -70, 0],
    ),
    "a side left out of a hand given up had nothing (R33)": (
        {"base": "five-handed", "may_concede": True}, 5,
        {"outcome": "conceded", "bidder": "Ann", "bid": 40, "captured": {"Bob": 15, "Ann": 20}}, [-40, 15, 0, 0, 0],
    ),
    "a wrong discard sets (R19)": (
        "county-fair", 4,
        {"bidder": "Ann", "bid": 70, "captured": {"Ann": 80}, "fouls": [{"player": "Ann", "kind": "nest-discard"}]},
        [-70, 20, -70, 20],
    ),
    "a fixed renege asks for no counts (X03)": (
        "county-fair", 4, {"outcome": "renege", "bidder": "Ann", "bid": 70, "reneged_by": "Ann"},
        [-100, 100, -100, 100],
    ),
    "cards out of play (T03)": (
        "two-handed", 2, {"bidder": "Ann", "bid": 55, "captured": {"Ann": 50, "Bob": 20}}, [-55, 20],
    ),
    "a sweep without the last trick (W03)": (
        "princeton", 4, {"bidder": "Ann", "bid": 150, "captured": {"Ann": 180}, "sweep": "Ann"}, [300, 0, 300, 0],
    ),
    "the dropped card's counter stays with the bidder (W05)": (
        "princeton", 4, {"bidder": "Ann", "bid": 70, "captured": {"Ann": 10}, "sweep": "Bob"}, [-70, 290, -70, 290],
    ),
    "most tricks tied: null (R31)": (
        "dixie", 4, {"bidder": "Ann", "bid": 70, "captured": {"Ann": 60}, "most_tricks": None}, [-70, 40, -70, 40],
    ),
    "playing alone (X15)": (
        "call-partner", 5,
        {"bidder": "Ann", "bid": 100, "partners": [], "captured": {"Ann": 100, "Eve": 80}, "last_trick": "Ann"},
        [120, 80, 80, 80, 80],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CAPTURED)
def test_how_captured_is_completed(case: str) -> None:
    """A player stands for the whole side; what the rules fix need not be said."""
    rules, count, hand, points = CAPTURED[case]
    result = check_hands(hand, rules=rules, players=["Ann", "Bob", "Cal", "Dee", "Eve"][:count])
    assert (problems_of(result), list(known(result.hands[0].points).values())) == ([], points)


def test_rotating_partners_move_in_their_seats() -> None:
    """R21: after hand 4 Cal sits at Ann's left."""
    result = check_hands(*[changed(MADE, captured={"Bob": 100})] * 6, rules="changing-partners")
    assert problems_of(result) == []
    assert [hand.dealer for hand in result.hands] == ["Ann", "Bob", "Cal", "Dee", "Ann", "Cal"]
    assert [list(known(result.hands[place].points).values()) for place in (3, 4)] == [
        [20, 100, 20, 100],
        [100, 100, 20, 20],
    ]


def test_a_verdict_is_written_with_its_keys_in_order() -> None:
    """One line of JSON, as `check --json` prints it."""
    result = verdict(json.dumps(document(RULE_BOOK, dealer="Dee")).encode(), "a.rook.json")
    assert result.__struct_fields__ == (
        "file", "valid", "rules", "status", "hands", "totals", "winners", "problems",
    )  # fmt: skip
    assert result.hands[0].__struct_fields__ == ("number", "dealer", "points", "totals")
    assert list(known(result.totals)) == ["Ann", "Bob", "Cal", "Dee"]
