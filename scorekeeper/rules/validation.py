"""Validating a hand: what of it cannot be on the table, each error by name, at its field."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from .auction import bid_error, replay_calls
from .captured import validate_captured
from .errors import (
    AuctionMismatch,
    AuctionUnfinished,
    BadConcession,
    BadFoul,
    BadNestPoints,
    BadPartners,
    BadRenege,
    BadSweep,
    BadTime,
    BidMissing,
    FoulNestDiscard,
    LastTrickMissing,
    MostTricksMissing,
    RuleError,
)
from .hand import TIED, TRICKS, Deal, Hand, Side, side_with, sides_of
from .piles import SearchBudget, can_be_nest
from .ruleset import FOULS, RuleSet
from .words import side_name

WITHOUT_TRICKS = (*TRICKS, "nest_points")
"""What a hand cannot have that was not played out (R9, R33)."""


def validate_hand(
    rules: RuleSet, deal: Deal, hand: Hand, budget: SearchBudget | None = None
) -> tuple[Hand, list[RuleError]]:
    """Return the hand with the bidder and bid that its logged auction gives, and each error in it.

    Every player named in the hand must be at the table. Without an error the hand can be scored. `budget` bounds the
    search of the deck where many hands are validated together.
    """
    hand, errors = with_auction(rules, deal, hand)
    if hand.scored:
        errors.extend(_hand_errors(rules, deal, hand, budget))
    elif hand.outcome == "passed-out" and rules.all_pass == "dealer_min" and "outcome" not in [f.field for f in errors]:
        errors.append(
            AuctionMismatch(
                "outcome", "When everyone else passes, the dealer is stuck with the bid at the minimum.", "R4"
            )
        )
    return hand, errors


def with_auction(rules: RuleSet, deal: Deal, hand: Hand) -> tuple[Hand, list[RuleError]]:
    """Return the hand with the bidder and bid that its logged auction gives, and what contradicts that (R5)."""
    if hand.auction is None:
        return hand, []
    try:
        auction = replay_calls(rules, deal.seats, deal.dealer, hand.auction)
    except RuleError as error:
        return hand, [error]
    if not auction.over:
        if hand.outcome == "misdeal":
            return hand, []
        return hand, [AuctionUnfinished("auction", f"The bidding isn't over: it's {auction.waiting[0]}'s turn.", "R5")]
    if auction.passed_out != (hand.outcome == "passed-out") and hand.outcome != "misdeal":
        result = "Everyone passed" if auction.passed_out else f"{auction.bidder} took the bid at {auction.bid}"
        return hand, [AuctionMismatch("outcome", f"{result}; that hand is not {hand.outcome}.", "R5")]
    if not hand.scored:
        return hand, []
    errors: list[RuleError] = []
    if hand.bidder not in (None, auction.bidder):
        errors.append(
            AuctionMismatch("bidder", f"In the bidding, {auction.bidder} took the bid, not {hand.bidder}.", "R5")
        )
    if hand.bid not in (None, auction.bid):
        errors.append(AuctionMismatch("bid", f"In the bidding, the bid was {auction.bid}, not {hand.bid}.", "R5"))
    if hand.bidder is None or hand.bid is None:
        hand = replace(hand, bidder=hand.bidder or auction.bidder, bid=hand.bid or auction.bid)
    return hand, errors


def _hand_errors(rules: RuleSet, deal: Deal, hand: Hand, budget: SearchBudget | None) -> Iterator[RuleError]:
    """Yield each error of a hand that counts as one."""
    if hand.auction is None:
        yield from bid_errors(rules, hand)
    wrong_partners = tuple(partner_errors(rules, hand))
    yield from wrong_partners
    sides: tuple[Side, ...] = ()
    if not wrong_partners and (hand.bidder is not None or rules.sides not in ("bidder_vs_defenders", "called_partner")):
        sides = sides_of(rules, deal, hand.bidder, hand.partners)
    piles, wrong_counts = validate_captured(rules, sides, hand, budget)
    yield from wrong_counts
    if hand.outcome == "played":
        if hand.sweep is None:
            yield from _trick_errors(rules, hand)
        else:
            yield from _sweep_errors(rules, sides, piles, hand, budget)
        if hand.nest_points is not None:
            yield from _nest_errors(rules, piles, hand, hand.nest_points, budget)
    if hand.outcome == "renege" or hand.reneged_by is not None:
        yield from _renege_errors(rules, hand)
    if hand.outcome == "conceded":
        yield from _concession_errors(rules, hand)
    if hand.last and rules.time_limit is None:
        yield BadTime("last", "These rules have no time limit, so time can't be called.", "R32")
    if hand.fouls:
        yield from _foul_errors(rules, hand)


def bid_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    """Yield why this bidder and bid cannot stand, as the result of an auction that was not logged."""
    if hand.bidder is None or hand.bid is None:
        yield BidMissing("bidder" if hand.bidder is None else "bid", "Who took the bid, and for how much?")
    if hand.bid is not None:
        error = bid_error(rules, hand.bid)
        if error:
            yield error


def partner_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    """Yield why these called partners cannot be (called_partner only; the bidder may also play alone)."""
    if rules.sides != "called_partner":
        if hand.partners is not None:
            yield BadPartners("partners", "With these rules no one calls a partner.")
    elif hand.partners is None:
        yield BadPartners("partners", "Who is the partner? Tap Alone if there isn't one.")
    elif len(hand.partners) > rules.partners_called:
        yield BadPartners("partners", f"You can call up to {rules.partners_called}, not {len(hand.partners)}.")
    elif hand.bidder in hand.partners or len(set(hand.partners)) < len(hand.partners):
        yield BadPartners("partners", f"{hand.bidder} has to call someone else, each player once.")


def _trick_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    if rules.last_trick_points and hand.last_trick is None:
        yield LastTrickMissing("last_trick", f"Who took the last trick? It's worth {rules.last_trick_points}.")
    if rules.most_tricks_points and hand.most_tricks is None:
        yield MostTricksMissing(
            "most_tricks", f"Who took the most tricks? That's worth {rules.most_tricks_points}.", "R31"
        )


def _sweep_errors(
    rules: RuleSet, sides: tuple[Side, ...], piles: Mapping[Side, int], hand: Hand, budget: SearchBudget | None
) -> Iterator[RuleError]:
    """Yield what contradicts that one side took every trick; `sides` and `piles` are empty where they are unknown."""
    if not rules.sweep_bonus:
        yield BadSweep("sweep", "With these rules a sweep earns nothing. Leave it blank.", "R16")
        return
    sweepers = side_with(sides, hand.sweep)
    for side, worth in piles.items():
        laid_aside = rules.nest_to == "bidder" and hand.bidder in (None, *side) and _fits_the_nest(rules, worth, budget)
        if side != sweepers and worth and not laid_aside:
            found = f"{side_name(side)} can't have {worth} points"
            yield BadSweep("sweep", f"{side_name(sweepers)} took every trick, so {found}.", "R16")
            break
    for trick, taker in (("the last trick", hand.last_trick), ("most tricks", hand.most_tricks)):
        if sides and taker is not None and taker not in sweepers:
            really = "two sides" if taker is TIED else taker
            yield BadSweep("sweep", f"{side_name(sweepers)} took every trick, so {really} can't have {trick}.", "R16")


def _fits_the_nest(rules: RuleSet, worth: int, budget: SearchBudget | None) -> bool:
    plain_cards = max(0, rules.cards_in_deck - len(rules.card_values))
    return can_be_nest(rules.card_values, plain_cards, rules.nest_size, worth, budget)


def _nest_errors(
    rules: RuleSet, piles: Mapping[Side, int], hand: Hand, held: int, budget: SearchBudget | None
) -> Iterator[RuleError]:
    """Yield why the nest cannot have held that much; `piles` are empty where they are unknown."""
    if not _fits_the_nest(rules, held, budget):
        cards = (
            "No single card in this deck is worth"
            if rules.nest_size == 1
            else f"No {rules.nest_size} cards in this deck add up to"
        )
        yield BadNestPoints("nest_points", f"{cards} {held}.", "R30")
        return
    winner = hand.bidder if rules.nest_to == "bidder" else hand.sweep or hand.last_trick
    won = [worth for side, worth in piles.items() if winner in (None, *side)]
    if won and held > max(won):
        captured = f"captured {max(won)} with the nest in it"
        yield BadNestPoints("nest_points", f"The nest's winner {captured}, so the nest couldn't have held {held}.")


def _renege_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    if hand.outcome != "renege":
        if hand.reneged_by is not None:
            how = "given up" if hand.outcome == "conceded" else "played to its end"
            yield BadRenege("reneged_by", f"A hand that was {how} can't have a renege.", "R24")
        return
    if not rules.uses_reneges:
        yield BadRenege("outcome", "With these rules reneges aren't scored.")
    if hand.reneged_by is None:
        yield BadRenege("reneged_by", "Who reneged?", "R8")
    for name in WITHOUT_TRICKS:
        if getattr(hand, name) is not None:
            yield BadRenege(
                name, "Leave this blank: the hand ended before the last trick, and no one gets the nest.", "R9"
            )


def _concession_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    if not rules.may_concede:
        yield BadConcession("outcome", "With these rules a hand can't be given up.", "R33")
    for name in WITHOUT_TRICKS:
        if getattr(hand, name) is not None:
            message = "Leave this blank: the hand was given up before the last trick, and no one gets the nest."
            yield BadConcession(name, message, "R33")


def _foul_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    if not rules.fouls:
        yield BadFoul("fouls", "With these rules penalties aren't scored.")
        return
    for index, foul in enumerate(hand.fouls):
        if foul.kind not in FOULS:
            yield BadFoul(f"fouls[{index}].kind", f"A penalty is nest-discard or table-talk, not {foul.kind!r}.")
        elif foul.kind not in rules.fouls:
            yield BadFoul(f"fouls[{index}].kind", "Table talk costs nothing with these rules.")
        elif foul.kind == "nest-discard" and hand.bidder is not None and foul.player != hand.bidder:
            yield FoulNestDiscard(
                f"fouls[{index}].player",
                f"Only the bidder, {hand.bidder}, discards to the nest, not {foul.player}.",
                "R19",
            )
