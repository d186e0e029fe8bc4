"""Texts as grids: how cells are parted, which words say what columns and lines are, what cells can be, what asks."""

from tests.person import TABLE

from .case import HEADED, RUNNING, Asked, Case

COLUMNS = "Bidder,Bid,Us,Them,Us penalty,Them penalty\n"
WITH_TOTALS = "Bidder,Bid,Us,Them,Us penalty,Them penalty,Us total,Them total\n"
IN = {"penalties_in": True}
K1 = [
    "Nov 20 | Us | Them\nus 80 | 85 | 35\nthem 95 | 105 | 135\nus 100 | 5 | 190\nthem 85 | 45 | 270",
    "Friday  Us / Them\nG 80 made   100 / 20\nP 90 set   140 / -70",
    "M/C B/D\nM85  95  25\nB100 40 -100\n135 -75\nC75 -75 50\n60 -25",
    "Us Them\n80 85 35\n90 20 100\n105 ~~145~~ 135\n100 -100 55\n5 190",
]
"""Sheets that a program which guesses reads wrong: one is wrong in its last row, the others are right."""
READ = [
    # Cells are parted by the first sign that most lines with two numbers have
    *(Case(f"parted by {sign!r}", sign.join(("Bidder", "Bid", "Us", "Them")) + "\n" + "\n".join(
        sign.join(row) for row in (("Us", "100", "105", "15"), ("Them", "90", "40", "-90"))), "right; right",
        (145, -75))
      for sign in (",", ";", "\t", "  ", "   ", " ", " | ")),
    Case("Markdown", "| Bidder | Bid | Us | Them |\n|---|--:|--:|--:|\n| Us | 100 | **105** | 15 |", "right",
         (105, 15)),
    Case("quotes, and a sign inside", 'Bidder,Bid,Us,Them,Note\n"Us",100,"105",15,"late, or so"', "right", (105, 15)),
    Case("blank lines and a rule", "Us,100,105,15\n\n----\n\nThem,90,40,-90\n,,,", "right; right", (145, -75)),
    Case("words above the headings are the title", "Friday night\nUs and Them\n" + HEADED + "Us,100,105,15", "right",
         (105, 15)),
    # Words for columns
    Case("other words", "No.;Caller;Contract;We;They\n1;We;100;105;15\n2;They;90;40;-90", "right; right", (145, -75)),
    Case("in any order", "Them,Who bid,Us,#,Contract\n15,us,105,1,100", "right", (105, 15)),
    Case("bidder and bid in one cell", "Contract,Us,Them\nus 80,85,35\n90 them,20,100\nUs100,-100,55\n80 us made,80,40",
         "right; right; right; right", (85, 230)),
    Case("made and set beside a bid", "Bidder,Bid,Us,Them\nUs,80 made,85,35\nUs,90 set,-90,40", "right; right",
         (-5, 75)),
    Case("bids of the sides", "Us bid,Them bid,Us,Them\n100,pass,105,15\n80,90,40,-90", "right; right", (145, -75)),
    Case("what each took", "Bidder,Bid,Took Us,Captured by Them,Us,Them\nUs,100,105,15,105,15", "right", (105, 15)),
    Case("what the bidding side took", "Bidder,Bid,Took,Us,Them\nUs,100,95,105,15", "wrong Took 105", None),
    Case("yes and no", "Bidder,Bid,Made,Us,Them\nUs,100,yes,105,15\nThem,90,no,40,-90", "right; right", (145, -75)),
    Case("a result", "Bidder,Bid,Result,Us,Them\nUs,80,made,-80,45", "only-if Us reneged", (-80, 45)),
    Case("R8: who reneged", "Bidder,Bid,Us,Them,Renege\nUs,100,-100,15,Us\nUs,90,15,-90,yes", "right; right",
         (-85, -75)),
    Case("both names of a side, and a player as bidder", "Bidder,Bid,Cal & Ann,Dee/Bob\nAnn,100,105,15\ndee,90,40,-90",
         "right; right", (145, -75), names=TABLE),
    Case("dealer, trump, date and note say nothing of points",
         "Date,Dealer,Bidder,Bid,Trump,Us,Them,Note\n10/31,Bob,Us,100,red,105,15,Total", "right", (105, 15)),
    # Cells
    *(Case(f"a number: {cell}", HEADED + f"Them,90,40,{cell}", "right", (40, -90))
      for cell in ("-90", "−90", "–90", "(90)", "90-", "- 90", "set", "x", "-٩٠")),
    Case("signs and thousands", "Us;100;+105;15\nThem;90;1,005;-90", "right; wrong Us ?", None),
    Case("zeros", HEADED + "Us,120,120,o\nUs,100,120,-\nThem,90,0,120", "right; right; right", (240, 120)),
    *(Case(f"no number: {cell}", HEADED + f"Us,100,{cell},15\nThem,90,40,-90", "wrong Us ?; right", None,
           said="isn’t a number. Write a number, like 45 or −95, or “set” where Us bid.")
      for cell in ("1O5", "105.0", "~~100~~ 105", "30→105", "total")),
    Case("set under the side that did not bid", HEADED + "Us,100,-100,set", "wrong Them ?", None,
         said="“set” doesn’t belong"),
    Case("a number that is no hand's", "Hand,Us,Them\nfirst,105,15", "wrong Hand ?", None),
    Case("a bidder that is a number", HEADED + "12,100,105,15", "wrong Bidder ?", None, said="Write who bid."),
    Case("two cells that say the opposite", "Bidder,Bid,Made,Us,Them\nUs,80 made,no,85,35", "wrong Bid ? | Made ?",
         None, said="These two say the opposite."),
    Case("two bidders", "Bidder,Bid,Us,Them\nUs,them 80,85,35", "wrong Bidder ? | Bidder ?", None),
    # Penalties are on top of the points of their row, unless the points have them
    Case("a penalty in its row", COLUMNS + "Us,100,105,15,,40\nThem,90,40,-90,,", "right; right", (145, -115)),
    Case("a penalty that the points have", COLUMNS + "Us,100,105,-25,,40", "right", (105, -25), how=IN),
    Case("R12: two penalties", COLUMNS + "Us,100,105,15,-80,", "right", (25, 15)),
    Case("one penalty is its points", COLUMNS + "Us,100,105,15,,1", "wrong Them penalty ?", None,
         said="write 40, not 1."),
    Case("a total has the penalty of its own row", WITH_TOTALS + "Us,100,105,15,,40,105,-25\nThem,90,40,-90,,,145,-115",
         "right; right", (145, -115)),
    Case("a total that forgot the penalty of its own row", WITH_TOTALS + "Us,100,105,15,,40,105,15",
         "wrong Them total -25", (105, -25)),
    Case("points and totals that have the penalties", WITH_TOTALS + "Us,100,105,-25,,40,105,-25", "right", (105, -25),
         how=IN),
    Case("a penalty in a row of its own", HEADED + "Us,100,105,15\npenalty,,,-40\nThem,90,40,-90\nTotal,,145,-115",
         "right; right", (145, -115)),
    Case("whose penalty it is", HEADED + "Us,100,105,15\nThem penalty,,,40", "right", (105, -25)),
    Case("a penalty under another side", HEADED + "Us,100,105,15\nUs penalty,,,40", "wrong Them ?", None,
         said="is under another."),
    Case("a penalty under no side", HEADED + "Us,100,105,15\npenalty,40,,", "wrong Bid ?", None,
         said="under one of the sides."),
    Case("a penalty without points", HEADED + "Us,100,105,15\npenalty,,,", "wrong Penalty ?", None),
    Case("running: a row's total has no penalty of a row below it",
         HEADED + "Us,100,105,15\npenalty,,,40\nThem,90,145,-115",
         "right; right", (145, -115), how=RUNNING),
    Case("running: a penalty below, where the totals have it",
         HEADED + "Us,100,105,-25\npenalty,,,40\nThem,90,145,-115",
         "right; right", (145, -115), how={**RUNNING, **IN}),
    Case("R26: an adjustment in its row, and in a row of its own",
         "Bidder,Bid,Us,Them,Them adjustment\nUs,100,105,15,-20\nAdjustment,,10,,", "right", (115, -5)),
    Case("R12: a penalty in a misdeal", HEADED + "Us,100,105,15\nmisdeal\npenalty,,,40", "right", (105, -25)),
    Case("R10: a penalty of a defender falls on both",
         "Bidder,Bid,Ann,Bob,Cal,Bob penalty\nAnn,60,-60,100,100,40\nTotal,,-60,60,60,", "right", (-60, 60, 60),
         rules="three-handed", names=TABLE[:3]),
    Case("R10: the same, where the points have it", "Bidder,Bid,Ann,Bob,Cal,Bob penalty\nAnn,60,-60,60,60,40", "right",
         (-60, 60, 60), rules="three-handed", names=TABLE[:3], how=IN),
    Case("rules without penalties", HEADED + "Us,150,160,40\npenalty,,,40", "wrong Them ?", None,
         said="Call it an adjustment.", rules="princeton"),
    Case("points of a misdeal", HEADED + "misdeal,,45,0\nUs,100,105,15", "wrong Us 0; right", (105, 15)),
    # What a person said
    Case("a column that is not used", "Bidder,Bid,Us,Them,Tricks\nUs,100,105,15,7", "right", (105, 15), "only-if",
         "“Tricks” was not looked at", how={"columns": {4: "-"}}),
    Case("who bid is not used", "Caught,Bid,Us,Them\nUs,100,105,15", "right", (105, 15), "only-if",
         "who bid was not looked at", how={"columns": {0: "-"}}),
    Case("a column of words is a note", "Bidder,Bid,Us,Them,Weather\nUs,100,105,15,fine", "right", (105, 15),
         how={"columns": {4: "note"}}),
    Case("a note with a number", HEADED + "Us,100,105,15\nDee 3,2,,", "right", (105, 15), "only-if",
         "line 3", how={"lines": {3: "note"}}),
    Case("brought forward below a hand, as a person says it",
         HEADED + "Us,100,105,15\nso far,,100,15", "right", (105, 15),
         "wrong", how={"lines": {3: "forward"}}),
    Case("a line that is the total row", HEADED + "Us,100,105,15\nso,,105,20", "right", (105, 15), "wrong",
         how={"lines": {3: "total"}}),
    Case("who M is", "Bidder,Bid,Us,Them\nM,100,105,15\nm,90,-90,35", "right; right", (15, 50), how={"said": {"M": 0}}),
    Case("a head that is said to be a side makes its parts that side's bidders",
         "Bidder,Bid,M/C,B/D\nM,85,95,25\nB,100,40,-100\nC,75,-75,50", "right; right; right", (60, -25),
         how={"columns": {2: "side-0", 3: "side-1"}}),
    # Those that a program misreads, as a person types them
    Case("totals so far, and the last is wrong", K1[0], "right; right; right; wrong Them 105 or Nov 20 ?", (45, 105),
         how={**RUNNING, "columns": {0: "bid"}}),
    Case("made and set in the cell", "Bid,Us,Them\nG 80 made,100,20\nP 90 set,140,-70", "right; right", (140, -70),
         how={**RUNNING, "said": {"G": 0, "P": 1}}),
    Case("totals below", "Bid,M/C,B/D\nM85,95,25\nB100,40,-100\nTotal,135,-75\nC75,-75,50\nTotal,60,-25",
         "right; right; right", (60, -25), how={"columns": {1: "side-0", 2: "side-1"}}),
    Case("a number that was struck out", "Bid,Us,Them\n80,85,35\n90,20,100\nTotal,105,135\n100,-100,55\nTotal,5,190",
         "right; right; right", (5, 190)),
]  # fmt: skip
ASKED = [
    # Every column with anything in it has a meaning
    Asked("a heading that is not known", "Bidder,Bid,Us,Them,Tricks\nUs,100,105,15,7", ["column 4 Tricks"]),
    Asked("a column of words alone", "Bidder,Bid,Us,Them,By\nUs,100,105,15,us", ["column 4 By"]),
    Asked("a column without a heading", HEADED + "Us,100,105,15,7", ["column 4"]),
    Asked("a heading twice", "bidder;bid;us;us\nUs;95;1;2", ["column 3 us"]),
    Asked("names that nobody typed", "Bidder,Bid,Ann & Cal,Bob & Dee\nAnn,100,105,15",
          ["column 2 Ann & Cal", "column 3 Bob & Dee"]),
    Asked("a heading that is a player's name, too", "Bidder,Bid,Hand,Bob,Cal\nBob,60,30,70,30", ["column 2 Hand"],
          {"rules": "three-handed", "names": ("Hand", "Bob", "Cal")}),
    Asked("a kind without whose", "Bidder,Bid,Us,Them,Penalty\nUs,100,105,15,40", ["column 4 Penalty"]),
    Asked("hands of different cells", "Us,100,105,15\nThem,90,40,-90,7",
          ["column 0", "column 1", "column 2", "column 3", "column 4"]),
    Asked("a bidder by position is no number", "1,100,105,15", ["column 0", "column 1", "column 2", "column 3"]),
    Asked("a line a side", "Us 105 40 -80\nThem 15 -90 45", ["column 0", "column 1", "column 2", "column 3"]),
    Asked("four numbers alone", "105,15,120,0\n40,-90,1,2", ["column 0", "column 1", "column 2", "column 3"]),
    # Every line below the first hand has a meaning
    *(Asked(f"words alone: {line}", HEADED + f"Us,100,105,15\n{line}\nThem,90,40,-90", [f"line 3 {line}"])
      for line in ("New game", "renege", "Winner: Them", "Bidder, Bid, Us, Them")),
    Asked("a penalty alone in its column", COLUMNS + "Us,100,105,15,,\n,,,,,40", ["line 3 40"]),
    Asked("a penalty and whose alone", COLUMNS + "Us,100,105,15,,\nThem,,,,,40", ["line 3 Them, 40"]),
    Asked("a penalty above the first hand", HEADED + "penalty,,,40\nUs,100,105,15", ["line 2 penalty, 40"]),
    Asked("a line without the sign", HEADED + "Us,100,105,15\nUs,80,80,40\nTotal 155 15", ["line 4 Total 155 15"]),
    Asked("a number above the headings", "Table 1\n" + HEADED + "Us,100,105,15", ["line 1 Table 1"]),
    Asked("between blanks a line with fewer cells", HEADED.replace(",", " ") + "Us 100 105 15\nTotal 105 15",
          ["line 3 Total, 105, 15"]),
    # Who is meant is asked once
    Asked("a bidder that is no word of the sheet", HEADED + "M,100,105,15\nM,90,-90,30\nB,90,40,-90",
          ["who M", "who B"]),
    Asked("a bidder in both heads", "Bidder,Bid,A/B,A/C\nA,100,105,15", ["who A"],
          {"columns": {2: "side-0", 3: "side-1"}}),
    Asked("a bidder beside the bid", "Contract,Us,Them\nM85,95,25", ["who M"]),
    # Pasted sheets that a program misreads
    Asked("a day over the bids", K1[0], ["column 0 Nov 20"]),
    Asked("a slash between", K1[1], ["column 0", "column 1"]),
    Asked("totals under hands", K1[2], ["column 0", "column 1", "column 2", "line 4 135, -75", "line 6 60, -25"]),
    Asked("a number struck out", K1[3], ["column 0", "column 1", "column 2", "line 6 5, 190"]),
]  # fmt: skip
# A line with another word beside the total's is a hand.
NOT_A_TOTAL = "Bidder Bid Us Them\nUs 100 105 15\nUs 100 total 15"
# What is no sheet, and why.
REFUSED = [
    ("hello", "I couldn’t tell the columns apart."),
    ("105\n40\n80", "I couldn’t tell the columns apart."),
    ("", "Paste or type at least one row."),
    ("Bidder,Bid,Us,Them", "There are no hands."),
    ("Bob;95;45;75\n" * 1_001, "A sheet can have up to 500 lines; this has 1,001."),
    ("9" * 1_001, "A line can have up to 1,000 characters; line 1 is longer."),
    ("9," * 41, "A line can have up to 40 cells; line 1 has 41."),
    ("a" * 200_001, "A sheet can have up to 200 KB."),
    ("game,entry,hand,outcome,dealer\n1,2,3,4,5",
     "This is a table of many games. Take the spreadsheet of one game, on its page."),
]  # fmt: skip
# A sheet, the sentence that offers another way to take it, the change, and the verdict then.
OFFERED = [
    (HEADED + "Us,100,105,15\nThem,90,145,-75\nUs,80,65,-30", {},
     "No row would be wrong if these are totals so far.", "reading=totals"),
    (HEADED + "Us,100,105,15\nThem,90,145,-75\nUs,80,65,-30\nThem,90,105,-130", {},
     "Only row 4 would be wrong if these are totals so far.", "reading=totals"),
    (HEADED + "Us,100,105,15\nThem,90,40,-90", RUNNING,
     "No row would be wrong if these are points of each hand.", "reading=points"),
    ("Us,Them\n105,15\n40,-90\n-80,45\n65,-30", {},
     "No row would be wrong if the last line is the total row.", "total=5"),
    (HEADED + "Us,100,105,15\nThem,90,40,-90\n,,145,-75\nUs,80,80,40", {},
     "No row would be wrong if the lines with the sides’ numbers alone are totals so far.", "total=4"),
    (COLUMNS + "Us,100,105,-25,,40\nUs,90,90,-10,,40", {},
     "Every row would be right if the points have the penalties already.", "penalties=in"),
    (HEADED + "Us,100,105,20\nThem,90,40,-90", {}, "", ""),
]  # fmt: skip
