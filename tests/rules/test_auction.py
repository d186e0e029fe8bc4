"""The auction, call by call."""

import re

import pytest

from scorekeeper.rules.auction import PASS, Auction, Call, bid_error, replay_calls
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import RuleSet

from .notation import NAMES, letters, numbered, player, row, rules_of

MOON = rules_of("moon-360")
NEXT = rules_of("original").changed(all_pass="next_dealer")


def auction(rules: str | RuleSet, calls: str) -> Auction:
    """After `A 70, B pass`; the last of the players deals, so that A calls first."""
    chosen = rules_of(rules)
    seats = tuple(range(chosen.players))
    spoken: list[Call] = [
        (player(who), PASS if call == PASS else int(call)) for who, call in re.findall(r"(\w) ([\w-]+)", calls)
    ]
    return replay_calls(chosen, seats, seats[-1], spoken)


OVER = [
    row(
        "Original, Bidding example", "original",
        "A 70, B 80, C pass, D 85, A 90, B 95, D pass, A pass", "B", 95,
    ),
    row("R5 the maximum ends it", "original", "A 70, B 120", "B", 120),
    row("R5 one left with a bid", "original", "A pass, B 70, C pass, D pass", "B", 70),
    row("R5 the last may still bid", "original", "A pass, B pass, C pass, D 70", "D", 70),
    row("R4 all pass", "original", "A pass, B pass, C pass, D pass", None, None),
    row("R4 all pass, the deal moves on", NEXT, "A pass, B pass, C pass, D pass", None, None),
    row("R4 the dealer has it", "princeton", "A pass, B pass, C pass", "D", 70),
    row("R4 not where somebody bid", "princeton", "A pass, B pass, C 75, D pass", "C", 75),
    row("R27 the moon ends it", MOON, "A 5, B 360", "B", 360),
    row("R27 the moon above the maximum", MOON, "A 180, B 360", "B", 360),
    row("R5 two players", "two-handed", "A 50, B pass", "A", 50),
    row("R5 six players", "six-handed", "A 30, B pass, C pass, D 35, E pass, F pass, A pass", "D", 35),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "calls", "bidder", "bid"), OVER)
def test_an_auction_gives_its_bidder_and_bid(rules: str | RuleSet, calls: str, bidder: str | None, bid: int) -> None:
    *before, _ = calls.split(", ")
    assert not auction(rules, ", ".join(before)).over
    ended = auction(rules, calls)
    assert (ended.over, ended.bidder, ended.bid, ended.passed_out) == (True, numbered(bidder), bid, bidder is None)


LATE_PASSES = [
    row("R5 the next after the maximum", "original", "A 70, B 120", "C pass"),
    row("R5 all others, each once", "original", "A 70, B 120", "C pass, D pass, A pass"),
    row("R5 but for those who have passed", "original", "A 70, B pass, C 75, D 80, A 120", "C pass, D pass"),
    row("R5 R27 after the moon", MOON, "A 180, B 360", "C pass, D pass, A pass"),
    row("R5 two players", "two-handed", "A 50, B 100", "A pass"),
]


@pytest.mark.parametrize(("rules", "calls", "late"), LATE_PASSES)
def test_passes_after_the_highest_bid_change_nothing(rules: str | RuleSet, calls: str, late: str) -> None:
    ended = auction(rules, calls)
    for passes in range(1, 1 + late.count(",")):
        calls_so_far = f"{calls}, {', '.join(late.split(', ')[:passes])}"
        then = auction(rules, calls_so_far)
        assert (then.over, then.bidder, then.bid, then.passed_out) == (True, ended.bidder, ended.bid, False)
    assert auction(rules, f"{calls}, {late}")[2:] == ended[2:]


REFUSED = [
    row("R5 a multiple of the step", "original", "A 70, B 72", "bid-step", "auction[1][1]"),
    row("R5 one step above the last", "original", "A 80, B 80", "bid-too-low", "auction[1][1]"),
    row("R5 at least the minimum", "original", "A 65", "bid-too-low", "auction[0][1]"),
    row("R5 never below nothing", "original", "A -70", "bid-too-low", "auction[0][1]"),
    row("R5 at most the maximum", "original", "A 125", "bid-too-high", "auction[0][1]"),
    row("R5 step before size", "original", "A 1", "bid-step", "auction[0][1]"),
    row("R5 who passed is out", "original", "A pass, B 70, C pass, D 75, A 80", "bid-after-pass", "auction[4][0]"),
    row("R5 the dealer's left first", "original", "B 70", "bid-out-of-turn", "auction[0][0]"),
    row("R5 who passed may not even pass", "original", "A pass, A pass", "bid-after-pass", "auction[1][0]"),
    row("R5 one after another", "original", "A 70, A 75", "bid-out-of-turn", "auction[1][0]"),
    row("R5 over at the maximum: no bid", "original", "A 120, B 120", "call-after-end", "auction[1]"),
    row("R5 nor after a pass on it", "original", "A 120, B pass, C 120", "call-after-end", "auction[2]"),
    row("R5 over at the maximum: in turn", "original", "A 120, C pass", "call-after-end", "auction[1]"),
    row("R5 each once", "original", "A 120, B pass, B pass", "call-after-end", "auction[2]"),
    row("R5 not who had passed before", "original", "A pass, B 70, C 120, A pass", "call-after-end", "auction[3]"),
    row("R5 not the bidder", "original", "A 120, A pass", "call-after-end", "auction[1]"),
    row("R5 not the bidder, after the others", "original", "A 120, B pass, C pass, D pass, A pass", "call-after-end",
        "auction[4]"),
    row("R5 no pass where the others have passed", "original", "A 70, B pass, C pass, D pass, A pass",
        "call-after-end", "auction[4]"),
    row("R27 the maximum below the moon ends nothing", MOON, "A 180, B pass, B pass", "bid-after-pass",
        "auction[2][0]"),
    row(
        "R4 over without the dealer's call", "princeton", "A pass, B pass, C pass, D 75", "call-after-end", "auction[3]"
    ),
    row("R27 between maximum and moon", MOON, "A 200", "bid-too-high", "auction[0][1]"),
    row("R27 nothing ordinary above the maximum", MOON, "A 180, B 180", "bid-too-low", "auction[1][1]"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "calls", "code", "field"), REFUSED)
def test_a_call_out_of_order_is_refused_at_its_place(rules: str | RuleSet, calls: str, code: str, field: str) -> None:
    *before, _ = calls.split(", ")
    auction(rules, ", ".join(before))
    with pytest.raises(RuleError) as refused:
        auction(rules, calls)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert refused.value.ruling == "R5"


MESSAGES = [
    row("R5", "original", 72, None, "Bids go by 5s; 72 isn't one."),
    row("R5", "original", 65, None, "The lowest bid is 70; 65 is too low."),
    row("R5", "original", 80, 80, "After 80, bid at least 85; 80 is too low."),
    row("R5", "original", 125, None, "The highest bid is 120; 125 is too high."),
    row("R27", MOON, 185, None, "The highest bid is 180, or the moon bid 360; 185 is too high."),
    row("R27", MOON, 180, 180, "After 180, bid at least 360; 180 is too low."),
]


@pytest.mark.parametrize(("rules", "bid", "last", "message"), MESSAGES)
def test_a_refused_bid_is_told_the_bound_and_the_value(
    rules: str | RuleSet, bid: int, last: int | None, message: str
) -> None:
    refused = bid_error(rules_of(rules), bid, last)
    assert refused is not None
    assert (refused.text, str(refused)) == (message, message)


LATE = [
    row("R5", "original", "A 120, C 120", "120 is the highest bid, so the bidding was over before C's call."),
    row("R5 D is skipped", "original", "A 70, B 120, C pass, A pass",
        "After 120, the highest bid, it's D's turn to pass, not A's."),
    row("R5 a second pass", "original", "A 120, B pass, B pass", "B already passed and can't pass again."),
    row("R5 who had passed before", "original", "A pass, B 120, A pass", "A already passed and can't pass again."),
    row("R27 on one's own bid", MOON, "A 360, A pass", "A bid 360, the highest bid, and can't pass on it."),
    row("R5 on one's own bid, after the others", "original", "A 120, B pass, C pass, D pass, A pass",
        "A bid 120, the highest bid, and can't pass on it."),
    row("R5 a bid by one who passed", "original", "A pass, B 120, A 120",
        "120 is the highest bid, so the bidding was over before A's call."),
    row("R5", "original", "A pass, B 70, C pass, D pass, B 75",
        "Everyone but B had passed, so the bidding was over before B's call."),
    row("R4", "original", "A pass, B pass, C pass, D pass, A 70",
        "Everyone had passed, so the bidding was over before A's call."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "calls", "message"), LATE)
def test_a_call_that_comes_too_late_is_told_why(rules: str | RuleSet, calls: str, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        auction(rules, calls)
    assert refused.value.describe(NAMES) == message


def test_the_next_to_call_goes_around_those_who_have_not_passed() -> None:
    """R5."""
    assert letters(auction("original", "").waiting) == "ABCD"
    assert letters(auction("original", "A 70, B pass, C 75").waiting) == "DAC"


def test_an_auction_of_millions_of_possible_bids_costs_no_more_than_another() -> None:
    """R5: the maximum is found without counting up to it."""
    rules = RuleSet(counters={"1": 1_000_000}, bid_step=1, min_bid=1)
    assert auction(rules, "A 1, B 4000000").over
    assert len(rules.bids) == 4_000_000
