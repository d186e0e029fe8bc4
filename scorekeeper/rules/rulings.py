"""The rulings: decisions on cases that the rule documents leave open, and which rule sets they apply to."""

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


_TABLE: tuple[tuple[str, str, str, Applies], ...] = (
    (
        "R1",
        "Target",
        "A total equal to the target has reached it. If more than one side gets there on the same hand, the highest "
        "total wins: 320 beats 305.",
        lambda rules: rules.target,
    ),
    (
        "R2",
        "Fixed number of hands",
        "With no target, the highest total after the last agreed hand wins, whatever anyone had before. A hand ended "
        "by a renege counts as one; misdeals and passed-out hands don't.",
        lambda rules: rules.hand_limit,
    ),
    (
        "R3",
        "Tiebreaker hand",
        "After a tie for the win, the next hand decides. The highest total wins, even if it's under the target, and "
        "even for someone who wasn't in the tie. Still tied at the top? Play another.",
        lambda rules: rules.tie_break == "extra_hand" and rules.can_tie,
    ),
    (
        "R4",
        "No one bids",
        "When the cards are redealt, nothing is scored and no hand was played; depending on the rules, the same "
        "dealer deals again or the next player does. When the dealer is stuck with the bid, it's at the minimum as "
        "soon as everyone else has passed, without asking the dealer.",
        _always,
    ),
    (
        "R5",
        "Auction",
        "The player left of the dealer bids first, then it goes clockwise; on your turn you bid or pass. A bid is a "
        "multiple of the step, at least the minimum, at least one step above the last bid, and not above the "
        "maximum, except to shoot the moon. Once you pass, you're out until the next deal. The auction is over when "
        "a bid stands and everyone else has passed, when all have passed, or as soon as someone makes the highest "
        "bid there is. Those who haven't passed can still say so after that bid, in turn; it changes nothing.",
        _always,
    ),
    (
        "R6",
        "Changing partners",
        "Both partners score everything their side scores. The highest total after the last hand wins.",
        lambda rules: rules.sides == "rotating_partners",
    ),
    (
        "R7",
        "Shared win",
        "When ties are shared, everyone with the highest total wins.",
        lambda rules: rules.tie_break == "shared" and rules.can_tie,
    ),
    (
        "R8",
        "Renege",
        "The side that reneged loses the amount of the bid, no matter who bid, and scores nothing. Each other side "
        "scores what it had captured when the renege was found. The bid isn't tested: the opponents' renege never "
        "sets a bidder. When the cost is fixed, the offenders lose it and each other side gains as much.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "R9",
        "Nest after a renege",
        "The hand was cut short, so no one gets the nest, the last trick or most tricks. The counts can fall short "
        "of the points in the deck, but can't go over. If the renege is found only after the last trick, count the "
        "nest with the side that won it; if you say who took the last trick or most tricks, the others keep the "
        "points for those too. When the cost of a renege is fixed, that changes nothing.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "R10",
        "Sides without partnerships",
        "With two players, it's the bidder against the other player, who also plays the dummy; with three, the "
        "bidder against both others; with five or six, everyone plays alone. Everyone on the offender's side pays "
        "for an offense.",
        lambda rules: rules.sides in ("bidder_vs_defenders", "individual"),
    ),
    (
        "R11",
        "Penalties and the bid",
        "Whether a bid is made is settled before any penalty is counted.",
        lambda rules: rules.uses_fouls,
    ),
    (
        "R12",
        "More than one penalty",
        "Every penalty costs the full amount, on either side or both, on top of what a set or a renege costs. Table "
        "talk costs it at once in a hand that is then passed out or misdealt: partners who sit that way pay together, "
        "anyone else alone. That still isn't a hand; it ends no game and breaks no tie.",
        lambda rules: rules.uses_fouls,
    ),
    (
        "R13",
        "Penalties and going out",
        "Whether the game is over is checked once the hand's scores, penalties and adjustments are all in the totals.",
        _always,
    ),
    (
        "R14",
        "Two defenders",
        "Each defender scores what the defenders captured together.",
        _adds_defenders,
    ),
    (
        "R15",
        "Everyone alone",
        "Players score what they took themselves. Only the bidder can be set.",
        lambda rules: rules.sides == "individual",
    ),
    (
        "R16",
        "Sweep",
        "The bonus goes to the side that took every trick, whether or not it had the bid; only a bidding side that "
        "is set doesn't get it. Taking all the points isn't a sweep unless you took every trick. When the rules go "
        "by points instead, a side has swept when no one else has any, and no one needs to say so.",
        lambda rules: rules.sweep_bonus,
    ),
    (
        "R17",
        "Both sides out at Princeton",
        "If both sides reach the target on the same hand, the higher total wins; if they're tied, play another hand.",
        _ends_as_at_princeton,
    ),
    (
        "R18",
        "The bidding side first",
        "If both sides are at or over the target after the same hand, the side that had the bid wins, whatever the "
        "totals. A tiebreaker hand is different: the highest total wins it, no matter who bid (R3).",
        lambda rules: rules.both_cross == "bidding_side" and rules.target and not rules.win_needs_bid,
    ),
    (
        "R19",
        "Wrong discard",
        "Only the bidder discards to the nest, so only the bidder can do this, once a hand. The hand is played out. "
        "When a wrong discard is a set, the bidding side loses its bid no matter what it took, and pays no penalty; "
        "everyone else scores as usual. If the hand ends by a renege or is given up, only that counts.",
        lambda rules: "nest-discard" in rules.fouls,
    ),
    (
        "R20",
        "Cards out of play",
        "Captured points plus the cards out of play add up to the deck, and those can't be worth more than that many "
        "cards can. A bid that turns out to be impossible still stands.",
        lambda rules: rules.out_of_play_cards,
    ),
    (
        "R21",
        "Seats with changing partners",
        "The player entered first stays put and the others move: A, B, C, D; then A, C, B, D; then A, C, D, B; then "
        "back to the start. Players across from each other are partners. The next dealer sits to the left of the "
        "last one, in the next hand's seats.",
        lambda rules: rules.sides == "rotating_partners",
    ),
    (
        "R22",
        "Deal",
        "The deal moves left after every scored hand. After a misdeal, the same dealer deals again.",
        _always,
    ),
    (
        "R23",
        "One renege",
        "Finding it ends the hand, so no hand has two.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "R24",
        "Renege corrected",
        "If it's corrected in time, before the next trick is taken, it changes no score.",
        lambda rules: rules.uses_reneges,
    ),
    (
        "R25",
        "Below zero",
        "There's no limit below zero unless the rules set one.",
        lambda rules: rules.floor is None,
    ),
    (
        "R26",
        "Adjustments",
        "Under any rules, the table can add or take away points along with a hand, or with a misdeal, if it says why. "
        "They count before checking whether the game is over.",
        _always,
    ),
    (
        "R27",
        "Shooting the moon",
        "Shooting the moon takes every point in the hand. Make it and you score the moon bid itself, plus the sweep "
        "bonus if you earned it. Anything less costs the moon bid, whatever a set costs otherwise. For the other "
        "sides it's a bid like any other.",
        lambda rules: rules.moon_bid,
    ),
    (
        "R28",
        "Going out on the bid",
        "Reaching the target isn't enough. After a bid that is made, only the bidding side can go out; after one "
        "that is set, only the others. The highest total among those who can go out wins, whatever the rest have; if "
        "no one can, play goes on. A renege counts as a set if the bidding side reneged, otherwise as a bid made; a "
        "hand given up counts as a set.",
        lambda rules: rules.win_needs_bid and rules.target,
    ),
    (
        "R29",
        "Floor and lead",
        "The game is over when someone's total is at or below the floor, or when the leader is that far ahead of "
        "second place. The highest total wins; a tie is broken like any other.",
        lambda rules: rules.floor is not None or rules.lead_wins is not None,
    ),
    (
        "R30",
        "Impossible counts",
        "The app won't accept a count the cards can't produce, and says why. No number is rounded or fixed. It "
        "checks down to the single card: there has to be a way to split the counters into the piles you counted.",
        _always,
    ),
    (
        "R31",
        "Most tricks",
        "If two sides tie for the most tricks, neither gets the points.",
        lambda rules: rules.most_tricks_points,
    ),
    (
        "R32",
        "Time",
        "When time is called, you finish the hand you are playing, and it is the last one. If time ran out between "
        "two hands, the one before it was the last. Then the highest total wins; a tie is broken like any other. "
        "Calling time on an extra hand changes nothing.",
        lambda rules: rules.time_limit,
    ),
    (
        "R33",
        "Hand given up",
        "The bidding side may throw in its hand: it loses its bid and scores nothing. Everyone else scores what they "
        "had captured by then. No one gets the nest, the last trick or most tricks. The hand counts as played and "
        "the bid as set.",
        lambda rules: rules.may_concede,
    ),
    (
        "R34",
        "Carried totals",
        "A game can start with totals kept on paper, or with a handicap. They can't win or end it by themselves; once "
        "the first hand is scored they count in full.",
        _always,
    ),
    (
        "R35",
        "Who leads",
        "Where the rules say who leads to the first trick, the scoreboard says it once there is a bid. After that, the "
        "player who took the last trick leads. Nothing is scored by it.",
        _always,
    ),
)
RULINGS: Mapping[str, Ruling] = {number: Ruling(number, title, text) for number, title, text, _ in _TABLE}


def rulings_of(rules: RuleSet) -> Iterator[Ruling]:
    """Return the rulings on cases that can happen under these rules."""
    return (ruling for ruling, (*_, applies) in zip(RULINGS.values(), _TABLE, strict=True) if applies(rules))
