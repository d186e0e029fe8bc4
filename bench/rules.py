"""How fast the rules are: hands examined, scored and booked, and whole games folded.

Run `python -m bench.rules`. Prints the best of several rounds, hands and games a second on one core.
"""

import time
from collections.abc import Callable

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import ruleset
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.validation import validate_hand

ROUNDS = 7
GAMES = 300
HANDS = 12
PLAYERS = ("Ann", "Bob", "Cal", "Dee")


def a_second(work: Callable[[], object], count: int) -> float:
    """How often a second something is done that `work` does `count` times."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return count / best


def main() -> None:
    """Measures and prints."""
    standing = initial_standing(ruleset("original").changed(target=None, hand_limit=HANDS), PLAYERS)
    rules, deal = standing.rules, standing.deal()
    hands = [Hand(bidder="Bob", bid=95, captured={"Bob": 60 + 5 * number}, last_trick="Ann") for number in range(HANDS)]

    def scored() -> None:
        for _ in range(GAMES):
            for hand in hands:
                score_hand(rules, deal, hand)

    def folded() -> None:
        for _ in range(GAMES):
            for hand in hands:
                validate_hand(rules, deal, hand)
            list(replay(standing, hands))

    print(f"hands scored: {a_second(scored, GAMES * HANDS):,.0f} a second")
    print(f"games of {HANDS} hands judged and folded: {a_second(folded, GAMES):,.0f} a second")


if __name__ == "__main__":
    main()
