"""What a phone needs to keep a game's score without the server: its table, and each question that can come, as a form.

The forms are those of the scoreboard, of a board whose names are blanks to be filled in, as "§side0§" for the names of
the first side. static/local_question.js fills them in.
"""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.ruleset import HIGHEST
from scorekeeper.rules.words import Names
from scorekeeper.usecases.game.board import Contract, SideView
from scorekeeper.usecases.game.local_state import local_state, local_table
from scorekeeper.usecases.game.scoreboard import AuctionView, Scoreboard, scoreboard
from scorekeeper.usecases.game_state import read_game
from scorekeeper.web.access import keeps_game
from scorekeeper.web.forms.hand import FullHandForm

from .scoreboard import form_due, no_hand_form

blueprint = Blueprint("alone", __name__, url_prefix="/games/<uuid:game>/alone")

BIDDER, DEALER, FIRST_MEMBER = range(HIGHEST["players"], HIGHEST["players"] + 3)  # none of them is a player
BLANKS = Names([*[""] * HIGHEST["players"], "§bidder§", "§dealer§", "§member0§", "§member1§", "§member2§"])
FIRST_NUMBER, ALL_NUMBERS = 910_000_000, 920_000_000  # of the first player of side 0, of all its players
BID = 999_999_999


@blueprint.get("")
@keeps_game
def show(game: UUID) -> ResponseReturnValue:
    state = read_game(g.club_id, game)
    board = scoreboard(g.club_id, game)
    asked = replace(
        board,
        status=GameStatus.IN_PROGRESS,
        names=BLANKS,
        deal=board.deal._replace(dealer=DEALER),
        auction=AuctionView((), 0, BLANKS[BIDDER], board.rules.bids),
        contract=None,
    )
    questions = {"bid": _question(asked), "calls": _question(asked, calling=True)}
    questions["no hand"] = _question(asked, no_hand=True)
    if board.rules.sides == "called_partner":
        questions["partners"] = _question(replace(asked, contract=Contract(Hand(bidder=BIDDER, bid=BID), (), (), "")))
    for name, contract in _contracts(board):
        questions[name] = _question(replace(asked, contract=contract))
        if board.rules.may_concede:
            questions[f"{name} given up"] = _question(replace(asked, contract=contract), gave_up=True)
    return {"table": local_state(state)["table"], **local_table(state), "questions": questions}


def _contracts(board: Scoreboard) -> Iterator[tuple[str, Contract]]:
    """Yield each kind of bid that can stand, by its name: whose side, of how many players, whether the moon."""
    rules, players = board.rules, board.rules.players
    count = players if rules.sides == "individual" else 2
    members = {
        "partnerships": [players // 2],
        "rotating_partners": [2],
        "called_partner": range(1, rules.partners_called + 2),
    }
    for bidding in range(count):
        sides = tuple(
            SideView(FIRST_NUMBER + side, f"§side{side}§", side == bidding, (ALL_NUMBERS + side,))
            for side in range(count)
        )
        for size in members.get(rules.sides, [1]):
            bidding_side = tuple(range(FIRST_MEMBER, FIRST_MEMBER + size))
            for bid in filter(None, (BID, rules.moon_bid)):
                moon = " moon" if bid == rules.moon_bid else ""
                yield f"hand {bidding} {size}{moon}", Contract(Hand(bidder=BIDDER, bid=bid), bidding_side, sides, "")


def _question(board: Scoreboard, *, calling: bool = False, gave_up: bool = False, no_hand: bool = False) -> str:
    form = FullHandForm(formdata=None)
    form.more, form.gave_up.data = True, gave_up
    forms = {"no_hand": no_hand_form(board)} if no_hand else {board.due: form_due(board, form)}
    shown = {"board": board, "forms": forms, "calling": calling, "no_hand": no_hand}
    return render_template("game/_question.html", **shown, kept=None, opened=None, form_id="", version=0)
