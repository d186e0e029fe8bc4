"""How the deal passes on, and how partners change from hand to hand."""

from .ruleset import RuleSet


def left_of(player: int, seats: tuple[int, ...]) -> int:
    """Return the player on this one's left: who bids first, and who deals next."""
    return seats[(seats.index(player) + 1) % len(seats)]


def seats_after(rules: RuleSet, players: tuple[int, ...], hands_scored: int) -> tuple[int, ...]:
    """Return the players clockwise after this many hands; changing partners moves them (R21)."""
    if rules.sides != "rotating_partners":
        return players
    assert rules.hands_per_partner is not None
    a, b, c, d = players
    return ((a, b, c, d), (a, c, b, d), (a, c, d, b))[hands_scored // rules.hands_per_partner % 3]
