"""A game leaves the house as a record and comes back as the same game."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import make_document, make_entry, serialize, verdict
from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases import home
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game import deletion, game_settings, hands, seating
from scorekeeper.usecases.game.hand_input import AdjustmentInput, HandInput
from scorekeeper.usecases.game.scoreboard import scoreboard
from scorekeeper.usecases.transfer.exports import all_records, record_file
from scorekeeper.usecases.transfer.import_preview import ImportBatch, preview_import
from scorekeeper.usecases.transfer.imported_game import BadGame
from scorekeeper.usecases.transfer.imports import import_game
from tests.many_games import another_club
from tests.profiles import examples
from tests.record.games import MADE, SET_BACK, document
from tests.strategies import Game, games

from .game_at_table import GameAtTable


def record_of(club: int, uid: UUID) -> bytes:
    return record_file(club, uid)[1]


def reimport(data: bytes) -> bytes:
    """Return the record after another club has imported and exported it."""
    club = another_club()
    uid, new = import_game(club, data)
    assert new
    return record_of(club, uid)


def record(*entries: Any, **others: Any) -> bytes:
    return json.dumps(document(*entries, **others)).encode()


@examples(60)
@given(game=games(carried=True))
def test_any_game_leaves_clean_and_comes_back_to_the_same_scores(club: int, game: Game) -> None:
    start = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    played = list(replay(start, game.hands))
    hands, others = tuple(map(make_entry, game.hands)), {"dealer": game.dealer, "id": uuid4()}
    made = make_document(game.rules, game.players, hands, **others, starting_totals=dict(game.starting_totals))
    uid, _ = import_game(club, serialize(made))
    checked = verdict(record_of(club, uid))
    assert checked.problems == ()
    totals = played[-1].standing.totals if played else start.totals
    assert checked.totals == totals
    assert [hand.points for hand in checked.hands] == [
        dict(each.score.points) if each.score else dict.fromkeys(game.players, 0) for each in played
    ]
    scoreboard_totals = {
        player: total.points for total in scoreboard(club, uid).totals for player in total.names.split(" & ")
    }
    assert scoreboard_totals == totals
    assert reimport(record_of(club, uid)) == record_of(club, uid)


@pytest.mark.parametrize("key", PRESETS)
def test_a_game_by_each_rule_set_comes_back(club: int, key: str) -> None:
    players = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay"][: PRESETS[key].rules.players]
    uid, _ = import_game(club, json.dumps(document(rules=key, players=players)).encode())
    assert json.loads(record_of(club, uid))["rules"] == key
    assert reimport(record_of(club, uid)) == record_of(club, uid)


def test_whatever_happened_at_the_table_comes_back_in_the_same_bytes(game: GameAtTable) -> None:
    """A misdeal, a foul, an adjustment, a note, a renege, another target, dealer and order of seats; then a stop."""
    club, uid = game.club, game.uid
    hands.record_misdeal(club, uid, game.submission())
    game.bid("Bob", 95)
    count = HandInput(captured={0: 45, 1: 75}, last_trick=0, nest_points=20, note="late")
    game.record(replace(count, table_talk={1: 1}, adjustments=(AdjustmentInput(0, -5, "tea"),)))
    hands.record_call(club, uid, game.submission(), 1, 70)
    for player in (2, 3, 0):
        hands.record_call(club, uid, game.submission(), player, None)
    game.record(HandInput(outcome="renege", reneged_by=2, captured={1: 50}))
    game_settings.change_target(club, uid, game.submission(), 500, 20)
    game_settings.change_dealer(club, uid, game.submission(), 2)
    seating.change_seats(club, uid, game.submission(), (0, 2, 1, 3), confirmed=True)
    game_settings.correct_name(club, uid, game.submission(), 3, "Dée", everywhere=True)
    game_settings.stop(club, uid, game.submission())
    before = record_of(club, uid)
    assert verdict(before).problems == ()
    assert json.loads(before)["rules"] == {"base": "original", "target": 500, "hand_limit": 20}
    assert [entry.get("outcome", "played") for entry in json.loads(before)["hands"]] == ["misdeal", "played", "renege"]
    assert reimport(before) == before
    others = another_club()
    import_game(others, before)
    assert scoreboard(others, uid).status == "stopped"


WITH_TARGET = st.sampled_from([preset.key for preset in PRESETS.values() if preset.rules.target])
PRESET_GAMES = games(WITH_TARGET.map(lambda key: PRESETS[key].rules))


@examples(60)
@given(game=PRESET_GAMES, target=st.integers(1, 200))
def test_whatever_was_played_after_the_end_comes_back(club: int, game: Game, target: int) -> None:
    """With a lower target the game ends earlier; the hands after that are kept, as they are at the table."""
    document_json = json.loads(
        serialize(make_document(game.rules, game.players, tuple(map(make_entry, game.hands)), id=uuid4()))
    )
    document_json |= {"rules": {"base": document_json["rules"], "target": target}, "dealer": game.dealer}
    uid, _ = import_game(club, json.dumps(document_json).encode())
    back = record_of(club, uid)
    assert {problem.code for problem in verdict(back).problems} <= {"hand-after-end"}
    assert reimport(back) == back


def test_hands_after_the_end_come_back_too(game: GameAtTable) -> None:
    """A correction of the first hand ends the game before the others; they are kept and do not count."""
    for _ in range(3):
        game.play("Ann", 100, 100)
    game_settings.change_target(game.club, game.uid, game.submission(), 100, None)
    before = record_of(game.club, game.uid)
    assert {problem.code for problem in verdict(before).problems} == {"hand-after-end"}
    assert reimport(before) == before


def test_a_record_keeps_what_it_says_of_itself(club: int) -> None:
    ids = {"id": str(uuid4()), "rules_name": "Grandma's", "teams": ["The Larks", "The Owls"], "notes": "on the porch\n"}
    when = {"started": "2026-05-01T20:00:00+02:00", "ended": "2026-05-01T22:30:00+02:00"}
    entry = SET_BACK | {"id": str(uuid4()), "note": "", "trump": "green", "auction": None}
    del entry["auction"]
    uid, _ = import_game(club, record(entry, dealer="Cal", rules={"base": "original", "target": 500}, **ids, **when))
    back = json.loads(record_of(club, uid))
    assert {key: back[key] for key in ids} == ids
    assert back["started"] == "2026-05-01T18:00:00+00:00"
    assert back["dealer"] == "Cal"
    assert {key: back["hands"][0][key] for key in entry} == entry
    assert reimport(record_of(club, uid)) == record_of(club, uid)


@pytest.mark.parametrize(
    ("named", "stored"),
    [
        (["  The\tLarks", "O\u200bwls "], ["The Larks", "Owls"]),
        (["Us", " Us"], None),
        (["Us", "\u200b"], None),
        (["Us", "T" * 41], None),
    ],
    ids=["as they look", "twice the same", "one without a name", "one too long"],
)
def test_sides_have_the_names_that_they_could_be_given_here(
    club: int, named: list[str], stored: list[str] | None
) -> None:
    uid, _ = import_game(club, record(SET_BACK, teams=named))
    assert json.loads(record_of(club, uid)).get("teams") == stored


def test_importing_twice_stores_once_with_an_id_or_without(club: int) -> None:
    for data in (record(SET_BACK), record(SET_BACK, id=str(uuid4())), record(SET_BACK | {"id": str(uuid4())})):
        uid, new = import_game(club, data)
        assert new
        assert import_game(club, data) == (uid, False)
        assert preview_import(club, data).stored
    assert len(list(all_records(club))) == 3


def test_the_same_game_in_another_club_is_not_counted_here(club: int) -> None:
    data = record(SET_BACK, id=str(uuid4()))
    for each in (club, another_club()):
        import_game(each, data)
    assert [game.hand for game in home.home(club).running] == [2]


def test_another_game_of_the_same_id_is_refused_and_the_stored_one_stays(game: GameAtTable) -> None:
    before = record_of(game.club, game.uid)
    game.play("Bob", 95, 45)
    with pytest.raises(BadGame, match=r"but different hands\. It stays"):
        import_game(game.club, before)
    batch, one = ImportBatch(), str(uuid4())
    preview_import(game.club, record(MADE, id=one), batch)
    with pytest.raises(BadGame, match=one):
        preview_import(game.club, record(SET_BACK, id=one), batch)


def test_a_deleted_game_is_here_and_stays_deleted(game: GameAtTable) -> None:
    before = record_of(game.club, game.uid)
    deletion.delete(game.club, game.uid, game.submission())
    assert import_game(game.club, before) == (game.uid, False)
    assert list(all_records(game.club)) == []


def test_each_name_is_known_or_new_or_spelt_nearly_so(game: GameAtTable) -> None:
    matches = preview_import(game.club, record(players=["Ann", "bob", "Zoë", " Cal"])).names
    assert [(each.name, each.known, each.similar) for each in matches] == [
        ("Ann", True, ()), ("bob", False, ("Bob",)), ("Zoë", False, ()), (" Cal", False, ("Cal",)),
    ]  # fmt: skip


def test_a_name_can_stand_for_a_player_who_is_spelt_otherwise(game: GameAtTable) -> None:
    data = record(SET_BACK | {"captured": {"bob": 75}, "bidder": "bob"}, players=["Ann", "bob", "Cal", "Eve"])
    uid, _ = import_game(game.club, data, {"bob": "Bob"})
    assert [name for _, name in scoreboard(game.club, uid).players] == ["Ann", "Bob", "Cal", "Eve"]
    assert import_game(game.club, data) == (uid, False)
    with pytest.raises(BadGame, match="Ann can't sit in two seats"):
        import_game(game.club, record(players=["Ann", "bob", "Cal", "Eve"]), {"bob": "Ann"})


SAME = str(uuid4())
UNSTORABLE = [
    ("a wrong claim", record(SET_BACK | {"claimed": {"Bob": 75}}), r"Hand 1, claimed.Bob: By the rules Bob scores -95"),
    ("a hand that cannot be", record(SET_BACK | {"captured": {"Bob": 77}}), r"77 isn't possible\. .* \(R30\)"),
    ("not JSON", b"Ann 45", "This isn't a Rook game file"),
    ("an unknown rule set", record(rules="poker"), "poker"),
    (
        "two hands of one id",
        record(MADE | {"id": SAME}, SET_BACK | {"id": SAME}),
        f"Two hands have the same id, {SAME}",
    ),
    ("a NUL in a name", record(players=["Ann", "Bob\0", "Cal", "Dee"]), "It contains a NUL character"),
    ("a NUL in a note", record(MADE | {"note": "a\0b"}), "It contains a NUL character"),
    ("a control character in a name", record(players=["Ann", "B\tb", "Cal", "Dee"]), "contains a control character"),
    ("a long name of rules", record(rules_name="R" * 81), "up to 80 characters; this has 81"),
    ("a start before 1900", record(started="0001-01-01T00:00:00+14:00"), "Expected a year from 1900 to 2099"),
    ("a book in the notes", record(notes="n" * 2001), "Notes can be up to 2,000 characters; these have 2,001."),
    ("a book beside a hand", record(MADE | {"note": "n" * 501}), "Hand 1: A note can be up to 500 characters"),
    (
        "totals that nobody can keep",
        record(
            *[MADE | {"adjustments": [{"player": "Ann", "points": 1_000_000, "reason": "!"}] * 100}] * 11,
            rules={"base": "original", "target": None, "hand_limit": 20},
        ),
        "1,000,000,000 points",
    ),
    (
        "a hand of more fouls than anybody reads",
        record(MADE | {"fouls": [{"player": "Ann", "kind": "table-talk"}] * 101}),
        "Hand 1: A hand can have up to 100 penalties and adjustments; this has 101.",
    ),
    (
        "a hand after the end that cannot be",
        record(*[MADE] * 4, SET_BACK | {"captured": {"Bob": 77}}),
        "Hand 5, captured.Bob: 77 isn't possible.",
    ),
    ("a key that is none, after the end", record(*[MADE] * 4, SET_BACK | {"luck": 1}), "Hand 5, luck: Unknown key"),
    (
        "a stranger after the end",
        record(*[MADE] * 4, SET_BACK | {"bidder": "Zed"}),
        'Hand 5, bidder: "Zed" isn\'t at the table',
    ),
]


@pytest.mark.parametrize(("data", "why"), [row[1:] for row in UNSTORABLE], ids=[row[0] for row in UNSTORABLE])
def test_what_cannot_be_stored_is_refused_in_a_sentence_and_nothing_is_stored(club: int, data: bytes, why: str) -> None:
    for attempt in (preview_import, import_game):
        with pytest.raises(BadGame, match=why):
            attempt(club, data)
    assert list(all_records(club)) == []


def test_a_game_with_the_largest_total_goes_on_without_another_point(club: int) -> None:
    points = [*[1_000_000] * 99, 999_980]  # and 20 that were captured
    hand = MADE | {"adjustments": [{"player": "Ann", "points": each, "reason": "!"} for each in points]}
    uid, _ = import_game(club, record(*[hand] * 10, rules={"base": "original", "target": None, "hand_limit": 20}))
    game = GameAtTable(club, uid)
    assert game.totals["Ann & Cal"] == 1_000_000_000
    with pytest.raises(ValidationFailed, match="A total can be up to 1,000,000,000 points"):
        game.play("Ann", 100, 100)


def test_a_backslash_before_a_u_is_no_nul(club: int) -> None:
    import_game(club, record(MADE | {"note": r"a\u0000b"}))
    ((_, stored),) = all_records(club)
    assert json.loads(stored)["hands"][0]["note"] == r"a\u0000b"


def test_of_many_problems_the_first_are_shown_and_the_rest_counted(club: int) -> None:
    with pytest.raises(BadGame) as bad:
        preview_import(club, record(*[SET_BACK | {"captured": {"Bob": 77}}] * 30))
    assert len(bad.value.problems) == 21
    assert bad.value.problems[-1] == "And 10 more."


def test_each_game_has_a_file_of_its_own_and_always_the_same(club: int) -> None:
    for number in range(5):
        import_game(club, record(notes=f"game {number}"))
    names = [name for name, _ in all_records(club)]
    assert len(set(names)) == 5
    assert names == [name for name, _ in all_records(club)]


def test_what_lists_show_is_stored_with_an_imported_game(club: int) -> None:
    uid, _ = import_game(club, record(*[MADE] * 3))
    out, winners = GameAtTable(club, uid).stored(), {"Bob": (300, True), "Dee": (300, True)}
    assert out == {"status": "over", "Ann": (60, False), "Cal": (60, False), **winners}


def test_a_game_of_as_many_hands_as_a_record_can_have_takes_no_other(club: int) -> None:
    uid, _ = import_game(club, record(*[{"outcome": "misdeal"}] * (MOST_HANDS - 1)))
    game = GameAtTable(club, uid)
    game.play("Ann", 100, 100)
    with pytest.raises(ValidationFailed, match=r"A game can have up to 1,000 hands\. Play a rematch\."):
        game.bid("Bob", 95)
    assert game.board.version == 2
    assert verdict(record_of(club, uid)).problems == ()
