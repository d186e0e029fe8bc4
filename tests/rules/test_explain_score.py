"""The sentences that tell a score and an end, and the rulings next to them."""

from dataclasses import replace

import pytest

from scorekeeper.rules.claim_errors import score_errors, total_errors, winner_errors
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.explain_score import explain_end, explain_played, explain_score
from scorekeeper.rules.game import Standing, Table, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names, format_points, format_total

from .notation import (
    EIGHT_HANDS,
    MISDEAL,
    NAMES,
    booked,
    conceded,
    foul,
    hand,
    lettered,
    no_hand,
    renege,
    row,
    rules_of,
    standing_of,
)

ORIGINAL = rules_of("original")
LENIENT = ORIGINAL.changed(set_rule="none")
SWEPT_POINTS = ORIGINAL.changed(sweep_bonus=50, sweep_on="points")
GIVE_UP = ORIGINAL.changed(may_concede=True)
THREE_PASS = tuple((player, "pass") for player in "ABC")
WRONG_DISCARD = (foul("B", "nest-discard"),)
DISCARD_SETS = ORIGINAL.changed(discard_rule="set", may_concede=True)
FIVE_NEED = rules_of("five-handed").changed(win_needs_bid=True)

HANDS = [
    row("Original, Scoring example", "original", hand("B 95", "BD 75"),
        [("B & D bid 95 and took 75: set back 95.", None), ("A & C score 45.", None)]),
    row("R11 R12 made, with a foul", "original", hand("B 95", "BD 100", talked="D"),
        [("B & D bid 95 and took 100: +100.", None), ("A & C score 20.", None),
         ("D's table talk costs B & D 40.", "R12")]),
    row("R26 an adjustment", "original", hand("B 95", "BD 100", plus="A -15"),
        [("B & D bid 95 and took 100: +100.", None), ("A & C score 20.", None), ("A & C −15: agreed.", "R26")]),
    row("R10 two players", "two-handed", hand("A 50", "A 60, B 40", fouls=(foul("A", "nest-discard"),)),
        [("A bid 50 and took 60: +60.", None), ("B scores 40.", None), ("A's wrong nest discard costs 40.", "R12")]),
    row("R14 three players", "three-handed", hand("A 60", "A 55, BC 35", talked="B"),
        [("A bid 60 and took 55: set back 60.", None), ("B & C score 35 each.", "R14"),
         ("B's table talk costs B & C 40 each.", "R12")]),
    row("R6 changing partners", "changing-partners", hand("B 70", "BD 80"),
        [("B & D bid 70 and took 80: +80 each.", None), ("A & C score 40 each.", "R6")]),
    row("R15 five players", "five-handed", hand("A 40", "A 45, B 20, C 15, D 20, E 0"),
        [("A bid 40 and took 45: +45.", None), ("B +20, C +15, D +20, E 0.", "R15")]),
    row("The last trick made the bid", "house-200", hand("B 100", "BD 80", last_trick="B"),
        [("B & D bid 100 and took 100 with the last trick: +100.", None), ("A & C score 100.", None)]),
    row("The last trick set the bid", "house-200", hand("B 100", "BD 80", last_trick="A"),
        [("B & D bid 100 and took 80: set back 100.", None), ("A & C score 120 with the last trick.", None)]),
    row("The others had most tricks", "dixie", hand("B 70", "BD 70", most_tricks="A"),
        [("B & D bid 70 and took 70: +70.", None), ("A & C score 50 with most tricks.", None)]),
    row("R16 every trick", "princeton", hand("A 150", "AC 180", sweep="A"),
        [("A & C bid 150 and took 200: +200.", None), ("B & D score nothing.", None),
         ("A & C took every trick: +100.", "R16")]),
    row("R4 the dealer was stuck", "kentucky", hand("D 100", "BD 105", auction=THREE_PASS, dealer="D"),
        [("Everyone else passed: D was stuck with 100.", "R4"), ("B & D bid 100 and took 105: +105.", None),
         ("A & C score 75.", None)]),
    row("R16 all the points", SWEPT_POINTS, hand("B 70", "BD 0"),
        [("B & D bid 70 and took 0: set back 70.", None), ("A & C score 120.", None),
         ("A & C took all the points: +50.", "R16")]),
    row("R27 the moon made", "moon-360", hand("A 360", "AC 180"),
        [("A & C shot the moon (360) and took 180 of 180: +360.", "R27"), ("B & D score nothing.", None)]),
    row("R27 set by the moon", "moon-360", hand("A 360", "AC 175"),
        [("A & C shot the moon (360) and took 175 of 180: set back 360.", "R27"), ("B & D score 5.", None)]),
    row("Order of scoring, 2: no set back", LENIENT, hand("B 95", "BD 75"),
        [("B & D bid 95 and took 75: set, but that costs nothing with these rules: +75.", None),
         ("A & C score 45.", None)]),
    row("R19 a wrong discard sets", "county-fair", hand("B 80", "BD 90", fouls=WRONG_DISCARD),
        [("B & D bid 80 and took 90, but a wrong nest discard is a set: set back 80.", "R19"),
         ("A & C score 10.", None)]),
    row("R19 it costs nothing more", DISCARD_SETS, renege("B 80", "AC 30", "D", fouls=WRONG_DISCARD),
        [("D reneged: B & D set back 80.", "R8"), ("A & C +30, captured before it was found.", "R8"),
         ("B's wrong nest discard costs nothing more.", "R19")]),
    row("R33 a hand given up", GIVE_UP, conceded("B 95", "AC 40", talked="A"),
        [("B & D gave up the hand: set back 95.", "R33"), ("A & C +40, captured before that.", "R33"),
         ("A's table talk costs A & C 40.", "R12")]),
    row("R33 with nothing counted, each of them", rules_of("three-handed").changed(may_concede=True), conceded("B 60"),
        [("B gave up the hand: set back 60.", "R33"), ("A & C had captured nothing.", "R33")]),
    row("R8 a renege", "original", renege("B 95", "AC 20", "D"),
        [("D reneged: B & D set back 95.", "R8"), ("A & C +20, captured before it was found.", "R8")]),
    row("R9 found after the last trick", "house-200", renege("B 100", "AC 60", "D", last_trick="A"),
        [("D reneged: B & D set back 100.", "R8"),
         ("A & C +80 with the last trick: it was found only after that.", "R9")]),
    row("R8 one alone", "five-handed", renege("A 40", "A 20, B 15, C 0, E 5", "D"),
        [("D reneged: set back 40.", "R8"), ("A +20, captured before it was found.", "R8"),
         ("B +15, captured before it was found.", "R8"), ("C 0, captured before it was found.", "R8"),
         ("E +5, captured before it was found.", "R8")]),
    row("R8 fixed", "county-fair", renege("A 70", "", "A"),
        [("A reneged: A & C set back 100.", "R8"), ("B & D +100.", "R8")]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "expected"), HANDS)
def test_a_hand_is_told_as_people_tell_it(
    rules: str | RuleSet, seen: Hand, expected: list[tuple[str, str | None]]
) -> None:
    (played,) = booked(standing_of(rules), [seen])
    assert played.score is not None
    assert [(reason.text, reason.ruling) for reason in explain_score(rules_of(rules), played.score, NAMES)] == expected


TO_1000 = ORIGINAL.changed(target=1000)
ENDS = [
    row("R1 alone", ORIGINAL, "AC 200, BD 220", 0, [hand("B 80", "BD 80")], "300 to 240 (game was to 300).", "R1"),
    row("R1 both", ORIGINAL, "AC 280, BD 220", 0, [hand("B 80", "BD 85")],
        "315 to 305; both reached 300, so the higher total wins.", "R1"),
    row("R1 two of five", "five-handed", "A 130, B 140", 0, [hand("A 40", "A 50, B 30, C 10, D 10, E 0")],
        "180 to 170; more than one reached 150, so the highest total wins.", "R1"),
    row("R1 below nothing", ORIGINAL, "AC -200, BD 220", 0, [hand("B 80", "BD 120")],
        "340 to −200 (game was to 300).", "R1"),
    row("R2", EIGHT_HANDS, "", 7, [hand("B 80", "BD 80")], "80 to 40 after 8 hands.", "R2"),
    row("R2 one hand", replace(EIGHT_HANDS, hand_limit=1), "", 0, [hand("B 80", "BD 80")],
        "80 to 40 after 1 hand.", "R2"),
    row("R3 tied", EIGHT_HANDS, "AC 40", 7, [hand("B 80", "BD 80")],
        "A & C and B & D are tied at 80. Play one more hand.", "R3"),
    row("R3 decided", EIGHT_HANDS, "AC 40", 7, [hand("B 80", "BD 80"), hand("B 80", "BD 80")],
        "160 to 120 after the tiebreaker hand.", "R3"),
    row("R7", ORIGINAL.changed(tie_break="shared"), "AC 260, BD 220", 0, [hand("B 80", "BD 80")],
        "300 each: they share the win.", "R7"),
    row("R18", "online-fourteens-high", "AC 490, BD 430", 0, [hand("B 70", "BD 70")],
        "Both reached 500, and B & D had the bid.", "R18"),
    row("R18 alone", "online-fourteens-high", "BD 430", 0, [hand("B 70", "BD 70")],
        "500 to 50 (game was to 500).", "R1"),
    row("R28", ORIGINAL.changed(win_needs_bid=True), "AC 400, BD 230", 0, [hand("B 70", "BD 70")],
        "B & D went out on the bid, 300 to 450 (game was to 300).", "R28"),
    row("R28 tied below another", FIVE_NEED, "A 500, B 140, C 140", 0, [hand("A 50", "A 30, B 20, C 20, D 30, E 0")],
        "Those who can go out are tied. Play one more hand.", "R3"),
    row("R12 tied, and a penalty since", EIGHT_HANDS, "AC 30", 7,
        [hand("B 70", "BD 75"), no_hand("misdeal", talked="A")],
        "There was a tie for the win, and only a hand can break it. Play one more.", "R12"),
    row("R32 time", "smith-county", "AC 40", 3, [hand("B 75", "BD 80", last=True)],
        "110 to 80 when time was called.", "R32"),
    row("R34 from paper", ORIGINAL.changed(target=200), "AC 120", 0, [hand("A 80", "AC 80")],
        "200 to 40 (game was to 200).", "R1"),
    row("R29 floor", "dixie", "AC -140, BD 110", 0, [hand("A 120", "AC 80", most_tricks="A")],
        "A & C fell to −260; 130 is the highest total.", "R29"),
    row("R29 lead", "moon-360", "AC 1200", 0, [hand("B 70", "BD 70")], "1,310 leads 70 by 1,240.", "R29"),
    row("R1 thousands", TO_1000, "AC 900, BD -1100", 0, [hand("A 110", "AC 110")],
        "1,010 to −1,090 (game was to 1,000).", "R1"),
    row("R1 thousands, both", TO_1000, "AC 980, BD 970", 0, [hand("A 70", "AC 80")],
        "1,060 to 1,010; both reached 1,000, so the higher total wins.", "R1"),
    row("R28 thousands", TO_1000.changed(win_needs_bid=True), "AC 1400, BD 930", 0, [hand("B 70", "BD 70")],
        "B & D went out on the bid, 1,000 to 1,450 (game was to 1,000).", "R28"),
    row("R18 thousands", TO_1000.changed(both_cross="bidding_side"), "AC 990, BD 930", 0, [hand("B 70", "BD 70")],
        "Both reached 1,000, and B & D had the bid.", "R18"),
    row("R3 thousands", TO_1000, "AC 1000, BD 960", 0, [hand("B 80", "BD 80")],
        "A & C and B & D are tied at 1,040. Play one more hand.", "R3"),
    row("R25 nothing yet", ORIGINAL, "", 0, [hand("B 80", "BD 75")], "No winner yet.", None),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "hands_scored", "seen", "text", "ruling"), ENDS)
def test_an_end_is_told_with_its_figures(
    rules: str | RuleSet, before: str, hands_scored: int, seen: list[Hand], text: str, ruling: str | None
) -> None:
    reason = explain_end(booked(standing_of(rules, before, hands_scored), seen)[-1].standing, NAMES)
    assert (reason.text, reason.ruling) == (text, ruling)


def test_three_who_are_tied_are_listed_as_people_list_them() -> None:
    tied = Standing(Table(rules_of("three-handed"), (0, 1, 2), 0, 9), (1000, 1000, 1000), tied=True)
    assert explain_end(tied, Names(("Ann", "Bob", "Cal"))).text == (
        "Ann, Bob and Cal are tied at 1,000. Play one more hand."
    )


@pytest.mark.parametrize(("points", "sheet", "total"), [(45, "+45", "45"), (0, "0", "0"), (-95, "−95", "−95")])
def test_points_are_written_as_on_a_score_sheet(points: int, sheet: str, total: str) -> None:
    assert (format_points(points), format_total(points)) == (sheet, total)


WITHOUT_A_HAND = [
    row("R12 table talk and an adjustment", "original", no_hand("misdeal", talked="B", plus="A 5"),
        [("B's table talk costs B & D 40.", "R12"), ("A & C +5: agreed.", "R26")]),
    row("R12 changing partners", "changing-partners", no_hand("passed-out", talked="B"),
        [("B's table talk costs B & D 40 each.", "R12")]),
    row("R12 the player alone", "three-handed", no_hand("misdeal", talked="B"),
        [("B's table talk costs 40.", "R12")]),
    row("R22 nothing", "original", MISDEAL, []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "expected"), WITHOUT_A_HAND)
def test_a_deal_that_is_no_hand_is_explained_by_its_penalties(
    rules: str | RuleSet, seen: Hand, expected: list[tuple[str, str]]
) -> None:
    (played,) = booked(standing_of(rules), [seen])
    assert [(reason.text, reason.ruling) for reason in explain_played(played, NAMES)] == expected


def test_nothing_is_explained_of_what_came_after_the_end() -> None:
    """R1: it does not count."""
    talk = no_hand("misdeal", talked="B")
    *_, later = replay(standing_of("original", "BD 290"), [hand("B 70", "BD 70"), talk])
    assert list(explain_played(later, NAMES)) == []


RIGHT = (45, -95, 45, -95)
SIDES = ((0, 2), (1, 3))
CLAIMS = [
    row("P01 wrong-score", score_errors({0: 45, 1: 75}, RIGHT), "wrong-score", "claimed.B",
        "By the rules B scores −95 in this hand, not 75."),
    row("P01 wrong-total", total_errors({2: 40, 3: -95}, RIGHT), "wrong-total", "claimed_totals.C",
        "By the rules C's total is 45 after this hand, not 40."),
    row("R1 wrong-winner", winner_errors([0], SIDES, (1, 3)), "wrong-winner",
        "claimed_winners", "By the rules B and D have won, not A."),
    row("R1 wrong-winner: no one yet", winner_errors([0, 2], SIDES, ()), "wrong-winner",
        "claimed_winners", "By the rules no one has won, not A and C."),
    row("R1 wrong-winner: somebody did", winner_errors([], ((0,), (1,)), (1,)), "wrong-winner",
        "claimed_winners", "By the rules B has won, not no one."),
]  # fmt: skip


@pytest.mark.parametrize(("errors", "code", "field", "message"), CLAIMS)
def test_a_wrong_claim_is_told_the_rules_figure(errors: list[RuleError], code: str, field: str, message: str) -> None:
    (error,) = errors
    assert (error.code, lettered(error.field), error.describe(NAMES)) == (code, field, message)


def test_a_right_claim_is_no_error() -> None:
    """R1: a name stands for its side."""
    assert not list(score_errors(dict(enumerate(RIGHT)), RIGHT))
    assert not list(total_errors({}, RIGHT))
    assert not list(winner_errors([3], SIDES, (1, 3)))
    assert not list(winner_errors([], SIDES, ()))
