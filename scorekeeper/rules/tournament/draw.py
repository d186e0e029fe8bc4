"""Draw the next round (T2), and find repeats."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from .bracket import Bracket, draw_bracket
from .model import BadEntrants, Round, Side, Table, TablesUnfinished, Tournament, TournamentOver, limits_of
from .ranked import draw_ranked
from .rotating import draw_rotating
from .swiss import draw_swiss


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
    matches, sit_outs = _draw(tournament, seed)
    if not matches:  # a bracket needs a result that was deleted
        number = next(number for number in range(1, len(tournament.rounds)) if tournament.unfinished(number))
        raise TablesUnfinished(tournament.unfinished(number), number)
    dealers = Random(f"dealers {seed} {len(tournament.rounds)}")
    return Round(tuple(Table(sides, dealers.randrange(4) + 1) for sides in matches), sit_outs, seed)


def _draw(tournament: Tournament, seed: int) -> tuple[Sequence[tuple[Side, Side]], tuple[int, ...]]:
    if tournament.format == "rotating":
        return draw_rotating(tournament, seed)
    if tournament.format == "ranked":
        return draw_ranked(tournament)
    matches, sit_outs = draw_swiss(tournament) if tournament.format == "swiss" else draw_bracket(tournament)
    return [((one,), (other,)) for one, other in matches], sit_outs


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
