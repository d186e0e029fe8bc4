"""Every rule set in plain words, alone and side by side."""

from collections.abc import Iterator, Sequence
from functools import partial
from json import dumps, loads
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, flash, g, get_flashed_messages, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules.explain_rules import explain
from scorekeeper.rules.parameter_words import PARAMETER_WORDS, Difference, describe_value, differences
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.rulings import RULINGS, rulings_of
from scorekeeper.rules.who_leads import leaders
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.game_rules import goal_text, ruleset_of
from scorekeeper.usecases.house_rules import HOUSE, RuleChoice, find_rules, list_rules, rules_of_game
from scorekeeper.web.access import in_club, keeps_club, reads_club, reads_game
from scorekeeper.web.forms.base import StepForm
from scorekeeper.web.forms.house_rules import FIRST, GROUPS, HouseRulesForm
from scorekeeper.web.rendering import page, submit

blueprint = Blueprint("rules", __name__, url_prefix="/rules")
DELETED = "deleted house rules"  # the category of the flashed message that offers to restore them


@blueprint.get("")
@reads_club
def show() -> ResponseReturnValue:
    """Show all rules of the club, and compare the chosen ones side by side."""
    rules, keys = list_rules(g.club_id), request.args.getlist("with")
    compared = [choice for choice in rules if choice.key in keys]
    rows = [*differences([choice.rules for choice in compared]), *_passing(compared)]
    deleted = [_bring_back_form(**loads(each)) for each in map(str, get_flashed_messages(category_filter=[DELETED]))]
    known: dict[str, Any] = {"rules": rules, "keys": keys, "compared": compared, "rows": rows, "goal_text": goal_text}
    return page("rules/rules.html", "main", deleted=deleted, **known)


def _passing(compared: Sequence[RuleChoice]) -> Iterator[Difference]:
    """Yield what is passed after the bid, if it differs; it is not a parameter, because scores do not depend on it."""
    passed = tuple(", then ".join(choice.preset.passing) or "none" for choice in compared)
    if len(set(passed)) > 1:
        yield Difference("Cards passed after the bidding", passed)


def _bring_back_form(name: str, rules: dict[str, Any]) -> HouseRulesForm:
    """Return the form that restores deleted house rules."""
    return HouseRulesForm.of(name, rules["base"], ruleset_of(rules))


@blueprint.get("/rulings")
@in_club
def rulings() -> ResponseReturnValue:
    """Show every ruling; `game` in the address is the game to go back to."""
    game = request.args.get("game", type=UUID)
    return page("rules/rulings.html", "main", rulings=RULINGS.values(), game=game)


@blueprint.get("/<key>")
@reads_club
def show_one(key: str) -> ResponseReturnValue:
    return _rules_page(rules_called(key))


@blueprint.get("/game-<uuid:game>")
@reads_game
def show_of_game(game: UUID) -> ResponseReturnValue:
    """Show the rules of one game, with the table's changes."""
    return _rules_page(rules_of_game(g.club_id, game), game)


def _rules_page(choice: RuleChoice, game: UUID | None = None) -> Response:
    preset, rules = choice.preset, choice.rules
    known: dict[str, Any] = {
        "sections": explain(
            rules,
            preset.ranks,
            preset.passing,
            leaders(preset.leads, rules.players),
            exposed_cards=preset.defines_exposed_cards,
        ),
        "changed": [row for row in differences([preset.rules, rules]) if row.values[1] != "–"],
        "rulings": list(rulings_of(rules)),
    }
    return page("rules/rule_set.html", "main", choice=choice, game=game, **known)


def rules_called(key: str) -> RuleChoice:
    """Return the rules with this key; raise NotFound if the club has none."""
    try:
        return find_rules(g.club_id, key)
    except ValidationFailed:
        raise NotFound from None


@blueprint.get("/new")
@keeps_club
def new() -> ResponseReturnValue:
    """Show the form of new house rules called `name`, filled with the rules with the key `start`."""
    choice = rules_called(request.args.get("start", "original"))
    return _form_page(None, HouseRulesForm.of(request.args.get("name", ""), choice.rules_json["base"], choice.rules))


@blueprint.post("")
@blueprint.post("/new")
@keeps_club
def make() -> ResponseReturnValue:
    form = HouseRulesForm()

    def change() -> None:
        base = form.base.data or ""
        house_rules.make(g.club_id, form.filled_in.id, form.name.data or "", base, form.values)
        _flash_saved(base, form)

    return submit(form, change, partial(_form_page, None), lambda _: _address(form.filled_in.id))


@blueprint.get("/house-<uuid:house>/change")
@keeps_club
def show_change(house: UUID) -> ResponseReturnValue:
    kept = house_rules.house_rules(g.club_id, house)
    form = HouseRulesForm.of(kept.choice.house_rules_name or "", kept.choice.rules_json["base"], kept.choice.rules)
    form.version.data = kept.version
    return _form_page(house, form)


@blueprint.post("/house-<uuid:house>")
@blueprint.post("/house-<uuid:house>/change")
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
