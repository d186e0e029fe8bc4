"""What a game makes of its players' ratings: who won against whom, and nothing else.

Every two teams are held against each other (Bradley-Terry), after Weng & Lin, A Bayesian Approximation Method for
Online Ranking (2011), with the constants of openskill: its Plackett-Luce model would let the third of four rise as much
as two who share the win.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt

CHANCE = 2 * (25 / 6) ** 2  # openskill's 2 beta squared
FORGOTTEN = (25 / 300) ** 2  # its tau squared: skill changes as time goes by
LEAST = 0.0001  # its kappa

Team = tuple[int, list[int]]
"""The place of a competitor, and its players."""
Skill = tuple[float, float]
"""How strong a player is, mu, and how unsure that is, sigma."""
NEWCOMER: Skill = (25.0, 25 / 3)


def places(results: Sequence[tuple[bool, int]]) -> list[int]:
    """Return the places in a game of who won or not, with these totals: how many were better.

    Winners come first (a joint win is shared), the others by their totals; equal totals share a place.
    """
    return [0 if won else sum(first or more > total for first, more in results) for won, total in results]


def rate(teams: Sequence[Team], before: Mapping[int, Skill]) -> Mapping[int, Skill]:
    """Return what a game makes of its players, of whom newcomers were not there before."""
    sides = []
    for place, players in teams:
        skills = [before.get(player, NEWCOMER) for player in players]
        mu, variance = 0.0, 0.0
        for strength, sigma in skills:
            mu += strength
            variance += sigma * sigma + FORGOTTEN
        sides.append((place, mu, variance, players, skills))
    after = {}
    for one in sides:
        place, mu, variance, players, skills = one
        rise = surer = 0.0
        for another in sides:
            if another is not one:
                other_place, other_mu, other_variance, _, _ = another
                spread = sqrt(variance + other_variance + CHANCE)
                expected = 1 / (1 + exp((other_mu - mu) / spread))
                result = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
                rise += (result - expected) / spread
                surer += sqrt(variance) * expected * (1 - expected) / spread**3
        for player, (strength, sigma) in zip(players, skills, strict=True):
            own = sigma * sigma + FORGOTTEN
            after[player] = strength + own * rise, sqrt(own * max(1 - own * surer, LEAST))
    return after
