"""Paper sheets for tests of the use case, the terminal and the page: what is asked, and what the rules say."""

from .case import HEADED, Asked, Case
from .grids import ASKED, K1, NOT_A_TOTAL, OFFERED, READ, REFUSED
from .judged import JUDGED

CASES = [*JUDGED, *READ]

__all__ = ["ASKED", "CASES", "HEADED", "K1", "NOT_A_TOTAL", "OFFERED", "REFUSED", "Asked", "Case"]
