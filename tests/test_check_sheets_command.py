"""`rook-scorekeeper check` of paper sheets: what it prints, what --json says to the letter, and how it exits."""

import json
from typing import Any

import pytest

from tests.sheets import CASES, HEADED, Case
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
                "or": [],
                "only_if": [],
                "carried": False,
            }
        ],
        "missing": [],
        "repeated": [],
        "total_row": [],
        "winner": None,
        "totals": {"Us": 105, "Them": 15},
        "winners": [],
        "left_out": [],
    }


WITHOUT_CHOICES = [case for case in CASES if not case.meanings]


def options(case: Case) -> tuple[str, ...]:
    return ("--rules", case.rules, *(("--names", ",".join(case.names)) if case.names else ()))


@pytest.mark.everywhere("way", once={"case": WITHOUT_CHOICES[::12]})
@pytest.mark.parametrize("case", WITHOUT_CHOICES, ids=lambda case: case.name)
def test_the_json_and_the_exit_status_say_what_the_rules_say(terminal: Terminal, case: Case) -> None:
    status, found = json_verdict(terminal, case.text, *options(case))
    assert "; ".join(map(told_of, found["rows"])) == case.told
    assert (found["totals"] and tuple(found["totals"].values())) == case.totals
    assert (status, found["verdict"]) == (case.whole == "wrong", case.whole)


@pytest.mark.everywhere("way", once={"case": WITHOUT_CHOICES[::12]})
@pytest.mark.parametrize("case", [case for case in WITHOUT_CHOICES if case.said], ids=lambda case: case.name)
def test_the_text_says_it_too(terminal: Terminal, case: Case) -> None:
    assert case.said in terminal.run("check", write_sheet(terminal, case.text), *options(case))[1]


@pytest.mark.parametrize(
    ("rows", "key", "value"),
    [
        ("1,Us,100,105,15\n3,Us,100,105,15", "missing", [2]),
        ("1,Us,100,105,15\n1,Us,100,105,15", "repeated", [1]),
        ("1,Us,100,120,0\n2,Us,100,120,0\n3,Us,90,120,0\nWinner: Them", "winner", {"says": "Them", "right": "Us"}),
        ("1,Us,100,105,15,7 of 9", "left_out", [{"line": 2, "text": "7 of 9"}]),
    ],
)
def test_what_else_the_json_lists(terminal: Terminal, rows: str, key: str, value: Any) -> None:
    assert json_verdict(terminal, "Hand,Bidder,Bid,Us,Them\n" + rows)[1][key] == value


def test_what_it_prints_for_people(terminal: Terminal) -> None:
    status, out, _ = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,80,15\nThem,90,40,-90"))
    assert status == 1
    assert "First mistake: Row 1: Us 105, not 80 (Them 15, so Us took 105)." in out
    assert "  1  Us      100  80    15  ✗  Us 105, not 80 (Them 15, so Us took 105).\n" in out
    assert "Totals: Us 145, Them −75\nNo winner yet.\n" in out
    _, out, _ = terminal.run("check", write_sheet(terminal, HEADED + "Us,100,105,15\n40 penalty on Them"))
    assert "                       −40     Penalty.\n" in out


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
    status, found = json_verdict(terminal, "Ann,100,105,15\nD,90,40,-90", "--names", "Ann, Bob, Cal, Dee")
    assert (status, found["totals"]) == (0, {"Ann & Cal": 145, "Bob & Dee": -75})


@pytest.mark.parametrize(("option", "status"), [("--points", 1), ("--totals", 0)])
def test_how_the_numbers_are_read_can_be_said(terminal: Terminal, option: str, status: int) -> None:
    found = json_verdict(terminal, HEADED + "Us,100,105,15\nThem,90,145,-75", option)
    assert (found[0], found[1]["reading"]) == (status, option[2:])


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
def test_what_cannot_be_read_is_said_in_a_sentence(terminal: Terminal, content: bytes, why: str) -> None:
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
