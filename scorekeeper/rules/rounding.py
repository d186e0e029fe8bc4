"""One way to round: half goes away from zero, as people do it."""

from decimal import ROUND_HALF_UP, Decimal


def rounded(value: float | Decimal, places: int = 0) -> Decimal:
    """Return a number with so many decimals: 62.5 is 63, and 11.25 is 11.3."""
    return Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
