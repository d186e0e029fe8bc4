"""Draw the next round (T2), and find repeats."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tournament.bracket import Bracket, draw_bracket
from scorekeeper.rules.tournament.evening_plan import Tables, plan_evening
from scorekeeper.rules.tournament.matching import pair_up
from scorekeeper.rules.tournament.model import (
    BadEntrants,
    Round,
    Side,
    Table,
    TablesUnfinished,
    Tournament,
    TournamentOver,
    limits_of,
)
from scorekeeper.rules.tournament.standings import in_order, scores


def draw_rotating(tournament: Tournament, seed: int) -> tuple[Tables, tuple[int, ...], Collection[int]]:
    """Return the tables and the sit-outs of the next round, and who deals first if there is a plan.

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
        each
        for each in plan_evening(players, first_seed)
        if not any(together(*pair) for table in each.tables for pair in table)
        and max((missed[one] for one in each.sit_outs), default=0)
        <= min(missed[one] for one in set(players) - each.sit_outs)
    ]
    if planned:
        plan = planned[(seed - first_seed) % len(planned)]
        return *_in_entry_order(players, plan.tables, plan.sit_outs), plan.dealers

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
    return *_in_entry_order(players, tables, sit_outs.union(others)), ()


def _in_entry_order(
    players: tuple[int, ...], tables: Tables, sit_outs: Collection[int]
) -> tuple[Tables, tuple[int, ...]]:
    place = {player: number for number, player in enumerate(players)}

    def in_order(pair: tuple[int, int]) -> tuple[int, int]:
        one, other = pair
        return (one, other) if place[one] < place[other] else (other, one)

    return [(in_order(one), in_order(other)) for one, other in tables], tuple(sorted(sit_outs, key=place.__getitem__))


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


def draw_ranked(tournament: Tournament) -> tuple[Tables, tuple[int, ...]]:
    """Return the tables and the sit-outs of the next round: of eight players 1st and 5th meet 2nd and 6th.

    Those who have missed the fewest rounds sit out, the last in the standings first (T3).
    """
    present, missed = tournament.present, tournament.missed_rounds()
    order = [player for player in in_order(tournament) if player in present]
    last_first = order[::-1]
    sit_outs = tuple(sorted(last_first, key=missed.__getitem__)[: len(order) % 4])
    playing = [player for player in order if player not in sit_outs]
    half = len(playing) // 2
    pairs = list(zip(playing[:half], playing[half:], strict=True))
    return list(zip(pairs[::2], pairs[1::2], strict=True)), sit_outs


def draw_round(tournament: Tournament, seed: int) -> Round:
    """Return the next round, always the same for a tournament and seed; the next seed gives another, if there is one.

    Raises BadEntrants (too few are in), TablesUnfinished, TournamentOver.
    """
    fewest, _, noun = limits_of(tournament.format)
    if tournament.format != "double-elimination" and len(tournament.present) < fewest:
        raise BadEntrants("entrants", f"A round needs at least {fewest} {noun}.")
    if tournament.format != "rotating" and (tables := tournament.unfinished()):
        raise TablesUnfinished(tables)
    if is_over(tournament):
        raise TournamentOver("rounds", "The tournament is over.")
    matches, sit_outs, planned = _draw(tournament, seed)
    if not matches:  # a bracket needs a result that was deleted
        number = next(number for number in range(1, len(tournament.rounds)) if tournament.unfinished(number))
        raise TablesUnfinished(tournament.unfinished(number), number)
    dealt = _times_dealt(tournament)
    return Round(tuple(Table(sides, _dealer(dealt, sides, planned, seed)) for sides in matches), sit_outs, seed)


def _draw(tournament: Tournament, seed: int) -> tuple[Sequence[tuple[Side, Side]], tuple[int, ...], Collection[int]]:
    """Return the tables, the sit-outs and those who are planned to deal first."""
    if tournament.format == "rotating":
        return draw_rotating(tournament, seed)
    if tournament.format == "ranked":
        return *draw_ranked(tournament), ()
    matches, sit_outs = draw_swiss(tournament) if tournament.format == "swiss" else draw_bracket(tournament)
    return [((one,), (other,)) for one, other in matches], sit_outs, ()


Player = tuple[int, int]
"""A player by entrant, and in a pair by the place in it."""


def _seated(sides: tuple[Side, Side]) -> list[Player]:
    """Return who has seats 1 to 4."""
    return [(side[place % len(side)], place // len(side)) for place in (0, 1) for side in sides]


def _times_dealt(tournament: Tournament) -> Counter[Player]:
    return Counter(_seated(table.sides)[table.dealer - 1] for drawn in tournament.rounds for table in drawn.tables)


def _may_deal(dealt: Counter[Player], sides: tuple[Side, Side]) -> list[int]:
    """Return the seats of those at a table who have been first dealer least often (T2)."""
    times = [dealt[player] for player in _seated(sides)]
    return [seat for seat, count in enumerate(times, 1) if count == min(times)]


def _dealer(dealt: Counter[Player], sides: tuple[Side, Side], planned: Collection[int], seed: int) -> int:
    """Return the first dealer's seat: the planned one if that is fair, else by the seed; the next takes another."""
    seats = _may_deal(dealt, sides)
    first = Random(f"dealers {sum(dealt.values())} {sides}").randrange(len(seats))
    by_plan = (seat for seat, (entrant, _) in enumerate(_seated(sides), 1) if seat in seats and entrant in planned)
    return next(by_plan, seats[(first + seed) % len(seats)])


def can_draw_differently(tournament: Tournament) -> bool:
    """Whether the next seed draws the last round in another way."""
    earlier, drawn = replace(tournament, rounds=tournament.rounds[:-1]), tournament.rounds[-1]
    if tournament.format != "rotating":
        dealt = _times_dealt(earlier)
        return any(len(_may_deal(dealt, table.sides)) > 1 for table in drawn.tables)
    try:
        again = draw_round(earlier, drawn.seed + 1)
    except RuleError:  # which the draw will say
        return True
    return again.tables != tuple(replace(table, result=None) for table in drawn.tables)


def is_over(tournament: Tournament) -> bool:
    """Whether the format has a winner: only a bracket does, the others go on until the organizer ends them (T13)."""
    return tournament.format == "double-elimination" and Bracket(tournament).champion is not None


def repeats(tournament: Tournament, number: int) -> tuple[tuple[int, int], ...]:
    """Return who meets again in round `number`, from 1, although the format avoids it.

    These are partners in `rotating` (T5) and opponents in `swiss` (T7).
    """
    before, drawn = tournament.rounds[: number - 1], tournament.rounds[number - 1]
    met = Counter(frozenset(pair) for earlier in before for pair in _meetings(tournament, earlier))
    return tuple(pair for pair in _meetings(tournament, drawn) if met[frozenset(pair)])


def _meetings(tournament: Tournament, drawn: Round) -> Sequence[tuple[int, int]]:
    if tournament.format == "rotating":
        return [(one, other) for table in drawn.tables for one, other in table.sides]
    if tournament.format == "swiss":
        return [(one, other) for table in drawn.tables for one, other in [table.entrants]]
    return []
