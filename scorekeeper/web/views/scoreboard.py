"""The scoreboard with its forms, and what becomes of each of them."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID, uuid4

from flask import Response, g, request, url_for
from werkzeug import Response as BaseResponse

from scorekeeper.usecases.game.scoreboard import Scoreboard, scoreboard
from scorekeeper.web.forms.base import ChangeForm
from scorekeeper.web.forms.hand import BidForm, CallForm, CountForm, FullHandForm, RecordBidForm, RecordPartnersForm
from scorekeeper.web.rendering import page, submit


def send(
    form: ChangeForm,
    game: UUID,
    change: Callable[[], None],
    again: Callable[..., BaseResponse] | None = None,
    onward: str = "games.show",
) -> BaseResponse:
    """Submit a form of the scoreboard, or of the page that `again` shows; go on to the page `onward`."""
    return submit(form, change, partial(again or scoreboard_page, game), url_for(onward, game=game))


def scoreboard_page(
    game: UUID,
    posted: ChangeForm | None = None,
    status: int = 200,
    since: Sequence[str] | None = None,
    more: bool = False,
) -> Response:
    """The scoreboard with its next form; `posted` keeps what was sent, `since` says what came in between.

    `more` opens what an ordinary hand does not need.
    """
    board = scoreboard(g.club, game)
    forms: dict[str, ChangeForm | None] = {"bid": _bid_form(board, posted), "hand": _hand_form(board, posted)}
    forms["partners"] = _partners_form(board, posted)
    for form in forms.values():
        if form is not None and (form is not posted or since is not None or form.version.errors):
            form.version.data = board.version
    kept = None if posted is None or posted in forms.values() else posted
    if more and kept and not kept.csrf_failed:
        since = ()  # the hand is over by now
    shown = {"board": board, "forms": forms, "entry": uuid4(), "kept": kept, "since": since, "more": more}
    return page("game/scoreboard.html", "scoreboard", status, calling=_calling(board, posted), **shown)


def _calling(board: Scoreboard, posted: ChangeForm | None) -> bool:
    """Whether the auction is shown call by call: where it was begun so, or is asked for by ?bid=calls."""
    if isinstance(posted, (CallForm, RecordBidForm)):
        return isinstance(posted, CallForm)
    begun = board.auction is not None and bool(board.auction.calls)
    return request.args.get("bid", "calls" if begun else "result") == "calls"


def _bid_form(board: Scoreboard, posted: ChangeForm | None) -> RecordBidForm | None:
    if board.contract or board.status in ("over", "stopped"):
        return None
    form = posted if isinstance(posted, RecordBidForm) else RecordBidForm(formdata=None)
    form.offer_bids(board.rules, board.players)
    return form


def _partners_form(board: Scoreboard, posted: ChangeForm | None) -> RecordPartnersForm | None:
    if board.contract is None or board.contract.sides or board.status == "stopped":
        return None
    form = posted if isinstance(posted, RecordPartnersForm) else RecordPartnersForm(formdata=None)
    others = [(number, name) for number, name in board.players if name != board.contract.hand.bidder]
    form.offer_partners(board.rules, others)
    return form


def _hand_form(board: Scoreboard, posted: ChangeForm | None) -> CountForm | None:
    if board.contract is None or not board.contract.sides or board.status == "stopped":
        return None
    sides = [(side.number, side.names) for side in board.contract.sides]
    form = CountForm(formdata=None)
    if isinstance(posted, CountForm) and not isinstance(posted, BidForm):  # a correction's form is both
        form = posted
    form.offer_sides(sides, nobody=isinstance(form, FullHandForm) and form.reneged_by.data is not None)
    if isinstance(form, FullHandForm):
        form.offer_players(board.players, [(total.number, total.names) for total in board.totals])
    return form
