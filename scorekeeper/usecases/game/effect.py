"""What a change does to the hands that are there: length, rules, seats, corrections and deletions all say it here.

It is shown before it is stored, and asked about where it is more than points.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID
from zlib import crc32

from scorekeeper.rules.game import PlayedHand, Standing, Table
from scorekeeper.rules.hand import Deal, Hand, Player, as_counted, competitors
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names, describe_hand, end, format_number, join_words, whose
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_rules import goal_text, without_goal
from scorekeeper.usecases.game_state import GameState


@dataclass(frozen=True, slots=True)
class GameResult:
    """The state of a game: each competitor's names and total, and who deals next, "" once it is over."""

    totals: tuple[tuple[str, int], ...]
    next_dealer: str


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """A hand with another score: each side's points before and after (none if it was not scored).

    `problem` says what no longer fits in its logged auction.
    """

    name: str
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]
    problem: str


@dataclass(frozen=True, slots=True)
class Effect:
    """A game as it is and as it would be, and the hands that differ.

    `asked` are sentences: a hand stops counting or counts again, the winner changes, the game ends or goes on, partners
    change, a deal gets out of order.
    """

    before: GameResult
    after: GameResult
    hands: tuple[ChangedHand, ...]
    asked: tuple[str, ...]

    @property
    def about(self) -> str:
        """What a form sends to say that it showed this."""
        return fingerprint(self.asked)


class EffectUnseen(ValidationFailed):
    """A change has to be asked about, and its form did not show what it does."""

    def __init__(self, before: GameState, after: GameState) -> None:
        super().__init__(())
        self.before, self.after = before, after


def fingerprint(asked: Sequence[str]) -> str:
    """Return what stands for these sentences in a form, "" for none."""
    return f"{crc32(' '.join(asked).encode()):08x}" if asked else ""


def compare(before: GameState, after: GameState) -> Effect:
    """Return what a change does that makes the one game of the other."""
    hands = (_changed_hand(before, after, old, new) for old, new in _pairs(before, after))
    return Effect(_result(before), _result(after), tuple(filter(None, hands)), ask(before, after))


def ask(before: GameState, after: GameState) -> tuple[str, ...]:
    """Return what has to be asked about before a change is stored, in sentences; () if nothing.

    Hands have the numbers that they have now; after one that is added, both: "hand 4 (now 3)".
    """
    pairs = list(_pairs(before, after))
    stops = [pair for pair in pairs if pair[1].after_end and (pair[0].score or pair[0].has_points)]
    again = [pair for pair in pairs if pair[0].after_end and (pair[1].score or pair[1].has_points)]
    parted = [pair for pair in pairs if _other_partners(*pair)]
    said = [
        _said_of_end(before, after),
        stops and f"{_hands(stops).capitalize()} no longer {'count' if len(stops) > 1 else 'counts'}.",
        again and f"{_hands(again).capitalize()} {'count' if len(again) > 1 else 'counts'} again.",
        parted and f"Partners change in {_hands(parted)}.",
        *(_out_of_order(before, after) if len(after.hands) != len(before.hands) else ()),
        _said_of_goal(before, after),
    ]
    return tuple(filter(None, said))


def _pairs(before: GameState, after: GameState) -> Iterator[tuple[PlayedHand, PlayedHand]]:
    """Yield each hand that is in both games, as it is and as it would be."""
    now, then = _by_id(before), _by_id(after)
    return ((played, then[uid]) for uid, played in now.items() if uid in then)


def _by_id(state: GameState) -> dict[UUID, PlayedHand]:
    return dict(zip((row.uid for row in state.game.hands), state.hands, strict=True))


def _number(now: Deal, then: Deal) -> str:
    """Return the number of a hand, also the one that it gets where one is added before it: "4 (now 3)"."""
    return f"{then.number} (now {now.number})" if then.number > now.number else str(now.number)


def _hands(pairs: Sequence[tuple[PlayedHand, PlayedHand]]) -> str:
    found = [(old.hand, _number(old.deal, new.deal)) for old, new in pairs]
    numbers = [number for hand, number in found if hand.scored]
    others = [describe_hand(hand.outcome, number) for hand, number in found if not hand.scored]
    return join_words([*([f"hand{'s' if len(numbers) > 1 else ''} {join_words(numbers)}"] if numbers else []), *others])


def _other_partners(old: PlayedHand, new: PlayedHand) -> bool:
    """Whether somebody plays a hand with another partner, though who bid and whom they called stays."""
    same = (old.hand.bidder, old.hand.partners) == (new.hand.bidder, new.hand.partners)
    return same and {*map(frozenset, old.sides)} != {*map(frozenset, new.sides)}


def _said_of_end(before: GameState, after: GameState) -> str:
    """Say how a change moves the end of a game or its winner, "" if it doesn't."""
    old, new = before.standing, after.standing
    if not new.end:
        again = "The game is stopped again" if after.game.stopped else "The game goes on"
        return f"{again}: no one has won yet." if old.end else ""
    won = f"{after.names.sides(new.end.winners)} won, {_totals(new)}."
    now, then = _by_id(before), _by_id(after)
    numbers = {uid: _number(now.get(uid, one).deal, then.get(uid, one).deal) for uid, one in (now | then).items()}
    ended, ends = _last_scored(before), _last_scored(after)
    if not old.end:
        return f"That ends the game with hand {numbers[ends]}: {won}"
    if {*old.winners} != {*new.winners}:
        return f"{won[:-1]}, and not {before.names.sides(old.end.winners)}."
    return "" if ends == ended else f"That ends the game with hand {numbers[ends]}, not hand {numbers[ended]}."


def _said_of_goal(before: GameState, after: GameState) -> str:
    """Say which length other rules bring, "" if they bring none."""
    goal, was = goal_text(after.rules), goal_text(before.rules)
    same = without_goal(after.game.rules) == without_goal(before.game.rules)
    return "" if same or goal == was else f"The game is then {goal}, not {was}."


def _last_scored(state: GameState) -> UUID:
    """Return the id of the hand with which a game ended."""
    return [uid for uid, played in _by_id(state).items() if played.score][-1]


def _totals(standing: Standing) -> str:
    """Return the totals in points, the highest first: "110 to 10"."""
    totals = (standing.total(side) for side in competitors(standing.rules, standing.players))
    return " to ".join(map(format_number, sorted(totals, reverse=True)[:2]))


def _changed_hand(before: GameState, after: GameState, old: PlayedHand, new: PlayedHand) -> ChangedHand | None:
    hand = as_counted(after.rules, new.hand)
    problem = " ".join(error.describe(after.names) for error in validate_hand(after.rules, new.deal, hand)[1])
    was, now = _points(before.rules, old, before.names), _points(after.rules, new, after.names)
    name = describe_hand(old.hand.outcome, old.deal.number)
    return ChangedHand(name, was, now, problem) if problem or was != now else None


def _points(rules: RuleSet, played: PlayedHand, names: Names) -> tuple[tuple[str, int], ...]:
    if not played.has_points:
        return ()
    owners = competitors(rules, played.deal.players)
    return tuple((names.side(side), played.points[side[0]]) for side in owners)


def _result(state: GameState) -> GameResult:
    totals = tuple((state.names.side(side), state.standing.total(side)) for side in state.competitors)
    return GameResult(totals, "" if state.standing.end else state.names[state.standing.table.dealer])


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand with its deal; `due` is the player whose turn it was to deal."""

    hand: Hand
    deal: Deal
    due: Player


def replay_deals(state: GameState) -> tuple[DealtHand, ...]:
    """Return every hand of a game with its deal, including the open hand and those after the end."""
    hands = [played.hand for played in state.hands]
    return tuple(_replay_deals(state.initial_standing.table, [*hands, *filter(None, [state.open_hand])]))


def _replay_deals(table: Table, hands: Iterable[Hand]) -> Iterator[DealtHand]:
    for hand in hands:
        deal = table.deal(hand.dealer)
        yield DealtHand(hand, deal, table.dealer)
        table = table.after(deal, hand)


def _out_of_order(before: GameState, after: GameState) -> Iterator[str]:
    """Yield a sentence for each hand that was dealt in turn, and is not once an earlier one is added or deleted."""
    uids = [[*(row.uid for row in state.game.hands), None] for state in (before, after)]
    names: dict[UUID | None, Names] = {row.uid: before.names_at(row.position) for row in before.game.hands}
    then = dict(zip(uids[1], replay_deals(after), strict=False))
    for uid, old in zip(uids[0], replay_deals(before), strict=False):
        new = then.get(uid)
        if new and old.deal.dealer == old.due and new.deal.dealer != new.due:
            number, who = _number(old.deal, new.deal), names.get(uid, before.names)
            name = "the hand being played" if uid is None else describe_hand(old.hand.outcome, number)
            calls = end(f" Its bidding started with {who[old.deal.first_to_bid]}") if old.hand.auction else ""
            yield f"{who[old.deal.dealer]} dealt {name}, but it would be {whose(who[new.due])} deal.{calls}"
