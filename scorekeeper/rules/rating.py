"""How a game changes its players' ratings: only who won against whom counts.

Every two teams are compared (Bradley-Terry), after Weng & Lin, A Bayesian Approximation Method for Online Ranking
(2011), with the constants of openskill. Its Plackett-Luce model would let the third of four rise as much as two who
share the win.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt

CHANCE = 2 * (25 / 6) ** 2  # openskill's 2 beta squared
FORGOTTEN = (25 / 300) ** 2  # its tau squared: skill changes as time goes by
LEAST = 0.0001  # its kappa

Team = tuple[int, list[int]]
"""The place of a competitor, and its players."""
Skill = tuple[float, float]
"""How strong a player is, mu, and how uncertain that is, sigma."""
NEWCOMER: Skill = (25.0, 25 / 3)


def places(results: Sequence[tuple[bool, int]]) -> list[int]:
    """Return each competitor's place, from whether they won and their totals: the number of those who did better.

    Winners come first (a joint win is shared), the others by their totals; equal totals share a place.
    """
    return [0 if won else sum(first or more > total for first, more in results) for won, total in results]


def rate(teams: Sequence[Team], before: Mapping[int, Skill]) -> Mapping[int, Skill]:
    """Return the players' ratings after a game; a player not in `before` is a newcomer."""
    sides: list[list[float]] = []
    for place, players in teams:
        mu, variance, rise, surer = 0.0, 0.0, 0.0, 0.0
        for player in players:
            strength, sigma = before.get(player, NEWCOMER)
            mu += strength
            variance += sigma * sigma + FORGOTTEN
        for other in sides:
            their_place, their_mu, their_variance, _, _ = other
            squared = variance + their_variance + CHANCE
            spread = sqrt(squared)
            expected = 1 / (1 + exp((their_mu - mu) / spread))
            result = 1.0 if place < their_place else 0.5 if place == their_place else 0.0
            gained = (result - expected) / spread
            known = expected * (1 - expected) / (squared * spread)
            rise += gained
            other[3] -= gained  # what one gains, the other loses
            surer += known
            other[4] += known
        sides.append([place, mu, variance, rise, surer])
    after = {}
    for (_, players), (_, _, variance, rise, surer) in zip(teams, sides, strict=True):
        more = sqrt(variance) * surer
        for player in players:
            strength, sigma = before.get(player, NEWCOMER)
            own = sigma * sigma + FORGOTTEN
            after[player] = strength + own * rise, sqrt(own * max(1 - own * more, LEAST))
    return after
