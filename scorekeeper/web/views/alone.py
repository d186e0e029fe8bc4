"""What a phone needs to keep score without the server: the table, and templates for the board.

They are the scoreboard's templates, with placeholders for names and numbers (`word`), which static/alone fills in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID, uuid4

from flask import Blueprint, Response, g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.errors import BadFormat
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Hand, Player
from scorekeeper.rules.words import Names
from scorekeeper.usecases.errors import Deleted, ValidationFailed
from scorekeeper.usecases.game.alone.meeting import Differs, Meeting, Way
from scorekeeper.usecases.game.alone.unsent import Run, Typed, send
from scorekeeper.usecases.game.announcements import (
    MISDEAL,
    PASSED_OUT,
    name_bid,
    name_recorded,
    tell_call,
    tell_saved,
    tell_undone,
    who_leads,
)
from scorekeeper.usecases.game.board import Contract, SideView
from scorekeeper.usecases.game.change import Fields
from scorekeeper.usecases.game.clock import TimeLeft
from scorekeeper.usecases.game.score_sheet import Called, Result, ScoreSheet, SheetRow
from scorekeeper.usecases.game.scoreboard import AuctionView, Scoreboard, local_state, local_table, scoreboard
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.news import rematch_of
from scorekeeper.web.access import keeps_game
from scorekeeper.web.board_steps import ENTRIES
from scorekeeper.web.forms.game import MeetingForm, Recorded
from scorekeeper.web.forms.hand import FullHandForm, RecordBidForm
from scorekeeper.web.rendering import submit
from scorekeeper.web.scoreboard_page import at_table, form_due, go_on, no_hand_form, scoreboard_page

FORMER_PAGE = "<h1>The scorekeeper was updated</h1><p>Load this page again.</p>"

blueprint = Blueprint("alone", __name__, url_prefix="/games/<uuid:game>/alone")


def word(name: str) -> str:
    """Return the placeholder that the phone replaces by this."""
    return f"⟦{name}⟧"


class Place(int):
    """A number, of points or of a player, that templates write as a placeholder."""

    def __new__(cls, name: str) -> "Place":
        place = super().__new__(cls, -1)  # not a player or bid
        place.name = name
        return place

    name: str

    def __str__(self) -> str:
        return word(self.name)

    def __format__(self, _spec: str) -> str:
        return word(self.name)


class Places(Names):
    """Names of players, and placeholders for names."""

    def __getitem__(self, player: Player | None) -> str:
        return str(player) if isinstance(player, Place) else super().__getitem__(player)


@blueprint.get("")
@keeps_game
def show(game: UUID) -> ResponseReturnValue:
    state = read_game(g.club_id, game)
    board = scoreboard(state)
    dealer, names = Place("dealer"), Places(board.names.players)
    asked = replace(
        board,
        status=GameStatus.IN_PROGRESS,
        names=names,
        deal=board.deal._replace(dealer=dealer),
        auction=AuctionView((), 0, word("bidder"), board.rules.bids),
        table=None,  # what is asked there may have its result
        contract=None,
        undo=None,
        undone=None,  # the phone fills in these forms many times
    )
    questions = {"bid": _question(asked), "calls": _question(asked, calling=True)}
    questions["no hand"] = _question(asked, no_hand=True)
    questions["change"] = _question(asked, changing=True)
    if board.rules.sides == "called_partner":
        contract = Contract(Hand(bidder=Place("bidder"), bid=Place("bid")), (), (), ())
        questions["partners"] = _question(replace(asked, contract=contract))
    for name, contract in _contracts(board):
        questions[name] = _question(replace(asked, contract=contract))
        if board.rules.uses_reneges:
            questions[f"{name} reneged"] = _question(replace(asked, contract=contract), reneged=True)
        if board.rules.may_concede:
            questions[f"{name} given up"] = _question(replace(asked, contract=contract), gave_up=True)
    leads = who_leads(state, word("first"), word("bidder"), word("next"))
    told = {
        "told-saved": tell_saved(word("number"), word("points")),
        "told-passed": tell_call(word("caller"), PASS, word("next")),
        "told-called": tell_call(word("caller"), word("bid"), word("next")),
        "undone-bid": tell_undone(name_bid(word("bidder"), word("bid"))),
        "undone-hands": tell_undone(name_recorded(word("bidder"), word("bid"))),
        "undone-call": tell_undone("the last call"),
        "undone-partners": tell_undone("the choice of partner"),
        "undone-stuck": tell_undone("everyone passed"),
        "undone-time": tell_undone("calling time"),
        "undone-rematch": tell_undone("the rematch"),
        "undone-misdeal": tell_undone(MISDEAL),
        "undone-passed-out": tell_undone(PASSED_OUT),
    }
    rows = dict(_rows(board))
    shown = {"board": asked, "leads": leads, "clocks": _clocks(), "rows": rows, "told": told, "word": word}
    last = [word(f"points{side}") for side in range(len(board.past.sides))]
    sweep = f"All {board.rules.hand_size} tricks? +{board.rules.sweep_bonus}"
    parts = render_template("game/_parts.html", **shown, last=last, sweep=sweep)
    table = {"table": local_state(state)["table"], **local_table(state)}
    return {**table, "questions": questions, "parts": parts}


@blueprint.post("/meet")
@keeps_game
def meet_again(game: UUID) -> ResponseReturnValue:
    """Take what a phone recorded offline. Answer with the scoreboard if everything is settled (200), with the question
    about all that differs if not (409), or with nothing if the game was deleted and all is left out (204)."""
    if "mine" in request.form:
        return FORMER_PAGE, 426
    form, runs = MeetingForm(), list[Run]()

    def change() -> GameState:
        runs.append(_run(form.told))
        return at_table(send(g.club_id, game, form.submission, runs[0], Way(form.way.data), form.seen.data or ""))

    try:
        answer = submit(form, change, lambda *how: scoreboard_page(game, *how), lambda state: go_on(form, state))
    except Differs as differs:
        answer = _sheet(game, differs.meeting)
    except Deleted:
        answer = Response(status=204) if form.way.data == Way.THEIRS else _sheet(game, None)
    if runs:
        answer.headers["Scorekeeper-Taken"] = str(runs[0].taken)
    return answer


def _run(told: Recorded) -> Run:
    typed = [_typed(step, fields) for step, fields in told.entries]
    return Run(told.place, told.open.hand(), typed, told.after, tuple(told.names or ()))


def _typed(step: str, fields: Sequence[tuple[str, str]]) -> Typed:
    """Return the form that was filled in; one that it does not take itself has an edit that says so."""
    if step not in ENTRIES:
        return Typed(uuid4(), -1, step, "", partial(_refuse, "This can't be read."))
    entry = ENTRIES[step]
    form = entry.form(formdata=MultiDict(fields), meta={"csrf": False})
    if not form.validate():
        return Typed(uuid4(), -1, step, "", partial(_refuse, " ".join(form.errors_elsewhere())))
    sent = form.submission
    return Typed(sent.id, sent.version, step, entry.kind, partial(entry.edit, form))


def _refuse(why: str, _state: GameState) -> Fields:
    raise ValidationFailed([BadFormat("", why)])


def _sheet(game: UUID, meeting: Meeting | None) -> Response:
    shown = {"game": game, "meeting": meeting, "rematch": rematch_of(g.club_id, game), "ways": Way}
    return make_response(render_template("game/_meeting.html", **shown), 409)


def _contracts(board: Scoreboard) -> Iterator[tuple[str, Contract]]:
    """Yield each kind of open bid, by name: the bidding side, its number of players, whether the moon."""
    rules, players = board.rules, board.rules.players
    count = players if rules.sides == "individual" else 2
    members = {
        "partnerships": [players // 2],
        "rotating_partners": [2],
        "called_partner": range(1, rules.partners_called + 2),
    }
    for bidding in range(count):
        sides = tuple(
            SideView(Place(f"first{side}"), word(f"side{side}"), side == bidding, (Place(f"players{side}"),))
            for side in range(count)
        )
        for size in members.get(rules.sides, [1]):
            bidding_side = tuple(Place(f"member{member}") for member in range(size))
            for bid in filter(None, (Place("bid"), rules.moon_bid)):
                moon = " moon" if bid == rules.moon_bid else ""
                hand = Hand(bidder=Place("bidder"), bid=bid)
                yield f"hand {bidding} {size}{moon}", Contract(hand, bidding_side, sides, ())


def _question(
    board: Scoreboard,
    *,
    calling: bool = False,
    gave_up: bool = False,
    reneged: bool = False,
    no_hand: bool = False,
    changing: bool = False,
) -> str:
    form = FullHandForm(formdata=None)
    form.more, form.gave_up.data, form.reneged.data = True, gave_up, reneged
    forms = {"no_hand": no_hand_form(board)} if no_hand else {board.due: form_due(board, form)}
    if changing and isinstance(bid := forms["bid"], RecordBidForm):
        bid.replaces.data = word("replaces")
    shown = {"board": board, "forms": forms, "calling": calling, "no_hand": no_hand, "changing": changing}
    return render_template("game/_question.html", **shown, kept=None, opened=None, form_id="", version=0)


def _clocks() -> dict[str, TimeLeft]:
    """Return each state of a clock by name: time was called, no hand has begun since the last one, or one has."""
    return {
        "clock-called": TimeLeft(0, called=True, before=""),
        "clock-between": TimeLeft(1, called=False, before=f"hand {word('number')}"),
        "clock-begun": TimeLeft(0, called=False, before=""),
    }


def _rows(board: Scoreboard) -> Iterator[tuple[str, ScoreSheet]]:
    """Yield each kind of line of the score sheet, by outcome and result, as a sheet with that line."""
    heads = board.past.sides
    points = tuple(Place(f"points{index}") for index in range(len(heads)))
    totals = tuple(Place(f"total{index}") for index in range(len(heads)))
    bidder = Called(word("bidder"), word("short"), word("shorter"), Place("place"))
    line = SheetRow(
        place=0,
        number=Place("number"),
        dealer=word("dealer"),
        hand=Hand(bidder=Place("bidder"), bid=Place("bid")),
        made=None,
        result="",
        bidder=bidder,
        offender=None,
        after="",
        points=points,
        totals=totals,
        reasons=(),
        facts=(),
        noted=(),
        remarks=(),
        after_end=False,
    )
    results: tuple[Result, ...] = ("made", "moon", "set", "gave up", "renege")
    rows: dict[str, SheetRow] = {result: replace(line, result=result) for result in results}
    for deal in ("misdeal", "passed-out"):
        rows[deal] = replace(line, hand=Hand(outcome=deal), bidder=None)
        rows[f"{deal}-alone"] = replace(rows[deal], points=(), reasons=())
    for name, row in rows.items():
        yield name.replace(" ", "-"), ScoreSheet((), heads, (), (row,), ())
