"""Every problem that one hand can have, by its code, at its field."""

from typing import Any

import pytest

from .games import MADE, RULE_BOOK, changed, check_hands, problems_of

CALLED = {"bidder": "Ann", "bid": 120, "partners": ["Cal"], "captured": {"Ann": 120, "Bob": 60}, "last_trick": "Ann"}
PRINCETON = {"bidder": "Ann", "bid": 110, "captured": {"Ann": 90, "Bob": 90}, "last_trick": "Ann"}
SWEPT = {"bidder": "Ann", "bid": 110, "captured": {"Ann": 180, "Bob": 0}, "sweep": "Ann"}
RENEGED = {"outcome": "renege", "bidder": "Bob", "bid": 95, "captured": {"Ann": 20}, "reneged_by": "Dee"}
GIVE_UP = {"base": "original", "may_concede": True}
GAVE_UP = {"outcome": "conceded", "bidder": "Bob", "bid": 95, "captured": {"Ann": 20}}
DISCARD = {"player": "Bob", "kind": "nest-discard"}
DIXIE = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 60, "Bob": 40}, "most_tricks": "Ann"}
ALONE = {"Ann": 15, "Bob": 15, "Cal": 15, "Dee": 15, "Eve": 15, "Fay": 25}
ALL_PASS = [["Bob", "pass"], ["Cal", "pass"], ["Dee", "pass"], ["Ann", "pass"]]
FIVE = ["Ann", "Bob", "Cal", "Dee", "Eve"]


def calls_of(*calls: list[Any]) -> dict[str, Any]:
    """The hand of an auction with these calls, Ann on the dealer's left."""
    return {"dealer": "Dee", "auction": list(calls), "captured": {"Ann": 75}}


# (rules, players beyond the usual four, hand, the problems found: code and field)
PROBLEMS = {
    "bid-missing: who?": ("original", (), changed(MADE, "bidder"), [("bid-missing", "bidder")]),
    "bid-missing: how much?": ("original", (), changed(MADE, "bid"), [("bid-missing", "bid")]),
    "bid-too-low: below the minimum (P10)": ("original", (), changed(MADE, bid=65), [("bid-too-low", "bid")]),
    "bid-too-low: with 1s high (N06)": (
        "online-ones-high", (), changed(MADE, bid=75, captured={"Bob": 100}), [("bid-too-low", "bid")],
    ),
    "bid-too-low: not above the last bid": (
        "original", (), calls_of(["Ann", 80], ["Bob", 80]), [("bid-too-low", "auction[1][1]")],
    ),
    "bid-too-high: above all the points": ("original", (), changed(MADE, bid=125), [("bid-too-high", "bid")]),
    "bid-too-high: between the maximum and the moon": (
        "moon-360", (), {"bidder": "Ann", "bid": 300, "captured": {"Ann": 180}}, [("bid-too-high", "bid")],
    ),
    "bid-step: not divisible by 5 (P11)": ("original", (), changed(MADE, bid=72), [("bid-step", "bid")]),
    "bid-step: in an auction, before too low": (
        "original", (), calls_of(["Ann", 70], ["Bob", 72]), [("bid-step", "auction[1][1]")],
    ),
    "bid-out-of-turn": ("original", (), calls_of(["Bob", 70]), [("bid-out-of-turn", "auction[0][0]")]),
    "bid-after-pass": (
        "original", (), calls_of(["Ann", "pass"], ["Bob", 70], ["Cal", "pass"], ["Dee", 75], ["Ann", 80]),
        [("bid-after-pass", "auction[4][0]")],
    ),
    "auction-unfinished": ("original", (), calls_of(["Ann", 70], ["Bob", "pass"]), [("auction-unfinished", "auction")]),
    "auction-unfinished: no calls at all": ("original", (), calls_of(), [("auction-unfinished", "auction")]),
    "call-after-end: the maximum was bid": (
        "original", (), calls_of(["Ann", 120], ["Bob", "pass"], ["Cal", 120]), [("call-after-end", "auction[2]")],
    ),
    "call-after-end: a pass on it out of turn (R5)": (
        "original", (), calls_of(["Ann", 120], ["Cal", "pass"]), [("call-after-end", "auction[1]")],
    ),
    "call-after-end: a second pass on it (R5)": (
        "original", (), calls_of(["Ann", "pass"], ["Bob", 120], ["Cal", "pass"], ["Ann", "pass"]),
        [("call-after-end", "auction[3]")],
    ),
    "call-after-end: the bidder's own pass (R5)": (
        "original", (), calls_of(["Ann", 120], ["Ann", "pass"]), [("call-after-end", "auction[1]")],
    ),
    "auction-mismatch: another bidder": ("original", (), changed(RULE_BOOK, dealer="Dee", bidder="Dee"),
                                         [("auction-mismatch", "bidder")]),
    "auction-mismatch: another bid": ("original", (), changed(RULE_BOOK, dealer="Dee", bid=90),
                                      [("auction-mismatch", "bid")]),
    "auction-mismatch: bid zero is not left out": ("original", (), changed(RULE_BOOK, dealer="Dee", bid=0),
                                                   [("auction-mismatch", "bid")]),
    "auction-mismatch: all passed, and yet played": (
        "original", (), {"auction": ALL_PASS, "captured": {"Ann": 75}}, [("auction-mismatch", "outcome")],
    ),
    "auction-mismatch: passed out, and yet a bid": (
        "original", (), {"outcome": "passed-out", "auction": [["Bob", 120]]}, [("auction-mismatch", "outcome")],
    ),
    "auction-mismatch: the dealer has the bid (R4)": (
        "princeton", (), {"outcome": "passed-out"}, [("auction-mismatch", "outcome")],
    ),
    "auction-mismatch: the same, with the auction": (
        "princeton", (), {"outcome": "passed-out", "auction": ALL_PASS[:3]}, [("auction-mismatch", "outcome")],
    ),
    "partners: in rules that call no one": (
        "original", (), changed(MADE, partners=["Dee"]), [("partners", "partners")],
    ),
    "partners: left out": ("call-partner", ("Eve",), changed(CALLED, "partners"), [("partners", "partners")]),
    "partners: too many": (
        "call-partner", ("Eve",), changed(CALLED, partners=["Bob", "Cal"]), [("partners", "partners")],
    ),
    "partners: the bidder": ("call-partner", ("Eve",), changed(CALLED, partners=["Ann"]), [("partners", "partners")]),
    "captured-missing: no one": ("original", (), changed(MADE, "captured"), [("captured-missing", "captured")]),
    "captured-missing: cards may lie out of play": (
        {"base": "original", "out_of_play_cards": 3}, (), changed(MADE, captured={"Bob": 100}),
        [("captured-missing", "captured")],
    ),
    "captured-missing: after a renege": (
        "original", (), changed(RENEGED, captured={"Bob": 20}), [("captured-missing", "captured")],
    ),
    "captured-missing: two left out, and the rest is theirs": (
        "five-handed", ("Eve",), {"bidder": "Ann", "bid": 30, "captured": {"Ann": 60, "Bob": 20, "Cal": 15}},
        [("captured-missing", "captured")],
    ),
    "captured-missing: two left out, and cards out of play": (
        {"base": "five-handed", "nest_size": 5, "out_of_play_cards": 1}, ("Eve",),
        {"bidder": "Ann", "bid": 30, "captured": {"Ann": 60, "Bob": 20, "Cal": 20}}, [("captured-missing", "captured")],
    ),
    "captured-twice: partners": (
        "original", (), changed(MADE, captured={"Bob": 100, "Ann": 20, "Dee": 100}),
        [("captured-twice", "captured.Dee")],
    ),
    "captured-value: not a multiple of the step": (
        "original", (), changed(MADE, captured={"Bob": 97, "Ann": 23}),
        [("captured-value", "captured.Bob"), ("captured-value", "captured.Ann")],
    ),
    "captured-value: negative, and no sum next to it": (
        "original", (), changed(MADE, captured={"Bob": 100, "Ann": -5}), [("captured-value", "captured.Ann")],
    ),
    "captured-value: more than all the counters": (
        "original", (), changed(MADE, captured={"Bob": 125}), [("captured-value", "captured.Bob")],
    ),
    "captured-sum: more than the deck holds (P13)": (
        "original", (), changed(MADE, captured={"Bob": 75, "Ann": 50}), [("captured-sum", "captured")],
    ),
    "captured-sum: less (P14)": (
        "original", (), changed(MADE, captured={"Bob": 75, "Ann": 40}), [("captured-sum", "captured")],
    ),
    "captured-sum: 65 of 100 with three cards out (T04)": (
        "two-handed", None, {"bidder": "Ann", "bid": 50, "captured": {"Ann": 50, "Bob": 15}},
        [("captured-sum", "captured")],
    ),
    "captured-sum: six fives in a deck of four (R30)": (
        "six-handed", ("Eve", "Fay"), {"bidder": "Ann", "bid": 30, "captured": ALONE}, [("captured-sum", "captured")],
    ),
    "captured-sum: 195 of Princeton's 200 (W11)": (
        "princeton", (), changed(PRINCETON, captured={"Ann": 85, "Bob": 90}), [("captured-sum", "captured")],
    ),
    "last-trick-missing": ("princeton", (), changed(PRINCETON, "last_trick"), [("last-trick-missing", "last_trick")]),
    "most-tricks-missing": ("dixie", (), changed(DIXIE, "most_tricks"), [("most-tricks-missing", "most_tricks")]),
    "sweep: no bonus in these rules": (
        "original", (), changed(MADE, captured={"Bob": 120}, sweep="Bob"), [("sweep", "sweep")],
    ),
    "sweep: the other side has counters": (
        "princeton", (), changed(SWEPT, captured={"Ann": 90, "Bob": 90}), [("sweep", "sweep")],
    ),
    "sweep: more at the bidder's than a nest can hold": (
        "princeton", (), changed(SWEPT, captured={"Ann": 25, "Bob": 155}, sweep="Bob"), [("sweep", "sweep")],
    ),
    "sweep: more at the bidder's than the nest held (R30)": (
        "princeton", (), changed(SWEPT, captured={"Ann": 15, "Bob": 165}, sweep="Bob", nest_points=0),
        [("sweep", "sweep")],
    ),
    "sweep: another side's last trick": ("princeton", (), changed(SWEPT, last_trick="Bob"), [("sweep", "sweep")]),
    "nest-points: no five cards are worth 70": (
        "original", (), changed(MADE, nest_points=70, last_trick="Bob"), [("nest-points", "nest_points")],
    ),
    "nest-points: more than its winner captured": (
        "original", (), changed(MADE, nest_points=30, last_trick="Ann"), [("nest-points", "nest_points")],
    ),
    "rook: it doesn't count in these rules": (
        {"base": "original", "counters": {"5": 5, "10": 10, "14": 10}}, (),
        changed(MADE, captured={"Bob": 75, "Ann": 25}, rook="Ann"), [("rook", "rook")],
    ),
    "renege: by whom?": ("original", (), changed(RENEGED, "reneged_by", captured={"Ann": 20, "Bob": 5}),
                         [("renege", "reneged_by")]),
    "renege: in a hand played to its end": (
        "original", (), changed(MADE, reneged_by="Dee"), [("renege", "reneged_by")],
    ),
    "renege: there is no sweep (R9)": (
        "original", (), changed(RENEGED, last_trick="Ann", most_tricks=None, nest_points=5, sweep="Ann"),
        [("renege", "sweep")],
    ),
    "nest-points: more than its winner captured before a renege (R9)": (
        "original", (), changed(RENEGED, last_trick="Ann", nest_points=25), [("nest-points", "nest_points")],
    ),
    "renege: not used in these rules": (
        "princeton", (), changed(RENEGED, captured={"Ann": 20, "Bob": 5}), [("renege", "outcome")],
    ),
    "foul: an unknown kind": ("original", (), changed(MADE, fouls=[{"player": "Bob", "kind": "yawn"}]),
                              [("foul", "fouls[0].kind")]),
    "foul: not used in these rules": ("concise", (), changed(MADE, fouls=[{"player": "Bob", "kind": "table-talk"}]),
                                      [("foul", "fouls")]),
    "foul-nest-discard: only the bidder discards (R19)": (
        "original", (), changed(MADE, fouls=[{"player": "Dee", "kind": "nest-discard"}]),
        [("foul-nest-discard", "fouls[0].player")],
    ),
    "concede: not in these rules (R33)": ("original", (), GAVE_UP, [("concede", "outcome")]),
    "concede: a field that cannot be (R33)": (
        GIVE_UP, (), changed(GAVE_UP, sweep="Ann", last_trick="Ann"), [("concede", "last_trick"), ("concede", "sweep")],
    ),
    "bid-missing: of a hand given up": (GIVE_UP, (), {"outcome": "conceded"}, [("bid-missing", "bidder")]),
    "renege: on a hand given up": (
        GIVE_UP, (), changed(GAVE_UP, reneged_by="Ann"), [("renege", "reneged_by")],
    ),
    "captured-sum: of a hand given up, above all (R33)": (
        GIVE_UP, (), changed(GAVE_UP, captured={"Ann": 75, "Bob": 50}), [("captured-sum", "captured")],
    ),
    "time: no time limit (R32)": ("original", (), changed(MADE, last=True), [("time", "last")]),
    "foul: table talk where only discards matter (R19)": (
        "county-fair", (), {"bidder": "Bob", "bid": 70, "captured": {"Bob": 80},
                            "fouls": [DISCARD, {"player": "Ann", "kind": "table-talk"}]},
        [("foul", "fouls[1].kind")],
    ),
    "foul-nest-discard: though it would set (R19)": (
        "county-fair", (), {"bidder": "Dee", "bid": 70, "captured": {"Bob": 80}, "fouls": [DISCARD]},
        [("foul-nest-discard", "fouls[0].player")],
    ),
    "foul: a second wrong discard (R19)": (
        "original", (), changed(MADE, fouls=[DISCARD, DISCARD]), [("foul", "fouls[1].kind")],
    ),
    "foul: a wrong discard without a nest (R19)": (
        {"base": "original", "nest_size": 0}, (), changed(MADE, fouls=[DISCARD]), [("foul", "fouls[0].kind")],
    ),
    "foul-nest-discard: in a misdeal (R12)": (
        "original", (), {"outcome": "misdeal", "fouls": [DISCARD]}, [("foul-nest-discard", "fouls[0].player")],
    ),
    "foul: not used in these rules, in a passed-out deal (R12)": (
        "concise", (), {"outcome": "passed-out", "fouls": [{"player": "Bob", "kind": "table-talk"}]},
        [("foul", "fouls")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PROBLEMS, ids=str)
def test_a_hand_that_cannot_be_is_told_with_its_code_and_field(case: str) -> None:
    """And it is not scored: no points, no totals from there on, the game invalid."""
    rules, more, hand, expected = PROBLEMS[case]
    players = ["Ann", "Bob"] if more is None else ["Ann", "Bob", "Cal", "Dee", *more]
    result = check_hands(hand, rules=rules, players=players)
    assert problems_of(result) == [(1, code, field) for code, field in expected]
    assert (result.hands[0].points, result.hands[0].totals, result.totals, result.status) == (
        None,
        None,
        None,
        "invalid",
    )


# (rules, further players, the hand, what its author is told to write)
WHAT_TO_WRITE = {
    "a renege in a hand played to its end (R24)": (
        "original", (), changed(MADE, reneged_by="Dee"),
        "A hand that was played to its end can't have a renege. "
        'Set "outcome" to "renege", or leave out "reneged_by".',
    ),
    "a renege in a hand given up (R24)": (
        GIVE_UP, (), changed(GAVE_UP, reneged_by="Ann"),
        "A hand that was given up can't have a renege. " 'Set "outcome" to "renege", or leave out "reneged_by".',
    ),
    "no partner and no one called": (
        "call-partner", ("Eve",), changed(CALLED, "partners"),
        'Who is the partner? Write "partners": [] if there isn\'t one.',
    ),
    "a sweep that earns nothing (R16)": (
        "original", (), changed(MADE, sweep="Bob"), "With these rules a sweep earns nothing. Leave it out.",
    ),
    "counts of a misdeal": (
        "original", (), {"outcome": "misdeal", "captured": {"Ann": 100}},
        'A misdeal hand can\'t have "captured". Leave it out, or change "outcome".',
    ),
    "a bid of no one": ("original", (), changed(MADE, "bidder"), "Who took the bid?"),
    "a bid of no size": ("original", (), changed(MADE, "bid"), "How much was the bid?"),
    "no bid": ("original", (), changed(changed(MADE, "bid"), "bidder"), "Who took the bid, and for how much?"),
}  # fmt: skip


@pytest.mark.parametrize("case", WHAT_TO_WRITE)
def test_a_file_is_told_what_to_write_and_not_what_to_tap(case: str) -> None:
    """A file has no buttons and no blanks."""
    rules, more, hand, expected = WHAT_TO_WRITE[case]
    result = check_hands(hand, rules=rules, players=["Ann", "Bob", "Cal", "Dee", *more])
    assert expected in [problem.message for problem in result.problems]


UNKNOWN = {
    "dealer": "Zed",
    "bidder": "Zed",
    "captured.Zed": {"Zed": 100, "Ann": 20},
    "partners[1]": ["Ann", "Zed"],
    "last_trick": "Zed",
    "most_tricks": "Zed",
    "sweep": "Zed",
    "reneged_by": "Zed",
    "auction[1][0]": [["Bob", 70], ["Zed", "pass"]],
    "agreed[1]": ["Ann", "Zed"],
    "fouls[0].player": [{"player": "Zed", "kind": "table-talk"}],
    "adjustments[1].player": [
        {"player": "Ann", "points": 5, "reason": "a gift"},
        {"player": "Zed", "points": 5, "reason": "a gift"},
    ],
}


@pytest.mark.parametrize("field", UNKNOWN)
def test_a_name_that_is_not_at_the_table_is_found_wherever_it_is(field: str) -> None:
    """unknown-player, with the path to the name."""
    key = field.partition("[")[0].partition(".")[0]
    assert problems_of(check_hands(changed(MADE, **{key: UNKNOWN[field]}))) == [(1, "unknown-player", field)]


def test_names_are_compared_exactly() -> None:
    """`bob` is not Bob, nor is a Bob with a space."""
    result = check_hands(changed(MADE, bidder="bob"), changed(MADE, bidder="Bob "))
    assert problems_of(result) == [(1, "unknown-player", "bidder"), (2, "unknown-player", "bidder")]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bidder", "Ann"),
        ("bid", 70),
        ("captured", {"Ann": 75}),
        ("reneged_by", "Ann"),
        ("last", True),
        ("trump", "red"),
    ],
)
@pytest.mark.parametrize("outcome", ["passed-out", "misdeal"])
def test_a_deal_without_play_has_no_cards(outcome: str, key: str, value: object) -> None:
    """Only outcome, dealer, auction, fouls, adjustments, who agreed, claims, id and note may stand on it."""
    assert problems_of(check_hands({"outcome": outcome, key: value})) == [(1, "bad-format", key)]


def test_the_problems_of_a_hand_are_in_the_order_of_the_codes() -> None:
    """Bid before counters, counters before fouls, whatever their order in the record."""
    hand = {"fouls": [{"player": "Ann", "kind": "yawn"}], "captured": {"Bob": 97}, "bid": 65, "bidder": "Bob"}
    assert [code for _, code, _ in problems_of(check_hands(hand))] == ["bid-too-low", "captured-value", "foul"]
