"""Tournaments: who plays whom, who sits out, who is ahead. T numbers refer to docs/using/tournaments.md.

Entrants are numbers and results plain values. A `Tournament` is the whole state: the same one always has the same
draws.
"""

from .draw import draw_round, is_over, repeats
from .model import (
    FORMATS,
    BadEntrants,
    Format,
    Result,
    Round,
    Table,
    TablesUnfinished,
    Tournament,
    TournamentOver,
    best_of_three,
    limits_of,
)
from .standings import Placed, standings

__all__ = [
    "FORMATS",
    "BadEntrants",
    "Format",
    "Placed",
    "Result",
    "Round",
    "Table",
    "TablesUnfinished",
    "Tournament",
    "TournamentOver",
    "best_of_three",
    "draw_round",
    "is_over",
    "limits_of",
    "repeats",
    "standings",
]
