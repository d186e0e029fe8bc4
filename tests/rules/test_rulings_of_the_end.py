"""How games end, go on, and who deals, ruling by ruling."""

import pytest

from scorekeeper.rules.game import replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.ruleset import RuleSet

from .notation import EIGHT_HANDS, MISDEAL, PASSED_OUT, booked, hand, renege, row, rules_of, standing_of

ORIGINAL = rules_of("original")
SHARED = ORIGINAL.changed(tie_break="shared")
BOTH = ORIGINAL.changed(hand_limit=3)
FLOOR = ORIGINAL.changed(floor=-100)
LEAD = ORIGINAL.changed(lead_wins=200, target=None, hand_limit=50)
BIDDERS = ORIGINAL.changed(both_cross="bidding_side")
NEEDS = ORIGINAL.changed(win_needs_bid=True)
FIVE_NEED = rules_of("five-handed").changed(win_needs_bid=True)
FIVE = "A 40, B 30, C 20, D 10, E 0"

ENDS = [
    row("R1 reached exactly", ORIGINAL, "BD 220", 0, hand("B 80", "BD 80"), "target", "BD"),
    row("R1 five short", ORIGINAL, "BD 215", 0, hand("B 80", "BD 80"), None, ""),
    row("R1 310 against 300", ORIGINAL, "AC 270, BD 220", 0, hand("B 80", "BD 80"), "target", "AC"),
    row("R1 by the side that was set", ORIGINAL, "AC 260, BD 290", 0, hand("B 80", "BD 75"), "target", "AC"),
    row("R2 the last hand", EIGHT_HANDS, "AC 10", 7, hand("B 70", "BD 70"), "hand_limit", "BD"),
    row("R2 one before it", EIGHT_HANDS, "AC 10", 6, hand("B 70", "BD 70"), None, ""),
    row("R2 a reneged hand counts", EIGHT_HANDS, "", 7, renege("B 70", "AC 0", "B"), "hand_limit", "AC"),
    row("R2 whichever comes first", BOTH, "AC 10", 2, hand("B 70", "BD 70"), "hand_limit", "BD"),
    row("R2 the target before it", BOTH, "BD 290", 0, hand("B 70", "BD 70"), "target", "BD"),
    row("R7 shared at the target", SHARED, "AC 270, BD 240", 0, hand("B 70", "BD 75"), "target", "ABCD"),
    row("R7 shared by some", "changing-partners", "ABC 300, D 300", 11, hand("D 75", "AD 75"), "hand_limit", "AD"),
    row("R13 340 less 40", ORIGINAL, "BD 220", 0, hand("B 120", "BD 120", talked="D"), "target", "BD"),
    row("R13 an adjustment before the end", ORIGINAL, "BD 220", 0, hand("B 80", "BD 80", plus="B -5"), None, ""),
    row("R13 an adjustment wins", ORIGINAL, "AC 255", 0, hand("B 80", "BD 80", plus="A 5"), "target", "AC"),
    row("R18 also when equal", BIDDERS, "AC 270, BD 240", 0, hand("B 70", "BD 75"), "target", "BD"),
    row("R18 though lower", BIDDERS, "AC 290, BD 240", 0, hand("B 70", "BD 75"), "target", "BD"),
    row("R18 though set", BIDDERS, "AC 290, BD 400", 0, hand("B 80", "BD 75"), "target", "BD"),
    row("R18 only the others reached it", BIDDERS, "AC 290, BD 240", 0, hand("B 80", "BD 75"), "target", "AC"),
    row("R25 far below nothing", ORIGINAL, "BD -9000", 0, hand("B 80", "BD 75"), None, ""),
    row("R28 bidders made", NEEDS, "AC 290, BD 240", 0, hand("B 70", "BD 75"), "target", "BD"),
    row("R28 bidders made, below the target", NEEDS, "AC 290, BD 0", 0, hand("B 70", "BD 75"), None, ""),
    row("R28 bidders set", NEEDS, "AC 290, BD 500", 0, hand("B 80", "BD 75"), "target", "AC"),
    row("R28 only the set bidders are there", NEEDS, "AC 0, BD 500", 0, hand("B 80", "BD 75"), None, ""),
    row("R28 bidders renege: set", NEEDS, "AC 300, BD 500", 0, renege("B 80", "AC 0", "D"), "target", "AC"),
    row("R28 others renege: made", NEEDS, "AC 500, BD 300", 0, renege("B 80", "BD 0", "C"), "target", "BD"),
    row(
        "R28 the highest of those who may", FIVE_NEED, "A 500, B 150, C 170", 0,
        hand("A 50", FIVE), "target", "C",
    ),
    row("R28 none may, but the hands are over", NEEDS.changed(hand_limit=1), "AC 900", 0, hand("B 70", "BD 75"),
        "hand_limit", "AC"),
    row("R28 none may, but the lead is there", "moon-360", "AC 1200", 0, hand("B 70", "BD 75"), "lead", "AC"),
    row("R29 at the floor", FLOOR, "BD -20", 0, hand("B 80", "BD 75"), "floor", "AC"),
    row("R29 above the floor", FLOOR, "BD -15", 0, hand("B 80", "BD 75"), None, ""),
    row("R29 the lead exactly", LEAD, "BD 160", 0, hand("B 80", "BD 80"), "lead", "BD"),
    row("R29 the lead just missed", LEAD, "BD 155", 0, hand("B 80", "BD 80"), None, ""),
    row("R29 the lead over the next", rules_of("five-handed").changed(lead_wins=50, target=900),
        "A 100, B 49, E -500", 0, hand("A 40", FIVE), "lead", "A"),
    row("Order of scoring, 5: target before floor", FLOOR, "AC 290, BD -50", 0, hand("B 80", "BD 75"), "target", "AC"),
    row("Order of scoring, 5: hands before floor", FLOOR.changed(hand_limit=1), "BD -50", 0, hand("B 80", "BD 75"),
        "hand_limit", "AC"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "hands_scored", "seen", "reason", "winners"), ENDS)
def test_a_game_ends_or_goes_on(
    rules: str | RuleSet, before: str, hands_scored: int, seen: Hand, reason: str | None, winners: str
) -> None:
    standing = booked(standing_of(rules, before, hands_scored), [seen])[-1].standing
    assert (standing.end and standing.end.reason, "".join(standing.winners)) == (reason, winners)
    assert standing.status == ("over" if reason else "in-progress")


ALONE = "A 30, B 20, C 20, D 30, E 0"
TIES = [
    row("R2 tied after the last hand", EIGHT_HANDS, "AC 30", 7, [hand("B 70", "BD 75")], "tied", ""),
    row(
        "R2 tied again", EIGHT_HANDS, "AC 30", 7,
        [hand("B 70", "BD 75"), hand("A 70", "AC 70", plus="A -20")], "tied", "",
    ),
    row("R3 in the next hand", EIGHT_HANDS, "AC 30", 7, [hand("B 70", "BD 75"), hand("B 70", "BD 70")], "over", "BD"),
    row("R3 a misdeal decides nothing", EIGHT_HANDS, "AC 30", 7, [hand("B 70", "BD 75"), MISDEAL], "tied", ""),
    row(
        "R3 one that was not tied", "five-handed", "A 120, B 130, C 130, D 125", 0,
        [hand("A 30", "A 30, B 30, C 30, D 10, E 0"), hand("D 40", "A 0, B 20, C 20, D 60, E 0")], "over", "D",
    ),
    row("R17 equal", "princeton", "AC 910, BD 930", 0, [hand("A 90", "AC 90", last_trick="A")], "tied", ""),
    row("R28 two may, a third is above", FIVE_NEED, "A 500, B 140, C 140", 0, [hand("A 50", ALONE)], "tied", ""),
    row(
        "R29 equal when one falls", rules_of("five-handed").changed(floor=-10), "E -10", 0,
        [hand("A 30", ALONE)], "tied", "",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "hands_scored", "seen", "status", "winners"), TIES)
def test_a_tie_is_played_out(
    rules: str | RuleSet, before: str, hands_scored: int, seen: list[Hand], status: str, winners: str
) -> None:
    standing = booked(standing_of(rules, before, hands_scored), seen)[-1].standing
    assert (standing.status, "".join(standing.winners)) == (status, winners)


DEALS = [
    row("R22 to the left after a hand", "original", [hand("B 70", "BD 70")], "B", 2),
    row("R22 after a renege", "original", [renege("B 70", "AC 0", "B")], "B", 2),
    row("R22 the same after a misdeal", "original", [MISDEAL], "A", 1),
    row("R22 the same after all passed", "original", [PASSED_OUT], "A", 1),
    row("R4 moves on", ORIGINAL.changed(all_pass="next_dealer"), [PASSED_OUT], "B", 1),
    row("R4 a misdeal does not move", ORIGINAL.changed(all_pass="next_dealer"), [MISDEAL], "A", 1),
    row("R22 around the table", "three-handed", [hand("A 60", "A 65, BC 35")] * 3, "A", 4),
    row("R22 left of the one who dealt instead", "original", [hand("B 70", "BD 70", dealer="D")], "A", 2),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "dealer", "number"), DEALS)
def test_the_deal_passes_on(rules: str | RuleSet, seen: list[Hand], dealer: str, number: int) -> None:
    deal = booked(standing_of(rules), seen)[-1].standing.deal()
    assert (deal.dealer, deal.number) == (dealer, number)
    assert deal.first_to_bid == {"A": "B", "B": "C"}[dealer]


def test_hands_after_the_end_are_kept_without_a_score() -> None:
    """R1: the first to reach the target has won, whatever is played later."""
    won, later = replay(standing_of("original", "BD 290"), [hand("B 70", "BD 70"), hand("A 120", "AC 120")])
    assert (won.after_end, later.after_end, later.score) == (False, True, None)
    assert later.standing == won.standing
