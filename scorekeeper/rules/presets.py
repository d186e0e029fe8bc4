"""The rule sets that come with the program: a table of values; none has code of its own.

`document` says where a rule set is written down; pages show it with every score that rests on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import BadRules
from .ruleset import RANKS, RuleSet
from .who_leads import LEFT, Leader

RULE_BOOK = "the rule book"
HASBRO = "Hasbro's rules for 2 to 6 players"
TENS = {"5": 5, "10": 10, "14": 10}
ONES_HIGH = {"1": 15, "5": 5, "10": 10, "14": 10, "rook": 20}
RED_ONE = {"5": 5, "10": 10, "14": 10, "rook": 20, "red1": 30}
FROM_4, FROM_5, ONES_AND_FROM_5, TO_13 = RANKS[3:], RANKS[4:], (RANKS[0], *RANKS[4:]), RANKS[:13]
ONLINE: Mapping[str, Any] = {
    "foul_penalty": 0, "renege_rule": "off", "target": 500, "both_cross": "bidding_side", "leads": ("bidder",),
}  # fmt: skip


@dataclass(frozen=True)
class Preset:
    """A rule set with the name people know it by.

    `about` tells it from the others in a line. `passing` is what each player passes on after the bid, in turn from hand
    to hand; `ranks` are those in the deck. `leads` is who may play the first card, if the document says: see
    `who_leads.leaders`. None of them affects scores.
    """

    key: str
    title: str
    document: str
    about: str
    rules: RuleSet
    ranks: tuple[str, ...]
    passing: tuple[str, ...] = ()
    leads: tuple[Leader, ...] = ()

    @property
    def defines_exposed_cards(self) -> bool:
        """Whether its document says which exposed cards make a misdeal."""
        return self.document in (RULE_BOOK, HASBRO)


def _preset(
    key: str,
    title: str,
    document: str,
    about: str,
    ranks: tuple[str, ...] = FROM_5,
    passing: tuple[str, ...] = (),
    leads: tuple[Leader, ...] = (),
    **values: Any,
) -> tuple[str, Preset]:
    return key, Preset(key, title, document, about, RuleSet(**values), ranks, passing, leads)


PRESETS: Mapping[str, Preset] = dict(
    (
        _preset(
            "original", "Original partnership", RULE_BOOK,
            "Two pairs, 5s to 14s and the Rook, 120 points.",
            leads=LEFT,
        ),
        _preset(
            "changing-partners", "Changing partners", RULE_BOOK,
            "The same cards; partners change every 4 hands, and everyone keeps their own total.",
            sides="rotating_partners", hands_per_partner=4, target=None, hand_limit=12, tie_break="shared",
            leads=LEFT,
        ),
        _preset(
            "two-handed", "Two players", HASBRO,
            "The bidder against the other player and a dummy hand.",
            FROM_4,
            players=2, sides="bidder_vs_defenders", counters=TENS, hand_size=12, out_of_play_cards=3, min_bid=50,
            leads=LEFT,
        ),
        _preset(
            "three-handed", "Three players", HASBRO,
            "The bidder against the other two.",
            FROM_4,
            players=3, sides="bidder_vs_defenders", counters=TENS, hand_size=12, out_of_play_cards=3, min_bid=50,
            target=200, leads=LEFT,
        ),
        _preset(
            "five-handed", "Five players", HASBRO,
            "Everyone plays alone.",
            RANKS,
            players=5, sides="individual", counters=TENS, hand_size=10, nest_size=6, min_bid=30, target=150,
            leads=LEFT,
        ),
        _preset(
            "six-handed", "Six players", HASBRO,
            "Everyone plays alone.",
            RANKS,
            players=6, sides="individual", counters=TENS, hand_size=9, nest_size=2, min_bid=30, target=150,
            leads=LEFT,
        ),
        _preset(
            "concise", "Short rule book", "Concise Rook rules",
            "The original game without penalties.",
            foul_penalty=0, leads=LEFT,
        ),
        _preset(
            "online-ones-high", "Online, 1s high", "Online Rook instructions",
            "1s are high and worth 15: 180 points, to 500.",
            ONES_AND_FROM_5,
            counters=ONES_HIGH, hand_size=10, min_bid=80, **ONLINE,
        ),
        _preset(
            "online-fourteens-high", "Online, 14s high", "Online Rook instructions",
            "14s are high: 120 points, to 500.",
            **ONLINE,
        ),
        _preset(
            "princeton", "Princeton", "Princeton Rules",
            "1s (Aces, high) to 13s (Kings) and the Rook, three cards passed after the bidding, 200 points, to 1,000.",
            TO_13,
            passing=("three cards to the right", "three cards to the left"),
            counters={"1": 15, "13": 10, "10": 10, "5": 5, "rook": 20}, last_trick_points=20, sweep_bonus=100,
            hand_size=13, nest_size=1, nest_to="bidder", all_pass="dealer_min", foul_penalty=0, renege_rule="off",
            target=1000, leads=("bidder", "left of bidder"),
        ),
        _preset(
            "kentucky", "Kentucky", "as played in Kentucky",
            "1s are worth 15: 180 points, bids from 100; if everyone passes, the dealer is stuck.",
            ONES_AND_FROM_5,
            counters=ONES_HIGH, hand_size=10, min_bid=100, all_pass="dealer_min", foul_penalty=0, target=500,
        ),
        _preset(
            "house-200", "200-point game", "a common home game",
            "Every card, 1s worth 15 and 20 for the last trick: 200 points, bids from 100.",
            RANKS,
            counters=ONES_HIGH, last_trick_points=20, hand_size=13, min_bid=100, foul_penalty=0, target=500,
        ),
        _preset(
            "county-fair", "County fair", "county fair tournament, Kentucky",
            "Tournament: no points for the Rook, 100 in all; a renege costs 100.",
            counters=TENS, nest_size=4, min_bid=65, all_pass="dealer_min", foul_penalty=0, discard_rule="set",
            renege_rule="fixed", renege_points=100,
        ),
        _preset(
            "smith-county", "Smith County", "museum tournament, Tennessee",
            "Tournament on a 45-minute clock; the red 1 is worth 30: 150 points, to 500.",
            counters=RED_ONE, nest_size=6, min_bid=75, all_pass="dealer_min", foul_penalty=0, target=500, time_limit=45,
        ),
        _preset(
            "larry-smith", "Larry Smith", "an invitational tournament's house rules",
            "Tournament: 4 hands or 20 minutes, 200 points a hand.",
            ONES_AND_FROM_5,
            counters={"1": 20, "5": 5, "10": 10, "14": 10, "rook": 20}, hand_size=10, min_bid=100, foul_penalty=0,
            target=None, hand_limit=4, time_limit=20, tie_break="shared",
        ),
        _preset(
            "red-one", "Red 1", "a common home game",
            "The original cards with a red 1 worth 30: 150 points.",
            counters=RED_ONE, nest_size=6,
        ),
        _preset(
            "dixie", "Dixie", "13s-high rules",
            "13s count, not 14s; most tricks is worth 20. 120 points, to 505; the game also ends at −250.",
            counters={"5": 5, "10": 10, "13": 10}, most_tricks_points=20, nest_size=4, min_bid=65,
            all_pass="dealer_min", foul_penalty=0, renege_rule="off", target=505, floor=-250,
        ),
        _preset(
            "call-partner", "Call a partner", "a common five-player game",
            "For five: the bidder calls a partner. 200 points, to 400.",
            RANKS,
            players=5, sides="called_partner", counters=ONES_HIGH, last_trick_points=20, hand_size=10, nest_size=7,
            min_bid=80, foul_penalty=0, target=400,
        ),
        _preset(
            "moon-360", "Moon 360", "a 180-point home game with a 360 moon bid",
            "180 points, or bid 360 and shoot the moon; at 500 you win only by making or setting a bid.",
            ONES_AND_FROM_5,
            counters=ONES_HIGH, hand_size=10, min_bid=5, moon_bid=360, foul_penalty=180, target=500,
            win_needs_bid=True, lead_wins=1000,
        ),
    )
)  # fmt: skip


def ruleset(key: str) -> RuleSet:
    """Return the preset's rule set; raises BadRules for an unknown key."""
    try:
        return PRESETS[key].rules
    except KeyError:
        raise BadRules("rules", f"There is no rule set {key!r}; there are {', '.join(PRESETS)}.") from None
