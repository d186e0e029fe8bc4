"""Rule sets, games and counts that are drawn at random, for a page's scripts to judge."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import Phase, given, seed, settings

from scorekeeper.rules.auction import PASS, Auction, Call
from scorekeeper.rules.hand import Deal, Side, required_fields
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet
from tests.strategies import rule_sets

HOUSE_RULES = 160
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Flo")


def parameters_of(rules: RuleSet) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in PARAMETERS} | {"counters": dict(rules.counters)}


def presets() -> list[RuleSet]:
    return [preset.rules for preset in PRESETS.values()]


def house_rules() -> list[RuleSet]:
    """Return random rule sets, the same in each run."""
    drawn: list[RuleSet] = []

    @seed(17)
    @settings(max_examples=HOUSE_RULES, phases=[Phase.generate], database=None, derandomize=False)
    @given(rule_sets())
    def draw(rules: RuleSet) -> None:
        drawn.append(rules)

    draw()
    return drawn


def make_auction(rng: Random, rules: RuleSet, deal: Deal) -> tuple[tuple[Call, ...], Auction]:
    auction, calls = Auction.start(rules, deal.seats, deal.dealer), list[Call]()
    while not auction.over:
        lowest = rules.min_bid if auction.bid is None else auction.bid + rules.bid_step
        higher = [lowest + step * rules.bid_step for step in (0, 0, 3)]
        choices: list[Any] = [PASS, PASS, *(bid for bid in higher if bid <= rules.highest_bid), rules.moon_bid or PASS]
        calls.append((auction.waiting[0], rng.choice(choices)))
        auction = auction.call(*calls[-1])
    return tuple(calls), auction


TYPED = (  # each is put in place of a right count
    "", " ", "-", "−", "(5)", "5-", "set 5", "made 5", "Made: 5", "𝟓 set", "+５", " 5 ", "1,005", "1,00", "5.0", "5,0",
    "1e1", "0x5", "five", "5 5", "12345678", "-12345678", "0", "00", "−5", "(−5)", "–5", "--", "٧٥", "9" * 81,
    "set",
)  # fmt: skip


def make_piles(rng: Random, rules: RuleSet, takers: Sequence[Side], *, cut_short: bool) -> dict[Side, int]:
    """What each of them took of the deck, card by card."""
    piles, left_over = dict.fromkeys(takers, 0), rules.out_of_play_cards
    for worth in rules.card_values:
        if cut_short and rng.random() < 0.3:
            continue
        if left_over and rng.random() < 0.2:
            left_over -= 1
        else:
            piles[rng.choice(takers)] += worth
    return piles


def make_tricks(rng: Random, rules: RuleSet, sides: Sequence[Side], swept: Side | None) -> dict[str, str]:
    """Who took tricks, and what was in the nest."""
    fields, required = dict[str, str](), required_fields(rules)
    taker = str(swept[0]) if swept and rng.random() < 0.7 else str(rng.choice(sides)[0])
    if "last_trick" in required and rng.random() < 0.9:
        fields["last_trick"] = taker
    if rules.most_tricks_points and rng.random() < 0.9:
        fields["most_tricks"] = rng.choice((taker, taker, "tied"))
    if "sweep" in required:
        fields["sweep"] = str(swept[0]) if swept and rng.random() < 0.8 else ""
    nest = rng.sample(rules.card_values, min(len(rules.card_values), rng.randint(0, rules.nest_size)))
    return fields | {"nest_points": str(sum(nest)) if rng.random() < 0.3 else ""}


def slip(rng: Random, rules: RuleSet, fields: dict[str, str], names: list[str]) -> None:
    """Change one answer."""
    counts = [name for name in fields if name.startswith("captured-")]
    one, other = rng.choice(counts), rng.choice(counts)
    step = rng.choice((rules.bid_step, rules.bid_step, 1, 5, rules.last_trick_points, rules.most_tricks_points))
    match rng.choice(("left out", "more", "moved", "moved", "typed", "question", "nest", "extra")):
        case "left out":
            fields[one] = ""
        case "more":
            fields[one] = moved(fields[one], rng.choice((step, -step, rules.card_total)))
        case "moved":
            fields[one], fields[other] = moved(fields[one], step), moved(fields[other], -step)
        case "typed":
            fields[one] = rng.choice(TYPED)
        case "question":
            asked = [name for name in ("last_trick", "most_tricks", "sweep", "reneged_by") if name in fields]
            for name in asked[:1] if rng.random() < 0.5 else asked[-1:]:
                fields[name] = rng.choice(("", *names))
        case "nest":
            if "nest_points" in fields:
                fields["nest_points"] = rng.choice(
                    (*TYPED, str(rng.randrange(rules.card_total + 1)), str(rules.bid_step))
                )
        case "extra":
            extra = rng.choice(("to", "points", "reason", "note"))
            values = {"to": ("", names[0]), "reason": REASONS, "note": NOTES}.get(extra, (*TYPED, "1000000", "1000001"))
            fields[extra if extra == "note" else f"adjustments-0-{extra}"] = rng.choice(values)


def moved(count: str, by: int) -> str:
    return str(int(count) + by) if count.isdecimal() and count.isascii() and len(count) < 8 else count


REASONS = ("", " ", "\u200b", "agreed", "no reason " * 20, "😀" * 200, "é" * 201)


NOTES = ("", "Bob was late", "n" * 500, "😀" * 500, "n" * 501)
