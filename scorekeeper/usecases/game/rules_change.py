"""Change the rules of a game; the effect is shown before it is stored.

Every hand is scored again from its facts. Rules that a hand does not fit are refused.
"""

from scorekeeper.rules.auction import replay_calls
from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.game import deal_hands
from scorekeeper.rules.hand import Deal, Hand, as_counted, competitors
from scorekeeper.rules.hand_validation import bid_errors, partner_errors, validate_hand
from scorekeeper.rules.parameter_words import Difference, differences
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import describe_hand
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.change import Fields, changed
from scorekeeper.usecases.game.effect import Effect, compare
from scorekeeper.usecases.game_rules import goal_of, goal_text, rules_title, ruleset_of, with_goal
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.house_rules import RuleChoice, find_rules, list_rules


def offer_other_rules(club_id: int, players: int) -> list[tuple[str, str]]:
    """Return the keys and titles of the rules for this many players."""
    return [(choice.key, choice.title) for choice in list_rules(club_id) if choice.rules.players == players]


def preview_rules(state: GameState, rules_key: str) -> tuple[str, list[Difference], Effect]:
    """Return the name and goal of these rules, where they differ, and what they would change.

    Raises ValidationFailed (`rules`).
    """
    after = changed(state, change_rules(state, rules_key, confirmed=True))
    title = f"{rules_title(after.game.rules, after.game.house_rules_name)}, {goal_text(after.rules)}"
    return title, list(differences([state.rules, after.rules])), compare(state, after)


def change_rules(state: GameState, rules_key: str, confirmed: bool) -> Fields:
    """Play by these rules from the first hand on, after the effect was shown and `confirmed`.

    Raises ValidationFailed with field `rules`.
    """
    choice = find_rules(state.game.club_id, rules_key)
    if not confirmed:
        raise ValidationFailed([BadRules("rules", "See what changes first.")])
    stored = rules_of_choice(state, choice)
    rules = ruleset_of(stored)
    _refuse_misfits(state, rules, choice.title)
    teams = state.game.teams if rules.fixed_sides else None
    named = {"preset": stored["base"], "house_rules_name": choice.house_rules_name}
    return {"rules": stored, "teams": teams, **named}


def rules_of_choice(state: GameState, choice: RuleChoice) -> dict[str, object]:
    """Return chosen rules as the game would store them, with the goal that the table chose, if any.

    Raises ValidationFailed with field `rules`.
    """
    game, goal = state.game, goal_of(state.rules)
    if game.round_number is not None:
        raise ValidationFailed([BadRules("rules", "This game is played by the rules of its tournament.")])
    if goal == goal_of(ruleset_of(with_goal(game.rules, game.house_rules_name))):
        return dict(choice.rules_json)
    return with_goal(choice.rules_json, choice.house_rules_name, **goal)


def _refuse_misfits(state: GameState, rules: RuleSet, title: str) -> None:
    """Raise ValidationFailed if these rules are for another kind of table, or a hand does not fit them, also the one
    being played."""
    if reason := _other_table(state, rules):
        raise ValidationFailed([BadRules("rules", f"{title} {reason}")])
    hands = [as_counted(rules, played.hand) for played in state.hands]
    open_hand = [state.open_hand] if state.open_hand else []
    deals = list(deal_hands(state.initial_standing.under(rules).table, [*hands, *open_hand]))
    for hand, deal in zip(hands, deals, strict=False):
        _refuse(state, describe_hand(hand.outcome, deal.number), validate_hand(rules, deal, hand)[1], title)
    for hand in open_hand:
        _refuse(state, "the hand being played", _open_hand_errors(deals[-1], rules, hand), title)


def _other_table(state: GameState, rules: RuleSet) -> str:
    """Return why the rules do not suit this table, or ""; totals from paper stay with their side (R34)."""
    if rules.players != len(state.players):
        return f"is for {rules.players} players; {len(state.players)} are at the table."
    if state.starting_totals and competitors(rules, state.players) != state.competitors:
        sides = state.names.sides(state.competitors)
        return f"would change the sides, but {sides} started with totals from paper."
    return ""


def _open_hand_errors(deal: Deal, rules: RuleSet, hand: Hand) -> list[RuleError]:
    """Return what is wrong by these rules with the open bid, or with the calls so far."""
    errors = [] if hand.bidder is None else list(bid_errors(rules, hand))
    if hand.partners is not None:
        errors += partner_errors(rules, hand)
    if hand.auction and not errors:
        try:
            auction = replay_calls(rules, deal.seats, deal.dealer, hand.auction)
        except RuleError as error:
            return [error]
        if (auction.bidder if auction.over else None) != hand.bidder:
            errors.append(BadRules("rules", "With these rules the bidding would end differently. Undo it first."))
    return errors


def _refuse(state: GameState, what: str, errors: list[RuleError], title: str) -> None:
    if errors:
        message = f"With {title}, {what} isn't possible. {errors[0].describe(state.names)}"
        raise ValidationFailed([BadRules("rules", message, errors[0].ruling)])
