"""Sheets by the rules `original` as their lines are laid out: a line a side, a start of zeros, sums without a word."""

from .case import HEADED, THREE, Case

FOUR = "right; right; right; right"
TOGETHER = "wrong Us ? | Them ?; right; right; right"
BIDS = "Us,100,105,15\nThem,90,40,-90\nUs,80,-80,45\nThem,85,30,90\n"
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
    # A hand in play
    Case("a last hand that was only bid on, and a wrong total",
         "Hand,Bidder,Bid,Us,Them\n1,Us,100,105,15\n2,Them,90,40,-90\n3,Us,80,-80,45\n4,Them,85,30,90\n"
         "5,Us,100,,\nTotal,,,95,70",
         FOUR, (95, 60), verdict="wrong", said="The total of Them is 60, not 70."),
    Case("a last hand that was only bid on", HEADED + BIDS + "Us,100", FOUR, (95, 60), said="Left out: line 6"),
    Case("a last hand whose points are only in the total",
         HEADED + "Us,100,105,15\nThem,90,40,-90\nUs,80,,\nTotal,,65,-30",
         "right; right; right", None),
    Case("a last hand with a bid that cannot be", HEADED + "Us,100,105,15\nThem,90,40,-90\nUs,125,,",
         "right; right; wrong Bid ?", None),
    Case("a last hand whose number is another", "Hand,Bidder,Bid,Us,Them\n1,Us,100,105,15\n2,Them,90,40,-90\n4,Us,80,,",
         "right; right; right", None, verdict="wrong", said="Hand 3 is missing."),
    Case("a last hand that was made, without its points", HEADED.replace("Us", "Made,Us") +
         "Us,100,yes,105,15\nThem,90,no,40,-90\nUs,80,no,,", THREE, None),
    # A column of both sides' totals is not checked
    Case("a column of totals with a sign between", "Bidder,Bid,Us,Them,Running total\nUs,100,105,15,105-15\n"
         "Them,90,40,-90,145/-75\nUs,80,-80,45,75/-30",
         THREE, (65, -30), verdict="only-if", said="No mistakes found, but something was left out"),
    Case("a column of days", "Bidder,Bid,Us,Them,Dealt on\nUs,100,105,15,5/12/2024", "right", (105, 15)),
    # A start of zeros
    Case("zeros before running totals", "Us,Them\n0,0\n105,15\n145,-75\n65,-30\n95,60", FOUR, (95, 60)),
    Case("zeros before points, without headings", "0,0\n105,15\n40,-90\n-80,45", THREE, (65, -30)),
    Case("zeros before the first hand", "Hand,Bidder,Bid,Us,Them\n0,,,0,0\n1,Us,100,105,15\n2,Them,90,40,-90",
         "right; right", (145, -75)),
    Case("zeros of a hand with a number", "Hand,Us,Them\n1,0,0\n2,105,15\n3,40,-90",
         "wrong Us 120 | Them 120; right; right", None),
    Case("zeros before a line a side", "Us 0 105 145 65 95\nThem 0 15 -75 -30 60", FOUR, (95, 60)),
    # A side that passed
    Case("pass beside the bid of the other side",
         "Round,Us bid,Them bid,Us,Them\n1,100,pass,105,15\n2,pass,90,40,-90\n3,80,pass,-80,45\n4,pass,85,30,90",
         FOUR, (95, 60)),
    Case("other marks beside the bid of the other side",
         "Us bid,Them bid,Us,Them\n100,p,105,15\nx,90,40,-90\n80,-,-80,45\nPass!,85,30,80",
         "right; right; right; wrong Them 90", (95, 60)),
    Case("a deal that both passed", "Us bid,Them bid,Us,Them\n100,p,105,15\npass,pass,,\np,p,,\n,pass,,\nx,90,40,-90",
         "right; right", (145, -75)),
    # A last line that is the sum, without a word
    Case("a last sum that is off", "Us,Them\n105,15\n40,-90\n-80,45\n30,90\n95,70",
         FOUR, (95, 60), verdict="wrong", said="The total of Them is 60, not 70."),
    Case("a last sum that is off, without headings", "105 15\n40 -90\n-80 45\n30 90\n----\n90 60",
         FOUR, (95, 60), verdict="wrong", said="The total of Us is 95, not 90."),
    Case("a last sum that is off, under bids", HEADED + BIDS + ",,95,70",
         FOUR, (95, 60), verdict="wrong", said="The last numbers of the sides were read as their totals."),
    Case("a last sum that is off, under points", "Us points,Them points\n105,15\n40,-90\n-80,45\n65,-20\nWinner: Us",
         THREE, (65, -30), verdict="wrong", said="is −30, not −20."),
    Case("a last sum that a hand with another number would bring", "Us,Them\n105,15\n40,-90\n-80,45\n65,-25",
         THREE, (65, -30), verdict="wrong", said="The total of Them is −30, not −25."),
    Case("a last hand that is no sum", "Us,Them\n105,15\n40,-90\n-80,45\n30,95",
         "right; right; right; wrong Us ? | Them ?", None),
    Case("a last hand like the one above it", "Us,Them\n105,15\n105,20", "right; wrong Them 135", (105, 135)),
    Case("a line a side, with the sum", "Us,105,40,-80,30,95\nThem,15,-90,45,90,60", FOUR, (95, 60)),
    Case("a line a side, with a sum that is off", "Us 105 40 -80 30 95\nThem 15 -90 45 90 70",
         FOUR, (95, 60), verdict="wrong", said="The total of Them is 60, not 70."),
    Case("three sides, with a sum that is off", "Ann,Bob,Cal\n30,70,30\n-60,40,40\n-30,110,80",
         "right; right", (-30, 110, 70), verdict="wrong", rules="three-handed"),
    # One line a side, under a line with the heading of their totals
    Case("a line a side, with totals", "Team,1,2,3,4,Total\nUs,105,40,-80,30,95\nThem,15,-90,45,90,60", FOUR, (95, 60)),
    Case("a line a side, with a wrong total", ",1,2,Total\nUs,105,-80,25\nThem,15,45,70",
         "right; right", (25, 60), verdict="wrong", said="The total of Them is 60, not 70."),
    Case("a line a side, running, with a wrong total",
         "Team,1,2,3,4,Total\nUs,105,145,65,95,95\nThem,15,-75,-30,60,70",
         FOUR, (95, 60), verdict="wrong", said="The total of Them is 60, not 70."),
    Case("a line a side, with totals that a hand brings", "Team,1,2,Total\nUs,30,-80,-50\nThem,90,45,70",
         "right; right", (-50, 135), verdict="wrong", said="The total of Them is 135, not 70."),
    # A side's name before each number (sheets.md: a cell may hold spaces, `Us 80`)
    *(Case(f"whose each number is: {text!r}", text, THREE, (65, -30)) for text in (
        "Us 105, Them 15\nUs 40, Them -90\nUs -80, Them 45",
        "Us 105 Them 15\nUs 40 Them -90\nUs -80 Them 45",
        "Us: 105; Them: 15\nUs: 40; Them: -90\nUs: -80; Them: 45",
        "Us 105, Them 15\nThem -90, Us 40\nUs -80, Them 45",
        "Hand 1: Us 105, Them 15\nHand 2: Us 40, Them -90\nHand 3: Us -80, Them 45",
        "1. Us 105, Them 15\n2. Us 40, Them -90\n3. Us -80, Them 45",
        "Us bid 100: Us 105, Them 15\nThem bid 90: Us 40, Them -90\nUs bid 80: Us -80, Them 45",
        "Us,100,Us 105,Them 15\nThem,90,Us 40,Them -90\nUs,80,Us -80,Them 45",
        "Us 105, Them 15\nUs 40, Them -90\nUs -80, Them 45\nTotal: Us 65, Them -30",
        "Hand 1: Us bid 100: Us 105, Them 15\nHand 2: Them bid 90: Them -90, Us 40\nHand 3: Us bid 80: Us -80, Them 45",
    )),
    Case("whose each number is, by names", "Ann & Cal 105, Bob & Dee 15\nBob & Dee -90, Ann & Cal 40", "right; right",
         (145, -75), said="Bob & Dee bid 90"),
    Case("whose each number is, and one is wrong", "Us 105, Them 15\nUs 40, Them -92", "right; wrong Them ?", None),
    Case("whose each number is, with bids, and one is wrong",
         "Us,100,Us 105,Them 15\nThem,90,Them -80,Us 40\nUs,80,Us -80,Them 45", "right; wrong Them -90; right",
         (65, -30)),
    Case("whose each number is, and a wrong total",
         "Us 105, Them 15\nUs 40, Them -90\nTotal: Us 155, Them -75", "right; right", (145, -75), verdict="wrong"),
    # Totals by a word after their numbers, or with "so far" (sheets.md: total rows)
    *(Case(f"a line of totals: {line}", HEADED + f"Us,100,105,15\nThem,90,40,-90\n{line}", "right; right", (145, -75),
           verdict="wrong", said="The total of Us is 145, not 155.")
      for line in (",,155,-75,Total", ",,155,-75,total:", "Total so far,,155,-75", "Running total,,155,-75",
                   "Score so far: 155 -75")),
    *(Case(f"a line of totals by its last words: {text!r}", text, "right; right", (145, -75), verdict="wrong",
           said="The total of Us is 145, not 155.") for text in (
        "Us 105 Them 15\nUs 40 Them -90\nUs 155 Them -75 total",
        "Bidder Bid Us Them\nUs 100 105 15\nThem 90 40 -90\n155 -75 total so far",
        "1 Us 100 105 15\n2 Them 90 40 -90\n155 -75 total so far",
        "  Us   Them\n  105   15\n  40   -90\n  155   -75   total",
    )),
    Case("a line of totals by its last word, without headings", "Us,100,105,15\nThem,90,40,-90\n,,145,-75,Total",
         "right; right", (145, -75)),
    *(Case(f"{word} in the headings", f"Bidder,Bid,Us,Them,Us {word},Them {word}\n"
           "Us,100,105,15,105,15\nThem,90,40,-90,155,-75", f"right; wrong Us 50 | Us {word} 145", None)
      for word in ("total so far", "so far", "score so far")),
    *(Case(f"numbered hands with totals under them: {text!r}", text, THREE, (65, -30)) for text in (
        "1   Us    100   105    15\n2   Them   90    40   -90\n                145   -75\n3   Us     80   -80    45\n"
        "                 65   -30",
        "1   Us 100    105    15\n2   Them 90    40   -90\n              145   -75\n3   Us 80     -80    45\n"
        "               65   -30",
    )),
    Case("numbered hands with a wrong total under them",
         "1   Us    100   105    15\n2   Them   90    40   -90\n                155   -75\n3   Us     80   -80    45",
         "right; wrong Us 50 | Us 145; right", None),
    # The headings again, on a second page
    Case("headings again with a column of penalties",
         "Hand,Bid,Us,Them,Penalty\n1,Them 105,5,75,Them -40\n2,Them 115,-25,-115,Us -40\nTotal,,-20,-40\n"
         "3,Us 95,100,-20,Them -40\nHand,Bid,Us,Them,Penalty\n4,Us 120,-120,50,\nTotal,,-40,-10", FOUR, (-40, -10)),
    Case("a word after a hand that is no total", "105,15\n40,-90\n-80,45,final", THREE, (65, -30)),
    # Blank columns before the rows
    *(Case(f"blank columns at the left: {text!r}", text, THREE, (65, -30)) for text in (
        ",Us,100,105,15\n,Them,90,40,-90\n,Us,80,-80,45",
        "\t\t1\tUs\t100\t105\t15\n\t\t2\tThem\t90\t40\t-90\n\t\t3\tUs\t80\t-80\t45",
        ",105,15\n,40,-90\n,-80,45\nTotal,65,-30",
        ",,Bidder,Bid,Us,Them\n,,Us,100,105,15\n,,Them,90,40,-90\n,,Us,80,-80,45",
    )),
    Case("a wrong total in a blank column", ",Us,100,105,15\n,Them,90,40,-90\nTotal,,,155,-75", "right; right",
         (145, -75), verdict="wrong", said="The total of Us is 145, not 155."),
    Case("a hand in words", HEADED + "Us,100,105,15\nUs bid 100 made it\nThem,90,40,-90", THREE, None),
]  # fmt: skip
