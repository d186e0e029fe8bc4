"""Every rule set in plain words, alone and side by side."""

from collections.abc import Iterator, Sequence
from json import loads
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, g, get_flashed_messages, request
from flask.typing import ResponseReturnValue

from scorekeeper.rules.explain_rules import explain
from scorekeeper.rules.parameter_words import Difference, differences
from scorekeeper.rules.rulings import RULINGS, rulings_of
from scorekeeper.usecases.available_rules import RuleChoice, find_rules, list_rules, rules_of_game
from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.stored_rules import goal_text, ruleset_of
from scorekeeper.web.access import in_club, reads_club, reads_game
from scorekeeper.web.forms.house_rules import HouseRulesForm
from scorekeeper.web.rendering import page

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
        "sections": explain(rules, preset.ranks, preset.passing, exposed_cards=preset.defines_exposed_cards),
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
