"""Every rule set in plain words, and the house rules of the club."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, flash, g, get_flashed_messages, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules.explain_rules import explain
from scorekeeper.rules.parameters import PARAMETER_WORDS, Difference, describe_value, differences
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.rulings import RULINGS, rulings_of
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.errors import Conflict, NotFound, ValidationFailed
from scorekeeper.usecases.game_rules import goal_text
from scorekeeper.usecases.game_state import ruleset_of
from scorekeeper.usecases.rule_choice import HOUSE, RuleChoice, choices, chosen, rules_of_game
from scorekeeper.web.forms.base import StepForm
from scorekeeper.web.forms.rules import COUNTERS, FIRST, GROUPS, HouseRulesForm
from scorekeeper.web.rendering import page

blueprint = Blueprint("rules", __name__, url_prefix="/rules")
DELETED = "deleted house rules"


@blueprint.get("")
def show() -> ResponseReturnValue:
    """All rules of the club, and those that are to be compared side by side."""
    rules, wanted = choices(g.club), request.args.getlist("with")
    compared = [choice for choice in rules if choice.key in wanted]
    rows = [*differences([choice.rules for choice in compared]), *_passing(compared)]
    known = {"rules": rules, "wanted": wanted, "compared": compared, "rows": rows, "played_to": goal_text}
    deleted = get_flashed_messages(category_filter=[DELETED])
    return page("rules/rules.html", "main", again=[_again(**told) for told in deleted], **known)


def _passing(compared: Sequence[RuleChoice]) -> Iterator[Difference]:
    """What is passed on after the bid, which is no parameter: scores do not hang on it."""
    passed = tuple(", then ".join(choice.preset.passing) or "none" for choice in compared)
    if len(set(passed)) > 1:
        yield Difference("Cards passed after the bid", passed)


def _again(name: str, rules: dict[str, Any]) -> HouseRulesForm:
    """The form that makes deleted house rules once more."""
    return HouseRulesForm.of(name, rules["base"], ruleset_of(rules))


@blueprint.get("/rulings")
def rulings() -> ResponseReturnValue:
    return page("rules/rulings.html", "main", rulings=RULINGS.values())


@blueprint.get("/<key>")
def show_one(key: str) -> ResponseReturnValue:
    return _explained(_chosen(key))


@blueprint.get("/game-<uuid:game>")
def show_of_game(game: UUID) -> ResponseReturnValue:
    """The rules of one game, with what its table changed."""
    return _explained(rules_of_game(g.club, game), game)


def _explained(choice: RuleChoice, game: UUID | None = None) -> Response:
    preset, rules = choice.preset, choice.rules
    known = {
        "sections": explain(rules, preset.passing),
        "changed": [row for row in differences([preset.rules, rules]) if row.values[1] != "–"],
        "rulings": list(rulings_of(rules)),
    }
    return page("rules/one.html", "main", choice=choice, game=game, **known)


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """House rules that start from the rules of the key `start`."""
    choice = _chosen(request.args.get("start", "original"))
    return _form_page(HouseRulesForm.of("", choice.given["base"], choice.rules), 200)


@blueprint.post("")
def make() -> ResponseReturnValue:
    form = HouseRulesForm()
    if not form.validate_on_submit():
        return _form_page(form, 400 if form.csrf_failed else 422)
    try:
        house_rules.make(g.club, form.token.id, form.name.data or "", form.base.data or "", form.values)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _form_page(form, 422)
    return redirect(url_for("rules.show_one", key=f"{HOUSE}{form.token.id}"), 303)


@blueprint.get("/house-<uuid:house>/change")
def show_change(house: UUID) -> ResponseReturnValue:
    kept = house_rules.house_rules(g.club, house)
    form = HouseRulesForm.of(kept.choice.house or "", kept.choice.given["base"], kept.choice.rules)
    form.version.data = kept.version
    return _form_page(form, 200, house)


@blueprint.post("/house-<uuid:house>")
def change(house: UUID) -> ResponseReturnValue:
    form = HouseRulesForm()
    try:
        kept = house_rules.house_rules(g.club, house)
    except NotFound:
        form.validate()
        return _form_page(form, 404, gone=True)
    form.base.data = kept.choice.given["base"]
    if not form.validate_on_submit():
        return _form_page(form, 400 if form.csrf_failed else 422, house)
    try:
        house_rules.change(g.club, house, form.token, form.name.data or "", form.values)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _form_page(form, 422, house)
    except Conflict as late:
        form.version.data = kept.version
        return _form_page(form, 409, house, since=late.since)
    return redirect(url_for("rules.show_one", key=f"{HOUSE}{house}"), 303)


@blueprint.get("/house-<uuid:house>/delete")
def show_delete(house: UUID) -> ResponseReturnValue:
    return _delete_page(house, StepForm(formdata=None), 200)


@blueprint.post("/house-<uuid:house>/delete")
def delete(house: UUID) -> ResponseReturnValue:
    form = StepForm()
    if not form.validate_on_submit():
        return _delete_page(house, form, 400 if form.csrf_failed else 422)
    try:
        deleted = house_rules.delete(g.club, house, form.token)
    except Conflict:
        return _delete_page(house, form, 409)
    if deleted:
        flash({"name": deleted.house, "rules": deleted.given}, DELETED)
    return redirect(url_for("rules.show"), 303)


def _chosen(key: str) -> RuleChoice:
    try:
        return chosen(g.club, key)
    except ValidationFailed:
        raise NotFound from None


def _form_page(
    form: HouseRulesForm, status: int, house: UUID | None = None, since: object = None, *, gone: bool = False
) -> Response:
    """The form, for new house rules where `house` is none, be it because those are `gone`.

    `since` says how they were changed meanwhile.
    """
    base = PRESETS[form.base.data]
    known = {"base": base, "starts": choices(g.club), "in_words": describe_value, "words": PARAMETER_WORDS}
    known |= {"first": FIRST, "groups": GROUPS, "counters": COUNTERS}
    return page("rules/house_rules.html", "main", status, form=form, house=house, since=since, gone=gone, **known)


def _delete_page(house: UUID, form: StepForm, status: int) -> Response:
    """Asks once more; after 409 the house rules as they are now."""
    kept = house_rules.house_rules(g.club, house)
    form.version.data = kept.version
    return page("rules/delete_house_rules.html", "main", status, form=form, choice=kept.choice, late=status == 409)
