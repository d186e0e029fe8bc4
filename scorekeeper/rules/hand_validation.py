"""Validate a hand: each error by name, at its field; its twin is static/alone/validate.js."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from scorekeeper.rules.auction import bid_error, replay_calls
from scorekeeper.rules.errors import (
    AuctionMismatch,
    AuctionUnfinished,
    BadConcession,
    BadFoul,
    BadNestPoints,
    BadPartners,
    BadRenege,
    BadRook,
    BadSweep,
    BadTime,
    BidMissing,
    CapturedMissing,
    CapturedSum,
    CapturedTwice,
    CapturedValue,
    FoulNestDiscard,
    LastTrickMissing,
    MostTricksMissing,
    RuleError,
)
from scorekeeper.rules.hand import TRICKS, Deal, Hand, Player, Side, Tied, side_with, sides_of
from scorekeeper.rules.possible_counts import can_be_captured, can_be_nest
from scorekeeper.rules.ruleset import FOULS, RuleSet
from scorekeeper.rules.scoring import captured_by_side

WITHOUT_TRICKS = (*TRICKS, "nest_points")
"""What a hand that was given up cannot have (R33)."""
MOST_FOULS = 100
"""The most errors reported of a hand's fouls, of which a file may name a hundred thousand."""


def validate_hand(rules: RuleSet, deal: Deal, hand: Hand) -> tuple[Hand, list[RuleError]]:
    """Return the hand with the bidder and bid from its logged auction, and each error in it.

    Every player named in the hand must be at the table. Without an error the hand can be scored.
    """
    hand, errors = with_auction(rules, deal, hand)
    if hand.scored:
        errors.extend(_hand_errors(rules, deal, hand))
    elif hand.outcome == "passed-out" and rules.all_pass == "dealer_min" and "outcome" not in [f.field for f in errors]:
        errors.append(
            AuctionMismatch(
                "outcome", "When everyone else passes, the dealer is stuck with the bid at the minimum.", "R4"
            )
        )
    if hand.fouls:
        errors.extend(islice(_foul_errors(rules, hand), MOST_FOULS))
    return hand, errors


def with_auction(rules: RuleSet, deal: Deal, hand: Hand) -> tuple[Hand, list[RuleError]]:
    """Return the hand with the bidder and bid from its logged auction, and what contradicts that (R5)."""
    if hand.auction is None:
        return hand, []
    try:
        auction = replay_calls(rules, deal.seats, deal.dealer, hand.auction)
    except RuleError as error:
        return hand, [error]
    if not auction.over:
        if hand.outcome == "misdeal":
            return hand, []
        why = "The bidding isn't over: it's {due}'s turn."
        return hand, [AuctionUnfinished("auction", why, "R5", due=auction.waiting[0])]
    if auction.passed_out != (hand.outcome == "passed-out") and hand.outcome != "misdeal":
        bidder = {} if auction.bidder is None else {"bidder": auction.bidder}
        result = f"{{bidder}} took the bid at {auction.bid}" if bidder else "Everyone passed"
        return hand, [AuctionMismatch("outcome", f"{result}; that hand is not {hand.outcome}.", "R5", **bidder)]
    if not hand.scored:
        return hand, []
    errors: list[RuleError] = []
    assert auction.bidder is not None
    if hand.bidder is not None and hand.bidder != auction.bidder:
        why = "In the bidding, {bidder} took the bid, not {said}."
        errors.append(AuctionMismatch("bidder", why, "R5", bidder=auction.bidder, said=hand.bidder))
    if hand.bid not in (None, auction.bid):
        errors.append(AuctionMismatch("bid", f"In the bidding, the bid was {auction.bid}, not {hand.bid}.", "R5"))
    if hand.bidder is None or hand.bid is None:
        bid = auction.bid if hand.bid is None else hand.bid
        hand = replace(hand, bidder=auction.bidder if hand.bidder is None else hand.bidder, bid=bid)
    return hand, errors


def _hand_errors(rules: RuleSet, deal: Deal, hand: Hand) -> Iterator[RuleError]:
    """Yield each error of a hand that is not a misdeal or passed out."""
    if hand.auction is None:
        yield from bid_errors(rules, hand)
    wrong_partners = tuple(partner_errors(rules, hand))
    yield from wrong_partners
    sides: tuple[Side, ...] = ()
    if not wrong_partners and (hand.bidder is not None or rules.sides not in ("bidder_vs_defenders", "called_partner")):
        sides = sides_of(rules, deal, hand.bidder, hand.partners)
    piles, wrong_counts = validate_captured(rules, sides, hand)
    yield from wrong_counts
    if hand.outcome == "played":
        if hand.sweep is None:
            yield from _trick_errors(rules, hand)
        else:
            yield from _sweep_errors(rules, sides, piles, hand)
    if hand.nest_points is not None and hand.outcome != "conceded":
        yield from _nest_errors(rules, sides, piles, hand, hand.nest_points)
    if hand.rook is not None and "rook" not in rules.counters:
        yield BadRook("rook", "With these rules the Rook doesn't count.")
    if hand.outcome == "renege" or hand.reneged_by is not None:
        yield from _renege_errors(rules, hand)
    if hand.outcome == "conceded":
        yield from _concession_errors(rules, hand)
    if hand.last and rules.time_limit is None:
        yield BadTime("last", "These rules have no time limit, so time can't be called.", "R32")


def bid_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    """Yield what is wrong with the bidder and bid of a hand without a logged auction."""
    if hand.bidder is None:
        yield BidMissing("bidder", f"Who took the bid{', and for how much' if hand.bid is None else ''}?")
    elif hand.bid is None:
        yield BidMissing("bid", "How much was the bid?")
    if hand.bid is not None:
        error = bid_error(rules, hand.bid)
        if error:
            yield error


def partner_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    """Yield what is wrong with the called partners (called_partner only; the bidder may also play alone)."""
    if rules.sides != "called_partner":
        if hand.partners is not None:
            yield BadPartners("partners", "With these rules no one calls a partner.")
    elif hand.partners is None:
        yield BadPartners("partners", "Who is the partner? Tap Alone if there isn't one.")
    elif len(hand.partners) > rules.partners_called:
        yield BadPartners("partners", f"You can call up to {rules.partners_called}, not {len(hand.partners)}.")
    elif hand.bidder in hand.partners or len(set(hand.partners)) < len(hand.partners):
        bidder = hand.partners[0] if hand.bidder is None else hand.bidder
        yield BadPartners("partners", "{bidder} has to call someone else, each player once.", None, bidder=bidder)


def _trick_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    if rules.last_trick_points and hand.last_trick is None:
        yield LastTrickMissing("last_trick", f"Who took the last trick? It's worth {rules.last_trick_points}.")
    if rules.most_tricks_points and hand.most_tricks is None:
        yield MostTricksMissing(
            "most_tricks", f"Who took the most tricks? That's worth {rules.most_tricks_points}.", "R31"
        )


def _sweep_errors(
    rules: RuleSet, sides: tuple[Side, ...], piles: Mapping[Side, int], hand: Hand
) -> Iterator[RuleError]:
    """Yield what contradicts that one side took every trick; `sides` and `piles` are empty if unknown."""
    if not rules.sweep_bonus:
        yield BadSweep("sweep", "With these rules a sweep earns nothing. Leave it blank.", "R16")
        return
    sweepers = side_with(sides, hand.sweep)
    for side, worth in piles.items():
        if side != sweepers and worth and not _can_be_discards(rules, hand, side, worth):
            nest = "" if hand.nest_points is None else f" (the nest had {hand.nest_points})"
            why = f"{{sweepers}} took every trick, so {{others}} can't have {worth} points{nest}."
            yield BadSweep("sweep", why, "R16", sweepers=sweepers, others=side)
            break
    for trick, taker in (("the last trick", hand.last_trick), ("most tricks", hand.most_tricks)):
        if sides and taker is not None and taker not in sweepers:
            other = {} if isinstance(taker, Tied) else {"taker": taker}
            why = f"{{sweepers}} took every trick, so {'{taker}' if other else 'two sides'} can't have {trick}."
            yield BadSweep("sweep", why, "R16", sweepers=sweepers, **other)


def _can_be_discards(rules: RuleSet, hand: Hand, side: Side, worth: int) -> bool:
    """Whether a side without a trick can have this much from the bidder's discards (`nest_to` bidder)."""
    if rules.nest_to != "bidder" or hand.bidder not in (None, *side):
        return False
    return _fits_the_nest(rules, worth) if hand.nest_points is None else worth == hand.nest_points


def _fits_the_nest(rules: RuleSet, worth: int) -> bool:
    plain_cards = max(0, rules.cards_in_deck - len(rules.card_values))
    return can_be_nest(rules.card_values, plain_cards, rules.nest_size, worth)


def _nest_errors(
    rules: RuleSet,
    sides: tuple[Side, ...],
    piles: Mapping[Side, int],
    hand: Hand,
    held: int,
) -> Iterator[RuleError]:
    """Yield why the nest cannot have had this much; `sides` and `piles` are empty if unknown.

    After a renege sides may be left out (R8): such a side has at most what the others left of the deck.
    """
    if not _fits_the_nest(rules, held):
        cards = (
            "No single card in this deck is worth"
            if rules.nest_size == 1
            else f"No {rules.nest_size} cards in this deck add up to"
        )
        yield BadNestPoints("nest_points", f"{cards} {held}.", "R30")
        return
    winner = hand.bidder if rules.nest_to == "bidder" else hand.last_trick_by
    rest = rules.card_total - sum(piles.values())
    won = [piles.get(side, rest) for side in sides if winner in (None, *side)]
    if won and piles and held > max(won):
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
    if hand.sweep is not None:
        yield BadRenege("sweep", "Leave this blank: a hand with a renege has no sweep.", "R9")


def _concession_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    if not rules.may_concede:
        yield BadConcession("outcome", "With these rules a hand can't be given up.", "R33")
    for name in WITHOUT_TRICKS:
        if getattr(hand, name) is not None:
            message = "Leave this blank: the hand was given up before the last trick, and no one gets the nest."
            yield BadConcession(name, message, "R33")


def _foul_errors(rules: RuleSet, hand: Hand) -> Iterator[RuleError]:
    """Yield what is wrong with the fouls; a misdeal or passed-out deal has no discard, only table talk (R12)."""
    if not rules.fouls:
        yield BadFoul("fouls", "With these rules penalties aren't scored.")
        return
    for index, foul in enumerate(hand.fouls):
        if foul.kind not in FOULS:
            yield BadFoul(f"fouls[{index}].kind", f"A penalty is nest-discard or table-talk, not {foul.kind!r}.")
        elif foul.kind not in rules.fouls:
            why = "With these rules there is no nest."
            if foul.kind == "table-talk":
                why = "Table talk costs nothing with these rules."
            yield BadFoul(f"fouls[{index}].kind", why)
        elif foul.kind == "nest-discard":
            yield from _discard_errors(hand, index)


def _discard_errors(hand: Hand, index: int) -> Iterator[RuleError]:
    """R19: only the bidder can discard wrongly, and once a hand; `index` is its place among the fouls."""
    player, earlier = hand.fouls[index].player, hand.fouls[:index]
    where = f"fouls[{index}].player"
    if not hand.scored:
        why = "No one discards to the nest in this deal. Only table talk can be penalized."
        yield FoulNestDiscard(where, why, "R19")
        return
    if any(foul.kind == "nest-discard" for foul in earlier):
        yield BadFoul(f"fouls[{index}].kind", "There is one discard a hand, so at most one wrong one.", "R19")
    if hand.bidder is not None and player != hand.bidder:
        why = "Only the bidder, {bidder}, discards to the nest, not {player}."
        yield FoulNestDiscard(where, why, "R19", bidder=hand.bidder, player=player)


def validate_captured(
    rules: RuleSet, sides: tuple[Side, ...], hand: Hand
) -> tuple[Mapping[Side, int], list[RuleError]]:
    """Return the counters of each side, and what is wrong with a count or, if each is possible, with their sum.

    No counters come back if they are wrong, or if `sides` is empty because the sides are unknown.
    """
    wrong: list[RuleError] = []
    piles = captured_by_side(rules, sides, hand)
    if len(piles) < len(sides):
        wrong.extend(_missing_errors(rules, [side for side in sides if side not in piles], hand))
    if sides and len(hand.captured) > 1:
        wrong.extend(_twice_errors(sides, hand))
    for player, worth in hand.captured.items():
        if worth < 0 or worth % rules.bid_step or worth > rules.card_total:
            by = f"Points come in {rules.bid_step}s, 0 to {rules.card_total}."
            pile = _whole_pile(rules, 0, worth) if hand.played_out else ""  # R9: else tricks earn nothing
            message = f"{worth} isn't possible. {by}{pile}"
            wrong.append(CapturedValue(f"captured.{player}", message, "R30"))
    if wrong or not sides:
        return {}, wrong
    left_over = rules.out_of_play_cards if hand.outcome == "played" else None
    if can_be_captured(rules.card_values, tuple(piles.values()), left_over):
        return piles, []
    return {}, [_sum_error(rules, tuple(piles.values()), left_over, hand)]


def _missing_errors(rules: RuleSet, missing: list[Side], hand: Hand) -> Iterator[RuleError]:
    if hand.outcome == "conceded":  # R33: a side left out had nothing
        required = []
    elif hand.outcome == "renege":  # R8
        required = [] if rules.renege_rule == "fixed" else [side for side in missing if hand.reneged_by not in side]
    else:
        required = missing
    if required:
        sides = {f"side_{number}": side for number, side in enumerate(required)}
        named = ", ".join(f"{{{word}}}" for word in sides)
        who = f"{named} capture" if len(required) == 1 else f"each side capture ({named})"
        yield CapturedMissing("captured", f"How many points did {who}?", None, **sides)


def _twice_errors(sides: tuple[Side, ...], hand: Hand) -> Iterator[RuleError]:
    counted: dict[Side, Player] = {}
    for player in hand.captured:
        first = counted.setdefault(side_with(sides, player), player)
        if first != player:
            why = "{first} and {second} are on the same side. Enter one count for both."
            yield CapturedTwice(f"captured.{player}", why, None, first=first, second=player)


def _sum_error(rules: RuleSet, piles: tuple[int, ...], left_over: int | None, hand: Hand) -> RuleError:
    """Say why the cards of the deck can't be split this way (R9, R20, R30, R33)."""
    total, claimed = rules.card_total, sum(hand.captured.values())
    least = 0 if left_over is None else total - sum(rules.card_values[:left_over])
    if least <= sum(piles) and claimed <= total:
        parts = ", ".join(map(str, piles))
        but = f", even with {left_over} of them out of play" if left_over else ""
        return CapturedSum("captured", f"The cards can't be split that way ({parts}){but}. Recount.", "R30")
    if left_over is None:
        ruling = "R9" if hand.outcome == "renege" else "R33"
        return CapturedSum("captured", f"That's {claimed}, but there are only {total} points in the deck.", ruling)
    fits, pile = f"{least} to {total}" if left_over else total, _whole_pile(rules, least, claimed)
    only = "only " if claimed > total else ""
    message = f"That's {claimed}, but there are {only}{fits} points in {'play' if left_over else 'the deck'}.{pile}"
    return CapturedSum("captured", message, "R20" if left_over else "R30")


def _whole_pile(rules: RuleSet, least: int, claimed: int) -> str:
    """Return a hint if the tricks' points seem to be included in a count that is too high for the cards alone."""
    last, most, total = rules.last_trick_points, rules.most_tricks_points, rules.card_total
    added = ((last, f"the last trick's {last}"), (most, f"most tricks' {most}"), (last + most, "the tricks' points"))
    for points, whose in added:
        if claimed > total >= claimed - points >= least:
            return f" It fits with {whose} counted in. Those are added for you, so count cards only."
    return ""
