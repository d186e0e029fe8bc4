"""Tournaments: who plays whom, who sits out, who is ahead. T numbers refer to docs/changing/draws.md.

Entrants are numbers and results plain values. A `Tournament` is the whole state: the same one always has the same
draws.
"""

from .bracket import Bracket, Match, Open, Slot
from .draws import can_draw_differently, draw_round, is_over, repeats
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
from .standings import GAMES_OF_A_MATCH, Placed, impossible_totals, standings, unfinished_totals

__all__ = [
    "FORMATS",
    "GAMES_OF_A_MATCH",
    "BadEntrants",
    "Bracket",
    "Format",
    "Match",
    "Open",
    "Placed",
    "Result",
    "Round",
    "Slot",
    "Table",
    "TablesUnfinished",
    "Tournament",
    "TournamentOver",
    "best_of_three",
    "can_draw_differently",
    "draw_round",
    "impossible_totals",
    "is_over",
    "limits_of",
    "repeats",
    "standings",
    "unfinished_totals",
]
