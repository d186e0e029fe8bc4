"""The scoreboard page with its form, and the answer to a sent form."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar
from uuid import UUID, uuid4

from flask import Response, g, make_response, render_template, request, session, url_for
from jinja2_fragments.flask import render_block
from werkzeug import Response as BaseResponse
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Hand
from scorekeeper.usecases.errors import Deleted
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.announcements import Step
from scorekeeper.usecases.game.board import Board, watched_board
from scorekeeper.usecases.game.change import Edit
from scorekeeper.usecases.game.corrections import Undone
from scorekeeper.usecases.game.effect import EffectUnseen
from scorekeeper.usecases.game.saved_instead import SavedInstead, saved_instead
from scorekeeper.usecases.game.scoreboard import Scoreboard, scoreboard
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.news import Mark, rematch_of
from scorekeeper.usecases.tournaments.after_end import after_game
from scorekeeper.usecases.tournaments.after_table import AfterTable, after_table
from scorekeeper.web.access import phone_id
from scorekeeper.web.effect_page import asked_first
from scorekeeper.web.forms.base import ChangeForm, with_posted_form
from scorekeeper.web.forms.hand import (
    CallForm,
    CountForm,
    FullHandForm,
    NoHandForm,
    RecordBidForm,
    RecordPartnersForm,
    typed,
)
from scorekeeper.web.rendering import page, submit, wants_fragment

PLAYED, NO_HANDS = ("played", "renege", "conceded"), ("misdeal", "passed-out")
FormT = TypeVar("FormT", bound=ChangeForm)


def submit_to_game(
    form: ChangeForm,
    game: UUID,
    kind: str,
    edit: Edit,
    show: Callable[..., BaseResponse] | None = None,
    to: Callable[[GameState], str] | None = None,
) -> BaseResponse:
    """Submit a form of the scoreboard, or of the page that `show` draws; go on to the scoreboard, or by `to`.

    What it does to hands that are there is asked about first, unless the form has shown it.
    """
    on_board, unseen = show is None, list[EffectUnseen]()

    def store() -> GameState:
        sent = form.submission if on_board else form.filled_in
        try:
            return at_table(change.apply(g.club_id, game, sent, kind, edit, request.form.get("confirmed", "")))
        except EffectUnseen as effect:
            unseen.append(effect)
            raise

    def show_again(form: ChangeForm, status: int, since: Sequence[str] | None = None) -> BaseResponse:
        if unseen:
            return asked_first(kind, form, unseen[0])
        return (show or scoreboard_page)(game, form, status, since)

    return submit(form, store, show_again, to or (lambda state: go_on(form, state, on_board=on_board)))


def at_table(state: GameState) -> GameState:
    """Return a game that was changed, after its tournament has heard of it."""
    if state.game.round_number:
        after_game(state.game)
    return state


def go_on(form: ChangeForm, state: GameState, *, on_board: bool = True) -> str | Response:
    """Return the scoreboard after a form's change, which it announces.

    If htmx sent the form from the board (`on_board`), the scoreboard is the answer, so that a tap is one request; else
    the answer is its address, and the session keeps the announcement.
    """
    game, endpoint = state.game.uid, (request.endpoint or "").rpartition(".")[2]
    version = form.submission.version + 1
    if on_board and wants_fragment():
        return scoreboard_page(game, step=Step(endpoint, version), state=state)
    session["step"] = [str(game), endpoint, version]
    return url_for("games.show", game=game)


def _announced_step(game: UUID) -> Step | None:
    """Return the step that led to this page of the game, if any."""
    if "step" not in session:
        return None
    uid, endpoint, version = session.pop("step")
    return Step(endpoint, version) if uid == str(game) else None


def scoreboard_page(
    game: UUID,
    posted: ChangeForm | None = None,
    status: int = 200,
    since: Sequence[str] | None = None,
    opened: str | None = None,
    known: Mark | None = None,
    step: Step | None = None,
    state: GameState | None = None,
) -> Response:
    """Return the scoreboard with its form; `posted` is a form to show again, `since` says what changed in the meantime.

    `opened` is the requested part of those that an ordinary hand does not need. `known` is the mark of a page that
    polls. `state` is the game if it was just changed; else it is read.
    """
    step = step or (_announced_step(game) if known is None else None)
    state = state or read_game(g.club_id, game)
    if state.game.deleted_at:  # since the form was first sent
        raise Deleted
    board = scoreboard(state, step=step, since=known.version if known else None, phone=phone_id())
    view = request.args.get("bid")
    no_hand = _asks_no_hand(board, posted, view)
    changing = not no_hand and since is None and _changes_bid(board, posted, view)
    asked = {"no_hand": no_hand_form(board, posted)} if no_hand else {board.due: form_due(board, posted)}
    if changing:
        asked = {"bid": _form_of_bid(board, posted)}
    forms = with_posted_form(posted, {name: form for name, form in asked.items() if form}, board.version, since)
    kept = None if posted in forms.values() else posted
    if opened is not None and kept and not kept.csrf_failed:
        since = ()  # the hand is over
    shown: dict[str, object] = {
        "board": board,
        "forms": forms,
        "form_id": uuid4(),
        "kept": kept,
        "since": since,
        "opened": opened,
        "no_hand": no_hand,
        "changing": changing,
        "correction": _correction_taken_back(board.undone) if board.news and board.undone else {},
        "after": _after_table(board),
        "instead": _saved_instead(game, posted) if since is not None else None,
        "stands": session.get("stands", ()),
    }
    calling = _calling(board, posted, view)
    bid = "none" if no_hand else "change" if changing else None
    if not bid and board.auction and calling != _calls_unasked(board):
        bid = "calls" if calling else "result"
    rematch = _rematch(board)
    poll = _poll(board, known or rematch or board.uid, bid)
    shown["rematch"] = rematch if not board.table else None
    return page("game/scoreboard.html", "scoreboard", status, calling=calling, poll=poll, **shown)


def _rematch(board: Board) -> UUID | None:
    return None if board.due else rematch_of(g.club_id, board.uid)


def _poll(board: Board, known: Mark | UUID, bid: str | None = None) -> str:
    """Return the poll address of a page of this game; `known` is the mark of its last poll, or the newest of its games.

    A page that opens an old game stays there; one that was open when the game ended goes on to the rematch.
    """
    if isinstance(known, Mark):
        mark = replace(known, version=board.version)
    else:
        mark = Mark.of(known, board.version, board.told.changes)
    table = board.table if isinstance(board, Scoreboard) else None
    return url_for("games.show_since", game=board.uid, mark=mark, tournament=table and table.version, bid=bid)


def _after_table(board: Scoreboard) -> AfterTable | None:
    """Return what comes after a tournament's table that is done."""
    table = board.table
    if table is None or table.next_game or board.due:
        return None
    return after_table(g.club_id, table.uid, table.round, table.number, [name for _, name in board.players])


def watch_page(club_id: int, game: UUID, known: Mark | None = None) -> Response:
    """Return the game for readers of its club, or for a page with this mark the part to replace."""
    board = watched_board(club_id, game, known.version if known else None)
    return draw_watched(board, _poll(board, known or _rematch(board) or board.uid), part=known is not None)


def draw_watched(board: Board, poll: str, *, part: bool = False, code: str = "") -> Response:
    """Draw the game for watchers, or the part of that page that a poll replaces.

    `poll` is its poll address; `code` is a QR code of this page for other phones.
    """
    template, shown = "game/watch.html", {"board": board, "poll": poll, "code": code}
    return make_response(render_block(template, "watched", **shown) if part else render_template(template, **shown))


def draw_picture(board: Board) -> Response:
    """Draw a game as a picture to share, without a style sheet."""
    response = make_response(render_template("game/picture.svg", board=board))
    response.mimetype = "image/svg+xml"
    return response


def _calling(board: Scoreboard, posted: ChangeForm | None, view: str | None) -> bool:
    """Return whether the auction is shown call by call: by the `view` of ?bid=calls and ?bid=result, or unasked."""
    if isinstance(posted, (CallForm, RecordBidForm)):
        return isinstance(posted, CallForm)
    return view == "calls" if view in ("calls", "result") else _calls_unasked(board)


def _calls_unasked(board: Scoreboard) -> bool:
    """Return whether the auction began call by call, or the one before it was logged so and no bid was taken back."""
    auction = board.auction
    return auction is not None and bool(auction.calls or (auction.logged_before and not _taken_back(board, PLAYED)))


def _asks_no_hand(board: Scoreboard, posted: ChangeForm | None, view: str | None) -> bool:
    """Return whether to show the form for penalties without a hand: by the `view` of ?bid=none, or to show it again."""
    if not board.due or (board.status == GameStatus.OVER):
        return False
    if isinstance(posted, NoHandForm):
        return bool(posted.asked.data)
    return posted is None and (view == "none" or (view is None and _taken_back(board, NO_HANDS) is not None))


def _changes_bid(board: Scoreboard, posted: ChangeForm | None, view: str | None) -> bool:
    """Return whether to ask for another bid: by the `view` of ?bid=change, or to show it again; not of logged calls."""
    if not board.contract or board.contract.hand.auction:
        return False
    return bool(posted.replaced) if isinstance(posted, RecordBidForm) else posted is None and view == "change"


def _form_of_bid(board: Scoreboard, posted: ChangeForm | None) -> RecordBidForm:
    """Return the form of the bid that is recorded, filled in, or `posted` again."""
    hand = board.contract.hand if board.contract else Hand()
    form = posted if isinstance(posted, RecordBidForm) else RecordBidForm(formdata=MultiDict([*typed(hand)]))
    form.offer_bids(board.rules, board.players)
    if form is not posted:
        form.replaces.data = f"{hand.bidder} {hand.bid}"
    return form


def no_hand_form(board: Scoreboard, posted: ChangeForm | None = None) -> NoHandForm:
    """Return the form of a misdeal or passed-out deal, `posted` if it is one."""
    form = posted if isinstance(posted, NoHandForm) else _filled_again(NoHandForm, _taken_back(board, NO_HANDS))
    form.competitors = [(total.number, total.names) for total in board.totals]
    return form


def form_due(board: Scoreboard, posted: ChangeForm | None) -> ChangeForm | None:
    """Return the form for what is due, `posted` if it is that; None if nothing is due."""
    taken_back = _taken_back(board, PLAYED)
    match board.due:
        case "bid":
            bid = posted if isinstance(posted, RecordBidForm) else _filled_again(RecordBidForm, taken_back)
            bid.offer_bids(board.rules, board.players)
            return bid
        case "partners":
            called = posted if isinstance(posted, RecordPartnersForm) else _filled_again(RecordPartnersForm, taken_back)
            bidder = board.contract.hand.bidder if board.contract else None
            called.offer_partners(board.rules, [(number, name) for number, name in board.players if number != bidder])
            return called
        case "hand":
            return _hand_form(board, posted, taken_back)
    return None


def _hand_form(board: Scoreboard, posted: ChangeForm | None, taken_back: Hand | None) -> CountForm:
    sides = [(side.number, side.names) for side in board.contract.sides] if board.contract else []
    if type(posted) is not FullHandForm and not taken_back:
        form = CountForm(formdata=None)
        form.offer_sides(sides, no_one=False)
        return form
    full = posted if type(posted) is FullHandForm else _filled_again(FullHandForm, taken_back)
    full.offer_sides(sides, no_one=full.reneging)
    full.offer_players(board.players, [(total.number, total.names) for total in board.totals])
    return full


def _taken_back(board: Scoreboard, outcomes: Sequence[str]) -> Hand | None:
    """Return what an undo took back, if the form that is due had sent it and it has one of these outcomes."""
    undone = board.undone
    if undone is None or undone.entered is None or undone.place or request.args.get("bid") == "back":
        return None
    entered = undone.entered
    is_filled_in = entered.scored or entered.fouls or entered.adjustments or entered.note
    return entered if entered.outcome in outcomes and is_filled_in else None


def _correction_taken_back(undone: Undone) -> dict[str, str]:
    """Return the fields of the correction that an undo took back, {} if it was none."""
    if not undone.place:
        return {}
    return dict(typed(undone.entered)) if undone.entered else {}


def _saved_instead(game: UUID, posted: ChangeForm | None) -> tuple[SavedInstead, dict[str, str]] | None:
    """Return the hand that another phone saved before this form came, with the fields that set it right."""
    if type(posted) is not FullHandForm or not posted.validate():
        return None
    entered = posted.as_hand()
    saved = saved_instead(g.club_id, game, posted.submission.version, entered)
    return (saved, {name: value for name, value in typed(entered) if name != "counted_for"}) if saved else None


def _filled_again(kind: type[FormT], entered: Hand | None) -> FormT:
    """Return the form as it was sent; an empty one if nothing was taken back."""
    form = kind(formdata=MultiDict([*typed(entered)]) if entered else None)
    form.blank = True  # it may be replaced by what other phones do
    return form
