"""Which records become games here: each once, under the names known here, and none that could not be kept."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import update

from scorekeeper.record import verdict
from scorekeeper.record.document import MOST_HANDS
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import Game
from tests.many_games import another_club
from tests.record.games import MADE, SET_BACK, record_bytes

from .game_at_table import (
    BadGame,
    GameAtTable,
    ImportBatch,
    ValidationFailed,
    all_records,
    import_game,
    preview_import,
    record_of,
    running_games,
    validate_document,
)


def test_importing_twice_stores_once_with_an_id_or_without(club: int) -> None:
    for data in (
        record_bytes(SET_BACK),
        record_bytes(SET_BACK, id=str(uuid4())),
        record_bytes(SET_BACK | {"id": str(uuid4())}),
    ):
        uid, new = import_game(club, data)
        assert new
        assert import_game(club, data) == (uid, False)
        assert preview_import(club, data).stored
    assert len(list(all_records(club))) == 3


def test_the_same_game_in_another_club_is_not_counted_here(club: int) -> None:
    data = record_bytes(SET_BACK, id=str(uuid4()))
    for each in (club, another_club()):
        import_game(each, data)
    assert [game.hand for game in running_games(club)] == [2]


def test_another_game_of_the_same_id_is_refused_and_the_stored_one_stays(game: GameAtTable) -> None:
    before = record_of(game.club, game.uid)
    game.play("Bob", 95, 45)
    with pytest.raises(BadGame, match=r"but different hands\. It stays"):
        import_game(game.club, before)
    batch, one = ImportBatch(), str(uuid4())
    preview_import(game.club, record_bytes(MADE, id=one), batch)
    with pytest.raises(BadGame, match=one):
        preview_import(game.club, record_bytes(SET_BACK, id=one), batch)


@pytest.mark.parametrize("name", ["Dee ", "D\u202eee", " Dee"], ids=ascii)
def test_a_player_has_the_name_that_a_person_would_type(game: GameAtTable, name: str) -> None:
    """In the record it may be written otherwise."""
    data = record_bytes(SET_BACK, players=["Ann", "Bob", "Cal", name], id=str(uuid4()))
    assert all(each.known for each in preview_import(game.club, data).names)
    uid, _ = import_game(game.club, data)
    assert GameAtTable(game.club, uid).board.players == game.board.players


def test_a_name_can_mean_a_player_who_is_spelled_differently(game: GameAtTable) -> None:
    data = record_bytes(SET_BACK | {"captured": {"bob": 75}, "bidder": "bob"}, players=["Ann", "bob", "Cal", "Eve"])
    uid, _ = import_game(game.club, data, {"bob": "Bob"})
    assert [name for _, name in GameAtTable(game.club, uid).board.players] == ["Ann", "Bob", "Cal", "Eve"]
    assert import_game(game.club, data) == (uid, False)


def test_an_imported_game_with_names_that_look_the_same_moves_with_its_club() -> None:
    """A club's file is brought as it is: only a game that is imported by itself is asked for names that differ."""
    assert validate_document(record_bytes(players=["Ann", "Bob", "Dee ", "Dee"]))


SAME = str(uuid4())
UNSTORABLE = [
    ("a wrong claim", record_bytes(SET_BACK | {"claimed": {"Bob": 75}}), "Hand 1: By the rules Bob scores −95"),
    ("a hand that cannot be", record_bytes(SET_BACK | {"captured": {"Bob": 77}}), r"77 isn't possible\. .* \(R30\)"),
    ("not JSON", b"Ann 45", "This isn't a Rook game file"),
    ("an unknown rule set", record_bytes(rules="poker"), "poker"),
    (
        "two hands of one id",
        record_bytes(MADE | {"id": SAME}, SET_BACK | {"id": SAME}),
        f"Two hands have the same id, {SAME}",
    ),
    ("a NUL in a name", record_bytes(players=["Ann", "Bob\0", "Cal", "Dee"]), "It contains a NUL character"),
    ("a NUL in a note", record_bytes(MADE | {"note": "a\0b"}), "It contains a NUL character"),
    (
        "a control character in a name",
        record_bytes(players=["Ann", "B\tb", "Cal", "Dee"]),
        "contains a control character",
    ),
    (
        "a name that normalized is longer",
        record_bytes(players=["Ann", "\u0958" * 40, "Cal", "Dee"]),
        "up to 40 characters",
    ),
    ("two names that look the same", record_bytes(players=["Ann", "Bob", "Cal", "Ann "]), "Ann can't sit in two seats"),
    ("a long name of rules", record_bytes(rules_name="R" * 81), "up to 80 characters; this has 81"),
    ("a name of rules that normalized is longer", record_bytes(rules_name="\u0958" * 80), "this has 160"),
    ("a start before 1900", record_bytes(started="0001-01-01T00:00:00+14:00"), "Expected a year from 1900 to 2099"),
    (
        "an end before the start",
        record_bytes(MADE, started="2026-05-01T20:00:00-05:00", ended="2026-05-01T20:00:00+02:00"),
        "It ended before it began",
    ),
    ("a day to come", record_bytes(MADE, started="2090-05-01T20:00:00Z"), r"still to come: May 1, 2090\."),
    (
        "an end to come",
        record_bytes(MADE, started="2020-05-01T20:00:00Z", ended="2090-05-02T20:00:00Z"),
        r"still to come: May 2, 2090\.",
    ),
    ("a book in the notes", record_bytes(notes="n" * 2001), "Notes can be up to 2,000 characters; these have 2,001."),
    ("a book beside a hand", record_bytes(MADE | {"note": "n" * 501}), "Hand 1: A note can be up to 500 characters"),
    (
        "totals that nobody can keep",
        record_bytes(
            *[MADE | {"adjustments": [{"player": "Ann", "points": 1_000_000, "reason": "!"}] * 100}] * 11,
            rules={"base": "original", "target": None, "hand_limit": 20},
        ),
        "1,000,000,000 points",
    ),
    (
        "a hand of more fouls than anybody reads",
        record_bytes(MADE | {"fouls": [{"player": "Ann", "kind": "table-talk"}] * 101}),
        "Hand 1: A hand can have up to 100 penalties and adjustments; this has 101.",
    ),
    (
        "a hand after the end that cannot be",
        record_bytes(*[MADE] * 4, SET_BACK | {"captured": {"Bob": 77}}),
        "Hand 5, captured.Bob: 77 isn't possible.",
    ),
    (
        "a key that is none, after the end",
        record_bytes(*[MADE] * 4, SET_BACK | {"luck": 1}),
        "Hand 5, luck: Unknown key",
    ),
    (
        "a stranger after the end",
        record_bytes(*[MADE] * 4, SET_BACK | {"bidder": "Zed"}),
        'Hand 5, bidder: "Zed" isn\'t at the table',
    ),
]


@pytest.mark.parametrize(("data", "why"), [row[1:] for row in UNSTORABLE], ids=[row[0] for row in UNSTORABLE])
def test_a_record_that_cannot_be_stored_is_refused_in_a_sentence_and_nothing_is_stored(
    club: int, data: bytes, why: str
) -> None:
    for attempt in (preview_import, import_game):
        with pytest.raises(BadGame, match=why):
            attempt(club, data)
    assert list(all_records(club)) == []


def test_a_game_that_is_here_is_here_whatever_its_day(club: int) -> None:
    """The clock of the server was wrong when it was played; its file still finds it."""
    uid, _ = import_game(club, record_bytes(MADE))
    with writing(club):
        db.session().execute(update(Game).values(started_at=datetime(2090, 1, 1, tzinfo=UTC)))
    assert import_game(club, record_of(club, uid)) == (uid, False)
    assert preview_import(club, record_of(club, uid)).stored


def test_a_game_with_the_largest_total_goes_on_without_another_point(club: int) -> None:
    points = [*[1_000_000] * 99, 999_980]  # and 20 that were captured
    hand = MADE | {"adjustments": [{"player": "Ann", "points": each, "reason": "!"} for each in points]}
    uid, _ = import_game(club, record_bytes(*[hand] * 10, rules={"base": "original", "target": None, "hand_limit": 20}))
    game = GameAtTable(club, uid)
    assert game.totals["Ann & Cal"] == 1_000_000_000
    with pytest.raises(ValidationFailed, match="A total can be up to 1,000,000,000 points"):
        game.play("Ann", 100, 100)


def test_of_many_problems_the_first_are_shown_and_the_rest_counted(club: int) -> None:
    with pytest.raises(BadGame) as bad:
        preview_import(club, record_bytes(*[SET_BACK | {"captured": {"Bob": 77}}] * 30))
    assert len(bad.value.problems) == 21
    assert bad.value.problems[-1] == "And 10 more."


def test_a_game_of_as_many_hands_as_a_record_can_have_takes_no_other(club: int) -> None:
    uid, _ = import_game(club, record_bytes(*[{"outcome": "misdeal"}] * (MOST_HANDS - 1)))
    game = GameAtTable(club, uid)
    game.play("Ann", 100, 100)
    with pytest.raises(ValidationFailed, match=r"A game can have up to 1,000 hands\. Play a rematch\."):
        game.bid("Bob", 95)
    assert game.version == 2
    assert verdict(record_of(club, uid)).problems == ()
