"""A game leaves the house as a record and comes back as the same game."""

import json
import re
from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import make_document, serialize, verdict
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Adjustment, Foul, Hand
from scorekeeper.rules.presets import PRESETS
from tests.many_games import another_club
from tests.profiles import examples
from tests.record.games import MADE, SET_BACK, document, record_bytes
from tests.strategies import Game, games

from .game_at_table import GameAtTable, all_records, import_game, preview_import, record_of, reimport


@examples(60)
@given(game=games(carried=True))
def test_any_game_leaves_clean_and_comes_back_to_the_same_scores(club: int, game: Game) -> None:
    start = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    played = list(replay(start, game.hands))
    hands, others = game.entries, {"dealer": game.dealer_name, "id": uuid4()}
    made = make_document(game.rules, game.names, hands, **others, starting_totals=game.named_totals)
    uid, _ = import_game(club, serialize(made))
    checked = verdict(record_of(club, uid))
    assert checked.problems == ()
    totals = played[-1].standing.totals if played else start.totals
    assert tuple((checked.totals or {}).values()) == totals
    assert [tuple((hand.points or {}).values()) for hand in checked.hands] == [each.points for each in played]
    scoreboard_totals = {
        player: points
        for names, points in GameAtTable(club, uid).totals.items()
        for player in re.split(" & |, ", names)
    }
    assert tuple(scoreboard_totals[name] for name in game.names) == totals
    assert reimport(record_of(club, uid)) == record_of(club, uid)


@pytest.mark.parametrize("key", PRESETS)
def test_a_game_by_each_rule_set_comes_back(club: int, key: str) -> None:
    players = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay"][: PRESETS[key].rules.players]
    uid, _ = import_game(club, json.dumps(document(rules=key, players=players)).encode())
    assert json.loads(record_of(club, uid))["rules"] == key
    assert reimport(record_of(club, uid)) == record_of(club, uid)


@pytest.mark.both_databases
def test_whatever_happened_at_the_table_comes_back_in_the_same_bytes(game: GameAtTable) -> None:
    """A misdeal, a foul, an adjustment, a note, a renege, another target, dealer and order of seats; then a stop."""
    club, uid = game.club, game.uid
    game.misdeal()
    game.bid("Bob", 95)
    count = Hand(captured={0: 45, 1: 75}, last_trick=0, nest_points=20, note="late")
    game.record(replace(count, fouls=(Foul(1, "table-talk"),), adjustments=(Adjustment(0, -5, "tea"),)))
    game.call(1, 70)
    for player in (2, 3, 0):
        game.call(player, None)
    game.record(Hand(outcome="renege", reneged_by=2, captured={1: 50}))
    game.play_to(500, 20)
    game.dealt_by(2)
    game.reseat(0, 2, 1, 3)
    game.respell(3, "Dée")
    game.stop()
    before = record_of(club, uid)
    assert verdict(before).problems == ()
    assert json.loads(before)["rules"] == {"base": "original", "target": 500, "hand_limit": 20}
    assert [entry.get("outcome", "played") for entry in json.loads(before)["hands"]] == ["misdeal", "played", "renege"]
    assert reimport(before) == before
    others = another_club()
    import_game(others, before)
    assert GameAtTable(others, uid).status == "stopped"


WITH_TARGET = st.sampled_from([preset.key for preset in PRESETS.values() if preset.rules.target])
PRESET_GAMES = games(WITH_TARGET.map(lambda key: PRESETS[key].rules))


@examples(60)
@given(game=PRESET_GAMES, target=st.integers(1, 200))
def test_whatever_was_played_after_the_end_comes_back(club: int, game: Game, target: int) -> None:
    """With a lower target the game ends earlier; the hands after that are kept, as they are at the table."""
    document_json = json.loads(serialize(make_document(game.rules, game.names, game.entries, id=uuid4())))
    document_json |= {"rules": {"base": document_json["rules"], "target": target}, "dealer": game.dealer_name}
    uid, _ = import_game(club, json.dumps(document_json).encode())
    back = record_of(club, uid)
    assert {problem.code for problem in verdict(back).problems} <= {"hand-after-end"}
    assert reimport(back) == back


def test_a_record_keeps_what_it_says_of_itself(club: int) -> None:
    ids = {"id": str(uuid4()), "rules_name": "Grandma's", "teams": ["The Larks", "The Owls"], "notes": "on the porch\n"}
    when = {"started": "2026-05-01T20:00:00+02:00", "ended": "2026-05-01T22:30:00+02:00"}
    entry = SET_BACK | {"id": str(uuid4()), "note": "", "trump": "green", "auction": None}
    del entry["auction"]
    uid, _ = import_game(
        club, record_bytes(entry, dealer="Cal", rules={"base": "original", "target": 500}, **ids, **when)
    )
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
    uid, _ = import_game(club, record_bytes(SET_BACK, teams=named))
    assert json.loads(record_of(club, uid)).get("teams") == stored


@pytest.mark.parametrize(("named", "stored"), [(" Grandma's\u200b  rules", "Grandma's rules"), ("\u202e ", None)])
def test_house_rules_of_an_imported_game_have_a_name_that_a_form_would_take(
    club: int, named: str, stored: str | None
) -> None:
    data = record_bytes(SET_BACK, rules_name=named)
    assert preview_import(club, data).title == (stored or "Original partnership")
    uid, _ = import_game(club, data)
    assert json.loads(record_of(club, uid)).get("rules_name") == stored


def test_a_backslash_before_a_u_is_no_nul(club: int) -> None:
    import_game(club, record_bytes(MADE | {"note": r"a\u0000b"}))
    ((_, stored),) = all_records(club)
    assert json.loads(stored)["hands"][0]["note"] == r"a\u0000b"


def test_each_game_has_a_file_of_its_own_and_always_the_same(club: int) -> None:
    for number in range(5):
        import_game(club, record_bytes(notes=f"game {number}"))
    names = [name for name, _ in all_records(club)]
    assert len(set(names)) == 5
    assert names == [name for name, _ in all_records(club)]


def test_an_imported_game_is_stored_with_all_that_lists_show(club: int) -> None:
    uid, _ = import_game(club, record_bytes(*[MADE] * 3))
    out, winners = GameAtTable(club, uid).stored(), {"Bob": (300, True), "Dee": (300, True)}
    assert out == {"status": "over", "Ann": (60, False), "Cal": (60, False), **winners}
