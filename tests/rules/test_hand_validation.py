"""What of a hand cannot be on the table: each error at its field, in the order of the record's table of problems."""

import pytest

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.errors import REPORTING_ORDER
from scorekeeper.rules.hand import TIED, Hand
from scorekeeper.rules.ruleset import RuleSet

from .notation import (
    MISDEAL,
    NAMES,
    PASSED_OUT,
    booked,
    conceded,
    faults_of,
    foul,
    hand,
    no_hand,
    player,
    problems,
    renege,
    row,
    rules_of,
    seen_hand,
    standing_of,
    with_ruling,
)

# The example of the rule book with B on the dealer's left: B takes the bid at 95.
CALLS = (("B", 70), ("C", 80), ("D", PASS), ("A", 85), ("B", 95), ("C", PASS), ("A", PASS))
ALL_PASS = tuple((player, PASS) for player in "BCDA")
COUNTS = {"B": 75, "A": 45}
THREE_ODD = RuleSet(players=3, sides="individual", counters={"5": 15, "rook": 25}, nest_size=1, min_bid=15, bid_step=5)
CALL = rules_of("call-partner").changed(last_trick_points=0)
PRINCETON = rules_of("princeton").changed(last_trick_points=0)
SIX_FIFTEENS = rules_of("six-handed").changed(counters={"5": 5, "10": 10, "14": 10})

DISCARD = foul("B", "nest-discard")
NO_ROOK = rules_of("original").changed(counters={"5": 5, "10": 10, "14": 10})
NO_NEST = rules_of("original").changed(nest_size=0)
DEALER_STUCK = rules_of("original").changed(all_pass="dealer_min")
SWEPT = rules_of("original").changed(sweep_bonus=50)
ALONE_WITH_ONE_OUT = rules_of("five-handed").changed(out_of_play_cards=1, nest_size=5)
GIVE_UP = rules_of("original").changed(may_concede=True)
CLOCK = rules_of("smith-county")
FAIR = rules_of("county-fair")
OWN_WORTHS = rules_of("original").changed(counters={"10": 10, "red10": 25, "rook": 20}, min_bid=25)
EACH_ALONE = rules_of("five-handed").changed(counters={"5": 5, "red5": 25, "14": 20}, nest_size=1)

FAULTS = [
    # The bid and its auction
    row("R5 bid-missing", "original", seen_hand(captured=COUNTS), [("bid-missing", "bidder")]),
    row("R5 bid-missing: how much?", "original", seen_hand(bidder="B", captured=COUNTS), [("bid-missing", "bid")]),
    row("R5 bid-too-low", "original", hand("B 65", "BD 75"), [("bid-too-low", "bid")]),
    row("R5 bid-too-high", "original", hand("B 125", "BD 75"), [("bid-too-high", "bid")]),
    row("R5 bid-step", "original", hand("B 72", "BD 75"), [("bid-step", "bid")]),
    row("R5 bid-out-of-turn", "original", seen_hand(auction=(("A", 70),), captured=COUNTS),
        [("bid-out-of-turn", "auction[0][0]")]),
    row("R5 bid-after-pass", "original", seen_hand(auction=(*CALLS[:6], ("D", 100)), captured=COUNTS),
        [("bid-after-pass", "auction[6][0]")]),
    row("R5 auction-unfinished", "original", seen_hand(auction=CALLS[:6], captured=COUNTS),
        [("auction-unfinished", "auction")]),
    row("R5 call-after-end", "original", seen_hand(auction=(*CALLS, ("B", 100)), captured=COUNTS),
        [("call-after-end", "auction[7]")]),
    row("R5 auction-mismatch: bidder", "original", hand("D 95", "BD 75", auction=CALLS),
        [("auction-mismatch", "bidder")]),
    row("R5 auction-mismatch: bid", "original", hand("B 90", "BD 75", auction=CALLS), [("auction-mismatch", "bid")]),
    row("R5 auction-mismatch: somebody bid", "original", seen_hand(outcome="passed-out", auction=CALLS),
        [("auction-mismatch", "outcome")]),
    row("R5 auction-mismatch: no one bid", "original", seen_hand(auction=ALL_PASS, captured=COUNTS),
        [("auction-mismatch", "outcome")]),
    row("R4 no one is passed out", "princeton", seen_hand(outcome="passed-out"), [("auction-mismatch", "outcome")]),
    row("R4 nor by three passes", "princeton", seen_hand(outcome="passed-out", auction=ALL_PASS[:3]),
        [("auction-mismatch", "outcome")]),
    row("R4 nor by four", "princeton", seen_hand(outcome="passed-out", auction=ALL_PASS),
        [("call-after-end", "auction[3]"), ("auction-mismatch", "outcome")]),
    # Called partners
    row("R10 partners missing", CALL, hand("A 80", "A 100, B 80"), [("partners", "partners")]),
    row("R10 partners not allowed", "original", hand("B 80", "BD 100", partners=("D",)), [("partners", "partners")]),
    row("R10 too many partners", CALL, hand("A 80", "A 100, D 80", partners=("B", "C")), [("partners", "partners")]),
    row("R10 the bidder is no partner", CALL, hand("A 80", "A 100, D 80", partners=("A",)), [("partners", "partners")]),
    row("R10 a partner twice", CALL.changed(partners_called=2), hand("A 80", "A 100", partners=("B", "B")),
        [("partners", "partners")]),
    # Captured counters
    row("R30 captured-missing", "original", hand("B 80"), [("captured-missing", "captured")]),
    row("R20 captured-missing", "two-handed", hand("A 50", "A 60"), [("captured-missing", "captured")]),
    row("R30 the others make the whole", "five-handed", hand("A 30", "A 60, B 40"), []),
    row("R20 not where the sum is open", ALONE_WITH_ONE_OUT, hand("A 30", "A 60, B 40"),
        [("captured-missing", "captured")]),
    row("R9 nor after a renege", "five-handed", renege("A 30", "A 60, B 40", "A"),
        [("captured-missing", "captured")]),
    row("R30 captured-missing: above the whole", "five-handed", hand("A 30", "A 60, B 45"),
        [("captured-missing", "captured")]),
    row("R15 captured-missing", "five-handed", hand("A 30", "A 60, B 20, C 15"), [("captured-missing", "captured")]),
    row("R8 captured-missing", "original", renege("B 80", "BD 20", "B"), [("captured-missing", "captured")]),
    row("R30 captured-twice", "original", seen_hand(bidder="B", bid=80, captured={"B": 80, "A": 40, "D": 80}),
        [("captured-twice", "captured.D")]),
    row("R30 captured-value: below nothing", "original", hand("B 80", "BD -5"), [("captured-value", "captured.B")]),
    row("R30 captured-value: between the steps", "original", hand("B 80", "BD 73"), [("captured-value", "captured.B")]),
    row("R30 captured-value: above all", "original", hand("B 80", "BD 125"), [("captured-value", "captured.B")]),
    row("R30 captured-sum", "original", hand("B 80", "BD 75, AC 50"), [("captured-sum", "captured")]),
    row("R9 captured-sum: above all", "original", renege("B 80", "BD 75, AC 50", "B"), [("captured-sum", "captured")]),
    row("R20 captured-sum: 65 of 100", "three-handed", hand("A 50", "A 50, BC 15"), [("captured-sum", "captured")]),
    row("R20 captured-sum: above all", "three-handed", hand("A 50", "A 90, BC 15"), [("captured-sum", "captured")]),
    row("R30 captured-sum: six fives", SIX_FIFTEENS, hand("A 30", "A 15, B 15, C 15, D 15, E 15, F 25"),
        [("captured-sum", "captured")]),
    row("R30 captured-sum: no such cards", THREE_ODD, hand("A 15", "A 35, B 50, C 0"), [("captured-sum", "captured")]),
    row("R9 captured-sum: no such cards", THREE_ODD.changed(foul_penalty=0), renege("A 15", "A 35, B 0", "C"),
        [("captured-sum", "captured")]),
    # Tricks, sweep and nest
    row("R9 last-trick-missing", "house-200", hand("B 100", "BD 100"), [("last-trick-missing", "last_trick")]),
    row("R31 most-tricks-missing", "dixie", hand("B 70", "BD 60"), [("most-tricks-missing", "most_tricks")]),
    row("R16 sweep: no bonus", "original", hand("B 80", "BD 120", sweep="B"), [("sweep", "sweep")]),
    row("R16 sweep: others have counters", PRINCETON, hand("A 80", "AC 170", sweep="A"), [("sweep", "sweep")]),
    row("R16 sweep: others' counters are no nest", PRINCETON, hand("A 80", "AC 165", sweep="A"), [("sweep", "sweep")]),
    row("R16 sweep: the bidder laid aside 15", PRINCETON, hand("A 80", "AC 15", sweep="B"), []),
    row("R16 sweep: what the nest had", PRINCETON, hand("A 80", "AC 15", sweep="B", nest_points=15), []),
    row("R16 sweep: less than the nest had", PRINCETON, hand("A 80", "AC 10", sweep="B", nest_points=5),
        [("sweep", "sweep")]),
    row("R16 R30 sweep: the nest had nothing", PRINCETON, hand("A 80", "AC 15", sweep="B", nest_points=0),
        [("sweep", "sweep")]),
    row("R16 R30 sweep: the nest had more", PRINCETON, hand("A 80", "AC 10", sweep="B", nest_points=15),
        [("sweep", "sweep"), ("nest-points", "nest_points")]),
    row("R16 R30 sweep: none of the nest is there", PRINCETON, hand("A 80", "AC 0", sweep="B", nest_points=15),
        [("nest-points", "nest_points")]),
    row("R16 sweep: by the bidder with the nest", PRINCETON, hand("A 80", "AC 180", sweep="A", nest_points=15), []),
    row("R16 sweep: 25 is no card", PRINCETON, hand("A 80", "AC 25", sweep="B"), [("sweep", "sweep")]),
    row("R16 sweep: the last trick", PRINCETON, hand("A 80", "AC 180", sweep="A", last_trick="B"),
        [("sweep", "sweep")]),
    row("R16 sweep: the partner's last trick", PRINCETON, hand("A 80", "AC 180", sweep="A", last_trick="C"), []),
    row("R16 sweep: tied for most", PRINCETON, hand("A 80", "AC 180", sweep="A", most_tricks=TIED),
        [("sweep", "sweep")]),
    row("R30 nest-points: no such cards", "princeton", hand("A 80", "AC 100", last_trick="A", nest_points=25),
        [("nest-points", "nest_points")]),
    row("R30 nest-points: more than captured", "original", hand("B 80", "BD 100", last_trick="A", nest_points=25),
        [("nest-points", "nest_points")]),
    row("R30 nest-points: more than anybody has", "original", hand("B 80", "BD 50, AC 70", nest_points=60), []),
    row("R30 nest-points: no one can have won it", "princeton",
        hand("A 80", "AC 0, BD 180", last_trick="A", nest_points=10), [("nest-points", "nest_points")]),
    # The Rook
    row("rook: in the deck", "original", hand("B 80", "BD 120", rook="A"), []),
    row("rook: not in this deck", NO_ROOK, hand("B 80", "BD 100", rook="A"), [("rook", "rook")]),
    # Renege and fouls
    row("R8 renege: by whom?", "original", renege("B 80", "BD 20, AC 0", None), [("renege", "reneged_by")]),
    row("R24 renege: out of place", "original", hand("B 80", "BD 100", reneged_by="D"), [("renege", "reneged_by")]),
    row("R9 renege: found after the last trick", "original",
        renege("B 80", "AC 20", "B", last_trick="A", most_tricks=TIED, nest_points=5), []),
    row("R9 renege: the nest alone is told", "original", renege("B 80", "AC 20", "B", nest_points=5), []),
    row("R9 renege: the tricks need not be", "house-200", renege("B 100", "AC 20", "B"), []),
    row("R9 renege: no sweep", "original", renege("B 80", "AC 20", "B", sweep="A"), [("renege", "sweep")]),
    row("R9 renege: nor one that pays", SWEPT, renege("B 80", "AC 20", "B", sweep="A", most_tricks="A"),
        [("renege", "sweep")]),
    row("R9 R30 nest-points: no such cards", "original", renege("B 80", "AC 20", "B", nest_points=70),
        [("nest-points", "nest_points")]),
    row("R9 R30 nest-points: more than captured", "original",
        renege("B 80", "AC 20", "B", last_trick="C", nest_points=25), [("nest-points", "nest_points")]),
    row("R9 nest-points: more than one side has, and the other may", "original",
        renege("B 80", "AC 20", "B", nest_points=25), []),
    row("R9 nest-points: the offenders' count is left out", "original",
        renege("B 80", "AC 20", "B", last_trick="B", nest_points=25), []),
    row("R9 R30 nest-points: the others leave less than that", "original",
        renege("B 80", "AC 100", "B", last_trick="B", nest_points=25), [("nest-points", "nest_points")]),
    row("R9 nest-points: nothing was counted", FAIR, renege("B 80", "", "B", last_trick="B", nest_points=25), []),
    row("R9 captured-sum: the nest in it", "original", renege("B 80", "AC 100, BD 25", "B", nest_points=5),
        [("captured-sum", "captured")]),
    row("R8 renege: not in these rules", "princeton", renege("A 80", "BD 20", "A"), [("renege", "outcome")]),
    row("R12 foul: unknown", "original", hand("B 80", "BD 100", fouls=(foul("B", "yawning"),)),
        [("foul", "fouls[0].kind")]),
    row("R12 foul: not in these rules", "concise", hand("B 80", "BD 100", talked="B"), [("foul", "fouls")]),
    row("R19 foul-nest-discard", "original", hand("B 80", "BD 100", talked="A", fouls=(foul("D", "nest-discard"),)),
        [("foul-nest-discard", "fouls[1].player")]),
    row("R19 foul: once a hand", "original", hand("B 80", "BD 100", talked="B", fouls=(DISCARD, DISCARD)),
        [("foul", "fouls[2].kind")]),
    row("R19 foul: though it sets", FAIR, hand("B 80", "BD 100", fouls=(DISCARD, DISCARD)),
        [("foul", "fouls[1].kind")]),
    row("R19 foul: nor another's second", "original",
        hand("B 80", "BD 100", fouls=(DISCARD, foul("D", "nest-discard"))),
        [("foul", "fouls[1].kind"), ("foul-nest-discard", "fouls[1].player")]),
    row("R19 foul: no nest", NO_NEST, hand("B 80", "BD 100", fouls=(DISCARD,)), [("foul", "fouls[0].kind")]),
    row("R19 foul: no nest, and nothing else is scored", NO_NEST.changed(foul_penalty=0, discard_rule="set"),
        hand("B 80", "BD 100", fouls=(DISCARD,)), [("foul", "fouls")]),
    row("R12 no nest, but table talk", NO_NEST, hand("B 80", "BD 100", talked="D"), []),
    # Deals that are no hands
    row("R12 table talk before a misdeal", "original", no_hand("misdeal", talked="AB", plus="C 5"), []),
    row("R12 table talk before all passed", "original", no_hand("passed-out", talked="AAB", plus="C 5"), []),
    row("R12 foul-nest-discard: no one discards", "original", Hand(outcome="misdeal", fouls=(DISCARD,)),
        [("foul-nest-discard", "fouls[0].player")]),
    row("R12 foul: not in these rules, before a hand", "concise", no_hand("misdeal", talked="B"), [("foul", "fouls")]),
    row("R12 foul: unknown, before a hand", "original", Hand(outcome="passed-out", fouls=(foul("B", "yawning"),)),
        [("foul", "fouls[0].kind")]),
    row("R19 foul: table talk is free, before a hand too", FAIR, no_hand("misdeal", talked="B"),
        [("foul", "fouls[0].kind")]),
    row("R4 R12 no one is passed out, whatever was said", DEALER_STUCK, no_hand("passed-out", talked="B"),
        [("auction-mismatch", "outcome")]),
    # Hands given up, the clock, discards that set
    row("R33 concede: not in these rules", "original", conceded("B 80", "AC 20"), [("concede", "outcome")]),
    row("R33 concede: no tricks, no nest", GIVE_UP,
        conceded("B 80", "AC 20", last_trick="A", most_tricks="A", sweep="A", nest_points=5),
        [("concede", name) for name in ("last_trick", "most_tricks", "sweep", "nest_points")]),
    row("R33 renege: not on a hand given up", GIVE_UP, conceded("B 80", "AC 20", reneged_by="A"),
        [("renege", "reneged_by")]),
    row("R33 bid-missing", GIVE_UP, seen_hand(outcome="conceded"), [("bid-missing", "bidder")]),
    row("R33 nothing need be counted", GIVE_UP, conceded("B 80"), []),
    row("R33 nor by everyone", GIVE_UP, conceded("B 80", "BD 15"), []),
    row("R33 captured-value", GIVE_UP, conceded("B 80", "AC 22"), [("captured-value", "captured.A")]),
    row("R33 captured-twice", GIVE_UP, conceded("B 80", "A 20, C 20"), [("captured-twice", "captured.C")]),
    row("R33 captured-sum: above all", GIVE_UP, conceded("B 80", "AC 75, BD 50"), [("captured-sum", "captured")]),
    row("R33 captured-sum: no such cards", THREE_ODD.changed(may_concede=True), conceded("A 15", "A 35, B 0"),
        [("captured-sum", "captured")]),
    row("R33 auction-mismatch: no one bid", GIVE_UP, seen_hand(outcome="conceded", auction=ALL_PASS),
        [("auction-mismatch", "outcome")]),
    row("R32 time: no limit", "original", hand("B 80", "BD 100", last=True), [("time", "last")]),
    row("R32 time was called", CLOCK, hand("B 80", "BD 100", last=True), []),
    row("R32 time was not called", "original", hand("B 80", "BD 100", last=False), []),
    row("R19 the discard may be noted without a penalty", FAIR,
        hand("B 80", "BD 80", fouls=(foul("B", "nest-discard"),)), []),
    row("R19 foul: table talk is not", FAIR, hand("B 80", "BD 80", talked="B"), [("foul", "fouls[0].kind")]),
    row("R19 foul-nest-discard: not the bidder's, though it sets", FAIR,
        hand("B 80", "BD 80", fouls=(foul("D", "nest-discard"),)), [("foul-nest-discard", "fouls[0].player")]),
    # Single cards with a worth of their own
    row("R30 captured-sum: 25 is the red 10 alone", OWN_WORTHS, hand("B 25", "BD 70, AC 5"),
        [("captured-sum", "captured")]),
    row("R30 captured-sum: all of them", OWN_WORTHS, hand("B 25", "BD 55, AC 20"), []),
    row("R30 captured-sum: a fourth five", EACH_ALONE, hand("A 30", "A 100, B 5, C 5, D 5, E 5"),
        [("captured-sum", "captured")]),
    row("R30 nest-points: the red 5 alone", EACH_ALONE,
        hand("A 30", "A 120, B 0, C 0, D 0, E 0", last_trick="A", nest_points=25), []),
    row("R30 nest-points: 15 is no card", EACH_ALONE,
        hand("A 30", "A 120, B 0, C 0, D 0, E 0", last_trick="A", nest_points=15), [("nest-points", "nest_points")]),
    # Several at once, and none
    row("R30 each error by itself", "original", hand("B 72", "BD 73", sweep="A", nest_points=7, talked="A"),
        [("bid-step", "bid"), ("captured-value", "captured.B"), ("sweep", "sweep"), ("nest-points", "nest_points")]),
    row("R5 passes after the highest bid", "original",
        seen_hand(auction=(("B", 120), ("C", PASS)), captured={"B": 120}), []),
    row("R10 no sides without a bidder", "three-handed", seen_hand(bid=50, captured={"A": -5}),
        [("bid-missing", "bidder"), ("captured-value", "captured.A")]),
    row("R22 a misdeal before the auction's end", "original", seen_hand(outcome="misdeal", auction=CALLS[:3]), []),
    row("R22 a misdeal after it", "original", seen_hand(outcome="misdeal", auction=CALLS), []),
    row("R4 passed out", "original", seen_hand(outcome="passed-out", auction=ALL_PASS), []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "expected"), FAULTS)
def test_a_hand_has_these_errors(rules: str | RuleSet, seen: Hand, expected: list[tuple[str, str]]) -> None:
    assert problems(rules, seen) == expected


@pytest.mark.parametrize(("rules", "seen", "expected"), FAULTS)
def test_faults_are_in_the_order_in_which_they_are_reported(
    rules: str | RuleSet, seen: Hand, expected: list[tuple[str, str]]
) -> None:
    places = [REPORTING_ORDER[error.code] for error in faults_of(rules, seen)]
    assert len(places) == len(expected)
    assert places == sorted(places)


MESSAGES = [
    row("R30", "original", hand("B 80", "BD 75, AC 50"), "That's 125, but there are only 120 points in the deck."),
    row("R9", "original", renege("B 80", "BD 75, AC 50", "B"),
        "That's 125, but there are only 120 points in the deck."),
    row("R20", "three-handed", hand("A 50", "A 50, BC 15"), "That's 65, but there are 70 to 100 points in play."),
    row("R30", THREE_ODD, hand("A 15", "A 35, B 50, C 0"), "The cards can't be split that way (35, 50, 0). Recount."),
    row("R30", THREE_ODD.changed(out_of_play_cards=1), hand("A 15", "A 35, B 35, C 0"),
        "The cards can't be split that way (35, 35, 0), even with 1 of them out of play. Recount."),
    row("R16", PRINCETON, hand("A 80", "AC 170", sweep="A"),
        "A & C took every trick, so B & D can't have 10 points."),
    row("R16", PRINCETON, hand("A 80", "AC 180", sweep="A", last_trick="B"),
        "A & C took every trick, so B can't have the last trick."),
    row("R16", PRINCETON, hand("A 80", "AC 180", sweep="A", most_tricks=TIED),
        "A & C took every trick, so two sides can't have most tricks."),
    row("R19", "original", hand("B 80", "BD 100", fouls=(foul("D", "nest-discard"),)),
        "Only the bidder, B, discards to the nest, not D."),
    row("R5", "original", seen_hand(auction=CALLS[:6], captured=COUNTS), "The bidding isn't over: it's A's turn."),
    row("R33", "original", conceded("B 80", "AC 20"), "With these rules a hand can't be given up."),
    row("R33", GIVE_UP, conceded("B 80", "AC 75, BD 50"), "That's 125, but there are only 120 points in the deck."),
    row("R33", GIVE_UP, conceded("B 80", "AC 75", last_trick="A"),
        "Leave this blank: the hand was given up before the last trick, and no one gets the nest."),
    row("R24", GIVE_UP, conceded("B 80", reneged_by="A"), "A hand that was given up can't have a renege."),
    row("R32", "original", hand("B 80", "BD 100", last=True),
        "These rules have no time limit, so time can't be called."),
    row("R4", "princeton", PASSED_OUT, "When everyone else passes, the dealer is stuck with the bid at the minimum."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seen", "message", "ruling"), [with_ruling(found) for found in MESSAGES])
def test_a_message_says_what_was_expected_and_what_was_found(
    rules: str | RuleSet, seen: Hand, message: str, ruling: str
) -> None:
    (error,) = faults_of(rules, seen)
    assert (error.describe(NAMES), error.ruling) == (message, ruling)


def test_the_auction_gives_the_bidder_and_the_bid() -> None:
    """R5."""
    (played,) = booked(standing_of("original"), [seen_hand(auction=CALLS, captured=COUNTS)])
    assert (played.hand.bidder, played.hand.bid) == (player("B"), 95)


def test_a_misdeal_is_never_refused() -> None:
    """R22."""
    assert problems("princeton", MISDEAL) == []
