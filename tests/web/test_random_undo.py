"""Any hand by any rules, undone: its form comes back as it was sent, so that sending it again changes nothing."""

import re
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import Standing, initial_standing, replay
from scorekeeper.rules.hand import Hand, competitors, side_with, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import db
from scorekeeper.storage.games import write_facts
from scorekeeper.usecases import permissions
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.house_rules import CARDS
from tests.html import Page
from tests.strategies import hands_of, rule_sets

from .random_games import GAMES, Board, at_the_table, sent_of

ANY_RULES = rule_sets(CARDS) | st.sampled_from([preset.rules for preset in PRESETS.values()])
NOTES = st.sampled_from(("", 'Bob\'s 1 & the "Rook"'))
SAVES = {"misdeal": "Save misdeal", "passed-out": "Save passed-out hand"}


def stored_hands(board: Board) -> list[Any]:
    """The facts of every hand as they are stored."""
    with board.app.app_context():
        state = read_game(permissions.club_id(), UUID(board.home.rpartition("/")[2]))
        facts = [write_facts(row.hand, played.deal) for row, played in zip(state.game.hands, state.hands, strict=True)]
        db.session.remove()
    return facts


def as_forms_name_sides(hand: Hand, standing: Standing) -> Hand:
    """The same hand with each side under the player by whom its form names it."""
    sides = sides_of(standing.rules, standing.table.deal(), hand.bidder, hand.partners)
    owners = competitors(standing.rules, standing.players)
    adjusted = tuple(each._replace(player=side_with(owners, each.player)[0]) for each in hand.adjustments)
    return replace(hand.by_sides(lambda player: side_with(sides, player)[0]), adjustments=adjusted)


def ending(hand: Hand) -> str:
    """The path of the form that says how this hand ended."""
    return "/hands" if hand.scored else f"/{hand.outcome}"


def names_offered(board: Board, path: str) -> set[str] | None:
    """The names of the fields in which a person can say how a hand ended; None for any other form."""
    if path != "/hands":
        return None
    marks = {"csrf_token": board.token, "form_id": str(uuid4()), "version": board.version}
    parts = [board.web.post(f"{board.home}/more", data=marks | {"open": part}).text for part in ("Note", "Renege")]
    return set(re.findall(r'name="([^"]+)"', "".join(parts))) | {"nest_points", "gave_up"}  # card by card; a button


def is_sent_by_one_form(hand: Hand) -> bool:
    """Whether a form with fields recorded this hand: not a button, nor the last call of an auction."""
    return hand.scored or bool(hand.fouls or hand.adjustments)


@given(data=st.data())
@GAMES
def test_a_hand_undone_and_sent_as_shown_is_the_same_hand(app: Flask, data: st.DataObject) -> None:
    rules = data.draw(ANY_RULES)
    board = Board(app, rules, data.draw(st.integers(0, rules.players - 1)))
    standing = initial_standing(rules, board.players, board.dealer)
    for _ in range(data.draw(st.integers(1, 4))):
        if standing.end:
            break
        drawn = at_the_table(data.draw(hands_of(standing).filter(is_sent_by_one_form)), standing)
        hand = as_forms_name_sides(drawn, standing)
        for path, fields in sent_of(hand, rules, board.players, data.draw(st.booleans())):
            offered = names_offered(board, path)
            fields |= {"note": data.draw(NOTES)} if ending(hand) == path else {}
            board.send(path, {name: value for name, value in fields.items() if offered is None or name in offered})
        saved, shown = stored_hands(board), board.shown
        board.send("/undo", {})
        assert len(stored_hands(board)) == len(saved) - 1
        form = Page(board.page, whole=True).form(SAVES.get(hand.outcome, "Save hand"))
        board.send(form.action.removeprefix(board.home), form.sent)
        assert stored_hands(board) == saved, form.sent
        assert board.shown == shown
        standing = next(replay(standing, [hand])).standing
