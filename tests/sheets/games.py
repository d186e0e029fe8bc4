"""Sheets of two games: the first is checked, and the page says so."""

from .case import HEADED, THREE, Case

BOTH = "Bidder,Bid,Us,Them,Us total,Them total\n"
GAMES = [
    # Two games without hand numbers: a title says so, or the headings again where nothing goes on
    *(Case(f"another game: {title}",
           HEADED + f"Us,100,105,15\nThem,90,40,-90\n{title}\nUs,80,-80,45\nUs,80,80,40",
           "right; right", (145, -75), verdict="only-if", said="Line 4 begins another game: this is the first.")
      for title in ("Game 2", "game 2:", "--- Game #2 ---", "Second game", "New game", "Game two (Ann)", "GAME II")),
    Case("titles of two games without headings", "Game 1\n105 15\n40 -90\nGame 2\n-80 45\n80 40",
         "right; right", (145, -75), verdict="only-if", said="Left out: line 5"),
    Case("two games with their totals",
         "Game 1\n" + HEADED + "Us,100,105,15\nThem,90,40,-90\nTotal,,145,-75\n\nGame 2\n"
         + HEADED + "Us,80,-80,45\nUs,80,80,40\nTotal,,0,85",
         "right; right", (145, -75), verdict="only-if"),
    Case("a slip in the first of two games", HEADED + "Us,100,105,15\nThem,90,40,-80\nGame 2\nUs,80,-80,45",
         "right; wrong Them -90", (145, -75)),
    Case("a remark on another game", HEADED + "Us,100,105,15\nUs,80,80,40\nsecond game was better\nUs,80,-80,45",
         THREE, (105, 100)),
    Case("a remark on another game above a wrong total",
         HEADED + "Us,100,105,15\nThem,90,40,-90\nNew game\nTotal,,155,-75",
         "right; right", (145, -75), verdict="wrong", said="The total of Us is 145, not 155."),
    Case("when the next game is, above a wrong winner",
         HEADED + "Us,100,105,15\nThem,90,40,-90\nNext game: Us deal\nWinner: Them", "right; right", (145, -75),
         verdict="wrong"),
    Case("the sides again, above their sums", "Us,Them\n105,15\n40,-90\nUs,Them\n145,-75", "right; right", (145, -75)),
    Case("the sides again, above a wrong total",
         HEADED + "Us,100,105,15\nThem,90,40,-90\n,,Us,Them\nTotal,,155,-75", "right; right", (145, -75),
         verdict="wrong", said="The total of Us is 145, not 155."),
    Case("each hand has the title of a game", "Game 1\n105 15\nGame 2\n-80 45\nGame 3\n80 40", THREE, (105, 100)),
    Case("the headings again, after a total",
         HEADED + "Us,100,105,15\nThem,90,40,-90\nTotal,,145,-75\n" + HEADED + "Us,80,-80,45",
         "right; right", (145, -75), verdict="only-if",
         said="The headings are there again: what is below them is left out."),
    Case("the headings again, and no total", HEADED + "Us,100,105,15\nThem,90,40,-90\n" + HEADED + "Us,80,-80,45",
         "right; right", (145, -75), verdict="only-if", said="Left out: line 4"),
    Case("the headings again, and hand numbers that go on",
         "Hand,Us,Them\n1,105,15\n2,40,-90\nHand,Us,Them\n3,-80,45", THREE, (65, -30)),
    Case("the headings again, and totals that go on",
         BOTH + "Us,100,105,15,105,15\nThem,90,40,-90,145,-75\n" + BOTH + "Us,80,-80,45,65,-30", THREE, (65, -30)),
    Case("the headings again, and totals that begin again",
         BOTH + "Us,100,105,15,105,15\nThem,90,40,-90,145,-75\n" + BOTH + "Us,80,-80,45,-80,45",
         "right; right", (145, -75), verdict="only-if"),
]  # fmt: skip
