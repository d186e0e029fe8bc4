"""The page that shows what a change does to the hands that are there, and sends its form again."""

from collections.abc import Sequence
from typing import Any

from flask import Response, g, request, url_for

from scorekeeper.rules.words import describe_hand
from scorekeeper.usecases.game import game_settings
from scorekeeper.usecases.game.effect import Effect, EffectUnseen, compare
from scorekeeper.web.forms.base import ChangeForm
from scorekeeper.web.rendering import whole_page

EFFECT_PAGES = {
    "target": ("Change game length", "Change length"),
    "rules": ("Change rules", "Change rules"),
    "seats": ("Change seating", "Change seating"),
    "starting totals": ("Correct starting totals", "Save anyway"),
    "correction": ("Correct {hand}", "Save anyway"),
    "added hand": ("Add a hand", "Add anyway"),
    "hand deletion": ("Delete {hand}", "Delete anyway"),
    "undo": ("Undo", "Undo anyway"),
    "redo": ("Redo", "Redo anyway"),
}
"""The title and the button of the page that shows what a change does, by its kind."""


def effect_page(
    form: ChangeForm,
    in_short: str,
    effect: Effect,
    title: str,
    button: str,
    *,
    sent: Sequence[tuple[str, object]],
    back: str,
    ends: tuple[int, int, Effect] | None = None,
    status: int = 200,
    **about: Any,
) -> Response:
    """Return the page that shows what a change does; its button sends it again, with the fields that were `sent`."""
    known = {"in_short": in_short, "title": title, "button": button, "sent": sent, "back": back, "ends": ends}
    return whole_page("game/effect.html", status, form=form, change=effect, **known, **about)


def asked_first(kind: str, form: ChangeForm, unseen: EffectUnseen) -> Response:
    """Return the page that asks about a change, with everything that was sent."""
    asked = {"csrf_token", "form_id", "version", "confirmed"}
    sent = [(name, text) for name, text in request.form.items(multi=True) if name not in asked]
    game, place = unseen.before.game.uid, (request.view_args or {}).get("place")
    played = unseen.before.hands[place - 1] if place else None
    title, button = EFFECT_PAGES[kind]
    back = url_for("hands.show_correction", game=game, place=place) if place else url_for("games.show", game=game)
    ends = game_settings.preview_end(g.club_id, game) if kind == "target" and not unseen.before.standing.end else None
    return effect_page(
        form,
        unseen.before.in_short,
        compare(unseen.before, unseen.after),
        title.format(hand=describe_hand(played.hand.outcome, played.deal.number) if played else "a hand"),
        button,
        sent=sent,
        back=url_for("game_settings.show", game=game) if kind in ("target", "starting totals") else back,
        ends=ends,
        status=422,
    )
