"""What the scoreboard tells the table: notices at its top, and hints for the hand being played."""

from collections.abc import Iterator

from scorekeeper.rules.game import replay
from scorekeeper.rules.hand import Deal, Hand, Player, sides_of
from scorekeeper.rules.rotation import seats_after
from scorekeeper.rules.words import format_number, join_words
from scorekeeper.storage.games import StoredChange
from scorekeeper.storage.hand_json import read_facts
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.stored_rules import preset_of

from .change_descriptions import describe_bid, describe_change

CORRECTIONS = ("correction", "hand deletion")


def notices(state: GameState, last: StoredChange | None) -> Iterator[str]:
    """Yield the notices at the top of the scoreboard: that it is hidden, what a correction did to the end of
    the game, and new partners.

    `last` is the last change.
    """
    if state.game.hidden:
        yield "This game is hidden. All games has it under Hidden games."
    if state.standing.end:
        yield from _after_end(state)
        return
    if not state.game.stopped and (state.open_hand is None or state.open_hand.bidder is None):
        yield from _new_partners(state, state.standing.table.deal())
    if last and last.kind in CORRECTIONS and _was_over(state, last):
        what = describe_change(last, state)
        yield f"{what[0].upper()}{what[1:]} reopened the game: no one has won yet."


def hand_hints(state: GameState, deal: Deal, hand: Hand | None) -> Iterator[str]:
    """Yield what the table should know about the hand being played; `hand` is what is known so far."""
    rules = state.rules
    bidder = hand.bidder if hand else None
    if rules.hands_per_partner and rules.sides == "rotating_partners":
        one, other = map(state.names.side, sides_of(rules, deal, None))
        hands = rules.hands_per_partner
        more = hands - 1 - (deal.number - 1) % hands
        yield f"{one} vs. {other}: hand {hands - more} of {hands} with these partners."
    if rules.players == 2:
        others = [state.names[player] for player in deal.players if bidder is not None and player != bidder]
        yield f"{others[0] if others else 'Whoever loses the bid'} also plays the dummy."
    yield from _cannot_go_out(state)
    passing = preset_of(state.game.rules).passing
    if passing:
        when = "After the bidding," if bidder is None else "Now"
        yield f"{when} everyone passes {passing[(deal.number - 1) % len(passing)]}."


def who_leads(state: GameState, deal: Deal, bidder: Player) -> str:
    """Return who plays the first card of a hand, "" if the rules' document does not say."""
    leads = preset_of(state.game.rules).leads
    return state.names[bidder if leads == "bidder" else deal.first_to_bid] if leads else ""


def _after_end(state: GameState) -> Iterator[str]:
    """Yield which hands were played after the end; they are kept in case a correction moves the end."""
    numbered = list(zip(state.hand_numbers, state.hands, strict=True))
    after = [str(number) for number, played in numbered if played.after_end and played.hand.scored]
    if after:
        last = state.standing.hands_scored
        one = len(after) == 1
        kept = f"Hand {after[0]} is kept but doesn't" if one else f"Hands {join_words(after)} are kept but don't"
        yield f"The game ended on hand {last}. {kept} count."
    if state.open_hand and state.open_hand.bidder is not None:
        bid = describe_bid(state.open_hand, state)
        yield f"{bid[0].upper()}{bid[1:]} is saved in case play resumes."


def _was_over(state: GameState, last: StoredChange) -> bool:
    """Return whether the game was over before this change of a hand."""
    ((key, (before, _)),) = last.fields.items()
    rows = [(row.position, row.facts) for row in state.game.hands if f"hand:{row.uid}" != key]
    rows.append((before["position"], before["facts"]))
    hands = [read_facts(facts) for _, facts in sorted(rows, key=lambda row: row[0])]
    return [played.standing.end for played in replay(state.initial_standing, hands)][-1] is not None


def _new_partners(state: GameState, deal: Deal) -> Iterator[str]:
    """Yield, before the first hand with new partners, who they are and who moves to which seat (R21)."""
    if deal.number == 1:
        return
    before, names = seats_after(state.rules, state.players, deal.number - 2), state.names
    moved = [(names[player], names[old]) for player, old in zip(deal.seats, before, strict=True) if player != old]
    if moved:
        one, other = map(names.side, sides_of(state.rules, deal, None))
        where = "; ".join(f"{player} takes {old}'s seat" for player, old in moved)
        if len(moved) == 2:
            where = f"{moved[0][1]} and {moved[0][0]}, trade seats"
        yield f"New partners: {one} vs. {other}. {where}. Clockwise: {', '.join(map(names.__getitem__, deal.seats))}."


def _cannot_go_out(state: GameState) -> Iterator[str]:
    """Yield who has reached the target but can win only on the bid (R28)."""
    rules = state.rules
    for side in state.competitors if rules.win_needs_bid and rules.target else ():
        if state.standing.total(side) >= (rules.target or 0):
            has = "has" if len(side) == 1 else "have"
            total = format_number(state.standing.total(side))
            who = state.names.side(side)
            yield f"{who} {has} {total} but can only go out by making a bid, or by setting one (R28)."
