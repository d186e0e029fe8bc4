"""The house rules of the club: make, change and delete them."""

from collections.abc import Sequence
from functools import partial
from json import dumps
from uuid import UUID

from flask import Blueprint, Response, flash, g, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules.parameter_words import PARAMETER_WORDS, describe_value
from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.available_rules import HOUSE, list_rules
from scorekeeper.usecases.errors import NotFound
from scorekeeper.web.access import keeps_club
from scorekeeper.web.forms.base import StepForm
from scorekeeper.web.forms.house_rules import FIRST, GROUPS, HouseRulesForm
from scorekeeper.web.rendering import page, submit

from .rules import DELETED, rules_called

blueprint = Blueprint("house_rules", __name__, url_prefix="/rules")


@blueprint.get("/new")
@keeps_club
def new() -> ResponseReturnValue:
    """Show the form of new house rules called `name`, filled with the rules with the key `start`."""
    choice = rules_called(request.args.get("start", "original"))
    return _form_page(None, HouseRulesForm.of(request.args.get("name", ""), choice.rules_json["base"], choice.rules))


@blueprint.post("")
@keeps_club
def make() -> ResponseReturnValue:
    form = HouseRulesForm()

    def change() -> None:
        base = form.base.data or ""
        house_rules.make(g.club_id, form.submission.id, form.name.data or "", base, form.values)
        _flash_saved(base, form)

    return submit(form, change, partial(_form_page, None), lambda _: _address(form.submission.id))


@blueprint.get("/house-<uuid:house>/change")
@keeps_club
def show_change(house: UUID) -> ResponseReturnValue:
    kept = house_rules.house_rules(g.club_id, house)
    form = HouseRulesForm.of(kept.choice.house_rules_name or "", kept.choice.rules_json["base"], kept.choice.rules)
    form.version.data = kept.version
    return _form_page(house, form)


@blueprint.post("/house-<uuid:house>")
@keeps_club
def change(house: UUID) -> ResponseReturnValue:
    form = HouseRulesForm()
    try:
        kept = house_rules.house_rules(g.club_id, house)
    except NotFound:
        form.validate()
        return _form_page(None, form, 404, is_gone=True)
    form.base.data = kept.choice.rules_json["base"]

    def show(form: HouseRulesForm, status: int, since: Sequence[str] | None = None) -> Response:
        if since is not None:
            form.version.data = kept.version
        return _form_page(house, form, status, since)

    def store() -> None:
        house_rules.change(g.club_id, house, form.submission, form.name.data or "", form.values)
        _flash_saved(kept.choice.rules_json["base"], form)

    return submit(form, store, show, _address(house))


@blueprint.get("/house-<uuid:house>/delete")
@keeps_club
def show_delete(house: UUID) -> ResponseReturnValue:
    return _delete_page(house, StepForm(formdata=None))


@blueprint.post("/house-<uuid:house>/delete")
@keeps_club
def delete(house: UUID) -> ResponseReturnValue:
    form = StepForm()

    def change() -> None:
        deleted = house_rules.delete(g.club_id, house, form.submission)
        if deleted:
            flash(dumps({"name": deleted.house_rules_name, "rules": deleted.rules_json}), DELETED)

    return submit(form, change, partial(_delete_page, house), url_for("rules.show"))


def _flash_saved(base: str, form: HouseRulesForm) -> None:
    is_same = len(house_rules.rules_json(base, form.values)) == 1
    flash(f"Saved. They don't change anything in {PRESETS[base].title} yet." if is_same else "Saved.")


def _address(house: UUID) -> str:
    return url_for("rules.show_one", key=f"{HOUSE}{house}")


def _form_page(
    house: UUID | None,
    form: HouseRulesForm,
    status: int = 200,
    since: Sequence[str] | None = None,
    *,
    is_gone: bool = False,
) -> Response:
    """Return the form, for new house rules if `house` is None, perhaps because they were deleted (`is_gone`).

    `since` says how they were changed in the meantime.
    """
    base = PRESETS[form.base.data]
    known = {"base": base, "starts": list_rules(g.club_id), "describe_value": describe_value, "words": PARAMETER_WORDS}
    known |= {"first": FIRST, "groups": GROUPS}
    return page("rules/house_rules.html", "main", status, form=form, house=house, since=since, is_gone=is_gone, **known)


def _delete_page(house: UUID, form: StepForm, status: int = 200, since: object = None) -> Response:
    """Return the page that confirms deleting; after a conflict with the current house rules."""
    kept = house_rules.house_rules(g.club_id, house)
    form.version.data = kept.version
    known = {"form": form, "choice": kept.choice, "is_late": since is not None}
    return page("rules/delete_house_rules.html", "main", status, **known)
