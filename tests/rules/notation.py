"""How the tests write down what happened at a table: players A, B, C, D, … clockwise, as on a score sheet.

To the rules A is player 0, B is player 1, and so on.
"""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import PlayedHand, Standing, initial_standing, replay
from scorekeeper.rules.hand import Adjustment, Deal, Foul, Hand, Outcome
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.presets import ruleset
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names

LETTERS = "ABCDEF"
NAMES = Names(LETTERS)
EIGHT_HANDS = ruleset("original").changed(target=None, hand_limit=8)


def row(source: str, *values: Any) -> Any:
    """A row of a table of tests, under the ruling or the document and section that it comes from."""
    return pytest.param(*values, id=source)


def with_ruling(found: Any) -> Any:
    """The row with the ruling that its name begins with as its last value."""
    return pytest.param(*found.values, found.id.split()[0], id=found.id)


def rules_of(rules: str | RuleSet) -> RuleSet:
    return ruleset(rules) if isinstance(rules, str) else rules


def player(letter: str) -> int:
    """The number of the player with this letter."""
    return LETTERS.index(letter)


def numbered(seen: Any) -> Any:
    """The same with numbers for the letters of players, however deep they are."""
    if isinstance(seen, dict):
        return {numbered(key): value for key, value in seen.items()}
    if isinstance(seen, tuple):
        return tuple(map(numbered, seen))
    return LETTERS.index(seen) if isinstance(seen, str) and len(seen) == 1 else seen


def figures(text: str) -> dict[int, int]:
    """Each player's figure: `AC +45, BD -95` gives A and C 45, B and D -95."""
    found = re.findall(r"([A-F]+) ([+-]?\d+)", text)
    return {player(letter): int(figure) for side, figure in found for letter in side}


def points_of(text: str) -> tuple[int, ...]:
    """The figures of all players, in the order of their numbers."""
    return tuple(figure for _, figure in sorted(figures(text).items()))


def letters(players: Sequence[int]) -> str:
    """The players' letters: AC for players 0 and 2."""
    return "".join(LETTERS[one] for one in players)


def hand(called: str, captured: str = "", *, talked: str = "", plus: str = "", **seen: Any) -> Hand:
    """`hand("B 95", "BD 75, AC 45")`: B had the bid at 95, B and D captured 75, A and C 45.

    `talked` are those whose table talk was foul, `plus` are adjustments.
    """
    bidder, bid = called.split()
    return Hand(
        bidder=player(bidder),
        bid=int(bid),
        captured={player(side[0]): int(worth) for side, worth in re.findall(r"([A-F]+) (-?\d+)", captured)},
        fouls=tuple(Foul(player(one), "table-talk") for one in talked) + seen.pop("fouls", ()),
        adjustments=tuple(Adjustment(one, points, "agreed") for one, points in figures(plus).items()),
        **{name: numbered(value) for name, value in seen.items()},
    )


def foul(letter: str, kind: str) -> Foul:
    return Foul(player(letter), kind)


def renege(called: str, captured: str, by: str | None, **seen: Any) -> Hand:
    """A hand that a renege ended."""
    return hand(called, captured, outcome="renege", reneged_by=by, **seen)


def conceded(called: str, captured: str = "", **seen: Any) -> Hand:
    """A hand that the bidding side gave up."""
    return hand(called, captured, outcome="conceded", **seen)


def seen_hand(**seen: Any) -> Hand:
    """A hand of which just this was seen, in letters."""
    return Hand(**{name: numbered(value) for name, value in seen.items()})


def no_hand(outcome: Outcome, *, talked: str = "", plus: str = "") -> Hand:
    """A misdeal or a passed-out deal in which these players talked, with adjustments."""
    return Hand(
        outcome=outcome,
        fouls=tuple(Foul(player(one), "table-talk") for one in talked),
        adjustments=tuple(Adjustment(one, points, "agreed") for one, points in figures(plus).items()),
    )


MISDEAL = Hand(outcome="misdeal")
PASSED_OUT = Hand(outcome="passed-out")


def standing_of(rules: str | RuleSet, totals: str = "", hands_scored: int = 0, dealer: str | None = None) -> Standing:
    """A game under way with these totals; nothing where they are left out."""
    chosen = rules_of(rules)
    standing = initial_standing(chosen, range(chosen.players), None if dealer is None else player(dealer))
    had = figures(totals)
    return standing._replace(
        table=standing.table._replace(hands_scored=hands_scored),
        totals=tuple(had.get(one, 0) for one in range(chosen.players)),
    )


def booked(standing: Standing, hands: Sequence[Hand]) -> list[PlayedHand]:
    """The hands, each of them found without error and then booked."""
    played_hands = list[PlayedHand]()
    for seen in hands:
        examined, errors = validate_hand(standing.rules, standing.table.deal(seen.dealer), seen)
        assert errors == []
        played_hands += replay(standing, [examined])
        standing = played_hands[-1].standing
    return played_hands


def problems(rules: str | RuleSet, seen: Hand, deal: Deal | None = None) -> list[tuple[str, str]]:
    """The code and the field of each error in the first hand of a game; A deals."""
    return [(error.code, lettered(error.field)) for error in faults_of(rules, seen, deal)]


def lettered(field: str) -> str:
    """A field with the letter of its player: `captured.B` for `captured.1`."""
    return re.sub(r"(?<=\.)\d$", lambda found: LETTERS[int(found[0])], field)


def faults_of(rules: str | RuleSet, seen: Hand, deal: Deal | None = None) -> list[RuleError]:
    standing = standing_of(rules)
    return validate_hand(standing.rules, deal or standing.table.deal(), seen)[1]
