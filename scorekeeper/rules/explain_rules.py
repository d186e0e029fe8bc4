"""Explaining a rule set to a newcomer, in sentences that are each made from its parameters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .explain_score import Reason, explain_score
from .game import initial_standing
from .hand import Hand, sides_of
from .parameters import describe_counters
from .ruleset import FULL_DECK, RANKS, RuleSet
from .scoring import score_hand
from .words import count_of, format_number, join_words

_NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences that belong together; one that rests on a ruling bears its number."""

    title: str
    sentences: tuple[Reason, ...]


def explain(rules: RuleSet, passing: Sequence[str] = ()) -> tuple[Section, ...]:
    """Explain the whole rule set; `passing` is what each player passes on after the bid, see `presets.Preset`."""
    return (
        Section("The cards", tuple(_cards(rules))),
        Section("Who plays together", tuple(_sides(rules))),
        Section("The bid", tuple(_bidding(rules, passing))),
        Section("The points", tuple(_points(rules))),
        Section("What goes wrong", tuple(_offenses(rules))),
        Section("The end", tuple(_end(rules))),
        Section("For example", tuple(_examples(rules))),
    )


def _cards(rules: RuleSet) -> Iterator[Reason]:
    yield Reason(_laid_out(rules))
    nest = f"{count_of(rules.nest_size, 'card')} go to the nest" if rules.nest_size > 1 else "one card is the nest"
    dealt = f"Each player is dealt {count_of(rules.hand_size, 'card')}"
    yield Reason(f"{dealt}, {nest}." if rules.nest_size else f"{dealt}; there is no nest.")
    if rules.players == 2:
        yield Reason(f"A third hand of {count_of(rules.hand_size, 'card')} is the dummy's.", "R10")
    if rules.out_of_play_cards:
        out = rules.out_of_play_cards
        laid = f"{count_of(out, 'card')} {'is' if out == 1 else 'are'} laid aside"
        fewest = rules.card_total - sum(rules.card_values[:out])
        captured = f"all sides together capture {format_number(fewest)} to {format_number(rules.card_total)}"
        yield Reason(f"{laid} unseen, and nobody gets what is among them: {captured}.", "R20")
    yield Reason(f"Counters: {describe_counters(rules)}; {format_number(rules.card_total)} in the whole deck.")


def _laid_out(rules: RuleSet) -> str:
    """Name the cards to take out: the Rook and the lowest ranks that count nothing, where that comes out even."""
    out, left = FULL_DECK - rules.cards_in_deck, f"{count_of(rules.cards_in_deck, 'card')} are dealt"
    if not out:
        return f"All {left}."
    named, rest = [], out
    if "rook" not in rules.counters:
        named, rest = ["the Rook"], rest - 1
    for rank in RANKS:
        singles = rules.single_cards(rank)
        cards = 4 - len(singles)
        if rest >= cards > 0 and rank not in rules.counters:
            colors = join_words([card.removesuffix(rank) for card in singles])
            but = f" but the {colors} one{'s' * (cards < 3)}" if singles else ""
            named, rest = [*named, f"the {rank}s{but}"], rest - cards
    worthless = FULL_DECK - len(rules.card_values)
    unnamed = count_of(out, "card") + (" that count nothing" if out <= worthless else "")
    what = unnamed if rest else join_words(named)
    return f"Take {what} out of the deck: {left}."


def _sides(rules: RuleSet) -> Iterator[Reason]:
    players = _NUMBERS[rules.players].capitalize()
    others = _NUMBERS[rules.players - 1]
    match rules.sides:
        case "partnerships":
            size = "" if rules.players == 4 else ", three on each side"
            yield Reason(f"{players} players, every other seat together all game long{size}.")
        case "rotating_partners":
            turn = count_of(rules.hands_per_partner or 0, "hand")
            yield Reason(f"{players} players; after every {turn} partners change, so that each plays with each.", "R21")
            yield Reason("Both partners are credited all that their side scores.", "R6")
        case "bidder_vs_defenders" if rules.players == 2:
            yield Reason("Two players, the bidder against the other, who plays the dummy as well.", "R10")
        case "bidder_vs_defenders":
            yield Reason(f"{players} players, the bidder against the {others} others.", "R10")
            yield Reason("Each of the others is credited what they captured together.", "R14")
        case "individual":
            yield Reason(f"{players} players, everybody alone; only the bidder can be set.", "R15")
        case _:
            calls = "a partner" if rules.partners_called == 1 else "one partner or two"
            yield Reason(f"{players} players. The bidder calls {calls}, or plays alone; the others play together.")
            yield Reason("Each has a total of their own, and gets all that their side scores.")


def _bidding(rules: RuleSet, passing: Sequence[str]) -> Iterator[Reason]:
    lowest, highest, step = (
        format_number(rules.min_bid),
        format_number(rules.highest_bid),
        format_number(rules.bid_step),
    )
    yield Reason("The player left of the dealer calls first; who has passed is out.", "R5")
    all_points = ", all the points of a hand" if rules.highest_bid == rules.hand_total else ""
    if rules.min_bid == rules.highest_bid:
        yield Reason(f"The only bid is {lowest}{all_points}; all counts go by {step}.")
    else:
        yield Reason(f"The lowest bid is {lowest}, the highest {highest}{all_points}, in steps of {step}.")
    if rules.moon_bid is not None:
        moon = f"Above that there is one bid more, the moon, at {format_number(rules.moon_bid)}"
        yield Reason(f"{moon}: made by all {format_number(rules.hand_total)} points alone, lost by any less.", "R27")
    yield Reason(
        {
            "redeal": "If all pass, nothing is scored and the same dealer deals again.",
            "next_dealer": "If all pass, nothing is scored and the next player deals.",
            "dealer_min": f"If all others pass, the dealer has the bid at {lowest} and must play.",
        }[rules.all_pass],
        "R4",
    )
    if passing:
        yield Reason(f"After the bid each player passes on {', then in the next hand '.join(passing)}, and so on.")


def _points(rules: RuleSet) -> Iterator[Reason]:
    if rules.nest_size:
        wins = "The side with the last trick" if rules.nest_to == "last_trick" else "The bidding side"
        yield Reason(f"{wins} wins the counters in the nest.")
    if rules.last_trick_points:
        yield Reason(f"The last trick earns {format_number(rules.last_trick_points)} beside its counters.")
    if rules.most_tricks_points:
        yield Reason(f"Most tricks earn {format_number(rules.most_tricks_points)}; shared, nobody gets them.", "R31")
    yield Reason(f"A hand has {format_number(rules.hand_total)} points in all; every side scores those it gets.")
    if rules.set_rule == "minus_bid":
        yield Reason("A bidding side that gets fewer than it bid is set back: it loses what it bid, and gets nothing.")
    else:
        yield Reason("A bidding side that gets fewer than it bid is set, but that costs nothing: it keeps its points.")
    if rules.sweep_bonus:
        what = "every trick" if rules.sweep_on == "tricks" else "all the points"
        bonus = f"Whoever takes {what} gets {format_number(rules.sweep_bonus)} more, unless set"
        yield Reason(f"{bonus}; they do not count towards the bid.", "R16")


def _offenses(rules: RuleSet) -> Iterator[Reason]:
    side = {"partnerships": "the player's side", "individual": "the player"}.get(
        rules.sides, "each on the player's side"
    )
    yield from _fouls(rules, side)
    found = f"A renege that is found after the next trick was taken ends the hand: {side} loses"
    match rules.renege_rule:
        case "minus_bid":
            yield Reason(f"{found} what was bid, and gets no points; the others score what they had captured.", "R8")
        case "fixed":
            other = "the other side" if rules.fixed_sides else "each of the others"
            yield Reason(f"{found} {format_number(rules.renege_points or 0)}, and {other} gets as much.", "R8")
        case _:
            yield Reason("Reneges are not scored.")
    if rules.may_concede:
        cost = "it loses what it bid, and the others score what they had captured"
        yield Reason(f"The bidding side may give up its hand: {cost}.", "R33")


def _fouls(rules: RuleSet, side: str) -> Iterator[Reason]:
    """`side` is who pays for a foul, in words."""
    discard_sets = rules.discard_rule == "set" and rules.nest_size
    if rules.uses_fouls:
        discard = " or a wrong number of cards laid down for the nest" if rules.nest_size and not discard_sets else ""
        yield Reason(f"Each foul, by table talk{discard}, costs {side} {format_number(rules.foul_penalty)}.", "R12")
        yield Reason("Whether the bid is made does not hang on fouls.", "R11")
    else:
        yield Reason("Table talk is not scored." if discard_sets else "Fouls are not scored.")
    if discard_sets:
        yield Reason("If the bidder discards the wrong number of cards, the bid is set, no matter what.", "R19")


def _end(rules: RuleSet) -> Iterator[Reason]:
    if rules.target:
        yield from _target(rules, format_number(rules.target))
    if rules.hand_limit:
        over = f"After {count_of(rules.hand_limit, 'hand')} the highest total wins"
        yield Reason(f"{over}, if nobody has won before." if rules.target else f"{over}.", "R2")
    if rules.time_limit:
        called = f"After {count_of(rules.time_limit, 'minute')} you finish the hand, and the highest total wins"
        first = ", if no one has won before" if rules.target or rules.hand_limit else ""
        yield Reason(f"{called}{first}.", "R32")
    if rules.floor is not None:
        yield Reason(f"A total of {format_number(rules.floor)} or less ends the game: the highest wins.", "R29")
    if rules.lead_wins is not None:
        yield Reason(
            f"So does a lead of {format_number(rules.lead_wins)}."
            if rules.floor is not None
            else f"A lead of {format_number(rules.lead_wins)} wins the game.",
            "R29",
        )
    if rules.tie_break == "extra_hand":
        yield Reason("After a tie for the win another hand is played, and the highest of all totals wins.", "R3")
    else:
        yield Reason("All who tie for the win have won.", "R7")


def _target(rules: RuleSet, target: str) -> Iterator[Reason]:
    several = "both sides" if rules.fixed_sides else "several"
    if rules.win_needs_bid:
        allowed = "the bidding side only by a bid that is made, the others only after one that is set"
        yield Reason(f"Who has {target} or more may go out: {allowed}.", "R28")
        wins = "the one that may go out wins" if rules.fixed_sides else "the highest of those who may go out wins"
        yield Reason(f"If {several} have it after the same hand, {wins}, even below another.", "R28")
        return
    yield Reason(f"A total of {target} or more wins.", "R1")
    if rules.both_cross == "bidding_side":
        yield Reason(f"If {several} have it after the same hand, the bidding side wins, whatever the totals.", "R18")
    else:
        higher = "higher" if rules.fixed_sides else "highest"
        yield Reason(f"If {several} have it after the same hand, the {higher} total wins.", "R1")


def _examples(rules: RuleSet) -> Iterator[Reason]:
    """Explain a bid that is made and one that is set, as the engine scores them."""
    bid = rules.min_bid + (rules.highest_bid - rules.min_bid) // (2 * rules.bid_step) * rules.bid_step
    yield from _example(rules, bid, made=True)
    if bid > 0:
        yield from _example(rules, bid, made=False)


def _example(rules: RuleSet, bid: int, *, made: bool) -> Iterator[Reason]:
    """Explain a hand in which Ann bids, and her side takes the highest counters as long as `made` asks for it."""
    deal = initial_standing(rules, _NAMES[: rules.players]).deal()
    partners = deal.seats[2:3] if rules.sides == "called_partner" else None
    bidding, *others = sides_of(rules, deal, "Ann", partners)
    piles = {bidding: 0, **dict.fromkeys(others, 0)}
    points = rules.last_trick_points + rules.most_tricks_points if made else 0
    for index, worth in enumerate(rules.card_values):
        if points + piles[bidding] < bid if made else piles[bidding] + worth < bid:
            piles[bidding] += worth
        else:
            piles[others[index % len(others)]] += worth
    taker = bidding[0] if made else others[0][0]
    captured = {side[0]: pile for side, pile in piles.items()}
    hand = Hand(bidder="Ann", bid=bid, partners=partners, captured=captured, last_trick=taker, most_tricks=taker)
    yield from explain_score(rules, score_hand(rules, deal, hand))
