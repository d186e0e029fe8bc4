"""What the table claims: it is held against the rules and never stops the scoring."""

from typing import Any

import pytest

from .games import MADE, SET_BACK, changed, check_hands, known, problems_of

ALL_120 = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 120}}
FOULED = changed(
    MADE,
    fouls=[{"player": "Dee", "kind": "table-talk"}],
    adjustments=[{"player": "Cal", "points": -10, "reason": "came late"}],
)


def test_claims_that_are_right_are_no_problem() -> None:
    """A key stands for its competitor; fouls and adjustments are in the figure (R11, R26)."""
    assert problems_of(check_hands(changed(FOULED, claimed={"Bob": 60, "Dee": 60, "Ann": 10}))) == []
    assert problems_of(check_hands(MADE, changed(SET_BACK, claimed_totals={"Cal": 65, "Bob": 5}))) == []


CLAIMS: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "a wrong score": ({"claimed": {"Bob": 100, "Ann": 25}}, [("wrong-score", "claimed.Ann")]),
    "the partner's wrong score": ({"claimed": {"Cal": 25}}, [("wrong-score", "claimed.Cal")]),
    "partners who disagree": ({"claimed": {"Bob": 100, "Dee": 95}}, [("wrong-score", "claimed.Dee")]),
    "wrong totals": (
        {"claimed_totals": {"Bob": 95, "Ann": 25}}, [("wrong-total", "claimed_totals.Bob"),
                                                     ("wrong-total", "claimed_totals.Ann")],
    ),
    "score before total": (
        {"claimed_totals": {"Bob": 95}, "claimed": {"Bob": 95}},
        [("wrong-score", "claimed.Bob"), ("wrong-total", "claimed_totals.Bob")],
    ),
    "a stranger's score, and the others' next to it": (
        {"claimed": {"Zed": 1, "Bob": 95}}, [("unknown-player", "claimed.Zed"), ("wrong-score", "claimed.Bob")],
    ),
    "a stranger's total": ({"claimed_totals": {"Zed": 1}}, [("unknown-player", "claimed_totals.Zed")]),
    "a score in words": (
        {"claimed": {"Ann": "20", "Bob": 95}}, [("bad-format", "claimed.Ann"), ("wrong-score", "claimed.Bob")],
    ),
    "a total that is a fraction": ({"claimed_totals": {"Ann": 20.0}}, [("bad-format", "claimed_totals.Ann")]),
    "claims that are null": ({"claimed": None}, [("bad-format", "claimed")]),
    "claims in a list": ({"claimed_totals": [20, 100]}, [("bad-format", "claimed_totals")]),
    "no claims": ({"claimed": {}, "claimed_totals": {}}, []),
}  # fmt: skip


@pytest.mark.parametrize("case", CLAIMS)
def test_a_fault_inside_a_claim_does_not_stop_the_scoring(case: str) -> None:
    """The hand has its points, the game its totals and its end."""
    claims, expected = CLAIMS[case]
    result = check_hands(changed(MADE, **claims))
    assert problems_of(result) == [(1, *each) for each in expected]
    assert (known(result.hands[0].points)["Bob"], known(result.totals)["Bob"], result.status) == (
        100,
        100,
        "in-progress",
    )


def test_a_misdeal_is_claimed_to_score_nothing() -> None:
    """Claims may stand on it; the totals are those before it."""
    result = check_hands(MADE, {"outcome": "misdeal", "claimed": {"Ann": 5}, "claimed_totals": {"Ann": 20}})
    assert problems_of(result) == [(2, "wrong-score", "claimed.Ann")]


def test_claims_of_a_hand_that_cannot_be_scored_are_not_compared() -> None:
    """But their names and numbers are still looked at."""
    result = check_hands(changed(MADE, bid=72, claimed={"Bob": 1}), changed(MADE, claimed_totals={"Bob": 1, "Zed": 1}))
    assert problems_of(result) == [(1, "bid-step", "bid"), (2, "unknown-player", "claimed_totals.Zed")]
    result = check_hands(changed(MADE, bidder="Zed", claimed={"Bob": "x"}))
    assert problems_of(result) == [(1, "bad-format", "claimed.Bob"), (1, "unknown-player", "bidder")]


WON = (ALL_120, ALL_120, ALL_120)


@pytest.mark.parametrize(
    ("hands", "claimed", "expected"),
    [
        (WON, ["Ann", "Cal"], []),
        (WON, ["Cal"], []),
        (WON, ["Ann", "Ann"], []),
        (WON, ["Bob"], [(None, "wrong-winner", "claimed_winners")]),
        (WON, ["Ann", "Bob"], [(None, "wrong-winner", "claimed_winners")]),
        (WON, [], [(None, "wrong-winner", "claimed_winners")]),
        ((MADE,), [], []),
        ((MADE,), ["Bob"], [(None, "wrong-winner", "claimed_winners")]),
        ((changed(MADE, bid=72),), ["Bob"], [(1, "bid-step", "bid")]),
    ],
)
def test_claimed_winners(hands: tuple[Any, ...], claimed: list[str], expected: list[Any]) -> None:
    """A name stands for its competitor, `[]` says that no one has won; not checked where the game is invalid."""
    assert problems_of(check_hands(*hands, claimed_winners=claimed)) == expected


def test_a_wrong_winner_leaves_the_rest_as_it_is_and_comes_first() -> None:
    """It is the only problem of the document that does."""
    result = check_hands(*WON, MADE, claimed_winners=["Bob"])
    assert problems_of(result) == [(None, "wrong-winner", "claimed_winners"), (4, "hand-after-end", "")]
    assert (result.status, result.winners, known(result.totals)["Ann"]) == ("over", ("Ann", "Cal"), 360)
