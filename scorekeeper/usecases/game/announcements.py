"""Changes in words: what undo takes back, what a tap just did, and what the scoreboard tells the table."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.auction import PASS, replay_calls
from scorekeeper.rules.game import PlayedHand, replay
from scorekeeper.rules.hand import Deal, Hand, seats_after, sides_in, sides_of
from scorekeeper.rules.scoring import captured_by_side
from scorekeeper.rules.who_leads import leaders
from scorekeeper.rules.words import (
    Names,
    agree,
    describe_hand,
    end,
    format_number,
    format_points,
    format_total,
    join_words,
    whose,
)
from scorekeeper.storage.games import StoredChange, read_facts
from scorekeeper.usecases.game_rules import goal_text, preset_of, rules_title, ruleset_of
from scorekeeper.usecases.game_state import GameState

MISDEAL, PASSED_OUT = "the misdeal", "the passed-out hand"


def describe_change(change: StoredChange, state: GameState) -> str:
    """Return a change in words, to follow "Takes back"."""
    return DESCRIBE[change.kind](change, state)


def open_hand_of(change: StoredChange) -> Hand:
    """Return the hand being played, as it was after a change that set it."""
    return read_facts(change.fields["open_hand"][1] or {})


def _describe_bid(change: StoredChange, state: GameState) -> str:
    return describe_bid(open_hand_of(change), state)


def describe_bid(hand: Hand, state: GameState) -> str:
    """Return the bid of a hand in words: "Ann's bid of 95"."""
    return name_bid(state.names[hand.bidder], hand.bid)


def name_bid(name: str, bid: int | str | None) -> str:
    """Return a bid in words: "Ann's bid of 95"."""
    return f"{whose(name)} bid of {bid}"


def _describe_call(change: StoredChange, state: GameState) -> str:
    auction = open_hand_of(change).auction
    if not auction:
        return "the last pass"
    player, call = auction[-1]
    owner = whose(state.names[player])
    return f"{owner} pass" if call == PASS else f"{owner} bid of {call}"


def _describe_recorded(change: StoredChange, state: GameState) -> str:
    row = next(after for key, (_, after) in change.fields.items() if key.startswith("hand:"))
    return name_recorded(state.names_at(row["position"])[row["facts"]["bidder"]], row["facts"]["bid"])


def name_recorded(name: str, bid: int | str) -> str:
    """Return a hand in words, by its bid."""
    return f"{whose(name)} hand, bid {bid}"


def _only_field(change: StoredChange) -> list[Any]:
    """Return the values before and after a change that has one field."""
    return next(iter(change.fields.values()))


def _describe_touched(change: StoredChange, state: GameState) -> str:
    """Name the hand that was corrected or deleted, by its number; others may be dealt by someone else since."""
    hands = [each for key, each in change.fields.items() if key.startswith("hand:")]
    before, _ = next((each for each in hands if each[1] is None), hands[0])
    earlier = [row for row in state.game.hands if row.position < before["position"]]
    number = 1 + sum(row.hand.scored for row in earlier)
    return describe_hand(before["facts"]["outcome"], number)


def _describe_added(change: StoredChange, state: GameState) -> str:
    row = next(after for key, (before, after) in change.fields.items() if key.startswith("hand:") and not before)
    facts = row["facts"]
    named = {"misdeal": "the forgotten misdeal", "passed-out": "the forgotten passed-out hand"}
    if facts["outcome"] in named:
        return named[facts["outcome"]]
    return f"the forgotten hand with {name_bid(state.names_at(row['position'])[facts['bidder']], facts['bid'])}"


def _dealer(change: StoredChange) -> int:
    """Return the number of the dealer after this change, of the first hand or the one being played."""
    number: int = change.fields["dealer"][1] if "dealer" in change.fields else change.fields["open_hand"][1]["dealer"]
    return number


def _describe_name(change: StoredChange) -> str:
    seats = [values for key, values in change.fields.items() if key.startswith("player:")]
    if len(seats) > 1:
        return f"swapping {join_words([before[1] for before, _ in seats])}"
    if seats:
        ((before, after),) = seats
        return f"{after[1]} in {before[1]}'s seat"
    spelled = [values for key, values in change.fields.items() if key.startswith("name:")]
    return "".join(f"the name {after} for {before}" for before, after in spelled) or "who sat there before"


def _describe_sitting(change: StoredChange) -> str:
    seats = [values for key, values in change.fields.items() if key.startswith("player:")]
    told = join_words([f"{after[1]} sitting down for {before[1]}" for before, after in seats])
    return told or "from which hand on somebody sits there"


DESCRIBE: Mapping[str, Callable[[StoredChange, GameState], str]] = {
    "bid": _describe_bid,
    "call": _describe_call,
    "trump": lambda change, _state: f"trump {open_hand_of(change).trump}",
    "partners": lambda change, state: f"{whose(state.names[open_hand_of(change).bidder])} choice of partner",
    "hand": _describe_recorded,
    "misdeal": lambda _change, _state: MISDEAL,
    "passed-out": lambda _change, _state: PASSED_OUT,
    "time": lambda _change, _state: "calling time",
    "meeting": lambda _change, _state: "the hands from another phone",
    "correction": lambda change, state: f"the correction of {_describe_touched(change, state)}",
    "added hand": _describe_added,
    "hand deletion": lambda change, state: f"the deletion of {_describe_touched(change, state)}",
    "name": lambda change, _state: _describe_name(change),
    "sitting down": lambda change, _state: _describe_sitting(change),
    "day": lambda _change, _state: "the day it was played",
    "seats": lambda _change, _state: "the seating",
    "dealer": lambda change, state: f"{state.names[_dealer(change)]} as the dealer",
    "target": lambda change, _state: f"the game length, {goal_text(ruleset_of(_only_field(change)[1]))}",
    "teams": lambda _change, _state: "the names of the sides",
    "starting totals": lambda _change, _state: "the starting totals",
    "rules": lambda _change, _state: "the change of rules",
    "notes": lambda _change, _state: "the notes",
    "stop": lambda _change, _state: "ending the game early",
    "carried": lambda _change, _state: "the totals brought forward",  # by games that went on in a new one, until 0031
    "resumption": lambda _change, _state: "resuming the game",
    "hiding": lambda _change, _state: "hiding the game",
    "showing": lambda _change, _state: "showing the game again",
    "deletion": lambda _change, _state: "deleting the game",
    "return": lambda _change, _state: "restoring the game",
    "undo": lambda _change, _state: "an undo",
    "redo": lambda _change, _state: "a redo",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A form that was sent: its endpoint, such as "undo", and the version of the game after it."""

    endpoint: str
    version: int


def announce(state: GameState, last: StoredChange | None, undone: StoredChange | None, step: Step) -> str:
    """Return what a step did: "Saved hand 6: Ann & Cal +45, Bob & Dee −95." or "Undone: the misdeal.".

    `last` is the last change, `undone` the one that redo would put back. Return "" if the game has changed since, and
    for a bid, a partner and trump, which the form for the count shows.
    """
    if step.version != state.game.version:
        return ""
    if step.endpoint == "undo":
        return tell_undone(describe_change(undone, state)) if undone else ""
    if last is None:
        return ""
    if step.endpoint == "redo":
        return end(f"Redone: {describe_change(last, state)}")
    sentence = _SENTENCES.get(last.kind)
    return sentence(state, last) if sentence and last.version == step.version else ""


SHOWN = ("bid", "call", "partners", "trump", "hand", "dealer")
"""The kinds of change that the board itself shows, one hand at a time."""


def is_news(kinds: Sequence[str]) -> bool:
    """Return whether changes of these kinds are told to eyes, too."""
    return kinds.count("hand") > 1 or any(kind not in SHOWN for kind in kinds)


def _points(state: GameState, played: PlayedHand | None = None) -> str:
    points = (played or state.hands[-1]).points
    return ", ".join(f"{state.names.side(side)} {format_points(points[side[0]])}" for side in state.competitors)


def announce_since(state: GameState, changes: Iterable[StoredChange], undone: StoredChange | None = None) -> str:
    """Return what others did, a sentence for each change: "Hand 2: Bob bid 100, set. 45 to −100.".

    `undone` is the change that redo would put back.
    """
    return " ".join(_tell(change, state, undone) for change in changes)


def _tell(change: StoredChange, state: GameState, undone: StoredChange | None) -> str:
    """Return a change in a sentence: with what became of it, unless something else was done since."""
    if change.kind == "bid":
        return _stuck(state, change) or f"{_bid(state.names, open_hand_of(change))}."
    for row, played in zip(state.game.hands, state.hands, strict=True):
        if change.kind == "hand" and f"hand:{row.uid}" in change.fields:
            return _tell_hand(state, played, state.names_at(row.position))
    if change.version == state.game.version:
        if change.kind == "undo" and undone:
            return tell_undone(describe_change(undone, state))
        sentence = _SENTENCES.get(change.kind)
        if sentence and change.kind != "hand":
            return sentence(state, change)
    what = end(describe_change(change, state))
    return f"{what[0].upper()}{what[1:]}"


def _tell_hand(state: GameState, played: PlayedHand, names: Names) -> str:
    hand, sides = played.hand, state.competitors
    how = {True: ", made", False: ", set", None: ""}[played.score.made if played.score else None]
    if hand.outcome == "conceded":
        how = ", gave up"
    elif hand.reneged_by is not None:
        how = f", {names[hand.reneged_by]} reneged"
    points = _points(state, played)
    if len(sides) == 2:
        points = " to ".join(format_total(played.points[side[0]]) for side in sides)
    end = state.standing.end if played is state.hands[-1] else None
    won = f" {state.names.sides(end.winners)} won." if end else ""
    return f"Hand {played.deal.number}: {_bid(names, hand)}{how}. {points}.{won}"


def _bid(names: Names, hand: Hand) -> str:
    return f"{names[hand.bidder]} bid {hand.bid}"


def _not_played(state: GameState, what: str) -> str:
    booked = f": {_points(state)}" if state.hands[-1].has_points else ""
    return f"{what}{booked}. {_deals_next(state)}"


def _deals_next(state: GameState) -> str:
    dealer = state.standing.table.dealer
    again = " again" if dealer == state.hands[-1].deal.dealer else ""
    name = state.names[dealer]
    return f"{name} {agree(name, 'deals')}{again}."


def _stuck(state: GameState, change: StoredChange) -> str:
    hand = open_hand_of(change)
    return f"Everyone passed: {_has_the_bid(state, hand)}." if hand.is_stuck else ""


def _has_the_bid(state: GameState, hand: Hand) -> str:
    name = state.names[hand.bidder]
    return f"{name} {agree(name, 'has')} the bid at {hand.bid}"


def _called(state: GameState, change: StoredChange) -> str:
    hand = open_hand_of(change)
    if not hand.auction:
        return f"Everyone passed. {_deals_next(state)}"
    player, call = hand.auction[-1]
    name = state.names[player]
    if hand.bidder is None:
        waiting = replay_calls(state.rules, state.deal.seats, state.deal.dealer, hand.auction).waiting
        return tell_call(name, call, state.names[waiting[0]])
    said = _called_by(name, call)
    return f"{said}: {_has_the_bid(state, hand)}." if call == PASS else f"{said} and {agree(name, 'has')} it."


def tell_call(name: str, call: int | str, following: str) -> str:
    """Return a call in a sentence, and whose is the next: "Bob passed. Cal's bid."."""
    return f"{_called_by(name, call)}. {whose(following)} bid."


def _called_by(name: str, call: int | str) -> str:
    return f"{name} passed" if call == PASS else f"{name} bid {call}"


def tell_undone(what: str) -> str:
    """Return in a sentence what was undone just now."""
    return end(f"Undone: {what}")


def tell_saved(number: int | str, points: str) -> str:
    """Return in a sentence what a hand scored that was saved just now."""
    return f"Saved hand {number}: {points}."


def _deals_hand(state: GameState, _change: StoredChange) -> str:
    deal = state.deal
    name = state.names[deal.dealer]
    return f"{name} {agree(name, 'deals')} hand {deal.number}."


def _rules(state: GameState) -> str:
    return rules_title(state.game.rules, state.game.house_rules_name)


_SENTENCES: Mapping[str, Callable[[GameState, StoredChange], str]] = {
    "bid": _stuck,
    "hand": lambda state, _change: tell_saved(state.hands[-1].deal.number, _points(state)),
    "call": _called,
    "dealer": _deals_hand,
    "misdeal": lambda state, _change: _not_played(state, "Misdeal"),
    "passed-out": lambda state, _change: _not_played(state, "Everyone passed"),
    "rules": lambda state, _change: end(f"Every hand is now scored with these rules: {_rules(state)}"),
    "correction": lambda state, change: end(f"Saved {describe_change(change, state)}"),
    "added hand": lambda state, change: end(f"Saved {describe_change(change, state)}"),
    "hand deletion": lambda state, change: end(f"Saved {describe_change(change, state)}"),
    "resumption": lambda _state, _change: "Game resumed.",
    "return": lambda _state, _change: "Game restored.",
}


def describe_corrections(state: GameState, corrections: Iterable[StoredChange]) -> tuple[tuple[int, str], ...]:
    """Return the places of corrected hands, from 1, each with what it was before: "corrected from 85 to 120".

    `corrections` are those that stand, oldest first. A hand that is as it was first recorded is left out.
    """
    first: dict[str, Any] = {}
    for change in corrections:
        for key, (before, _) in change.fields.items():
            first.setdefault(key, before)
    told = []
    for place, (row, played) in enumerate(zip(state.game.hands, state.hands, strict=True), 1):
        if before := first.get(f"hand:{row.uid}"):
            was, now = (_in_full(state, played.deal, hand) for hand in (read_facts(before["facts"]), row.hand))
            if was != now:
                told.append((place, f"corrected{_from_what(state.names_at(row.position), was, now)}"))
    return tuple(told)


def _in_full(state: GameState, deal: Deal, hand: Hand) -> Hand:
    """Return a hand with all counts that follow from those given: one side left out has the rest."""
    captured = captured_by_side(state.rules, sides_in(state.rules, deal, hand), hand)
    return replace(hand, captured={side[0]: points for side, points in captured.items()})


def _from_what(names: Names, was: Hand, now: Hand) -> str:
    """Return what changed of a hand, where a few words say it: the bid, or what a side captured."""
    if not (was.scored and now.scored):
        return ""
    if was.bidder != now.bidder:
        return f" from {names[was.bidder]} {was.bid} to {names[now.bidder]} {now.bid}"
    if was.bid != now.bid:
        return f" from {was.bid} to {now.bid}"
    both = [(was.captured.get(player), points) for player, points in now.captured.items()]
    other = next(((one, two) for one, two in both if None not in (one, two) and one != two), None)
    return f" from {other[0]} to {other[1]} captured" if other else ""


CORRECTIONS = ("correction", "added hand", "hand deletion")


def notices(state: GameState, last: StoredChange | None) -> Iterator[str]:
    """Yield the notices at the top of the scoreboard: that it is hidden, what a correction did to the end of
    the game, and new partners.

    `last` is the last change.
    """
    if state.game.hidden:
        yield "This game is hidden. All games has it under Hidden games."
    touched = describe_change(last, state) if last and last.kind in CORRECTIONS else ""
    if state.standing.end:
        if last and touched and not _was_over(state, last):
            yield f"{touched[0].upper()}{touched[1:]} ended the game."
        yield from _after_end(state)
        return
    is_new_hand = not state.game.stopped and (state.open_hand is None or state.open_hand.bidder is None)
    if is_new_hand and state.rules.sides == "rotating_partners":
        yield from _new_partners(state, state.standing.table.deal())
    if last and touched and _was_over(state, last):
        yield f"{touched[0].upper()}{touched[1:]} reopened the game: no one has won yet."


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
    if rules.win_needs_bid and rules.target:
        yield from _cannot_go_out(state, rules.target)
    passing = preset_of(state.game.rules).passing
    if passing:
        when = "After the bidding," if bidder is None else "Now"
        yield f"{when} everyone passes {passing[(deal.number - 1) % len(passing)]}."


def who_leads(state: GameState, first_to_bid: str, bidder: str, left_of_bidder: str) -> tuple[str, ...]:
    """Return, of these names, who may play the first card of a hand; none if the rules' document does not say (R35)."""
    names = {
        "left of dealer": first_to_bid,
        "dummy": "the dummy",
        "bidder": bidder,
        "left of bidder": left_of_bidder,
    }
    return tuple(names[leader] for leader in leaders(preset_of(state.game.rules).leads, state.rules.players))


def _after_end(state: GameState) -> Iterator[str]:
    """Yield which hands were played after the end; they are kept in case a correction moves the end."""
    after = [str(played.deal.number) for played in state.hands if played.after_end and played.hand.scored]
    if after:
        last = state.standing.table.hands_scored
        one = len(after) == 1
        kept = f"Hand {after[0]} is kept but doesn't" if one else f"Hands {join_words(after)} are kept but don't"
        yield f"The game ended on hand {last}. {kept} count."
    if state.open_hand and state.open_hand.bidder is not None:
        bid = describe_bid(state.open_hand, state)
        yield f"{bid[0].upper()}{bid[1:]} is saved in case play resumes."


def _was_over(state: GameState, last: StoredChange) -> bool:
    """Return whether the game was over before this change of a hand."""
    before = {key: was for key, (was, _) in last.fields.items() if key.startswith("hand:")}
    rows = [(row.position, row.facts) for row in state.game.hands if f"hand:{row.uid}" not in before]
    rows += [(was["position"], was["facts"]) for was in before.values() if was]
    hands = [read_facts(facts) for _, facts in sorted(rows, key=lambda row: row[0])]
    return any(played.standing.end for played in replay(state.initial_standing, hands))


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
        clockwise = ", ".join(map(names.__getitem__, deal.seats))
        yield f"New partners: {end(f'{one} vs. {other}')} {end(where)} {end(f'Clockwise: {clockwise}')}"


def _cannot_go_out(state: GameState, target: int) -> Iterator[str]:
    """Yield who has reached the target but can win only on the bid (R28)."""
    for side in state.competitors:
        if state.standing.total(side) >= target:
            has = "has" if len(side) == 1 else "have"
            total = format_number(state.standing.total(side))
            who = state.names.side(side)
            yield f"{who} {has} {total} but can only go out by making a bid, or by setting one (R28)."
