"""How games end, go on, and who deals, ruling by ruling."""

import pytest

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.ruleset import RuleSet

from .notation import (
    EIGHT_HANDS,
    MISDEAL,
    PASSED_OUT,
    booked,
    conceded,
    hand,
    letters,
    no_hand,
    numbered,
    player,
    renege,
    row,
    rules_of,
    standing_of,
)

ORIGINAL = rules_of("original")
SHARED = ORIGINAL.changed(tie_break="shared")
BOTH = ORIGINAL.changed(hand_limit=3)
FLOOR = ORIGINAL.changed(floor=-100)
LEAD = ORIGINAL.changed(lead_wins=200, target=None, hand_limit=50)
BIDDERS = ORIGINAL.changed(both_cross="bidding_side")
NEEDS = ORIGINAL.changed(win_needs_bid=True)
FIVE_NEED = rules_of("five-handed").changed(win_needs_bid=True)
CLOCK = rules_of("smith-county")
FOUR_HANDS = rules_of("larry-smith")
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
    row("R32 time is called", CLOCK, "AC 15", 3, hand("B 75", "BD 80, AC 70", last=True), "time", "AC"),
    row("R32 time is not called", CLOCK, "AC 10", 3, hand("B 75", "BD 80"), None, ""),
    row("R32 by a renege too", CLOCK, "", 3, renege("B 75", "AC 0", "B", last=True), "time", "AC"),
    row("R32 the hands before the clock", FOUR_HANDS, "AC 10", 3, hand("B 100", "BD 100", last=True), "hand_limit",
        "AC"),
    row("R32 the clock before the hands", FOUR_HANDS, "AC 10", 1, hand("B 100", "BD 100", last=True), "time", "AC"),
    row("R32 the target before the clock", CLOCK, "BD 420", 3, hand("B 75", "BD 80", last=True), "target", "BD"),
    row("R32 R28 none may go out, but time is called", CLOCK.changed(win_needs_bid=True), "AC 900", 3,
        hand("B 75", "BD 75", last=True), "time", "AC"),
    row("R32 the clock before the floor", CLOCK.changed(floor=-50), "BD -200", 3,
        hand("B 75", "BD 75", last=True), "time", "AC"),
    row("R32 R7 a shared win", FOUR_HANDS, "", 1, hand("B 100", "BD 100, AC 100", last=True), "time", "ABCD"),
    row("R33 R2 counts as a hand", EIGHT_HANDS.changed(may_concede=True), "", 7, conceded("B 70", "AC 5"),
        "hand_limit", "AC"),
    row("R33 R28 counts as set", NEEDS.changed(may_concede=True), "AC 300, BD 500", 0, conceded("B 80"), "target",
        "AC"),
    row("Order of scoring, 5: target before floor", FLOOR, "AC 290, BD -50", 0, hand("B 80", "BD 75"), "target", "AC"),
    row("Order of scoring, 5: hands before floor", FLOOR.changed(hand_limit=1), "BD -50", 0, hand("B 80", "BD 75"),
        "hand_limit", "AC"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "before", "hands_scored", "seen", "reason", "winners"), ENDS)
def test_a_game_ends_or_goes_on(
    rules: str | RuleSet, before: str, hands_scored: int, seen: Hand, reason: str | None, winners: str
) -> None:
    standing = booked(standing_of(rules, before, hands_scored), [seen])[-1].standing
    assert (standing.end and standing.end.reason, letters(standing.winners)) == (reason, winners)
    assert standing.status == ("over" if reason else "in-progress")


ALONE = "A 30, B 20, C 20, D 30, E 0"
TIES = [
    row("R2 tied after the last hand", EIGHT_HANDS, "AC 30", 7, [hand("B 70", "BD 75")], "tied", ""),
    row(
        "R2 tied again", EIGHT_HANDS, "AC 30", 7,
        [hand("B 70", "BD 75"), hand("A 70", "AC 70", plus="A -20")], "tied", "",
    ),
    row("R3 in the next hand", EIGHT_HANDS, "AC 30", 7, [hand("B 70", "BD 75"), hand("B 70", "BD 70")], "over", "BD"),
    row("R12 R3 a penalty decides nothing", EIGHT_HANDS, "AC 30", 7,
        [hand("B 70", "BD 75"), no_hand("misdeal", talked="A")], "tied", ""),
    row("R12 R3 it counts with the next hand", EIGHT_HANDS, "AC 30", 7,
        [hand("B 70", "BD 75"), no_hand("passed-out", talked="A"), hand("A 70", "AC 75")], "over", "BD"),
    row("R12 R3 so the tie may come again", EIGHT_HANDS, "AC 30", 7,
        [hand("B 70", "BD 75"), no_hand("misdeal", plus="A -20"), hand("A 70", "AC 70")], "tied", ""),
    row("R12 R26 at the target, but no hand", ORIGINAL, "AC 290", 0, [no_hand("misdeal", plus="A 50")],
        "in-progress", ""),
    row("R12 R26 then the next hand ends it", ORIGINAL, "AC 290", 0,
        [no_hand("misdeal", plus="A 50"), hand("B 70", "BD 70")], "over", "AC"),
    row("R12 below the floor, but no hand", FLOOR, "BD -90", 0, [no_hand("misdeal", talked="B")], "in-progress", ""),
    row("R12 R29 then the next hand ends it", FLOOR, "BD -140", 0,
        [no_hand("passed-out", talked="B"), hand("B 70", "BD 70")], "over", "AC"),
    row("R12 R2 it is no hand of the number", EIGHT_HANDS, "AC 30", 7, [no_hand("misdeal", talked="A")],
        "in-progress", ""),
    row("R3 a misdeal decides nothing", EIGHT_HANDS, "AC 30", 7, [hand("B 70", "BD 75"), MISDEAL], "tied", ""),
    row(
        "R3 one that was not tied", "five-handed", "A 120, B 130, C 130, D 125", 0,
        [hand("A 30", "A 30, B 30, C 30, D 10, E 0"), hand("D 40", "A 0, B 20, C 20, D 60, E 0")], "over", "D",
    ),
    row("R17 equal", "princeton", "AC 910, BD 930", 0, [hand("A 90", "AC 90", last_trick="A")], "tied", ""),
    row("R32 tied when time is called", CLOCK, "AC 10", 3, [hand("B 75", "BD 80", last=True)], "tied", ""),
    row("R32 the mark means nothing on the extra hand", CLOCK, "AC 10", 3,
        [hand("B 75", "BD 80", last=True), hand("B 75", "BD 75", last=True)], "tied", ""),
    row("R32 R3 the extra hand decides", CLOCK, "AC 10", 3,
        [hand("B 75", "BD 80", last=True), hand("B 75", "BD 80")], "over", "BD"),
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
    assert (standing.status, letters(standing.winners)) == (status, winners)


CARRIED = [
    row("R34 nothing is tested before a hand", ORIGINAL, {"A": 400}, [], {"A": 400, "C": 400}, "in-progress"),
    row("R34 nor by a deal that is no hand", ORIGINAL, {"A": 400}, [MISDEAL, PASSED_OUT], {"A": 400}, "in-progress"),
    row("R34 then in full", ORIGINAL, {"A": 400}, [hand("B 80", "BD 80")], {"A": 440, "B": 80}, "over"),
    row("R34 a handicap", ORIGINAL, {"D": -150}, [hand("B 80", "BD 80")], {"A": 40, "B": -70, "D": -70}, "in-progress"),
    row("R34 both sides", ORIGINAL, {"A": 120, "B": 95}, [hand("B 80", "BD 80")], {"C": 160, "D": 175}, "in-progress"),
    row("R34 R29 the floor too", FLOOR, {"B": -500}, [hand("B 80", "BD 80")], {"B": -420}, "over"),
    row("R34 each for one of five", "five-handed", {"A": 20, "E": -5}, [hand("A 40", FIVE)],
        {"A": 60, "B": 30, "E": -5}, "in-progress"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "carried", "seen", "totals", "status"), CARRIED)
def test_a_game_begins_with_the_totals_carried_into_it(
    rules: str | RuleSet, carried: dict[str, int], seen: list[Hand], totals: dict[str, int], status: str
) -> None:
    chosen = rules_of(rules)
    standing = initial_standing(chosen, range(chosen.players), player("D"), numbered(carried))
    last = booked(standing, seen)[-1].standing if seen else standing
    assert numbered(totals).items() <= dict(enumerate(last.totals)).items()
    assert last.status == status


DEALS = [
    row("R22 to the left after a hand", "original", [hand("B 70", "BD 70")], "B", 2),
    row("R22 after a renege", "original", [renege("B 70", "AC 0", "B")], "B", 2),
    row("R22 the same after a misdeal", "original", [MISDEAL], "A", 1),
    row("R22 the same after all passed", "original", [PASSED_OUT], "A", 1),
    row("R12 R22 and with a penalty", "original", [no_hand("misdeal", talked="A")], "A", 1),
    row("R12 R4 moves on with a penalty", ORIGINAL.changed(all_pass="next_dealer"), [no_hand("passed-out", talked="A")],
        "B", 1),
    row("R4 moves on", ORIGINAL.changed(all_pass="next_dealer"), [PASSED_OUT], "B", 1),
    row("R4 a misdeal does not move", ORIGINAL.changed(all_pass="next_dealer"), [MISDEAL], "A", 1),
    row("R22 around the table", "three-handed", [hand("A 60", "A 65, BC 35")] * 3, "A", 4),
    row("R22 left of the one who dealt instead", "original", [hand("B 70", "BD 70", dealer="D")], "A", 2),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "dealer", "number"), DEALS)
def test_the_deal_passes_on(rules: str | RuleSet, seen: list[Hand], dealer: str, number: int) -> None:
    deal = booked(standing_of(rules), seen)[-1].standing.table.deal()
    assert (letters([deal.dealer]), deal.number) == (dealer, number)
    assert letters([deal.first_to_bid]) == {"A": "B", "B": "C"}[dealer]


def test_hands_after_the_end_are_kept_without_a_score() -> None:
    """R1: the first to reach the target has won, whatever is played later."""
    won, later = replay(standing_of("original", "BD 290"), [hand("B 70", "BD 70"), hand("A 120", "AC 120")])
    assert (won.after_end, later.after_end, later.score) == (False, True, None)
    assert set(later.points) == {0}
    assert later.standing == won.standing
