"""Whatever is changed in a game, by any rules: its file says what its board says."""

from uuid import UUID

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import audit_bytes
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import db
from scorekeeper.usecases import permissions
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.house_rules import CARDS
from tests.html import Typed
from tests.strategies import hands_of, rule_sets

from .random_games import GAMES, Board, at_the_table, sent_of

MEDDLING = ("play", "play", "play", "seats", "target", "dealer", "delete", "undo", "redo", "misdeal", "stop", "resume")


@given(data=st.data())
@GAMES
def test_whatever_is_set_right_in_a_game_its_file_says_what_its_board_says(app: Flask, data: st.DataObject) -> None:
    rules = data.draw(rule_sets(CARDS) | st.sampled_from([preset.rules for preset in PRESETS.values()]))
    board = Board(app, rules, 0)
    for _ in range(data.draw(st.integers(3, 12))):
        meddle(board, data.draw(st.sampled_from(MEDDLING)), data)
        board.look()
        verdict = audit_bytes(board.web.get(f"{board.home}.rook.json").data).verdict()
        assert {problem.code for problem in verdict.problems} <= {"hand-after-end"}, verdict.problems
        heading, totals = board.shown
        assert verdict.totals is not None
        assert totals == {names: verdict.totals[names.split(" & ")[0]] for names in totals}
        assert heading.endswith(" won") is (verdict.status == "over")
        for place in range(1, len(verdict.hands) + 1):
            assert board.web.get(f"{board.home}/hands/{place}").status_code == 200


def meddle(board: Board, what: str, data: st.DataObject) -> None:
    """Does this to the game if it can be done now."""
    fields: Typed = {}
    if what == "play":
        play_another_hand(board, data)
        return
    if what == "seats":
        order = data.draw(st.permutations(range(len(board.players))))
        fields = {f"seats-{seat}": str(number) for seat, number in enumerate(order)} | {"confirmed": "yes"}
    elif what == "target":
        fields["hand_limit"] = str(data.draw(st.integers(1, 8)))
    elif what == "dealer":
        fields["dealer"] = str(data.draw(st.integers(0, len(board.players) - 1)))
    elif what == "delete":
        what, fields = f"hands/{data.draw(st.integers(1, 4))}/delete", {}
    assert board.try_to(f"/{what}", fields) in (303, 404, 409, 422)


def play_another_hand(board: Board, data: st.DataObject) -> None:
    """A hand with counts from a game in any state, seated as this one is now."""
    with board.app.app_context():
        state = read_game(permissions.club_id(), UUID(board.home.rpartition("/")[2]))
        standing = state.standing
        ready = not state.standing.end and not state.game.stopped and state.open_hand is None
        db.session.remove()
    if ready:
        hand = at_the_table(data.draw(hands_of(standing)), standing)
        for path, fields in sent_of(hand, standing.rules, board.players, True):
            board.send(path, fields)
