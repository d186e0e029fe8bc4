"""Partners and opponents by the standings, as at the Larry Smith Invitational (T6)."""

from .evening_plan import Tables
from .model import Tournament
from .standings import standings


def draw_ranked(tournament: Tournament) -> tuple[Tables, tuple[int, ...]]:
    """Return the tables and the sit-outs of the next round: of eight players 1st and 5th meet 2nd and 6th.

    Those who have missed the fewest rounds sit out, the last in the standings first (T3).
    """
    present, missed = tournament.present, tournament.missed_rounds()
    order = [placed.entrant for placed in standings(tournament) if placed.entrant in present]
    last_first = order[::-1]
    sit_outs = tuple(sorted(last_first, key=missed.__getitem__)[: len(order) % 4])
    playing = [player for player in order if player not in sit_outs]
    half = len(playing) // 2
    pairs = list(zip(playing[:half], playing[half:], strict=True))
    return list(zip(pairs[::2], pairs[1::2], strict=True)), sit_outs
