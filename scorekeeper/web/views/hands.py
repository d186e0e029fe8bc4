"""Record a hand: its bid, its calls, its count, and misdeals and passed-out deals."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID, uuid4

from flask import Blueprint, Response, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response as BaseResponse

from scorekeeper.rules.hand import Outcome
from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.game import agreeing, change, corrections, disputes, recording
from scorekeeper.usecases.game.change import Fields
from scorekeeper.usecases.game.corrections import HandToCorrect
from scorekeeper.usecases.game.preview import preview_hand
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.web.access import changes_nothing, keeps_game
from scorekeeper.web.board_steps import ENTRIES
from scorekeeper.web.forms.base import ChangeForm, StepForm
from scorekeeper.web.forms.hand import (
    CorrectHandForm,
    CorrectNoHandForm,
    DeleteHandForm,
    FullHandForm,
    TrumpForm,
    filled_in,
    numbers_in,
)
from scorekeeper.web.rendering import page, submit, wants_fragment
from scorekeeper.web.scoreboard_page import go_on, scoreboard_page, submit_to_game

MOST_STANDING, FINGERPRINT = 20, re.compile("[0-9a-f]{64}")  # so that a session stays small
blueprint = Blueprint("hands", __name__, url_prefix="/games/<uuid:game>")


def _view_of(step: str) -> Callable[[UUID], ResponseReturnValue]:
    @keeps_game
    def record(game: UUID) -> ResponseReturnValue:
        form = ENTRIES[step].form()
        return submit_to_game(form, game, ENTRIES[step].kind, partial(ENTRIES[step].edit, form))

    return record


for _step in ENTRIES:
    blueprint.add_url_rule(f"/{_step}", _step, _view_of(_step), methods=("POST",))


@blueprint.post("/trump")
@keeps_game
def record_trump(game: UUID) -> ResponseReturnValue:
    """Record trump; what was typed for the hand so far stays, in a form with its own id."""
    form, hand = TrumpForm(), FullHandForm()

    def show(game: UUID, form: ChangeForm, status: int, since: Sequence[str] | None = None) -> Response:
        return scoreboard_page(game, form if since is None else hand, status, since)

    def show_next(state: GameState) -> str | Response:
        if not any(value for name, value in request.form.items() if name not in form):
            return go_on(form, state)
        # What names the same trump again changes nothing; what was sent again may be followed by others' changes.
        hand.form_id.data, hand.version.data = uuid4(), min(form.submission.version + 1, state.game.version)
        return scoreboard_page(game, hand, state=state)

    def record() -> GameState:
        edit = partial(recording.record_trump, trump=form.trump.data)
        return change.apply(g.club_id, game, form.submission, "trump", edit)

    return submit(form, record, partial(show, game), show_next)


@blueprint.post("/more")
@keeps_game
@changes_nothing
def show_more(game: UUID) -> ResponseReturnValue:
    """Show the same page with the fields that an ordinary hand does not need, one part open, and everything typed."""
    form, opened = FullHandForm(), request.form.get("open", "")
    form.ask(opened)
    return scoreboard_page(game, form, 200 if form.csrf_token.validate(form) else 400, opened=opened)


@blueprint.post("/give-up")
@keeps_game
@changes_nothing
def give_up(game: UUID) -> ResponseReturnValue:
    """Show the page for a hand that the bidding side gives up, with the others' counts so far (R33)."""
    form = FullHandForm()
    form.gave_up.data = True
    return scoreboard_page(game, form, 200 if form.csrf_token.validate(form) else 400)


@blueprint.post("/preview")
@keeps_game
@changes_nothing
def preview(game: UUID) -> ResponseReturnValue:
    """Show what the hand would score."""
    form = FullHandForm()
    if not form.validate_on_submit():
        return " ".join(form.errors_elsewhere()), 400 if form.csrf_failed else 200
    return render_template("game/_preview.html", preview=preview_hand(g.club_id, game, form.as_hand()))


@blueprint.post("/agree")
@keeps_game
def agree(game: UUID) -> ResponseReturnValue:
    """Keep the yes of this phone's side to what its page showed; it is no change of the game, and never late."""
    shown = [value for name, value in request.form.items() if name.startswith("shown-")]
    form = StepForm()
    return submit(
        form,
        lambda: agreeing.agree(g.club_id, game, form.submission, shown),
        lambda form, status: scoreboard_page(game, form, status),
        lambda _: scoreboard_page(game) if wants_fragment() else url_for("games.show", game=game),
    )


@blueprint.post("/theirs")
@keeps_game
def take_theirs(game: UUID) -> ResponseReturnValue:
    """Correct a hand to what a side says of it."""
    sent = request.form.get("shown-1", "")
    return submit_to_game(StepForm(), game, "correction", lambda state: agreeing.take_theirs(state, sent))


@blueprint.post("/stands")
@keeps_game
def stand(game: UUID) -> ResponseReturnValue:
    """Ask this phone no more about what another side says of a hand; its own side, if any, says yes to the hand."""
    form, said, recorded = StepForm(), request.form.get("shown-1", ""), request.form.get("shown-2", "")

    def keep() -> None:
        agreeing.agree(g.club_id, game, form.submission, [recorded])
        if FINGERPRINT.fullmatch(said):
            session["stands"] = [said, *session.get("stands", ())][:MOST_STANDING]

    to = url_for("games.show", game=game)
    return submit(form, keep, lambda form, status: scoreboard_page(game, form, status), to)


OF_ONE = "/hands/<int:place>"


@blueprint.get(OF_ONE)
@keeps_game
def show_correction(game: UUID, place: int) -> ResponseReturnValue:
    hand = corrections.hand_to_correct(g.club_id, game, place)
    return _hand_page(hand, filled_in(hand))


@blueprint.post(OF_ONE)
@keeps_game
def correct_hand(game: UUID, place: int) -> ResponseReturnValue:
    """Correct the hand; if `again` is sent, only open its form with what was entered before."""
    if "again" in request.form:
        return _entered_again(game, place)
    return _correct(CorrectHandForm(), game, place)


@blueprint.post(f"{OF_ONE}/no-hand")
@keeps_game
def correct_no_hand(game: UUID, place: int) -> ResponseReturnValue:
    return _correct(CorrectNoHandForm(), game, place)


def _correct(form: CorrectHandForm | CorrectNoHandForm, game: UUID, place: int) -> ResponseReturnValue:
    def edit(state: GameState) -> Fields:
        return corrections.correct_hand(state, place, form.correction_input())

    return submit_to_game(form, game, "correction", edit, _correction_again)


@blueprint.post("/hands/calls")
@keeps_game
@changes_nothing
def edit_calls(game: UUID) -> ResponseReturnValue:
    """Show the form again with a call more or less, or just the winning bid, and everything typed."""
    form = CorrectHandForm()
    form.edit_calls(*(request.form.get(name, type=int) for name in ("add", "drop")))
    status = 200 if form.csrf_token.validate(form) else 400
    return _correction_again(game, form, status, disagrees="shown" in request.form)


@blueprint.get("/hands/add")
@keeps_game
def show_addition(game: UUID) -> ResponseReturnValue:
    """Show an empty form for a hand that was forgotten: before the one at a place in the address, else the last."""
    return _addition_page(game, before=request.args.get("before", 0, type=int))


@blueprint.post("/hands/add")
@keeps_game
def add_hand(game: UUID) -> ResponseReturnValue:
    outcome = _outcome()
    form = CorrectHandForm() if outcome == "played" else CorrectNoHandForm()

    def edit(state: GameState) -> Fields:
        return corrections.add_hand(state, form.hand.data or "", form.submission.id, outcome, form.correction_input())

    return submit_to_game(form, game, "added hand", edit, _addition_page)


@blueprint.post("/hands/add/preview")
@keeps_game
@changes_nothing
def preview_addition(game: UUID) -> ResponseReturnValue:
    """Show what the hand that was forgotten would score."""
    form = CorrectHandForm()
    if not form.validate_on_submit():
        return "", 400 if form.csrf_failed else 200
    preview = corrections.preview_addition(g.club_id, game, form.hand.data or "", form.correction_input())
    return render_template("game/_preview.html", preview=preview)


def _outcome() -> Outcome:
    """Return whether a forgotten hand was played, a misdeal or passed out, as the address says."""
    outcomes: tuple[Outcome, ...] = ("misdeal", "passed-out")
    return next((outcome for outcome in outcomes if outcome == request.args.get("outcome")), "played")


def _addition_page(
    game: UUID,
    form: CorrectHandForm | CorrectNoHandForm | None = None,
    status: int = 200,
    since: Sequence[str] | None = None,
    before: int = 0,
) -> BaseResponse:
    """Show the form of a hand that was forgotten; where none can be added now, the scoreboard, which says so."""
    outcome = _outcome()
    asked, sides = (form.hand.data or "", form.sides_shown) if form else (before, ())
    try:
        hand = corrections.hand_to_add(g.club_id, game, asked, outcome, sides)
    except NotFound:
        return scoreboard_page(game, form, status, since)
    except ValidationFailed as failed:
        refused = form or StepForm(formdata=None)
        refused.add_errors(failed)
        return scoreboard_page(game, refused, 422, since)
    return _hand_page(hand, form or filled_in(hand), status, since, adds=outcome)


@blueprint.get(f"{OF_ONE}/disagree")
@keeps_game
def show_disagreement(game: UUID, place: int) -> ResponseReturnValue:
    """Show the form of the hand's correction, for what this phone's side says of it."""
    if not (shown := _shown(game, place)):
        return redirect(url_for("games.show", game=game), 303)
    hand = corrections.hand_to_correct(g.club_id, game, place)
    return _hand_page(hand, filled_in(hand), shown=shown)


def _shown(game: UUID, place: int) -> str:
    """Return as what this phone's side is shown the hand at this place, "" without such a hand or side."""
    forms = agreeing.forms_of(read_game(g.club_id, game), g.access.watches_for)
    return forms[place - 1] if 0 < place <= len(forms) else ""


@blueprint.post("/disagree")
@keeps_game
def disagree(game: UUID) -> ResponseReturnValue:
    form = CorrectHandForm() if "counted_for" in request.form else CorrectNoHandForm()
    shown = request.form.get("shown", "")

    def change() -> None:
        disputes.disagree(g.club_id, game, form.submission, shown, form.correction_input())

    show = partial(_correction_again, game, disagrees=True)
    return submit(form, change, show, url_for("games.show", game=game))


def _entered_again(game: UUID, place: int) -> Response:
    form, sent = StepForm(), request.form.to_dict()
    if not form.validate():
        return scoreboard_page(game, form, 400)
    hand = corrections.hand_to_correct(g.club_id, game, place, numbers_in(sent.get("counted_for", "")))
    return _hand_page(hand, filled_in(hand, sent))


def _correction_again(
    game: UUID,
    form: CorrectHandForm | CorrectNoHandForm,
    status: int,
    since: Sequence[str] | None = None,
    *,
    disagrees: bool = False,
) -> Response:
    try:
        hand = corrections.hand_to_correct(g.club_id, game, form.hand.data or "", form.sides_shown)
    except NotFound:
        return scoreboard_page(game, form, status, since)
    shown = _shown(game, hand.place) if disagrees else ""
    if disagrees and not shown:
        return scoreboard_page(game, form, status, since)
    if (hand.contract is None) != isinstance(form, CorrectNoHandForm):
        form = filled_in(hand)
    return _hand_page(hand, form, status, since, shown=shown)


@blueprint.post(f"{OF_ONE}/preview")
@keeps_game
@changes_nothing
def preview_correction(game: UUID, place: int) -> ResponseReturnValue:
    """Show what the hand would score."""
    form = CorrectHandForm()
    if not form.validate_on_submit():
        return "", 400 if form.csrf_failed else 200
    preview = corrections.preview_correction(g.club_id, game, place, form.correction_input())
    return render_template("game/_preview.html", preview=preview)


@blueprint.post(f"{OF_ONE}/delete")
@keeps_game
def delete_hand(game: UUID, place: int) -> ResponseReturnValue:
    form = DeleteHandForm()

    def show_again(game: UUID, form: DeleteHandForm, status: int, since: Sequence[str] | None = None) -> Response:
        try:
            hand = None if since is not None else corrections.hand_to_correct(g.club_id, game, place)
        except NotFound:
            hand = None
        if hand is None:  # deleted, or now another hand than the intended one
            return scoreboard_page(game, form, status, since)
        return _hand_page(hand, filled_in(hand), status, delete=form)

    edit = partial(corrections.delete_hand, place=place)
    return submit_to_game(form, game, "hand deletion", edit, show_again)


def _hand_page(
    hand: HandToCorrect,
    form: CorrectHandForm | CorrectNoHandForm,
    status: int = 200,
    since: Sequence[str] | None = None,
    delete: DeleteHandForm | None = None,
    shown: str = "",
    adds: str = "",
) -> Response:
    """Show the form that corrects a hand, or says what it was: then `shown` is what it was shown as.

    `adds` is the outcome of a hand that was forgotten.
    """
    form.offer(hand)
    if delete is None:
        delete = DeleteHandForm(formdata=None)
        delete.version.data = hand.version
    if since is not None or form.version.errors:
        form.version.data = hand.version
    heading = f"Forgotten {hand.name.removeprefix('the ')}" if adds else f"Correct {hand.name}"
    context = {
        "heading": f"What was wrong in {hand.name}?" if shown else heading,
        "forms": {"hand": form, "delete": delete},
        "board": hand,
        "form": form,
        "since": since,
        "shown": shown,
        "adds": adds,
    }
    return page("game/correct_hand.html", "main", status, **context)
