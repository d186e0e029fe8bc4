"""The rulings: how each case is decided that the rule documents leave open, and in which rule sets it can come up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from .ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling in plain words; `number` is "R12"."""

    number: str
    title: str
    text: str


Applies = Callable[[RuleSet], object]


def _always(_rules: RuleSet) -> bool:
    return True


def _adds_defenders(rules: RuleSet) -> bool:
    return rules.sides == "bidder_vs_defenders" and rules.players > 2


def _ends_as_at_princeton(rules: RuleSet) -> bool:
    higher = rules.both_cross == "higher_total" and not rules.win_needs_bid
    return rules.fixed_sides and rules.target == 1000 and higher


_TABLE: tuple[tuple[str, str, Applies], ...] = (
    (
        "Target",
        "A total that equals the target has reached it. If several reach it in one hand, the highest of them wins: "
        "320 beats 305.",
        lambda rules: rules.target,
    ),
    (
        "Fixed number of hands",
        "Without a target the highest total after the last of the agreed hands wins, whatever anybody had before. A "
        "hand that ended by a renege is one of them; a misdeal and a passed-out deal are none.",
        lambda rules: rules.hand_limit,
    ),
    (
        "Extra hand",
        "After a tie for the win the next hand decides. Whoever then has the most wins, even below the target, even "
        "somebody who was not in the tie. Still a tie at the top: one hand more.",
        lambda rules: rules.tie_break == "extra_hand",
    ),
    (
        "Nobody bids",
        "Where the deal is repeated nothing is scored and no hand was played; by the rules chosen the same dealer "
        "deals again, or the next player. Where the dealer has to bid, the dealer holds the lowest bid as soon as all "
        "others have passed, without being asked.",
        _always,
    ),
    (
        "Auction",
        "The player on the dealer's left calls first, then it goes clockwise; each in turn bids or passes. A bid is a "
        "multiple of the step, not below the lowest bid, at least one step above the bid before it, and not above the "
        "highest bid, the moon excepted. Who has passed is out until the next deal. The auction is over when a bid "
        "stands and all but one have passed, when all have passed, or at once on the last bid there is.",
        _always,
    ),
    (
        "Changing partners",
        "Both partners are credited all that their side scores. Whoever has most after the last hand wins.",
        lambda rules: rules.sides == "rotating_partners",
    ),
    (
        "Shared win",
        "Where ties are shared, all with the highest total win together.",
        lambda rules: rules.tie_break == "shared",
    ),
    (
        "Renege",
        "Whoever had the bid, the side that reneged loses exactly the bid, and its counters bring it nothing. Each "
        "other side scores what it had captured when the renege was found. The bid is not tested: the opponents' "
        "renege never sets a bidder. Where the cost is fixed, the offenders lose it and each other side gets as much.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "Nest after a renege",
        "The hand was cut short, so the nest, the last trick and most tricks belong to nobody. The counts may fall "
        "short of the deck's counters, but not pass them. If the renege is found only after the last trick, the nest "
        "is counted with the side that won it.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "Sides without partnerships",
        "Of two players the bidder plays against the other, who plays the dummy as well; of three against both others; "
        "of five or six everybody plays alone. An offense is borne by everyone on the offender's side.",
        lambda rules: rules.sides in ("bidder_vs_defenders", "individual"),
    ),
    (
        "Fouls and the bid",
        "Whether a bid is made is settled before any foul is counted.",
        lambda rules: rules.uses_fouls,
    ),
    (
        "More than one foul",
        "Every foul costs the full penalty, on either side or on both, and comes on top of what a set or a renege "
        "costs.",
        lambda rules: rules.uses_fouls,
    ),
    (
        "Fouls and the end",
        "Whether the game is over is asked when the hand's scores, fouls and adjustments all stand in the totals.",
        _always,
    ),
    (
        "Two defenders",
        "Defenders are each credited what they captured together.",
        _adds_defenders,
    ),
    (
        "Everybody alone",
        "All score what they took themselves. Nobody but the bidder can be set.",
        lambda rules: rules.sides == "individual",
    ),
    (
        "Sweep",
        "The bonus goes to the side that took every trick, whether it had the bid or not; only a bidding side that is "
        "set gets none. All the points without every trick are no sweep. Where all the points are what counts, a side "
        "has swept when no other has any, and nobody needs to say so.",
        lambda rules: rules.sweep_bonus,
    ),
    (
        "The end at Princeton",
        "Where both sides reach the target in one hand, the higher total wins; where they are equal, another hand "
        "decides.",
        _ends_as_at_princeton,
    ),
    (
        "The bidding side first",
        "When one hand leaves both sides at the target or above, the side that had the bid wins, be its total higher, "
        "equal or lower.",
        lambda rules: rules.both_cross == "bidding_side" and rules.target and not rules.win_needs_bid,
    ),
    (
        "Wrong discard",
        "Only the bidder discards to the nest, so this foul is the bidder's alone. The hand is played on. Where a "
        "wrong discard is a set, the bidding side then loses its bid no matter what it took, and pays no penalty "
        "besides; everyone else scores as always. If the hand ends by a renege or is given up, that alone decides.",
        lambda rules: rules.nest_size and rules.fouls,
    ),
    (
        "Cards out of play",
        "The counters captured come to those of the deck less those laid aside, and no more can lie there than cards "
        "do. A bid that this makes impossible is lawful still.",
        lambda rules: rules.out_of_play_cards,
    ),
    (
        "Seats of changing partners",
        "The player entered first stays, the others move: as A, B, C, D; then A, C, B, D; then A, C, D, B; then as at "
        "first. Those opposite each other are partners. The next dealer sits left of the last in the seats of the next "
        "hand.",
        lambda rules: rules.sides == "rotating_partners",
    ),
    (
        "Deal",
        "Every scored hand passes the deal to the left. A misdeal is dealt again by its dealer.",
        _always,
    ),
    (
        "One renege",
        "Finding it ends the hand, so no hand has a second one.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "Renege put right",
        "In time, that is before the next trick is taken, it changes no score.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "Below zero",
        "A total may sink as deep as it will where the rules have no floor.",
        lambda rules: rules.floor is None,
    ),
    (
        "Adjustments",
        "Under any rules the table may give or take points along with a hand, if it says why. They count before the "
        "end is tested.",
        _always,
    ),
    (
        "Moon",
        "Only all the points of a hand make a moon bid. Made, it scores the moon bid itself, and the sweep bonus if "
        "that was earned. Anything less costs the moon bid, whatever a set costs otherwise. For the other sides it is "
        "a bid like any other.",
        lambda rules: rules.moon_bid,
    ),
    (
        "Going out by the bid",
        "The target is not enough. After a bid that was made only the bidding side may go out, after one that was set "
        "only the others. The highest of those who may wins, whatever those have who may not; if nobody may, play goes "
        "on. A renege counts as a bid set if the bidding side reneged, otherwise as one made; a hand given up counts "
        "as set.",
        lambda rules: rules.win_needs_bid and rules.target,
    ),
    (
        "Floor and lead",
        "The game is over when somebody's total is at the floor or below, or when the leader is that far ahead of the "
        "second. The highest total wins; a tie is broken as any other.",
        lambda rules: rules.floor is not None or rules.lead_wins is not None,
    ),
    (
        "What cannot be",
        "No number is rounded or put right. One that the table cannot have seen is refused, with the reason, down to "
        "the single card: it must be possible to deal the counters out into the piles that were counted.",
        _always,
    ),
    (
        "Most tricks",
        "Where two sides share the greatest number of tricks, the points go to neither.",
        lambda rules: rules.most_tricks_points,
    ),
    (
        "Time",
        "When time is called, you finish the hand you are playing, and it is the last one. If time ran out between "
        "two hands, the one before it was the last. Then the highest total wins; a tie is broken as any other. Calling "
        "time on an extra hand changes nothing.",
        lambda rules: rules.time_limit,
    ),
    (
        "Hand given up",
        "The bidding side may throw in its hand: it loses its bid and scores nothing. Everyone else scores what they "
        "had captured by then. No one gets the nest, the last trick or most tricks. The hand counts as played and the "
        "bid as set.",
        lambda rules: rules.may_concede,
    ),
    (
        "Carried totals",
        "A game can start with totals kept on paper, or with a handicap. They win or end nothing by themselves; once "
        "the first hand is scored they count in full.",
        _always,
    ),
)
RULINGS: Mapping[str, Ruling] = {
    f"R{place}": Ruling(f"R{place}", title, text) for place, (title, text, _) in enumerate(_TABLE, 1)
}


def rulings_of(rules: RuleSet) -> Iterator[Ruling]:
    """Return the rulings on cases that can come up under these rules."""
    return (ruling for ruling, (*_, applies) in zip(RULINGS.values(), _TABLE, strict=True) if applies(rules))
