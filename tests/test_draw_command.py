"""`rook-scorekeeper draw`, as a person at the terminal meets it."""

import json
from typing import Any

import pytest

from .terminal import Terminal


def names_file(terminal: Terminal, text: str, encoding: str = "utf-8") -> str:
    path = terminal.folder / "names.txt"
    path.write_text(text, encoding=encoding)
    return str(path)


def plan(terminal: Terminal, *words: str) -> Any:
    status, out, err = terminal.run("draw", *words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_draw_prints_a_plan_for_the_wall(terminal: Terminal) -> None:
    names = names_file(terminal, "Ann\nBob\n\n  Cal \nDan\nEve\n")
    status, out, err = terminal.run("draw", "--names", names, "--rounds", "6", "--seed", "1")
    assert (status, err) == (0, "")
    first, *rounds = out.split("\n\n")
    assert first == "5 players, 6 rounds, seed 1"
    assert rounds[0].splitlines() == [
        "Round 1",
        "  Table 1: Bob & Dan against Ann & Eve, dealer Ann",
        "  Sitting out: Cal",
    ]
    assert all("partner again" not in text for text in rounds[:5])
    assert rounds[5].splitlines()[-2:] == ["  Bob and Dan partner again", "  Ann and Eve partner again"]


def test_twelve_players_have_eleven_rounds_with_a_new_partner_each(terminal: Terminal) -> None:
    document = plan(terminal, "--entrants", "12", "--rounds", "11")
    assert (document["entrants"], document["seed"], "names" in document) == (12, 1, False)
    assert [drawn["round"] for drawn in document["rounds"]] == list(range(1, 12))
    partners = []
    for drawn in document["rounds"]:
        assert drawn["sit_outs"] == []
        assert [table["table"] for table in drawn["tables"]] == [1, 2, 3]
        seated = [player for table in drawn["tables"] for side in table["sides"] for player in side]
        assert sorted(seated) == list(range(1, 13))
        assert all(table["dealer"] in (*table["sides"][0], *table["sides"][1]) for table in drawn["tables"])
        partners += [tuple(side) for table in drawn["tables"] for side in table["sides"]]
    assert len(partners) == len(set(partners)) == 66


def test_the_first_rounds_are_the_same_however_many_are_asked_for(terminal: Terminal) -> None:
    many = plan(terminal, "--entrants", "34", "--rounds", "9", "--seed", "4")
    few = plan(terminal, "--entrants", "34", "--rounds", "3", "--seed", "4")
    assert few["rounds"] == many["rounds"][:3]
    assert plan(terminal, "--entrants", "34", "--rounds", "3", "--seed", "5") != few


@pytest.mark.parametrize(("players", "rounds", "most"), [(12, 11, 1), (60, 20, 2)])
def test_those_who_deal_first_differ_by_little(terminal: Terminal, players: int, rounds: int, most: int) -> None:
    """T2."""
    document = plan(terminal, "--entrants", str(players), "--rounds", str(rounds))
    dealt = [table["dealer"] for drawn in document["rounds"] for table in drawn["tables"]]
    times = [dealt.count(player) for player in range(1, players + 1)]
    assert max(times) - min(times) <= most


def test_json_has_the_names_and_numbers_players_by_them(terminal: Terminal) -> None:
    names = names_file(terminal, "Zoë\r\nBob\r\nשרה\r\nDan\r\n", "utf-8-sig")
    document = plan(terminal, "--names", names, "--rounds", "1")
    assert (document["entrants"], document["names"]) == (4, ["Zoë", "Bob", "שרה", "Dan"])


def test_draw_needs_no_database_and_makes_none(terminal: Terminal) -> None:
    terminal.run("draw", "--entrants", "4", "--rounds", "1")
    assert list(terminal.folder.iterdir()) == []


def test_a_name_cannot_move_the_cursor_of_the_terminal(terminal: Terminal) -> None:
    names = names_file(terminal, "Ann\x1b[2J\nBob\nCal\nDan\u2028\n")
    _, out, _ = terminal.run("draw", "--names", names, "--rounds", "1")
    assert "\x1b" not in out
    assert "\u2028" not in out


REFUSED = [
    (("--entrants", "3", "--rounds", "1"), "A plan is for 4 to 64 players, not 3."),
    (("--entrants", "65", "--rounds", "1"), "A plan is for 4 to 64 players, not 65."),
    (("--entrants", "99999999999", "--rounds", "1"), "A plan is for 4 to 64 players, not 99,999,999,999."),
    (("--entrants", "8", "--rounds", "0"), "A plan has 1 to 100 rounds, not 0."),
    (("--entrants", "8", "--rounds", "101"), "A plan has 1 to 100 rounds, not 101."),
    (("--entrants", "8"), "Missing option '--rounds'."),
    (("--entrants", "eight", "--rounds", "1"), "'eight' is not a valid integer."),
    (("--entrants", "8", "--rounds", "1", "--seed", "-1"), "-1 is not in the range x>=0."),
    (("--rounds", "1"), "Say how many players there are with --entrants, or give their names with --names."),
    (("--entrants", "8", "--names", "x", "--rounds", "1"), "Give --entrants or --names, not both."),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_bad_input_is_refused_in_a_sentence(terminal: Terminal, words: tuple[str, ...], sentence: str) -> None:
    status, out, err = terminal.run("draw", *words)
    assert (status, out) == (2, "")
    assert sentence in err


def test_draw_takes_off_and_shows_what_is_no_name_in_a_list(terminal: Terminal) -> None:
    names = names_file(terminal, "1. Ann\n2) Bob\n• Cal\nDee\t12\n")
    status, out, err = terminal.run("draw", "--names", names, "--rounds", "1", "--json")
    assert (status, err) == (0, "Taken off the list: “1.”, “2)”, “•” and “12”.\n")
    assert json.loads(out)["names"] == ["Ann", "Bob", "Cal", "Dee"]


LISTS = [
    ("Ann\nBob\nCal\n", "A plan is for 4 to 64 players, not 3."),
    ("", "A plan is for 4 to 64 players, not 0."),
    ("Ann\nBob\nCal\nDan\nann\n", "ann is in the list twice."),
    ("Ann\nBob\nCal\nDan\n Bob\n", "Bob is in the list twice."),
    ("O'Neil\nBob\nCal\nDan\nO’Neil\n", "O’Neil is in the list twice."),
    (f"Ann\nBob\nCal\n{'D' * 200}\n", "Names can be up to 40 characters. This one is longer: DDDDDD"),
]


@pytest.mark.parametrize(("text", "sentence"), LISTS)
def test_a_list_of_names_that_cannot_be_is_refused_in_a_sentence(terminal: Terminal, text: str, sentence: str) -> None:
    status, out, err = terminal.run("draw", "--names", names_file(terminal, text), "--rounds", "1")
    assert (status, out) == (2, "")
    assert sentence in err


def test_a_file_that_cannot_be_read_is_named_with_the_reason(terminal: Terminal) -> None:
    status, out, err = terminal.run("draw", "--names", "/no/such/file", "--rounds", "1")
    assert (status, out, err) == (1, "", "Error: Cannot read /no/such/file: No such file or directory\n")
    (terminal.folder / "names.txt").write_bytes(b"Ann\n\xff\xfe\n")
    status, _, err = terminal.run("draw", "--names", str(terminal.folder / "names.txt"), "--rounds", "1")
    assert status == 1
    assert err.endswith("names.txt: it isn't UTF-8 text.\n")
