"""Sheets by the rules `original` as their lines are laid out: a line a side, a start of zeros, sums without a word."""

from .case import Case

FOUR = "right; right; right; right"
TOGETHER = "wrong Us ? | Them ?; right; right; right"
LAID_OUT = [
    # One line a side, with its name and its first number in one cell
    Case("a colon after the side", "Us: 105, 40, -80, 30\nThem: 15, -90, 45, 90", FOUR, (95, 60)),
    Case("a colon after the side, and a wrong first hand", "Us: 105, 40, -80, 30\nThem: 25, -90, 45, 90",
         TOGETHER, None, said="Together 130, a hand has 120."),
    Case("a blank after the side", "Us 105, 40, -80, 30\nThem 15, -90, 45, 90", FOUR, (95, 60)),
    Case("a blank after the side, and a wrong first hand", "Us 105, 40, -80, 30\nThem 25, -90, 45, 90",
         TOGETHER, None),
    Case("a dash after the side", "Us - 105, 40, -80, 30\nThem – 15, -90, 45, 90", FOUR, (95, 60)),
    Case("a minus after the side", "Us -80, 40, 105, 30\nThem 45, -90, 15, 90", FOUR, (95, 60)),
    Case("a colon after the names", "Ann & Cal: 105, 40, -80, 30\nBob & Dee: 15, -90, 45, 90", FOUR, (95, 60)),
    Case("a colon after the names, and a wrong first hand",
         "Ann & Cal: 105; 40; -80; 30\nBob & Dee: 25; -90; 45; 90",
         TOGETHER.replace("Us", "Ann & Cal").replace("Them", "Bob & Dee"), None),
]  # fmt: skip
