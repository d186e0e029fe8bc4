"""Rounds of figures, their medians, and goals."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .load import Figures

ROUNDS = 3
Round = Mapping[str, Figures]


@dataclass(frozen=True)
class Goal:
    """One figure, and what it is to be at most."""

    what: str
    figure: float
    bound: float

    def __str__(self) -> str:
        met = "met   " if self.figure <= self.bound else "MISSED"
        return f"{met} {self.what}: {self.figure:.4g} (at most {self.bound:g})"


def medians(rounds: Sequence[Round], figure: Callable[[Figures], float]) -> dict[str, float]:
    """This figure of each measure, the median of all rounds."""
    return {name: statistics.median(figure(each[name]) for each in rounds) for name in rounds[0]}
