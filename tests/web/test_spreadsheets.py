"""Games, hands and players as CSV files that any program reads without being told how."""

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from flask import Flask

from scorekeeper.usecases import permissions
from scorekeeper.usecases.transfer import spreadsheets
from tests.many_games import another_club, play_many
from tests.person import Person
from tests.web.counting import statements

from .steps import goes_home, tap_in_settings

FILES = ("games", "hands", "players")
Rows = list[dict[str, str]]


def read_download(phone: Person, name: str) -> Rows:
    """The file as pandas and Excel read it: UTF-8 with its mark, commas, names first, each row as long."""
    answer = phone.web.get(f"/{name}.csv", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(BOM_UTF8)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    heading, *rows = csv.reader(io.StringIO(answer.data.removeprefix(BOM_UTF8).decode(), newline=""), strict=True)
    assert len(set(heading)) == len(heading)
    assert all(name and name.isascii() for name in heading)
    assert {len(row) for row in rows} <= {len(heading)}
    return [dict(zip(heading, row, strict=True)) for row in rows]


@contextmanager
def a_club(app: Flask) -> Iterator[int]:
    with app.app_context():
        yield permissions.club_id()


@pytest.mark.parametrize("name", FILES)
def test_an_empty_club_has_headings_alone(phone: Person, name: str) -> None:
    assert read_download(phone, name) == []


def test_one_row_a_game(phone: Person) -> None:
    game = phone.start_game("Dee")
    for _ in range(3):
        phone.play("Ann", 100, 100)
    running = phone.start_game("Ann")
    over, going_on = read_download(phone, "games")
    assert over["game"] == game.rpartition("/")[2]
    assert going_on["game"] == running.rpartition("/")[2]
    assert (over["rules"], over["house_rules"], over["played_to"], over["status"]) == ("original", "", "to 300", "over")
    assert (over["hands"], over["winners"]) == ("3", "Ann and Cal")
    assert [over[f"{what}_2"] for what in ("player", "total", "won")] == ["Bob", "60", "False"]
    assert [over[f"{what}_3"] for what in ("player", "total", "won")] == ["Cal", "300", "True"]
    assert [over[f"{what}_5"] for what in ("player", "total", "won")] == ["", "", ""]
    assert over["started"] <= over["ended"]
    assert datetime.fromisoformat(over["ended"]).utcoffset() is not None
    assert (going_on["status"], going_on["ended"], going_on["winners"], going_on["hands"]) == (
        "in-progress",
        "",
        "",
        "0",
    )


def test_one_row_a_hand_with_points_and_totals_of_each_player(phone: Person) -> None:
    phone.start_game("Dee")
    form = phone.form("Misdeal")
    phone.last = phone.send(form.action, form.sent)
    phone.play("Bob", 95, 45)
    misdeal, hand = read_download(phone, "hands")
    assert (misdeal["entry"], misdeal["hand"], misdeal["outcome"], misdeal["dealer"]) == ("1", "1", "misdeal", "Dee")
    assert (misdeal["bidder"], misdeal["made"], misdeal["points_1"], misdeal["total_1"]) == ("", "", "", "0")
    assert (hand["entry"], hand["hand"], hand["outcome"], hand["dealer"]) == ("2", "1", "played", "Dee")
    assert (hand["bidder"], hand["bid"], hand["bidding_side"], hand["taken"]) == ("Bob", "95", "Bob & Dee", "75")
    assert (hand["made"], hand["fouls"], hand["partners"]) == ("False", "0", "")
    assert [hand[f"points_{seat}"] for seat in range(1, 7)] == ["45", "-95", "45", "-95", "", ""]
    assert [hand[f"total_{seat}"] for seat in range(1, 7)] == ["45", "-95", "45", "-95", "", ""]


def test_one_row_a_player(phone: Person) -> None:
    phone.start_game("Dee")
    for _ in range(3):
        phone.play("Ann", 100, 100)
    phone.start_game("Eve", ("Eve", "Ann", "Flo", "Bob"))
    rows = {row["name"]: row for row in read_download(phone, "players")}
    counted = {name: (row["games"], row["finished"], row["wins"]) for name, row in rows.items()}
    assert counted["Ann"] == ("2", "1", "1")
    assert counted["Bob"] == ("2", "1", "0")
    assert counted["Flo"] == ("1", "0", "0")
    assert rows["Ann"]["first_game"] <= rows["Ann"]["last_game"]
    assert len({row["player"] for row in rows.values()}) == 6


@pytest.mark.parametrize("name", FILES)
def test_formulas_are_text_in_a_spreadsheet(phone: Person, name: str) -> None:
    names = ("=1+1", "+49 170", "@cmd", '-Dee, "D"')
    game = phone.start_game("=1+1", names)
    phone.record_bid("=1+1", 100)
    phone.tap("Save hand", {"Last trick": "=1+1 & @cmd", "Captured by =1+1 & @cmd": "100"})
    form = phone.open(f"{game}/summary").form("Save notes")
    phone.send(form.action, form.sent | {"notes": "=SUM(A1)\n2nd line"})
    cells = [cell for row in read_download(phone, name) for cell in row.values()]
    assert "'=1+1" in cells
    assert [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))] == []
    assert all(cell.removeprefix("-").isdecimal() for cell in cells if cell.startswith("-"))
    if name == "games":
        assert "'=SUM(A1)\n2nd line" in cells


def test_deleted_games_and_other_clubs_are_left_out(app: Flask, phone: Person) -> None:
    with a_club(app) as club:
        play_many(another_club(), 3)
        ours = play_many(club, 1)
    game = phone.start_game(names=("Ida", "Jon", "Kim", "Lou"))
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    assert [row["game"] for row in read_download(phone, "games")] == [str(ours[0])]
    assert {row["game"] for row in read_download(phone, "hands")} == {str(ours[0])}
    players = {row["name"]: row["games"] for row in read_download(phone, "players")}
    assert players["Ann"] == "1"
    assert "Ida" not in players


@pytest.mark.both_databases
def test_who_went_home_has_started_the_game_and_not_finished_it(phone: Person) -> None:
    game = phone.start_game(target=200)
    phone.play("Ann", 100, 110)
    goes_home(phone, game, Cal="Eve")
    goes_home(phone, game, Eve="Fay")
    goes_home(phone, game, Fay="Eve")
    phone.open(game)
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Last trick": "Ann & Eve", "Captured by Ann & Eve": "110"})
    rows = {row["name"]: row for row in read_download(phone, "players")}
    counts = {name: [row[what] for what in ("games", "finished", "wins")] for name, row in rows.items()}
    assert [counts[name] for name in ("Cal", "Eve", "Dee")] == [["1", "0", "0"], ["1", "1", "1"], ["1", "1", "0"]]
    assert rows["Cal"]["first_game"] == rows["Ann"]["first_game"]
    tap_in_settings(phone, game, "Delete game")
    assert not {"Ann", "Cal", "Eve"} & {row["name"] for row in read_download(phone, "players")}


def test_every_game_hand_and_player_is_there_once(app: Flask, phone: Person) -> None:
    with a_club(app) as club:
        games = play_many(club, 250, rules=("original", "kentucky"))
    assert [row["game"] for row in read_download(phone, "games")] == [str(uid) for uid in games]
    hands = [(row["game"], row["entry"]) for row in read_download(phone, "hands")]
    assert len(hands) == len(set(hands)) == sum(2 if place % 8 in (4, 6) else 3 for place in range(250))
    assert [row["name"] for row in read_download(phone, "players")] == [
        "Ann",
        "Bob",
        "Cal",
        "Dee",
        "Eve",
        "Flo",
        "Gus",
        "Hal",
    ]


@pytest.mark.parametrize(("table", "more"), [(spreadsheets.games, 1), (spreadsheets.hands, 0)], ids=["games", "hands"])
def test_only_a_batch_is_read_before_the_first_row_leaves(
    app: Flask, table: Callable[[int], Iterator[object]], more: int
) -> None:
    """A hundred games, their players, who sat down, their hands; once the zone of the times, where there are times."""
    with a_club(app) as club:
        play_many(club, 250, hands=1)
        with statements(app) as sent:
            rows = table(club)
            assert next(rows)
            assert sent == []
            assert next(rows)
            assert len(sent) == 4 + more
            assert len(list(rows)) == 249
            assert len(sent) == 13 + more


def test_a_file_is_sent_as_it_is_read(app: Flask, phone: Person) -> None:
    with a_club(app) as club:
        play_many(club, 250, hands=1)
    with statements(app) as sent:
        answer = phone.web.get("/games.csv", buffered=False, headers={"Accept-Encoding": "gzip"})
        parts = iter(answer.response)
        next(parts)
        next(parts)
        early = len(sent)
        list(parts)
        answer.close()
        assert early < len(sent)


def test_the_history_leads_to_the_files(phone: Person) -> None:
    links = {link.attrs["href"] for link in phone.open("/games").all("a")}
    assert {f"/{name}.csv" for name in FILES} <= links
