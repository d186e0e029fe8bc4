"""A yes is kept beside the game: it counts as long as its hand is the one that it was said to."""

import json
from uuid import uuid4

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import make_document, serialize, verdict
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Foul, competitors
from scorekeeper.storage.db import db
from tests.profiles import examples
from tests.record.games import MADE, record_bytes
from tests.record.strategies import some_of
from tests.strategies import Game, games

from .club_files import merge_players, move, play_game, portrait
from .game_at_table import GameAtTable, all_records, import_game, record_of, reimport
from .two_hands import ANN, DEE

BOTH = ["Ann", "Bob"]


def agreed(game: GameAtTable) -> list[list[str]]:
    """Who agreed to each hand, as the game's record says."""
    db.session.expire_all()
    return [hand.get("agreed", []) for hand in json.loads(record_of(game.club, game.uid))["hands"]]


def agreed_result(game: GameAtTable) -> list[str]:
    found: list[str] = json.loads(record_of(game.club, game.uid)).get("agreed_result", [])
    return found


@examples(60)
@given(game=games(carried=True), data=st.data())
def test_agreements_leave_and_come_back_with_any_record(club: int, game: Game, data: st.DataObject) -> None:
    """And whoever it was, no score is another."""
    start = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    played = list(replay(start, game.hands))
    others = {"dealer": game.dealer_name, "id": uuid4(), "starting_totals": game.named_totals}
    plain = serialize(make_document(game.rules, game.names, game.entries, **others))
    made = json.loads(plain)
    for entry, each in zip(made["hands"], played, strict=True):
        entry["agreed"] = data.draw(some_of(game.names, each.sides))
    if played and played[-1].standing.end:
        made["agreed_result"] = data.draw(some_of(game.names, competitors(game.rules, game.players)))
    uid, _ = import_game(club, json.dumps(made).encode())
    back = json.loads(record_of(club, uid))
    assert [hand.get("agreed", []) for hand in back["hands"]] == [list(hand["agreed"]) for hand in made["hands"]]
    assert back.get("agreed_result", []) == list(made.get("agreed_result", []))
    assert reimport(record_of(club, uid)) == record_of(club, uid)
    assert verdict(record_of(club, uid)).hands == verdict(plain).hands


def test_a_hand_that_undo_takes_back_and_redo_returns_is_agreed_to_as_before(game: GameAtTable) -> None:
    game.play("Ann", 100, 100)
    game.agree()
    game.undo()
    assert agreed(game) == []
    game.redo()
    assert agreed(game) == [BOTH]


def test_a_hand_that_arrives_later_has_the_yes_of_the_side_whose_phone_saved_it(game: GameAtTable) -> None:
    """Also where it meets what another phone recorded meanwhile."""
    game.play("Ann", 100, 100)
    game.alone(ANN, DEE, watches_for="Bob").meet()
    assert agreed(game) == [[], ["Bob"]]


def test_a_note_is_nothing_to_agree_to_and_a_penalty_is(game: GameAtTable) -> None:
    game.play("Ann", 100, 100)
    game.agree()
    game.correct(1, note="late")
    assert agreed(game) == [BOTH]
    game.correct(1, fouls=(Foul(1, "table-talk"),))
    assert agreed(game) == [[]]


def test_another_hand_deleted_leaves_a_yes_where_it_was_said(game: GameAtTable) -> None:
    for captured in (100, 80, 60):
        game.play("Ann", 70, captured)
    game.agree()
    game.correct(3, captured={0: 55, 1: 65})
    game.delete_hand(1)
    assert agreed(game) == [BOTH, []]


def test_the_yes_to_a_result_is_to_that_result(game: GameAtTable) -> None:
    for _ in range(3):
        game.play("Ann", 100, 120)
    game.agree()
    assert agreed_result(game) == BOTH
    game.correct(1, captured={0: 115, 1: 5})
    assert agreed_result(game) == [], "the same side won, with another total"
    game.undo()
    assert agreed_result(game) == BOTH
    game.correct(1, captured={0: 40, 1: 80})
    assert agreed_result(game) == [], "the game goes on"


def test_the_yes_to_a_result_comes_back_where_more_was_played_after_the_end(game: GameAtTable) -> None:
    for _ in range(3):
        game.play("Ann", 100, 100)
    game.play_to(100)
    game.agree()
    before = record_of(game.club, game.uid)
    assert (agreed(game), agreed_result(game)) == ([BOTH] * 3, BOTH)
    assert reimport(before) == before


def test_a_player_merged_with_another_takes_along_who_agreed(club: int) -> None:
    """Also in the file of the club, and when the merge is undone."""
    game = play_game(club, "Ann", "Bob", "Cal", "Dee", hands=2)
    play_game(club, "Annie", "Bo", "Cy", "Di", hands=1)
    game.agree()
    merge_players(club, "Ann", "Annie")
    assert agreed(game) == [["Annie", "Bob"]] * 2
    assert portrait(move(club)) == portrait(club)


def test_every_game_of_a_club_is_exported_with_its_own(club: int) -> None:
    """In its own file and in the club's, deleted or not."""
    for place, who in enumerate((BOTH, ["Bob"], [])):
        import_game(club, record_bytes(MADE | {"agreed": who}, notes=f"game {place}"))
    said = [json.loads(data)["hands"][0].get("agreed", []) for _, data in all_records(club)]
    assert said == [BOTH, ["Bob"], []]
    assert b'"agreed":["Bob"]' in b"".join(portrait(club)["files"].values())
