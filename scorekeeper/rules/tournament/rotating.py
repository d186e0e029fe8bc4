"""New partners every round (T5)."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations, product
from random import Random

from .evening_plan import Tables, plan_evening
from .matching import pair_up
from .model import Tournament


def draw_rotating(tournament: Tournament, seed: int) -> tuple[Tables, tuple[int, ...]]:
    """Return the tables and the sit-outs of the next round.

    The plan for the present players is shuffled by the first round's seed. Its first round that repeats no partner and
    is fair to those who sat out (T3) is taken, with another seed a later one. If the plan has none, partners are paired
    with as few repeats as possible.
    """
    players, rounds = tournament.present, tournament.rounds
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for table in (table for drawn in rounds for table in drawn.tables):
        partners.update(frozenset(side) for side in table.sides)
        opponents.update(frozenset(pair) for pair in product(*table.sides))
    everyone = min(partners[frozenset(pair)] for pair in combinations(players, 2))  # how often they were partners

    def together(one: int, other: int) -> int:
        return partners[frozenset((one, other))] - everyone

    def opposed(pair: tuple[int, int], other: tuple[int, int]) -> int:
        return sum(opponents[frozenset(both)] for both in product(pair, other))

    missed = tournament.missed_rounds()
    first_seed = rounds[0].seed if rounds else seed
    planned = [
        (tables, sit_outs)
        for tables, sit_outs in plan_evening(players, first_seed)
        if not any(together(*pair) for table in tables for pair in table)
        and max((missed[one] for one in sit_outs), default=0) <= min(missed[one] for one in set(players) - sit_outs)
    ]
    if planned:
        return _in_entry_order(players, *planned[(seed - first_seed) % len(planned)])

    order = list(players)
    Random(f"partners {seed} {len(rounds)}").shuffle(order)
    number = len(order) % 4
    most = sorted(missed[one] for one in order)[number - 1] if number else 0
    sit_outs = {one for one in order if missed[one] < most}
    pairs, others = pair_up(
        [one for one in order if one not in sit_outs],
        together,
        number - len(sit_outs),
        [one for one in order if missed[one] == most],
    )
    tables, _ = pair_up(pairs, opposed)
    return _in_entry_order(players, tables, sit_outs.union(others))


def _in_entry_order(
    players: tuple[int, ...], tables: Tables, sit_outs: Collection[int]
) -> tuple[Tables, tuple[int, ...]]:
    place = {player: number for number, player in enumerate(players)}

    def in_order(pair: tuple[int, int]) -> tuple[int, int]:
        one, other = pair
        return (one, other) if place[one] < place[other] else (other, one)

    return [(in_order(one), in_order(other)) for one, other in tables], tuple(sorted(sit_outs, key=place.__getitem__))
