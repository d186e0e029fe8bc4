"""Paper sheets as people write them, for tests of the use case, the terminal and the page."""

from .case import HEADED, Case
from .games import GAMES
from .laid_out import LAID_OUT
from .noted import NOTED
from .ruled import RULED
from .written import WRITTEN

CASES = [*WRITTEN, *RULED, *NOTED, *LAID_OUT, *GAMES]
# What is no sheet, and why.
REFUSED = [
    ("hello", "I couldn’t tell the columns apart."),
    ("105\n40\n80", "I couldn’t tell the columns apart."),
    ("one two\nthree four five", "I couldn’t tell the columns apart."),
    ("", "Paste or type at least one row."),
    ("Bidder,Bid,Us,Them", "There are no hands."),
    ("bidder;bid;us;us\nBob;95;1;2", "Two columns have the same heading. The second is “us”."),
    ("Bob;95;45;75\n" * 1_001, "A sheet can have up to 500 lines; this has 1,001."),
    ("9" * 1_001, "A line can have up to 1,000 characters; line 1 is longer."),
    ("a" * 200_001, "A sheet can have up to 200 KB."),
]

__all__ = ["CASES", "HEADED", "REFUSED", "Case"]
