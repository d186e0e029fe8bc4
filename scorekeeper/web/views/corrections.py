"""Correct a recorded hand, or delete it."""

from collections.abc import Sequence
from uuid import UUID

from flask import Blueprint, Response, g, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import ConfirmationNeeded, NotFound, OtherSides
from scorekeeper.usecases.game import corrections
from scorekeeper.usecases.game.corrections import HandView
from scorekeeper.web.access import changes_nothing, keeps_game
from scorekeeper.web.forms.correction import CorrectHandForm, CorrectNoHandForm, DeleteHandForm, filled_in
from scorekeeper.web.rendering import page
from scorekeeper.web.scoreboard_page import scoreboard_page, submit_to_game

blueprint = Blueprint("corrections", __name__, url_prefix="/games/<uuid:game>/hands/<int:place>")


@blueprint.get("")
@keeps_game
def show(game: UUID, place: int) -> ResponseReturnValue:
    hand = corrections.hand_to_correct(g.club_id, game, place)
    return _hand_page(hand, filled_in(hand))


@blueprint.post("")
@keeps_game
def correct_hand(game: UUID, place: int) -> ResponseReturnValue:
    form = CorrectHandForm()

    def change() -> None:
        try:
            corrections.correct_hand(g.club_id, game, place, form.submission, form.correction_input())
        except OtherSides:
            form.ask_for_these_sides()
            raise

    return submit_to_game(form, game, change, _correction_again)


@blueprint.post("/no-hand")
@keeps_game
def correct_no_hand(game: UUID, place: int) -> ResponseReturnValue:
    form = CorrectNoHandForm()

    def change() -> None:
        corrections.correct_hand(g.club_id, game, place, form.submission, form.correction_input())

    return submit_to_game(form, game, change, _correction_again)


def _correction_again(
    game: UUID, form: CorrectHandForm | CorrectNoHandForm, status: int, since: Sequence[str] | None = None
) -> Response:
    try:
        hand = corrections.find_hand(g.club_id, game, form.hand.data or "", form.sides_shown)
    except NotFound:
        return scoreboard_page(game, form, status, since)
    if (hand.contract is None) != isinstance(form, CorrectNoHandForm):
        return _hand_page(hand, filled_in(hand), status, since)
    return _hand_page(hand, form, status, since)


@blueprint.post("/preview")
@keeps_game
@changes_nothing
def preview(game: UUID, place: int) -> ResponseReturnValue:
    """Show what the hand would score."""
    form = CorrectHandForm()
    if not form.validate_on_submit():
        return "", 400 if form.csrf_failed else 200
    preview = corrections.preview_correction(g.club_id, game, place, form.correction_input())
    return render_template("game/_preview.html", preview=preview)


@blueprint.post("/delete")
@keeps_game
def delete_hand(game: UUID, place: int) -> ResponseReturnValue:
    form = DeleteHandForm()

    def change() -> None:
        try:
            corrections.delete_hand(g.club_id, game, place, form.submission, form.confirmed.data)
        except ConfirmationNeeded as needed:
            form.broken = needed.broken
            raise

    def show_again(game: UUID, form: DeleteHandForm, status: int, since: Sequence[str] | None = None) -> Response:
        try:
            hand = None if since is not None else corrections.hand_to_correct(g.club_id, game, place)
        except NotFound:
            hand = None
        if hand is None:  # deleted, or now another hand than the intended one
            return scoreboard_page(game, form, status, since)
        if form.broken:
            return page("game/delete_hand.html", "main", status, board=hand, form=form)
        return _hand_page(hand, filled_in(hand), status, delete=form)

    return submit_to_game(form, game, change, show_again)


def _hand_page(
    hand: HandView,
    form: CorrectHandForm | CorrectNoHandForm,
    status: int = 200,
    since: Sequence[str] | None = None,
    delete: DeleteHandForm | None = None,
) -> Response:
    form.offer(hand)
    if delete is None:
        delete = DeleteHandForm(formdata=None)
        delete.version.data = hand.version
    if since is not None or form.version.errors:
        form.version.data = hand.version
    forms = {"hand": form, "delete": delete}
    return page("game/correct_hand.html", "main", status, board=hand, form=form, forms=forms, since=since)
