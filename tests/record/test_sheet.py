"""What `rook-scorekeeper check` prints for people: a score sheet, the result, and each problem in words."""

from tests.record.games import printed

from .games import MADE, RULE_BOOK, SET_BACK, changed


def test_the_rule_books_example() -> None:
    """A line a hand: dealer, bidder, bid, captured, points and totals; then the result."""
    assert printed(RULE_BOOK, dealer="Dee") == [
        "a.rook.json: Original partnership",
        "",
        "Hand  Dealer  Bidder  Bid  Captured                    Ann & Cal  total  Bob & Dee  total",
        "   1  Dee     Bob      95  Ann & Cal 45, Bob & Dee 75        +45     45        −95    −95",
        "",
        "In progress. No winner yet.",
        "No problems.",
        "",
    ]


def test_the_result_says_who_won_and_why() -> None:
    """With the ruling it rests on."""
    made = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 120}}
    assert printed(made, made, made)[-3] == "Ann & Cal won. 360 to 0 (game was to 300). (R1)"


def test_a_line_says_who_sits_down_between_two_hands_and_after_the_last() -> None:
    made = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 120}}
    tables = [
        {"since": 2, "players": ["Ann", "Bob", "Eve", "Dee"]},
        {"since": 4, "players": ["Ann", "Bob", "Fay", "Dee"]},
    ]
    lines = printed(made, made, made, substitutions=tables)
    assert [line.strip() for line in lines if "sits down" in line] == ["Eve sits down for Cal", "Fay sits down for Eve"]
    assert lines[-3] == "Ann & Eve won. 360 to 0 (game was to 300). (R1)", "who sat at the end"


def test_a_problem_is_told_in_words_with_its_ruling_and_how_the_figure_comes_about() -> None:
    """R5 for a bid; for a wrong claim what the rules come to."""
    lines = printed(changed(SET_BACK, claimed={"Bob": 75}), changed(MADE, bid=72))
    assert lines[-6:-1] == [
        "Not scored: fix the problems below first.",
        "Hand 1: By the rules Bob scores −95 in this hand, not 75. (wrong-score)",
        "  Bob & Dee bid 95 and took 75: set back 95.",
        "  Ann & Cal score 45.",
        "Hand 2, bid: Bids go by 5s; 72 isn't one. (R5)",
    ]


def test_deals_without_play_and_reneges_are_marked() -> None:
    """In the column of what was captured."""
    renege = {"outcome": "renege", "bidder": "Bob", "bid": 95, "captured": {"Ann": 20}, "reneged_by": "Dee"}
    lines = printed({"outcome": "misdeal"}, renege)
    assert "misdeal" in lines[3]
    assert "Ann & Cal 20 (Dee reneged)" in lines[4]


def test_a_hand_given_up_a_last_hand_and_totals_from_paper_are_marked() -> None:
    """R32, R33, R34."""
    gave_up = {"outcome": "conceded", "bidder": "Bob", "bid": 95, "captured": {"Ann": 20}, "last": True}
    rules = {"base": "original", "may_concede": True, "time_limit": 45}
    lines = printed(gave_up, rules=rules, starting_totals={"Ann": 120})
    assert lines[3:5] == [
        "                           from paper                                        120                 0",
        "   1  Ann     Bob      95  Ann & Cal 20 (given up) (last hand)        +20    140        −95    −95",
    ]
    assert lines[-3] == "Ann & Cal won. 140 to −95 when time was called. (R32)"


def test_a_document_that_cannot_be_judged_has_problems_and_no_table() -> None:
    """What is wrong comes at once."""
    assert printed(rules="hoyle")[:3] == [
        "a.rook.json: unknown rules",
        "",
        "Not scored: fix the problems below first.",
    ]


def test_columns_are_aligned_with_wide_and_combined_letters() -> None:
    """A wide character takes two columns of a terminal, a mark above another none."""
    heading, line = printed(
        changed(MADE, bidder="李小龍"), players=["Zoe\u0308", "李小龍", "Cal", "Dee"], dealer="Dee"
    )[2:4]
    assert heading.index("Bid ") - heading.index("Bidder") == len("李小龍") * 2 + 2
    assert line.index("95") < heading.index("Bid ") + 3


def test_names_from_right_to_left_do_not_turn_the_numbers_around() -> None:
    """Each is isolated from what is next to it."""
    line = printed(changed(MADE, bidder="שרה", captured={"Ann": 20}), players=["Ann", "שרה", "Cal", "Dee"])[3]
    assert "\u2068שרה\u2069" in line


def test_names_cannot_write_on_the_terminal() -> None:
    """Control characters are replaced."""
    result = "\n".join(printed(changed(MADE, bidder="\x1b[31mBob\r\n"), players=["Ann", "\x1b[31mBob\r\n", "C", "D"]))
    assert "\x1b" not in result
    assert "\r" not in result
