"""Swiss draw: pairs with similar results meet, with as few repeats as possible (T7)."""

from collections import Counter

from .matching import pair_up
from .model import Tournament
from .standings import scores

Matches = list[tuple[int, int]]


def draw_swiss(tournament: Tournament) -> tuple[Matches, tuple[int, ...]]:
    """Return who meets whom in the next round, the best first, and the pair with the bye if the number is odd."""
    score, missed = scores(tournament), tournament.missed_rounds()
    order = sorted(tournament.present, key=lambda pair: (score[pair].wins, score[pair].points), reverse=True)
    met = Counter(frozenset(table.entrants) for drawn in tournament.rounds for table in drawn.tables)
    fewest = min(missed[pair] for pair in order)
    matches, byes = pair_up(
        order,
        lambda one, other: met[frozenset((one, other))],
        len(order) % 2,
        [pair for pair in reversed(order) if missed[pair] == fewest],
    )
    return matches, tuple(byes)
