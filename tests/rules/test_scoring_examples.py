"""Hands worked out with paper and pencil, each from a sentence of a rule document or from a ruling.

P original, R changing partners, T two to six players, C concise, N online, W Princeton, X variants found in play.
"""

import pytest

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.ruleset import RuleSet

from .notation import EIGHT_HANDS, MISDEAL, booked, hand, letters, points_of, problems, renege, row, standing_of

HANDS = [
    row("P01 Original, Scoring example", "original", "", hand("B 95", "BD 75, AC 45"), "AC +45, BD -95"),
    row("P03 Original, Counters: the bid exactly", "original", "", hand("B 95", "BD 95, AC 25"), "AC +25, BD +95"),
    row("P05 Original, Counters: missed by five", "original", "", hand("B 95", "BD 90, AC 30"), "AC +30, BD -95"),
    row("P07 Original, Bidding: all counters", "original", "", hand("B 70", "BD 120, AC 0"), "AC 0, BD +120"),
    row("P16 R8 bidders renege", "original", "", renege("B 95", "BD 60, AC 20", "D"), "AC +20, BD -95"),
    row("P17 R8 others renege", "original", "", renege("B 95", "BD 40, AC 15", "A"), "AC -95, BD +40"),
    row("P19 R8 nothing captured yet", "original", "", renege("B 70", "BD 35, AC 0", "B"), "AC 0, BD -70"),
    row("P20 R8 counters are lost", "original", "", renege("B 95", "BD 30, AC 50", "C"), "AC -95, BD +30"),
    row("P25 R11", "original", "", hand("B 95", "BD 100, AC 20", talked="D"), "AC +20, BD +60"),
    row("P27 Original, Penalties", "original", "", hand("B 95", "BD 95, AC 25", talked="A"), "AC -15, BD +95"),
    row("P28 R12 both sides", "original", "", hand("B 80", "BD 85, AC 35", talked="BC"), "AC -5, BD +45"),
    row("P30 R12 set and foul", "original", "", hand("B 90", "BD 70, AC 50", talked="B"), "AC +50, BD -130"),
    row("T01 Hasbro, 2 players", "two-handed", "", hand("A 50", "A 60, B 40"), "A +60, B +40"),
    row("T03 Hasbro, 2 players: dead cards", "two-handed", "", hand("A 55", "A 50, B 20"), "A -55, B +20"),
    row("T06 R20 a bid beyond reach", "two-handed", "", hand("A 100", "A 90, B 0"), "A -100, B 0"),
    row("T08 R10 the dummy reneges", "two-handed", "", renege("A 60", "A 35, B 20", "B"), "A +35, B -60"),
    row("T11 R14", "three-handed", "", hand("A 60", "A 65, BC 35"), "A +65, BC +35"),
    row("T12 R14 bidder set", "three-handed", "", hand("A 70", "A 55, BC 30"), "A -70, BC +30"),
    row("T15 R10 a defender reneges", "three-handed", "", renege("A 60", "A 25, BC 30", "C"), "A +25, BC -60"),
    row("T18 R15", "five-handed", "", hand("A 40", "A 45, B 20, C 15, D 10, E 10"), "A 45, B 20, C 15, D 10, E 10"),
    row("T19 R15 set", "five-handed", "", hand("A 40", "A 35, B 30, C 20, D 15, E 0"), "A -40, B 30, C 20, D 15, E 0"),
    row(
        "T24 R10 each alone", "five-handed", "",
        renege("A 40", "A 20, B 15, C 0, D 25, E 5", "D"), "A 20, B 15, C 0, D -40, E 5",
    ),
    row(
        "T26 R15 six players", "six-handed", "",
        hand("A 30", "A 30, B 25, C 20, D 15, E 10, F 0"), "A 30, B 25, C 20, D 15, E 10, F 0",
    ),
    row("R04 R6", "changing-partners", "hand 5", renege("C 85", "CD 30, AB 20", "B"), "AB -85, CD +30"),
    row("N01 Online, Bidding", "online-ones-high", "", hand("A 150", "AC 145, BD 35"), "AC -150, BD +35"),
    row("W01 Princeton, Scoring", "princeton", "", hand("A 110", "AC 90, BD 90", last_trick="A"), "AC 110, BD 90"),
    row("W02 Princeton, Scoring", "princeton", "", hand("A 110", "AC 85, BD 95", last_trick="C"), "AC -110, BD 95"),
    row("W03 Princeton, Scoring: bonus", "princeton", "", hand("A 150", "AC 180, BD 0", sweep="A"), "AC 300, BD 0"),
    row("W05 R16 by defenders", "princeton", "", hand("A 70", "AC 10, BD 170", sweep="B"), "AC -70, BD 290"),
    row("W10 R4", "princeton", "", hand("A 70", "AC 65, BD 115", last_trick="D"), "AC -70, BD 135"),
    row("X03 R8 fixed", "county-fair", "", renege("A 70", "AC 0, BD 0", "A"), "AC -100, BD +100"),
    row("X08 R27", "moon-360", "", hand("A 360", "AC 180, BD 0"), "AC +360, BD 0"),
    row(
        "X13 Call a partner", "call-partner", "",
        hand("A 120", "AC 120, BDE 60", partners=("C",), last_trick="C"), "AC +140, BDE +60",
    ),
    row(
        "X15 Call a partner: alone", "call-partner", "",
        hand("A 100", "A 120, BCDE 60", partners=(), last_trick="E"), "A +120, BCDE +80",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "seen", "points"), HANDS)
def test_a_hand_scores_what_pencil_and_paper_give(rules: str, before: str, seen: Hand, points: str) -> None:
    standing = standing_of(rules, hands_scored=4 if before else 0)
    (played,) = booked(standing, [seen])
    assert played.score is not None
    assert played.score.points == points_of(points)


RUNNING = [
    row("P02 Original, Scoring example", "original", "AC 60, BD 120", 0, [hand("B 95", "BD 75")], "AC 105, BD 25", ""),
    row(
        "P32 R13 a foul before the end", "original", "BD 220", 0,
        [hand("B 100", "BD 110, AC 10", talked="B")], "AC 10, BD 290", "",
    ),
    row(
        "P33 R1 R13 the target exactly", "original", "AC 100, BD 230", 0,
        [hand("B 100", "BD 110, AC 10", talked="B")], "AC 110, BD 300", "BD",
    ),
    row("P37 Original, Object", "original", "AC 280, BD 220", 0, [hand("B 80", "BD 85")], "AC 315, BD 305", "AC"),
    row("P40 Original, Object: tie", "original", "AC 270, BD 240", 0, [hand("B 70", "BD 75")], "ABCD 315", "tied"),
    row(
        "P41 Original, Object: extra hand", "original", "AC 270, BD 240", 0,
        [hand("B 70", "BD 75"), hand("A 80", "AC 85")], "AC 400, BD 350", "AC",
    ),
    row(
        "P44 R3 below the target", "original", "AC 250, BD 230", 0,
        [hand("B 70", "BD 70"), hand("B 70", "BD 65", talked="AC")], "AC 275, BD 230", "AC",
    ),
    row("P45 Original, Object: no tie", "original", "AC 155, BD 125", 0, [hand("B 70", "BD 75")], "ABCD 200", ""),
    row("P47 Original, Misdeal", "original", "AC 10, BD 20", 0, [MISDEAL], "AC 10, BD 20", ""),
    row(
        "P49 R2 eight hands", EIGHT_HANDS, "", 0,
        [
            hand("B 70", "BD 120"), hand("B 70", "BD 110"), hand("B 70", "BD 100"), hand("A 70", "AC 90"),
            hand("A 80", "AC 80"), hand("A 120", "AC 110"), hand("B 95", "BD 75"), hand("A 100", "AC 115"),
        ], "AC 240, BD 320", "BD",
    ),
    row(
        "P50 R2 tied after the last", EIGHT_HANDS, "AC 270, BD 240", 7,
        [hand("B 70", "BD 75"), hand("A 80", "AC 85")], "AC 400, BD 350", "AC",
    ),
    row(
        "R02 R6 no target", "changing-partners", "", 1,
        [hand("A 70", "AC 120"), hand("A 70", "AC 110"), hand("A 70", "AC 100")], "AC 330, BD 30", "",
    ),
    row(
        "R03 R7", "changing-partners", "AB 300, C 310, D 300", 11,
        [hand("D 75", "AD 120")], "A 420, B 300, C 310, D 420", "AD",
    ),
    row(
        "T14 R3 defenders tied", "three-handed", "A 100, BC 180", 0,
        [hand("A 60", "A 40, BC 60"), hand("C 50", "C 60, AB 40")], "A 80, B 280, C 300", "C",
    ),
    row(
        "T22 Original, Object", "five-handed", "A 100, B 140, C 50, D 20, E 10", 0,
        [hand("A 40", "A 50, B 30, C 10, D 10, E 0")], "A 150, B 170, C 60, D 30, E 10", "B",
    ),
    row("C02 Concise, first section", "concise", "AC 280, BD 220", 0, [hand("B 80", "BD 85")], "AC 315, BD 305", "AC"),
    row("N03 R18", "online-ones-high", "AC 420, BD 490", 0, [hand("A 90", "AC 95")], "AC 515, BD 575", "AC"),
    row(
        "W08 R17", "princeton", "AC 900, BD 950", 0,
        [hand("A 110", "AC 90, BD 90", last_trick="A")], "AC 1010, BD 1040", "BD",
    ),
    row(
        "X07 R29", "dixie", "AC -140, BD 110", 0,
        [hand("A 120", "AC 80, BD 20", most_tricks="A")], "AC -260, BD 130", "BD",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "hands_scored", "seen", "totals", "end"), RUNNING)
def test_a_game_scores_what_pencil_and_paper_say(
    rules: str | RuleSet, before: str, hands_scored: int, seen: list[Hand], totals: str, end: str
) -> None:
    last = booked(standing_of(rules, before, hands_scored), seen)[-1].standing
    assert last.totals == points_of(totals)
    assert (last.status if end in ("", "tied") else letters(last.winners)) == (end or "in-progress")


REFUSED = [
    row("P10 Original, Bidding: below the minimum", "original", hand("B 65", "BD 80, AC 40"), "bid-too-low"),
    row("P11 Original, Bidding: not divisible", "original", hand("B 72", "BD 80, AC 40"), "bid-step"),
    row("P13 Original, Counters: above 120", "original", hand("B 80", "BD 75, AC 50"), "captured-sum"),
    row("P14 Original, Counters: below 120", "original", hand("B 80", "BD 75, AC 40"), "captured-sum"),
    row("T04 R20 too many out of play", "two-handed", hand("A 50", "A 50, B 15"), "captured-sum"),
    row("N06 Online, Bidding", "online-ones-high", hand("A 75", "AC 100, BD 80"), "bid-too-low"),
    row("W11 Princeton, Scoring", "princeton", hand("A 110", "AC 85, BD 90", last_trick="A"), "captured-sum"),
]


@pytest.mark.parametrize(("rules", "seen", "code"), REFUSED)
def test_hands_of_the_examples_that_cannot_be_are_refused(rules: str, seen: Hand, code: str) -> None:
    assert [found for found, _ in problems(rules, seen)] == [code]
