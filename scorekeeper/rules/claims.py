"""Holding what the table says against what the rules say. A key stands for its player's competitor."""

from collections.abc import Collection, Iterator, Mapping

from .errors import WrongScore, WrongTotal, WrongWinner
from .hand import Side, side_with


def score_faults(claimed: Mapping[str, int], points: Mapping[str, int]) -> Iterator[WrongScore]:
    """Each claimed score of a hand that is not the rules' figure, in points."""
    for player, claim in claimed.items():
        if claim != points[player]:
            message = f"By the rules {player} scores {points[player]} in this hand, not {claim}."
            yield WrongScore(f"claimed.{player}", message)


def total_faults(claimed: Mapping[str, int], totals: Mapping[str, int]) -> Iterator[WrongTotal]:
    """Each claimed running total that is not the rules' figure, in points."""
    for player, claim in claimed.items():
        if claim != totals[player]:
            message = f"By the rules {player}'s total is {totals[player]} after this hand, not {claim}."
            yield WrongTotal(f"claimed_totals.{player}", message)


def winner_faults(claimed: Collection[str], sides: tuple[Side, ...], winners: tuple[str, ...]) -> Iterator[WrongWinner]:
    """Whether those who are said to have won are the winners; an empty claim says that nobody has."""
    if {side_with(sides, player) for player in claimed} != {side_with(sides, player) for player in winners}:
        really, said = " and ".join(winners) or "nobody", " and ".join(claimed) or "nobody"
        verb = "have" if len(winners) > 1 else "has"
        yield WrongWinner("claimed_winners", f"By the rules {really} {verb} won, not {said}.")
