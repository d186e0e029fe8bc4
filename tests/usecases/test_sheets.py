"""Who is right? Sheets as people write them, and what the rules say of each row."""

from typing import Any

import pytest

from scorekeeper.usecases.errors import ValidationFailed

from .sheets import HEADED, check_text, told

# rows, what is said of them, and the totals: None where they are not certain.
EXAMPLES = [
    ("Us,100,105,15\nThem,90,40,-90\nUs,80,-80,45", ["right"] * 3, (65, -30)),
    ("Us,100,80,15", ["wrong Us 105"], (105, 15)),
    ("Them,90,40,-80", ["wrong Them -90"], (40, -90)),
    ("Us,80,-70,45", ["wrong Us -80"], (-80, 45)),
    ("Us,85,-90,35", ["wrong Us 85 or Bid 90"], (85, 35)),
    ("Us,100,15,105", ["wrong Us -100 or Bidder Them"], (-100, 105)),
    ("Us,100,105,20", ["wrong Us 100 | Them 15"], None),
    ("Us,100,-100,15", ["only-if Us reneged | Them had a 40 penalty otherwise Us 105"], (-100, 15)),
    ("Us,100,65,15", ["only-if Us had a 40 penalty otherwise Us 105"], (65, 15)),
    ("Us,100,105,-100", ["only-if Them reneged otherwise Them 15"], (105, -100)),
    ("Us,100,-140,45", ["only-if Us had a 40 penalty otherwise Us -100"], (-140, 45)),
    ("Them,90,-90,40", ["only-if Us reneged or Bidder Us"], (-90, 40)),
    ("Us,125,105,15", ["wrong Bid ?"], None),
    ("Us,100,103,17", ["wrong Us ? | Them ?"], None),
]
RUNNING = "Us,100,105,15\nThem,90,145,-75\n"
RUNNING_EXAMPLES = [
    (f"{RUNNING}Us,80,65,-30", ["right"] * 3, (65, -30), []),
    (f"{RUNNING}Us,80,75,-30", ["right", "right", "wrong Us 65"], (65, -30), []),
    (f"{RUNNING}Us,80,65,-30\nTotal,,155,-75", ["right"] * 3, (65, -30), [("Us", 155, 65), ("Them", -75, -30)]),
]
WITHOUT_BIDS = [
    ("105,15\n40,-90\n-80,45", ["right"] * 3, (65, -30)),
    ("105,20", ["wrong Us ? | Them ?"], None),
    ("-85,45", ["right"], (-85, 45)),
    ("-65,55", ["wrong Us ?"], None),
]


@pytest.mark.parametrize(("rows", "verdicts", "totals"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_what_a_row_with_bidder_and_bid_says(rows: str, verdicts: list[str], totals: Any) -> None:
    result = check_text(HEADED + rows)
    assert result.reading == "points"
    assert told(result) == verdicts
    assert result.totals == (totals and (("Us", totals[0]), ("Them", totals[1])))


@pytest.mark.parametrize(("rows", "verdicts", "totals", "total_row"), RUNNING_EXAMPLES)
def test_what_running_totals_say(rows: str, verdicts: list[str], totals: Any, total_row: Any) -> None:
    result = check_text(HEADED + rows)
    assert result.reading == "totals"
    assert told(result) == verdicts
    assert result.totals == (("Us", totals[0]), ("Them", totals[1]))
    assert [(each.cell, each.says, each.right) for each in result.total_row] == total_row


@pytest.mark.parametrize("heading", ["Us,Them\n", ""])
@pytest.mark.parametrize(("rows", "verdicts", "totals"), WITHOUT_BIDS, ids=[row[0] for row in WITHOUT_BIDS])
def test_what_points_alone_say(heading: str, rows: str, verdicts: list[str], totals: Any) -> None:
    result = check_text(heading + rows)
    assert told(result) == verdicts
    assert result.totals == (totals and (("Us", totals[0]), ("Them", totals[1])))


def test_who_must_have_bid_follows_from_the_points() -> None:
    result = check_text("105,15\n40,-90\n-80,45")
    assert [row.follows for row in result.rows] == [
        "Us bid and took 105.", "Them bid 90 and took 80.", "Us bid 80 and took 75.",
    ]  # fmt: skip


def test_a_missing_hand_is_said_first() -> None:
    rows = ["1,Us,100,105,15", "2,Them,90,40,-90", "4,Us,80,-80,45", "5,Us,80,-80,40"]
    result = check_text("Hand,Bidder,Bid,Us,Them\n" + "\n".join(rows))
    assert result.first_wrong == "Hand 3 is missing."
    assert result.as_json()["missing"] == [3]
    assert [row["hand"] for row in result.as_json()["rows"]] == [1, 2, 4, 5]
    assert result.totals is None


# Names of the sides, the text, what is said of the rows, and the totals.
THREE = ["right"] * 3
SHEETS = [
    ("blanks between the columns", "Us 100 105 15\nThem 90 40 -90\nUs 80 -80 45", THREE, (65, -30)),
    ("blanks, with a title and a total", "Rook at Ann's\nHand Bidder Bid Us Them\n1 Us 100 105 15\n2 Them 90 40 (90)\n"
     "3 Us 80 -80 45\nTotal 65 -30\nWinner: Us!!", THREE, (65, -30)),
    ("several blanks", "Bidder  Bid   Us  Them\nUs      100  105    15\nThem     90   40   -90\nUs       80  -80    45",
     THREE, (65, -30)),
    ("Markdown", "| Bidder | Bid | Us | Them |\n|---|--:|--:|--:|\n| Us | 100 | 105 | 15 |\n| Them | 90 | 40 | (90) |\n"
     "| Us | 80 | −80 | 45 |", THREE, (65, -30)),
    ("tabs", "Bidder\tBid\tUs\tThem\nUs\t100\t105\t15\nThem\t90\t40\t-90\nUs\t80\t-80\t45", THREE, (65, -30)),
    ("semicolons", "Bidder;Bid;Us;Them\nUs;100;105;15\nThem;90;40;90-\nUs;80;- 80;45", THREE, (65, -30)),
    ("made and set in words", "Us,100,105 made,15\nThem,90,40,-90 set\nUs,80,set 80,+45", THREE, (65, -30)),
    ("words of their own", "who bid,contract,we,they\nwe,100,105,15\nthey,90,40,-90\nwe,80,-80,45", THREE, (65, -30)),
    ("capitals and punctuation", "HAND:,BID BY:,BID:,US:,THEM:\n1.,US,100,105,15\n2.,THEM,90,40,-90\n3.,US,80,-80,45",
     THREE, (65, -30)),
    ("team a and team b", "Caller,Amount,Team A,Team B\nTeam A,100,105,15\nTeam B,90,40,-90\nTeam A,80,-80,45",
     THREE, (65, -30)),
    ("home and away", "Bidder,Bid,Home,Away\nHome,100,105,15\nAway,90,40,-90\nHome,80,-80,45", THREE, (65, -30)),
    ("a column of bids a side", "Us bid,Them bid,Us,Them\n100,,105,15\n,90,40,-90\n80,,-80,45", THREE, (65, -30)),
    ("bidder and bid in one cell", "Bid,Us,Them\nUs 100,105,15\nThem 90,40,-90\nUs-80,-80,45", THREE, (65, -30)),
    ("the bid before the bidder", "Bid,We made,They made\n100 by we,105,15\n90 they,40,-90\n80 We,-80,45",
     THREE, (65, -30)),
    ("a side, a colon, its numbers", "Us: 105 40 -80\nThem: 15 -90 45", THREE, (65, -30)),
    ("a title, a date, remarks", "Rook at Ann's\n10/31/2026\nBidder,Bid,Us,Them\nUs,100,105,15\nBob spilled his tea\n"
     "Them,90,40,-90\nUs,80,-80,45", THREE, (65, -30)),
    ("a line a side", "Us 105 40 -80\nThem 15 -90 45", THREE, (65, -30)),
    ("a line a side, running", "Us 105 145 65\nThem 15 -75 -30", THREE, (65, -30)),
    ("running in words", "Bidder,Bid,Us running total,Them running total\nUs,100,105,15\nThem,90,145,-75\nUs,80,65,-30",
     THREE, (65, -30)),
    ("points and running totals", "Bidder,Bid,Us,Them,Us total,Them total\nUs,100,105,15,105,15\n"
     "Them,90,40,-90,145,-75\nUs,80,-80,45,65,-30", THREE, (65, -30)),
    ("who took what", "Bidder,Bid,Us took,Them took,Us,Them\nUs,100,105,15,105,15\nThem,90,40,80,40,-90", ["right"] * 2,
     (145, -75)),
    ("a number misread", "Bidder,Bid,Us,Them\nUs,100,1O5,15\nThem,90,40,-90", ["wrong Us 105", "right"], (145, -75)),
    ("a bid misread", "Bidder,Bid,Us,Them\nUs,lots,-100,35\nThem,90,40,-90", ["wrong Bid 100", "right"], None),
    ("a bid between the steps", "Us,72,-70,55", ["wrong Bid 70"], None),
    ("brought forward", "Brought forward,,120,80\nUs,100,225,95\nThem,90,265,5", ["right"] * 2, (265, 5)),
    ("brought forward, points a hand", "Bidder,Bid,Us,Them\nCarried,,120,80\nUs,100,105,15\nThem,90,40,-90",
     ["right"] * 2, (265, 5)),
    ("a penalty on its own line", "Us,100,105,15\nPenalty,,-40,\nThem,90,40,-90", ["right"] * 2, (105, -75)),
    ("a penalty that the points count in", "Bidder,Bid,Us,Them\nUs,100,65,15\nPenalty: Us 40\nThem,90,40,-90",
     ["right"] * 2, (105, -75)),
    ("an adjustment on its own line", "Bidder,Bid,Us,Them\nUs,100,105,15\nAdjustment,,,-20\nThem,90,40,-90",
     ["right"] * 2, (145, -95)),
    ("a misdeal bears its number", "Hand,Bidder,Bid,Us,Them\n1,Us,100,105,15\n2,Misdeal\n3,Them,90,40,-90",
     ["right"] * 2, (145, -75)),
    ("passed out", "Hand,Bidder,Bid,Us,Them\n1,Us,100,105,15\n2,passed out,,0,0\n3,Them,90,40,-90", ["right"] * 2,
     (145, -75)),
    ("a dash is nothing", "Bidder,Bid,Us,Them\nUs,100,120,–\nThem,90,30,90", ["right"] * 2, (150, 90)),
    ("a blank says nothing", "Bidder,Bid,Us,Them\nUs,100,105,\nUs,90,-90,", ["right"] * 2, None),
    ("a wrong total is carried down", "Bidder,Bid,Us,Them\nUs,100,155,15\nThem,90,195,-75\nUs,80,115,-30",
     ["wrong Us 105", "carried", "carried"], (65, -30)),
    ("a wrong total that is put right below", f"{HEADED}Us,100,105,15\nThem,90,145,-70\nUs,80,65,-30",
     ["right", "wrong Them -75 or Bid 85", "right"], (65, -30)),
    ("the game went on after its end", "Us,100,120,0\nUs,100,120,0\nUs,100,120,0\nUs,100,105,15", ["right"] * 4,
     (465, 15)),
    ("a minus forgotten", "Us,100,100,45", ["wrong Us -100 | Them 20"], None),
    ("made counted as set", "Us,70,-70,45", ["only-if Us reneged | Them had a 40 penalty otherwise Us 75"], (-70, 45)),
    ("two are set", "-80,-90", ["wrong Us ? | Them ?"], None),
    ("more than a hand has, nobody knows whose", "Us,100,130,20", ["wrong Us 100"], (100, 20)),
    ("an ear of corn", "Us,100,105,15,made it\nThem,90,40,-90,\nUs,80,-80,45,oh no", THREE, (65, -30)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verdicts", "totals"), [row[1:] for row in SHEETS], ids=[row[0] for row in SHEETS])
def test_a_sheet_as_somebody_writes_it(text: str, verdicts: list[str], totals: Any) -> None:
    result = check_text(text)
    assert told(result) == verdicts
    assert (tuple(dict(result.totals).values()) if result.totals else None) == totals


# Other rules: what is written, what is said, the totals.
OTHERS = [
    ("three-handed", "Hand\tAnn\tBob\tCal\n1\t30\t70\t30\n2\t-60\t40\t40", ["right"] * 2, (-30, 110, 70)),
    ("three-handed", "Bidder,Bid,Ann,Bob,Cal\nBob,60,30,70,35", ["wrong Cal 30"], (30, 70, 30)),
    ("two-handed", "Bidder,Bid,Ann,Bob\nA,60,70,30\nB,60,70,30", ["right", "wrong Bob -60 or Bidder Ann"], (140, -30)),
    ("five-handed", "Bidder,Bid,Ann,Bob,Cal,Dee,Eve\nAnn,30,25,40,20,15,0", ["wrong Ann -30 or Bidder Bob"],
     (-30, 40, 20, 15, 0)),
    ("six-handed", "Bidder,Bid,A,B,C,D,E,F\nA,30,35,20,10,15,20,0", ["right"], (35, 20, 10, 15, 20, 0)),
    ("call-partner", "Bidder,Bid,Partner,Ann,Bob,Cal,Dee,Eve\nBob,100,Dee,70,130,70,130,70\n"
     "Ann,100,alone,-100,140,140,140,140", ["right"] * 2, (-30, 270, 210, 270, 210)),
    ("call-partner", "Bidder,Bid,Ann,Bob,Cal,Dee,Eve\nBob,100,70,130,70,135,70", ["wrong Dee ?"], None),
    ("changing-partners", "Bidder,Bid,Ann,Bob,Cal,Dee\n" + "Ann,70,-70,60,-70,60\n" * 4 + "Ann,70,70,70,50,50",
     ["right"] * 5, (-210, 310, -230, 290)),
    ("house-200", "Us,180,185,15\nThem,120,80,-120\nUs,100,100,100",
     ["right", "only-if Them reneged otherwise Them 120", "right"], (365, -5)),
    ("moon-360", "Us,360,360,0\nThem,360,20,-360", ["right"] * 2, (380, -360)),
    ("princeton", "Us;150;300;0\nThem;150;1,005;15", ["right", "wrong Us ? | Them ?"], None),
    ("dixie", "Us,65,90,30\nThem,100,50,-100", ["right"] * 2, (140, -70)),
    ("county-fair", "Us,65,-65,25", ["only-if Us discarded wrongly otherwise Us 75"], (-65, 25)),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "text", "verdicts", "totals"), OTHERS, ids=[f"{r[0]}: {r[1]}" for r in OTHERS])
def test_every_rule_set_has_its_sheets(rules: str, text: str, verdicts: list[str], totals: Any) -> None:
    result = check_text(text, rules)
    assert told(result) == verdicts
    assert (tuple(dict(result.totals).values()) if result.totals else None) == totals


UNREADABLE = ["hello", "Bidder,Bid,Us,Them", "105\n40\n80", "one two\nthree four five"]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_split_is_no_sheet(text: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        check_text(text)
    assert refused.value.errors[0].text == "I couldn’t tell the columns apart."


def test_what_a_missing_hand_brought_follows_from_running_totals() -> None:
    rows = "Hand,Bidder,Bid,Us,Them\n1,Us,100,105,15\n2,Them,90,145,-75\n4,Us,120,{}\n5,Us,80,{}"
    result = check_text(rows.format("195,-15", "115,30"))
    assert result.first_wrong == "Hand 3 is missing: it brought Us −70, Them 60."
    assert told(result) == ["right"] * 4
    assert result.totals == (("Us", 115), ("Them", 30))
    assert result.winners == ()
    open_still = check_text(rows.replace("120", "80").format("145,45", "65,90"))
    assert open_still.first_wrong == "Hand 3 is missing."
    assert told(open_still) == ["right"] * 4


def test_hands_that_are_there_twice_are_said() -> None:
    result = check_text("1,Us,100,105,15\n2,Them,90,40,-90\n2,Them,90,40,-90")
    assert result.judged.repeated == (2,)
    assert not result.right


def test_where_numbers_begin_again_the_first_game_is_checked() -> None:
    result = check_text("Hand,Bidder,Bid,Us,Them\n1,Us,100,105,15\n2,Them,90,40,-90\n1,Us,80,-80,45\n2,Us,80,-80,45")
    assert len(result.rows) == 2
    assert "The hand numbers begin again: there are two games, and this is the first." in list(result.remarks())


def test_the_winner_that_is_written_is_compared() -> None:
    hands = f"{HEADED}Us,100,120,0\nUs,100,120,0\nUs,100,120,0\n"
    assert check_text(f"{hands}Winner: Us!!").right
    wrong = check_text(f"{hands}Them won")
    assert wrong.as_json()["winner"] == {"says": "Them", "right": "Us"}
    assert wrong.winners == ("Us",)
    assert not wrong.right


def test_a_heading_no_one_knows_is_named_and_left_out() -> None:
    result = check_text("Bidder,Bid,Us,Them,Weather\nUs,100,105,15,fine")
    assert result.read.not_read == ("Weather",)
    assert result.right


def test_names_in_headings_name_the_players() -> None:
    result = check_text("Bidder,Bid,Ann & Cal,Bob/Dee\nCal,100,105,15\nd,90,40,-90")
    assert result.players == ("Ann", "Bob", "Cal", "Dee")
    assert result.totals == (("Ann & Cal", 145), ("Bob/Dee", -75))


@pytest.mark.parametrize("line", ["Winner is Them", "The winner is Them.", "Winner = Them", "Them won by 20"])
def test_the_winner_is_written_in_many_ways(line: str) -> None:
    sheet = check_text(f"{HEADED}Us,100,105,15\nUs,100,110,10\nUs,100,100,20\n{line}")
    assert sheet.winner is not None
    assert (sheet.winner.says, sheet.winner.right) == ("Them", "Us")
    assert sheet.first_wrong == "The winner is Us, not Them."


def test_before_the_end_of_a_game_the_line_of_the_winner_names_the_leader() -> None:
    sheet = check_text(f"{HEADED}Us,100,105,15\nWinner: Them")
    assert (sheet.winners, sheet.first_wrong) == ((), "The leader is Us, not Them.")


@pytest.mark.parametrize(
    "line",
    [
        "Total: 155, -75", "Total 155 -75", "Final score: Us 155 Them -75", "Final: 155 to -75",
        "Final,Us 155,Them -75", "Final score: Them -75 Us 155", "Total score,,155,-75", "Final result: 155 (75)",
        "**Total**,,**155**,-75",
    ],
)  # fmt: skip
def test_a_total_is_written_in_many_ways(line: str) -> None:
    result = check_text(f"{HEADED}Us,100,105,15\nThem,90,40,-90\n{line}")
    assert told(result) == ["right"] * 2
    assert [(each.cell, each.says, each.right) for each in result.total_row] == [("Us", 155, 145)]


def test_a_row_of_totals_follows_the_order_of_the_columns() -> None:
    result = check_text("Bidder,Bid,Them,Us\nUs,100,15,105\nThem,90,-90,40\nTotal: -75, 145")
    assert not result.total_row
    assert result.right


@pytest.mark.parametrize(
    "line", ["Brought fwd,,900,100", "Carried forward: 900 100", "Opening balance: Us 900 Them 100"]
)
def test_totals_brought_forward_are_written_in_many_ways(line: str) -> None:
    result = check_text(f"{HEADED}{line}\nUs,100,105,15")
    assert result.totals == (("Us", 1005), ("Them", 115))


@pytest.mark.parametrize("number", ["No.", "Hand #", "Rd"])
@pytest.mark.parametrize("bidder", ["Bidder", "bid by", "Caller", "WHO?"])
@pytest.mark.parametrize("bid", ["bid", "Bid amount", "Contract:"])
def test_headings_are_written_in_many_ways(number: str, bidder: str, bid: str) -> None:
    result = check_text(f"{number},{bidder},{bid},We,They\n1,We,100,105,15\n2,They,90,40,-80")
    assert told(result) == ["right", "wrong They -90"]
    assert not [*result.remarks()]


def test_the_marks_of_markdown_are_no_part_of_a_cell() -> None:
    result = check_text("| **Who** | *Bid* | `Us` | Them |\n|--|--|--|--|\n| Us | 100 | **80** | 15 |")
    assert told(result) == ["wrong Us 105"]


def test_a_hand_number_far_off_lists_no_more_hands_than_a_page_has() -> None:
    result = check_text("Hand,Us,Them\n1,105,15\n9999,40,-90\n3,105,15\n9998,40,-90")
    assert len(result.as_json()["missing"]) == 100


@pytest.mark.parametrize("heading", ["Took", "Captured", "Taken", "Counters"])
def test_one_column_has_what_the_bidder_took(heading: str) -> None:
    head = f"Bidder,Bid,{heading},Us,Them\n"
    assert told(check_text(f"{head}Us,100,105,105,15\nThem,90,80,40,-90")) == ["right"] * 2
    assert told(check_text(f"{head}Us,100,105,80,15")) == ["wrong Us 105"]
    assert told(check_text(f"{head}Us,100,95,105,15")) == [f"wrong {heading} 105"]
    assert not [*check_text(f"{head}Us,100,105,105,15").remarks()]


def test_what_the_bidder_took_is_enough_for_the_points() -> None:
    result = check_text("Bidder,Bid,Took\nUs,100,105\nThem,90,80")
    assert told(result) == ["right"] * 2
    assert result.totals == (("Us", 145), ("Them", -75))


@pytest.mark.parametrize("cell", ["Misdeal!", "misdealt", "Dead hand", "Everyone passed"])
def test_a_deal_that_was_no_hand_is_written_in_many_ways(cell: str) -> None:
    result = check_text(f"Hand,{HEADED}1,Us,100,105,15\n2,{cell},-,-,-\n3,Them,90,40,-90")
    assert result.right
    assert result.totals == (("Us", 145), ("Them", -75))


def test_a_note_makes_no_passed_out_deal_of_a_hand() -> None:
    assert told(check_text("Bidder,Bid,Us,Them,Note\nUs,100,80,15,Pass")) == ["wrong Us 105"]


@pytest.mark.parametrize("line", ["Us penalty 40", "Us penalty,,-40,", "Us: penalty -40", "Penalty Us"])
def test_a_penalty_on_a_line_of_its_own_is_written_in_many_ways(line: str) -> None:
    result = check_text(f"{HEADED}Us,100,105,15\n{line}\nTotal,,65,15")
    assert result.right
    assert result.totals == (("Us", 65), ("Them", 15))


@pytest.mark.parametrize("sides", ["Cal & Ann,Dee & Bob", "Ann and Cal,Bob and Dee", "C/A,D/B", "AC,BD"])
def test_the_names_of_a_side_come_in_either_order(sides: str) -> None:
    result = check_text(f"Bidder,Bid,{sides}\nAnn,100,105,15\nDee,90,40,-90", names=("Ann", "Bob", "Cal", "Dee"))
    assert told(result) == ["right"] * 2
