"""`rook-scorekeeper check` of paper sheets: what it prints, what --json says to the letter, and how it exits."""

import json
from typing import Any

import pytest

from tests.sheets import ASKED, CASES, HEADED, Asked, Case
from tests.terminal import Terminal
from tests.usecases.sheets import told_of


def write_sheet(terminal: Terminal, text: str | bytes, name: str = "sheet.csv") -> str:
    path = terminal.folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def json_verdict(terminal: Terminal, text: str, *options: str) -> tuple[int, dict[str, Any]]:
    status, out, _ = terminal.run("check", "--json", write_sheet(terminal, text), *options)
    return status, json.loads(out)


def test_the_verdict_has_these_keys_and_values(terminal: Terminal) -> None:
    status, found = json_verdict(terminal, HEADED + "Us,100,80,15", "--rules", "original")
    assert status == 1
    assert found == {
        "kind": "sheet",
        "verdict": "wrong",
        "reading": "points",
        "rows": [
            {
                "row": 1,
                "hand": None,
                "verdict": "wrong",
                "mistakes": [{"cell": "Us", "says": 80, "right": 105}],
                "unread": [],
                "or": [],
                "only_if": [],
                "carried": False,
            }
        ],
        "missing": [],
        "repeated": [],
        "total_row": [],
        "unread": [],
        "winner": None,
        "totals": {"Us": 105, "Them": 15},
        "winners": [],
        "left_out": [],
    }


COLUMN = {"side-0": "us", "side-1": "them"}


def options(case: Case) -> list[str]:
    """What is said of a sheet, as options."""
    how, said = case.how, ["--rules", case.rules, *(("--names", ",".join(case.names)) if case.names else ())]
    said += [f"--{how['reading']}"] if "reading" in how else []
    said += [f"--{name.replace('_', '-')}" for name in ("penalties_in", "blank_is_0") if how.get(name)]
    columns = how.get("columns", {})
    last = max(columns, default=-1) + 1
    keys = ",".join(COLUMN.get(columns.get(at, ""), columns.get(at, "")) for at in range(last))
    said += ["--columns", keys] if columns else []
    lines = ",".join(f"{line}={kind}" for line, kind in how.get("lines", {}).items())
    who = ",".join(f"{word}={('us', 'them')[at]}" for word, at in how.get("said", {}).items())
    said += ["--lines", lines] * bool(lines) + ["--who", who] * bool(who)
    return said


@pytest.mark.everywhere("way", once={"case": CASES[::24]})
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_json_and_the_exit_status_say_what_the_rules_say(terminal: Terminal, case: Case) -> None:
    status, found = json_verdict(terminal, case.text, *options(case))
    assert "; ".join(map(told_of, found["rows"])) == case.told
    assert (found["totals"] and tuple(found["totals"].values())) == case.totals
    assert (status, found["verdict"]) == (case.whole in ("wrong", "unread"), case.whole)
    assert found["verdict"] != "right" or found["totals"]


@pytest.mark.everywhere("way", once={"case": CASES[::24]})
@pytest.mark.parametrize("case", [case for case in CASES if case.said], ids=lambda case: case.name)
def test_the_text_says_it_too(terminal: Terminal, case: Case) -> None:
    out = terminal.run("check", write_sheet(terminal, case.text), *options(case))[1]
    assert " ".join(case.said.rstrip(".").split()) in " ".join(out.split())


@pytest.mark.parametrize("case", [case for case in ASKED if not case.how], ids=lambda case: case.name)
def test_a_question_about_a_sheet_names_the_options_that_answer_it(terminal: Terminal, case: Asked) -> None:
    status, out, err = terminal.run("check", write_sheet(terminal, case.text))
    assert (status, out) == (2, "")
    for ask in case.asks:
        about, _, what = ask.partition(" ")
        assert {"column": "--columns", "line": "--lines", "who": "--who"}[about] in err
        assert (f"Who is “{what}”?" if about == "who" else "what is this?") in err


def test_the_options_that_it_shows_say_it(terminal: Terminal) -> None:
    sheet = write_sheet(terminal, "Bidder,Bid,Us,Them,Tricks\nM,100,105,15,7\npizza\nThem,90,40,-90,3")
    status, _, err = terminal.run("check", sheet)
    assert "--columns 'bidder,bid,Us,Them,?' --lines 3=note" in err
    said = ("--columns", "bidder,bid,Us,Them,-", "--lines", "3=note")
    status, _, err = terminal.run("check", sheet, *said)
    assert (status, "Who is “M”?" in err, "--who M=us" in err) == (2, True, True)
    status, out, _ = terminal.run("check", sheet, *said, "--who", "M=us", "--json")
    assert (status, json.loads(out)["left_out"]) == (0, [{"column": "Tricks"}])
    assert json.loads(out)["verdict"] == "only-if"
    status, out, _ = terminal.run("check", sheet, "--json")
    assert (status, json.loads(out)["verdict"], "line 3" in json.loads(out)["why"].casefold()) == (2, "unread", True)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (("--columns", "bidder,tricks"), "--columns has 'tricks'."),
        (("--lines", "x=total"), "--lines has 'x', which is no line."),
        (("--lines", "3"), "--lines has '3'. Write it like 4=total."),
        (("--lines", "3=pizza"), "--lines has 'pizza'. A line is one of hand, misdeal"),
        (("--who", "M"), "--who has 'M'. Write it like M=us."),
        (("--who", "M=nobody"), "--who has 'nobody', who is no side. Sides are Us, Them."),
    ],
)
def test_an_option_that_says_nothing_is_refused_in_a_sentence(
    terminal: Terminal, option: tuple[str, str], why: str
) -> None:
    status, _, err = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,105,15"), *option)
    assert (status, why in err) == (2, True), err


@pytest.mark.parametrize(
    ("rows", "key", "value"),
    [
        ("1,Us,100,105,15\n3,Us,100,105,15", "missing", [2]),
        ("1,Us,100,105,15\n1,Us,100,105,15", "repeated", [1]),
        ("1,Us,100,105,15\nTotal,,,110,15", "total_row", [{"cell": "Us", "says": 110, "right": 105}]),
        ("1,Us,100,120,0\n2,Us,100,120,0\n3,Us,90,120,0", "winners", ["Us"]),
        ("1,Us,100,105,15\nTotal,,,1O5,15", "unread", [{"cell": "Us", "says": "1O5"}]),
        ("1,Us,100,120,0", "winner", None),
    ],
)
def test_the_json_of_a_sheet_lists_its_questions_and_remarks(
    terminal: Terminal, rows: str, key: str, value: Any
) -> None:
    assert json_verdict(terminal, "Hand,Bidder,Bid,Us,Them\n" + rows)[1][key] == value


def test_a_cell_that_cannot_be_read_is_no_mistake(terminal: Terminal) -> None:
    status, found = json_verdict(terminal, HEADED + "Us,100,1O5,15")
    (row,) = found["rows"]
    assert (status, found["verdict"], row["verdict"]) == (1, "unread", "unread")
    assert (row["mistakes"], row["unread"]) == ([], [{"cell": "Us", "says": "1O5"}])
    out = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,1O5,15"))[1]
    assert "1 cell can’t be read." in out
    assert "–  Us: “1O5” isn’t a number." in out


def test_another_way_to_read_it_is_shown_as_an_option(terminal: Terminal) -> None:
    _, out, _ = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,105,15\nThem,90,145,-75"))
    assert "No row would be wrong if these are totals so far. To read it so: --totals" in out


def test_a_sheet_is_printed_for_people(terminal: Terminal) -> None:
    status, out, _ = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,80,15\nThem,90,40,-90"))
    assert status == 1
    assert "First mistake: Row 1: Us 105, not 80 (Them 15, so Us took 105)." in out
    assert "  1  Us      100  80    15  ✗  Us 105, not 80 (Them 15, so Us took 105).\n" in out
    assert "Totals: Us 145, Them −75\nNo winner yet.\n" in out
    _, out, _ = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,105,15\npenalty,,,40"))
    assert "     penalty              40     Penalty.\n" in out


@pytest.mark.parametrize("name", ["a.csv", "a.TSV", "a.txt", "a.md"])
def test_a_file_with_these_endings_is_a_sheet(terminal: Terminal, name: str) -> None:
    status, out, _ = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,105,15", name))
    assert (status, "No mistakes found." in out) == (0, True)


def test_records_and_sheets_are_checked_together(terminal: Terminal) -> None:
    sheet = write_sheet(terminal, HEADED + "Us,100,105,15")
    status, out, _ = terminal.run("check", "--json", terminal.file("a.rook.json"), sheet)
    assert status == 0
    assert [json.loads(line).get("kind") for line in out.splitlines()] == [None, "sheet"]


def test_names_say_who_a_bidder_is(terminal: Terminal) -> None:
    status, found = json_verdict(terminal, "Ann,100,105,15\ndee,90,40,-90", "--names", "Ann, Bob, Cal, Dee")
    assert (status, found["totals"]) == (0, {"Ann & Cal": 145, "Bob & Dee": -75})


@pytest.mark.parametrize(("option", "status"), [("--points", 1), ("--totals", 0), ("--both", 1), ("--took", 1)])
def test_how_the_numbers_are_read_can_be_said(terminal: Terminal, option: str, status: int) -> None:
    found = json_verdict(terminal, HEADED + "Us,100,105,15\nThem,90,145,-75", option)
    assert (found[0], found[1]["reading"]) == (status, {"--both": "points"}.get(option, option[2:]))


def test_house_rules_come_from_a_file(terminal: Terminal) -> None:
    rules = write_sheet(terminal, json.dumps({"base": "original", "foul_penalty": 30}), "house.json")
    _, found = json_verdict(terminal, HEADED + "Us,100,75,15", "--rules", rules)
    assert found["rows"][0]["only_if"] == ["Us had a 30 penalty."]


def test_a_sheet_on_standard_input_says_its_rules(terminal: Terminal) -> None:
    """Without rules it is a record."""
    status, _, err = terminal.run("check", "-", "--rules", "orignal")
    assert (status, "There is no rule set or file 'orignal'. Did you mean original?" in err) == (2, True)


UNREADABLE = [
    (b"hello", "I couldn’t tell the columns apart."),
    (b"\x00\x01\x02\x03", "I couldn’t tell the columns apart. Is it a text file?"),
    (b"1,2,3\n" * 900_000, "A sheet can have up to 200 KB."),
    (b"Us,100,105,15\n" * 1_200, "A sheet can have up to 500 lines; this has 1,200."),
    (b"", "There is nothing in it."),
]


@pytest.mark.parametrize(("content", "why"), UNREADABLE, ids=["words", "bytes", "6 MB", "1,200 rows", "nothing"])
def test_a_sheet_that_cannot_be_read_is_said_in_a_sentence(terminal: Terminal, content: bytes, why: str) -> None:
    status, out, err = terminal.run("check", write_sheet(terminal, content))
    assert (status, out) == (2, "")
    assert why in err


def test_as_many_names_as_the_rules_have_players_are_asked_for(terminal: Terminal) -> None:
    sheet = write_sheet(terminal, HEADED + "Us,100,105,15")
    status, _, err = terminal.run("check", sheet, "--rules", "original", "--names", "Ann,Bob,Cal")
    assert status == 2
    assert "These rules are for 4 players, and --names has 3." in err


def test_points_and_totals_together_are_refused(terminal: Terminal) -> None:
    status, _, err = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,105,15"), "--points", "--totals")
    assert (status, "--points and --totals can’t be used together." in err) == (2, True)


@pytest.mark.parametrize("text", ["hello", "Us,100,105,15\n" * 501])
def test_a_sheet_that_could_not_be_judged_is_unread(terminal: Terminal, text: str) -> None:
    status, found = json_verdict(terminal, text)
    assert (status, found["verdict"]) == (2, "unread")
