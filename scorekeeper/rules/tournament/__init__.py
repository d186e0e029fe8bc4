"""Tournaments: who plays whom, who sits out, who is ahead. The law is docs/using/tournaments.md, by its T numbers.

Entrants are numbers, results plain values, and nothing is remembered: a `Tournament` says all of it, and the same
tournament is always drawn alike.
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
