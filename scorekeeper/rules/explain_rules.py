"""Explain a rule set to a newcomer, in sentences made from its parameters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .explain_score import Reason, explain_score
from .game import initial_standing
from .hand import Hand, sides_of
from .parameter_words import describe_counters
from .ruleset import FULL_DECK, RANKS, RuleSet
from .scoring import score_hand
from .who_leads import Leader, explain_lead
from .words import Names, count_of, format_number, join_words

_NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences that belong together; a sentence that rests on a ruling has its number."""

    title: str
    sentences: tuple[Reason, ...]


def explain(
    rules: RuleSet,
    ranks: Sequence[str] = (),
    passing: Sequence[str] = (),
    leaders: Sequence[Leader] = (),
    *,
    exposed_cards: bool = False,
) -> tuple[Section, ...]:
    """Explain the whole rule set. What is not in `rules` comes from its preset: see `presets.Preset`.

    If the ranks don't make up the deck, only the number of cards is told.
    """
    return (
        Section("The cards", tuple(_cards(rules, ranks, exposed_cards))),
        Section("Players and partners", tuple(_sides(rules))),
        Section("The bid", (*_bidding(rules, passing), *explain_lead(leaders))),
        Section("The points", tuple(_points(rules))),
        Section("Penalties and reneges", tuple(_offenses(rules))),
        Section("Winning", tuple(_end(rules))),
        Section("Examples", tuple(_examples(rules))),
    )


def describe_seating(rules: RuleSet) -> str:
    """Return who plays with whom by these rules, to follow "in the order you sit"."""
    match rules.sides:
        case "partnerships":
            return "partners sit across" if rules.players == 4 else "every other player is a partner"
        case "rotating_partners":
            each = rules.hands_per_partner or 1
            return f"player 1 plays {count_of(each, 'hand')} with player 3, {each} with player 2, {each} with player 4"
        case "individual":
            return "everyone plays alone"
        case "called_partner":
            return f"the bidder calls {'a partner' if rules.partners_called == 1 else 'one or two partners'}"
    against = "the other player plus the dummy" if rules.players == 2 else "everyone else"
    return f"bidder vs. {against}"


def _cards(rules: RuleSet, ranks: Sequence[str], exposed_cards: bool) -> Iterator[Reason]:
    yield Reason(_deck(rules, ranks))
    nest = f"{count_of(rules.nest_size, 'card')} go to the nest" if rules.nest_size > 1 else "one card goes to the nest"
    dealt = f"Each player is dealt {count_of(rules.hand_size, 'card')}"
    yield Reason(f"{dealt}, {nest}." if rules.nest_size else f"{dealt}; there is no nest.")
    if exposed_cards:
        high = "If a 10 or a higher card is exposed during the deal, the same dealer deals again"
        yield Reason(f"{high}; if a lower one is, any player can ask for that.", "R22")
    if rules.players == 2:
        yield Reason(f"A third hand of {count_of(rules.hand_size, 'card')} is the dummy's.", "R10")
    if rules.out_of_play_cards:
        out = rules.out_of_play_cards
        laid = f"{count_of(out, 'card')} {'is' if out == 1 else 'are'} set aside"
        fewest = rules.card_total - sum(rules.card_values[:out])
        captured = f"the sides capture {format_number(fewest)} to {format_number(rules.card_total)}"
        yield Reason(f"{laid} unseen, and no one gets them: {captured}.", "R20")
    yield Reason(f"Counters: {describe_counters(rules)}; {format_number(rules.card_total)} in the whole deck.")


def _deck(rules: RuleSet, ranks: Sequence[str]) -> str:
    """Say which cards to take out, or only how many if these ranks don't make up the deck."""
    out, left = FULL_DECK - rules.cards_in_deck, f"{count_of(rules.cards_in_deck, 'card')} are dealt"
    if not out:
        return f"All {left}."
    named, rest = [], out
    if "rook" not in rules.counters:
        named, rest = ["the Rook"], rest - 1
    for rank in RANKS:
        if rank in ranks or rank in rules.counters:
            continue
        singles = rules.single_cards(rank)
        colors = join_words([card.removesuffix(rank) for card in singles])
        but = f" except the {colors} one{'s' * (len(singles) > 1)}" if singles else ""
        named, rest = [*named, f"the {rank}s{but}"], rest - 4 + len(singles)
    worthless = FULL_DECK - len(rules.card_values)
    unnamed = count_of(out, "card") + (" worth nothing" if out <= worthless else "")
    what = unnamed if rest else join_words(named)
    return f"Take {what} out of the deck: {left}."


def _sides(rules: RuleSet) -> Iterator[Reason]:
    players = _NUMBERS[rules.players].capitalize()
    others = _NUMBERS[rules.players - 1]
    match rules.sides:
        case "partnerships":
            partners = "partners sit across" if rules.players == 4 else "every other player is a partner"
            yield Reason(f"{players} players; {partners} for the whole game.")
        case "rotating_partners":
            turn = count_of(rules.hands_per_partner or 0, "hand")
            yield Reason(
                f"{players} players; partners change after every {turn}, so everyone partners everyone.", "R21"
            )
            yield Reason("Both partners score everything their side scores.", "R6")
        case "bidder_vs_defenders" if rules.players == 2:
            yield Reason("Two players: the bidder against the other, who also plays the dummy.", "R10")
        case "bidder_vs_defenders":
            yield Reason(f"{players} players: the bidder against the other {others}.", "R10")
            yield Reason("Each of the others scores what they captured together.", "R14")
        case "individual":
            yield Reason(f"{players} players, everyone alone; only the bidder can be set.", "R15")
        case _:
            calls = "a partner" if rules.partners_called == 1 else "one or two partners"
            yield Reason(f"{players} players. The bidder calls {calls}, or plays alone; the others play together.")
            yield Reason("Everyone keeps their own total and scores everything their side scores.")


def _bidding(rules: RuleSet, passing: Sequence[str]) -> Iterator[Reason]:
    lowest, highest, step = (
        format_number(rules.min_bid),
        format_number(rules.highest_bid),
        format_number(rules.bid_step),
    )
    yield Reason("The player left of the dealer bids first. Once you pass, you're out.", "R5")
    all_points = " (every point in the hand)" if rules.highest_bid == rules.hand_total else ""
    if rules.min_bid == rules.highest_bid:
        yield Reason(f"The only bid is {lowest}{all_points}; all counts go by {step}s.")
    else:
        yield Reason(f"Bids go from {lowest} to {highest}{all_points}, by {step}s.")
    if rules.moon_bid is not None:
        moon, everything = format_number(rules.moon_bid), format_number(rules.hand_total)
        yield Reason(f"You can also bid {moon} to shoot the moon: take all {everything} points or lose {moon}.", "R27")
    yield Reason(
        {
            "redeal": "If everyone passes, nothing is scored and the same dealer deals again.",
            "next_dealer": "If everyone passes, nothing is scored and the next player deals.",
            "dealer_min": f"If everyone else passes, the dealer is stuck with the bid at {lowest}.",
        }[rules.all_pass],
        "R4",
    )
    yield from _after_the_bid(rules, passing)


def _after_the_bid(rules: RuleSet, passing: Sequence[str]) -> Iterator[Reason]:
    takes, discards = ("the nest", "as many cards") if rules.nest_size > 1 else ("the nest card", "one")
    if passing:
        if rules.nest_size:
            yield Reason(f"The bidder takes {takes} and discards {discards}.")
        yield Reason(f"After the bidding, everyone passes {', then in the next hand '.join(passing)}, and so on.")
        yield Reason("After that, the bidder names trump.")
    elif rules.nest_size:
        yield Reason(f"The bidder takes {takes}, discards {discards} and names trump.")
    else:
        yield Reason("The bidder names trump.")


def _points(rules: RuleSet) -> Iterator[Reason]:
    if rules.nest_size:
        wins = "The side that takes the last trick" if rules.nest_to == "last_trick" else "The bidding side"
        yield Reason(f"{wins} gets the points in the nest.")
    if rules.last_trick_points:
        yield Reason(f"The last trick is worth {format_number(rules.last_trick_points)} besides its cards.")
    if rules.most_tricks_points:
        yield Reason(f"Most tricks: {format_number(rules.most_tricks_points)} (no one, if tied).", "R31")
    yield Reason(f"Each hand is worth {format_number(rules.hand_total)}; each side scores what it takes.")
    if rules.set_rule == "minus_bid":
        yield Reason("If the bidding side falls short, it is set: it loses its bid and scores nothing.")
    else:
        yield Reason("If the bidding side falls short, it is set, but that costs nothing: it keeps its points.")
    if rules.sweep_bonus:
        what = "every trick" if rules.sweep_on == "tricks" else "all the points"
        bonus = f"Taking {what} is worth {format_number(rules.sweep_bonus)} more, unless you're set"
        yield Reason(f"{bonus}. The bonus doesn't count toward the bid.", "R16")


def _offenses(rules: RuleSet) -> Iterator[Reason]:
    side = {"partnerships": "the player's side", "individual": "the player"}.get(
        rules.sides, "everyone on the player's side"
    )
    yield from _fouls(rules, side)
    found = f"A renege caught after the next trick ends the hand: {side} loses"
    match rules.renege_rule:
        case "minus_bid":
            yield Reason(f"{found} the bid and scores nothing; the others score what they had captured.", "R8")
        case "fixed":
            other = "the other side" if rules.fixed_sides else "each of the others"
            yield Reason(f"{found} {format_number(rules.renege_points or 0)}, and {other} gains as much.", "R8")
        case _:
            yield Reason("Reneges aren't scored.")
    if rules.may_concede:
        cost = "it loses what it bid, and the others score what they had captured"
        yield Reason(f"The bidding side may give up its hand: {cost}.", "R33")


def _fouls(rules: RuleSet, side: str) -> Iterator[Reason]:
    """Explain fouls; `side` is who pays for one, in words."""
    discard_sets = rules.discard_rule == "set" and rules.nest_size
    if rules.uses_fouls:
        discard = " or discarding the wrong number of cards" if rules.nest_size and not discard_sets else ""
        yield Reason(f"Each penalty, for table talk{discard}, costs {side} {format_number(rules.foul_penalty)}.", "R12")
        yield Reason("Penalties don't affect whether the bid is made.", "R11")
    else:
        yield Reason("Table talk isn't scored." if discard_sets else "Penalties aren't scored.")
    if discard_sets:
        yield Reason("If the bidder discards the wrong number of cards, the bid is set, no matter what.", "R19")


def _end(rules: RuleSet) -> Iterator[Reason]:
    if rules.target:
        yield from _target(rules, format_number(rules.target))
    if rules.hand_limit:
        over = f"After {count_of(rules.hand_limit, 'hand')}, the highest total wins"
        yield Reason(f"{over}, if no one has won before then." if rules.target else f"{over}.", "R2")
    if rules.time_limit:
        called = f"After {count_of(rules.time_limit, 'minute')} you finish the hand, and the highest total wins"
        first = ", if no one has won before then" if rules.target or rules.hand_limit else ""
        yield Reason(f"{called}{first}.", "R32")
    if rules.floor is not None:
        yield Reason(
            f"A total of {format_number(rules.floor)} or less ends the game, and the highest total wins.", "R29"
        )
    if rules.lead_wins is not None:
        yield Reason(
            f"So does a lead of {format_number(rules.lead_wins)}."
            if rules.floor is not None
            else f"A lead of {format_number(rules.lead_wins)} wins the game.",
            "R29",
        )
    if not rules.can_tie:
        return
    if rules.tie_break == "extra_hand":
        by_bid = rules.target and (rules.win_needs_bid or rules.both_cross == "bidding_side")
        wins = f"the highest total wins{', no matter who bid' if by_bid else ''}"
        yield Reason(f"If there's a tie for the win, play another hand; {wins}.", "R3")
    else:
        yield Reason("If there's a tie for the win, they all win.", "R7")


def _target(rules: RuleSet, target: str) -> Iterator[Reason]:
    several = "both sides" if rules.fixed_sides else "several players"
    if rules.win_needs_bid:
        allowed = "the bidding side only by making its bid, the others only by setting it"
        yield Reason(f"At {target} you win only on the bid: {allowed}.", "R28")
        wins = "the one that can go out wins" if rules.fixed_sides else "the highest of those who can go out wins"
        yield Reason(f"If {several} get there on the same hand, {wins}, even with a lower total.", "R28")
        return
    yield Reason(f"The first to {target} wins.", "R1")
    if rules.both_cross == "bidding_side":
        yield Reason(f"If {several} get there on the same hand, the bidding side wins, whatever the totals.", "R18")
    else:
        higher = "higher" if rules.fixed_sides else "highest"
        yield Reason(f"If {several} get there on the same hand, the {higher} total wins.", "R1")


def _examples(rules: RuleSet) -> Iterator[Reason]:
    """Explain a made bid and a set bid, as the engine scores them."""
    bid = rules.min_bid + (rules.highest_bid - rules.min_bid) // (2 * rules.bid_step) * rules.bid_step
    yield _example(rules, bid, made=True)
    if bid > 0:
        yield _example(rules, bid, made=False)


def _example(rules: RuleSet, bid: int, *, made: bool) -> Reason:
    """Explain a hand in which Ann bids and her side takes the highest counters, as many as `made` needs."""
    deal = initial_standing(rules, range(rules.players)).table.deal()
    partners = deal.seats[2:3] if rules.sides == "called_partner" else None
    bidding, *others = sides_of(rules, deal, 0, partners)
    piles = {bidding: 0, **dict.fromkeys(others, 0)}
    points = sum(rules.trick_points.values()) if made else 0
    for index, worth in enumerate(rules.card_values):
        if points + piles[bidding] < bid if made else piles[bidding] + worth < bid:
            piles[bidding] += worth
        else:
            piles[others[index % len(others)]] += worth
    taker = bidding[0] if made else others[0][0]
    captured = {side[0]: pile for side, pile in piles.items()}
    tricks: dict[str, Any] = dict.fromkeys(rules.trick_points, taker)
    hand = Hand(bidder=0, bid=bid, partners=partners, captured=captured, **tricks)
    reasons = explain_score(rules, score_hand(rules, deal, hand), Names(_NAMES))
    return Reason(" ".join(reason.text for reason in reasons))
