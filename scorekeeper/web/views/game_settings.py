"""The settings of a game: correct names, seats and rules, end or delete it, start a rematch."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, flash, g, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.usecases.errors import Deleted, ValidationFailed
from scorekeeper.usecases.game import (
    change,
    game_settings,
    new_game,
    rules_change,
    seating,
    sitting_down,
    starting_totals,
)
from scorekeeper.usecases.game.change import Edit, Fields
from scorekeeper.usecases.game.effect import Effect
from scorekeeper.usecases.game.game_settings import GameSettings
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.news import Mark, rematch_of
from scorekeeper.web.access import closed, keeps_club, keeps_game
from scorekeeper.web.dates import evening_day
from scorekeeper.web.effect_page import EFFECT_PAGES, effect_page
from scorekeeper.web.error_pages import not_found
from scorekeeper.web.forms.base import ChangeForm, StepForm, with_posted_form
from scorekeeper.web.forms.game import (
    DealerForm,
    GameRulesForm,
    NameForm,
    PlayedOnForm,
    RematchForm,
    SeatsForm,
    SitDownForm,
    StartingTotalsForm,
    TargetForm,
    TeamsForm,
)
from scorekeeper.web.rendering import page, submit, whole_page
from scorekeeper.web.scoreboard_page import submit_to_game

from .games import remember_begun

blueprint = Blueprint("game_settings", __name__, url_prefix="/games/<uuid:game>")


@blueprint.get("/settings")
@keeps_game
def show(game: UUID) -> ResponseReturnValue:
    return _settings_page(game)


@blueprint.post("/name")
@keeps_club
def correct_name(game: UUID) -> ResponseReturnValue:
    form = NameForm()
    right, everywhere, answered = form.name.data or "", form.what.data == "spelling", form.answered.data or ""

    def correct(state: GameState) -> Fields:
        return game_settings.correct_name(state, form.player.number, right, everywhere, form.confirmed, answered)

    return _submit(form, game, "name", correct)


@blueprint.post("/sit-down")
@keeps_club
def sit_down(game: UUID) -> ResponseReturnValue:
    """Seat somebody for who goes home, from one hand on."""
    form = SitDownForm()

    def edit(state: GameState) -> Fields:
        return sitting_down.sit_down(state, form.newcomers, form.since.data, form.confirmed)

    return submit_to_game(form, game, "sitting down", edit, _settings_page)


@blueprint.get("/seats")
@keeps_game
def show_seats(game: UUID) -> ResponseReturnValue:
    """Show what another order of seats would change."""
    asked = SeatsForm(request.args, meta={"csrf": False})
    state, sent = read_game(g.club_id, game), [(f"seats-{place}", number) for place, number in enumerate(asked.order)]
    try:
        effect = seating.preview_seats(state, asked.order)
    except ValidationFailed as failed:
        asked.rule_errors = failed.errors
        return _settings_page(game, asked, 422)
    seated = [state.names[number] for number in asked.order]
    return _effect_page(state, SeatsForm(formdata=None), effect, "seats", sent, seated=seated)


@blueprint.post("/seats")
@keeps_game
def change_seats(game: UUID) -> ResponseReturnValue:
    form = SeatsForm()
    is_seen = bool(form.confirmed.data)
    return _submit(form, game, "seats", lambda state: seating.change_seats(state, form.order, is_seen))


@blueprint.post("/teams")
@keeps_game
def name_sides(game: UUID) -> ResponseReturnValue:
    form = TeamsForm()
    names = (form.first.data or "", form.second.data or "")
    return _submit(form, game, "teams", lambda state: game_settings.name_sides(state, names))


@blueprint.get("/rules")
@keeps_club
def show_rules(game: UUID) -> ResponseReturnValue:
    """Show what other rules would change."""
    asked = GameRulesForm(request.args, meta={"csrf": False})
    state, key = read_game(g.club_id, game), asked.rules.data or ""
    try:
        title, differences, effect = rules_change.preview_rules(state, key)
    except ValidationFailed as failed:
        asked.rule_errors = failed.errors
        return _settings_page(game, asked, 422)
    settings = game_settings.game_settings(state)
    now = f"{settings.title}, {settings.goal}"
    told: dict[str, Any] = {"rules": (key, title, now), "differences": differences}
    return _effect_page(state, GameRulesForm(formdata=None), effect, "rules", [("rules", key)], **told)


def _effect_page(
    state: GameState,
    form: ChangeForm,
    effect: Effect,
    kind: str,
    sent: Sequence[tuple[str, object]],
    **about: Any,
) -> Response:
    form.version.data = state.game.version
    back = url_for("game_settings.show", game=state.game.uid)
    return effect_page(form, state.in_short, effect, *EFFECT_PAGES[kind], sent=sent, back=back, **about)


@blueprint.post("/rules")
@keeps_club
def change_rules(game: UUID) -> ResponseReturnValue:
    form = GameRulesForm()
    key, is_seen = form.rules.data or "", bool(form.confirmed.data)
    return submit_to_game(
        form, game, "rules", lambda state: rules_change.change_rules(state, key, is_seen), _settings_page
    )


@blueprint.post("/dealer")
@keeps_game
def change_dealer(game: UUID) -> ResponseReturnValue:
    form = DealerForm()
    return _submit(form, game, "dealer", lambda state: game_settings.change_dealer(state, form.dealer.data))


@blueprint.post("/deal")
@keeps_game
def change_deal(game: UUID) -> ResponseReturnValue:
    """Say who deals the hand being played, on the scoreboard."""
    form = DealerForm()
    return submit_to_game(form, game, "dealer", lambda state: game_settings.change_deal(state, form.dealer.data))


@blueprint.post("/target")
@keeps_game
def change_target(game: UUID) -> ResponseReturnValue:
    form = TargetForm()
    ends = form.target.data, form.hand_limit.data, form.time_limit.data
    return _submit(form, game, "target", lambda state: game_settings.change_target(state, *ends))


@blueprint.post("/starting-totals")
@keeps_game
def correct_starting_totals(game: UUID) -> ResponseReturnValue:
    form = StartingTotalsForm()
    totals = form.starting_totals.numbers()
    return _submit(form, game, "starting totals", lambda state: starting_totals.correct_starting_totals(state, totals))


@blueprint.post("/played-on")
@keeps_club
def play_on(game: UUID) -> ResponseReturnValue:
    form = PlayedOnForm()
    return _submit(form, game, "day", lambda state: game_settings.play_on(state, form.day.data or ""))


@blueprint.post("/stop")
@keeps_game
def stop(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "stop", game_settings.stop, _settings_page)


@blueprint.post("/resume")
@keeps_game
def resume(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "resumption", game_settings.resume)


@blueprint.post("/hide")
@keeps_club
def hide(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "hiding", change.hide, _settings_page)


@blueprint.post("/show-again")
@keeps_club
def show_again(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "showing", change.show_again, _settings_page)


@blueprint.post("/delete")
@keeps_club
def delete(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "deletion", change.delete, _settings_page)


@blueprint.post("/bring-back")
@keeps_club
def restore(game: UUID) -> ResponseReturnValue:
    return submit_to_game(StepForm(), game, "return", change.restore, _settings_page)


@blueprint.post("/rematch")
@keeps_game
def rematch(game: UUID) -> ResponseReturnValue:
    """Start another game with the same players and rules, with the same partners or others; the next dealer deals."""
    form = RematchForm()
    return submit(
        form,
        lambda: remember_begun(
            new_game.rematch(g.club_id, game, form.submission.id, form.partner.data, form.known.data or "")
        ),
        partial(_settings_page, game),
        lambda started: url_for("games.show", game=started),
    )


@blueprint.app_errorhandler(Deleted)
def deleted(_error: Deleted) -> ResponseReturnValue:
    """Offer to restore a deleted game on each of its pages; what was sent was not stored."""
    game = (request.view_args or {})["game"]
    if "access" not in g:
        return not_found()
    state, form = read_game(g.club_id, game, even_deleted=True), StepForm(formdata=None)
    if not g.access.keeps_club:
        return closed()
    form.version.data, sent = state.game.version, request.method == "POST"
    known = {"mark": Mark.of(game, state.game.version), "form": form, "sent": sent}
    settings = game_settings.game_settings(state)
    return whole_page("game/deleted.html", 410 if sent else 200, state=state, settings=settings, **known)


def _submit(form: ChangeForm, game: UUID, kind: str, edit: Edit) -> ResponseReturnValue:
    """Submit a form of the settings and show them again."""

    def show_saved(_state: GameState) -> str:
        flash("Saved.")
        return url_for("game_settings.show", game=game)

    return submit_to_game(form, game, kind, edit, _settings_page, show_saved)


def _settings_page(
    game: UUID,
    posted: ChangeForm | None = None,
    status: int = 200,
    since: Sequence[str] | None = None,
) -> Response:
    """Return the settings with their forms; `posted` keeps what was sent, `since` says what came in between."""
    state = read_game(g.club_id, game)
    settings = game_settings.game_settings(state)
    forms = with_posted_form(posted, _forms(state, settings), state.game.version, since)
    name_form = forms["name"]
    assert isinstance(name_form, NameForm)
    shared = {number % sitting_down.MOST_PLAYERS for number, _ in settings.sittings}
    alone = [(number, who) for number, who in state.named_players if number not in shared]
    name_form.offer([*alone, *settings.sittings])
    rules = rules_change.offer_other_rules(g.club_id, len(state.players))
    known: dict[str, Any] = {"state": state, "settings": settings, "forms": forms, "posted": posted, "since": since}
    known |= {"rules": rules, "rematch": rematch_of(g.club_id, game)}
    return page("game/settings.html", "main", status, **known)


def _starting_totals(state: GameState) -> list[int | None]:
    totals = {side[0]: state.initial_standing.total(side) or None for side in state.competitors}
    return [totals.get(number) for number in range(sitting_down.MOST_PLAYERS)]


def _forms(state: GameState, settings: GameSettings) -> dict[str, ChangeForm]:
    game, ends = state.game, {name: getattr(state.rules, name) for name in ("target", "hand_limit", "time_limit")}
    return {
        "name": NameForm(formdata=None),
        "sit_down": SitDownForm(formdata=None),
        "seats": SeatsForm(formdata=None, data={"seats": state.players}),
        "starting": StartingTotalsForm(formdata=None, data={"starting_totals": _starting_totals(state)}),
        "teams": TeamsForm(formdata=None, data=dict(zip(("first", "second"), game.teams or (), strict=False))),
        "rules": GameRulesForm(formdata=None, data={"rules": settings.rules_key}),
        "dealer": DealerForm(formdata=None, data={"dealer": game.dealer}),
        "target": TargetForm(formdata=None, data=ends),
        "day": PlayedOnForm(formdata=None, data={"day": evening_day(game.place).isoformat()}),
        "steps": StepForm(formdata=None),
    }
