"""The story of a game, from its hands: the chance of winning after each, and what turned it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from itertools import chain, pairwise
from operator import attrgetter
from typing import Any

import msgspec

from scorekeeper.rules.chance import HANDS, Chances, LikelyHand, describe_chance, usual_hands
from scorekeeper.rules.game import GameStatus, PlayedHand
from scorekeeper.rules.hand import Deal, Side, as_counted, competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.words import Names, end, format_points, join_words
from scorekeeper.storage import game_lists
from scorekeeper.storage.db import db
from scorekeeper.storage.games import read_facts
from scorekeeper.usecases.game_rules import ruleset_of, without_goal
from scorekeeper.usecases.game_state import GameState, remembered, replayed
from scorekeeper.usecases.names import isolate_names

EVEN = describe_chance(1 / 2)
ENOUGH = 30  # fewest hands of the club to go by
LINE = 4 * HANDS  # hands that are played for a whole line of a chart
USUAL_PACE = timedelta(minutes=6)

Past = tuple[tuple[str, str], ...]
"""The rules and facts of hands, as stored."""


def tell_chance(state: GameState) -> str:
    """Return who is likeliest to win a running game, "Chance of winning: Ann & Cal about 3 in 4", else ""."""
    standing = state.standing
    begun = standing.hands_scored or any(standing.totals)
    if not begun or state.status not in (GameStatus.IN_PROGRESS, GameStatus.TIED):
        return ""
    names = [state.names.side(side) for side in state.competitors]
    chances = _chances(state.facts, _past(state), _hands_in_time(state))
    if not chances:
        return ""
    by_name = list(zip(chances, names, strict=True))
    words = describe_chance(max(by_name)[0])
    best = [name for chance, name in by_name if describe_chance(chance) == words]
    if len(best) == len(names) or (len(names) == 2 and words == EVEN):
        return "Chance of winning: even"
    each = ", each" if len(best) > 1 else ""
    return f"Chance of winning: {join_words(best)}{each} {words}"


def chances_after_hands(state: GameState) -> tuple[tuple[float, ...], ...]:
    """Return each competitor's chances at the start and after each scored hand, from 0 to 1.

    Nothing where one of them would come from too few games.
    """
    return _chances_after_hands(state.facts, _past(state), _hands_in_time(state))


def _past(state: GameState) -> Past:
    """Return some hands that the club played by the same preset before this game, from its latest games."""
    game = state.game
    return game_lists.before(db.session(), game.club_id, game.preset, game.started_at, game.id)


def _hands_in_time(state: GameState) -> float | None:
    """Return how many hands the game has time for, at its pace so far; None without a time limit (R32)."""
    game, played = state.game, state.standing.hands_scored
    if state.rules.time_limit is None:
        return None
    if state.open_hand and state.open_hand.last:
        return played + 1
    pace = ((game.end or game.changed_at) - game.started_at) / played if played else USUAL_PACE
    hands = timedelta(minutes=state.rules.time_limit) / min(max(pace, USUAL_PACE / 3), 3 * USUAL_PACE)
    return round(2 * hands) / 2  # so that a bid rarely changes it


@remembered
def _chances(facts: bytes, past: Past, hands_in_time: float | None) -> tuple[float, ...]:
    """Cached: without it, a watch page would spend about 5 ms even if the score is the same."""
    return next(_each(facts, past, hands_in_time, HANDS, newest=True))


@remembered
def _chances_after_hands(facts: bytes, past: Past, hands_in_time: float | None) -> tuple[tuple[float, ...], ...]:
    hands = sum(played.score is not None for played in replayed(facts).hands)
    line = tuple(_each(facts, past, hands_in_time, LINE // (hands + 1) + 1))
    return line if all(line) else ()


def _each(
    facts: bytes, past: Past, hands_in_time: float | None, hands: int, *, newest: bool = False
) -> Iterator[tuple[float, ...]]:
    _, initial, played, _ = replayed(facts)
    likely = _likely(msgspec.json.decode(facts)[0], past)
    playing = Chances(initial.rules, initial.players, likely, hands)
    standings = {0: initial} | {each.standing.hands_scored: each.standing for each in played}
    for standing in [*standings.values()][-1 if newest else 0 :]:
        yield playing.of(standing, hands_in_time and hands_in_time - standing.hands_scored)


def _likely(stored: Mapping[str, Any], past: Past) -> tuple[LikelyHand, ...]:
    """Return past hands that were played by these rules, whatever the goal; typical ones if there are too few."""
    rules = without_goal(stored)
    same = [facts for others, facts in past if without_goal(msgspec.json.decode(others)) == rules]
    if len(same) < ENOUGH:
        return _usual(msgspec.json.encode(stored))
    return tuple(_likely_hands(ruleset_of(stored), same))


def _likely_hands(rules: RuleSet, past: Iterable[str]) -> Iterator[LikelyHand]:
    for seen in map(msgspec.json.decode, past):
        hand, seats = as_counted(rules, read_facts(seen)), tuple(seen["seats"])
        if hand.scored:
            yield LikelyHand.of(score_hand(rules, Deal(1, seats, seats, seen["dealer"]), hand))


@lru_cache
def _usual(stored: bytes) -> tuple[LikelyHand, ...]:
    """Cached, since making them up takes as long as playing them."""
    return usual_hands(ruleset_of(msgspec.json.decode(stored)))


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand of the story: its number, who bid and was set, each competitor's points and totals, who reneged ("" for no
    one), how many points the bidder's side lost, and who that was.

    A bid that a renege left untested (R8) was not set.
    """

    number: int
    set_bidder: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reneged: str = ""
    lost: int = 0
    bidder: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """The competitors, their scored hands, who won, and each one's totals from the start (`running`), in points."""

    players: tuple[str, ...]
    names: tuple[str, ...]
    hands: tuple[ScoredHand, ...]
    winners: tuple[str, ...]
    running: tuple[tuple[int, ...], ...]

    @property
    def lines(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each competitor's name and totals, as a chart draws them."""
        return tuple(zip(self.names, zip(*self.running, strict=True), strict=True))

    @property
    def headline(self) -> str:
        """The headline of a game that is over, or ""."""
        return isolate_names(headline(self.names, self.hands, self.winners, self.running[0]), self.players)

    def turning_points(self, chances: tuple[tuple[float, ...], ...]) -> tuple[str, ...]:
        return tuple(turning_points(self.names, self.hands, self.winners, self.running[0], chances))


@remembered
def story(facts: bytes) -> Story:
    """Return the story of a game with these `GameState.facts`."""
    names, initial, played, names_of = replayed(facts)
    sides = competitors(initial.rules, initial.players)
    standings = {0: initial} | {each.standing.hands_scored: each.standing for each in played}
    running = [tuple(map(standing.total, sides)) for standing in standings.values()]
    scored = [(who, each) for who, each in zip(names_of, played, strict=False) if each.score]
    end = [*standings.values()][-1].end
    return Story(
        tuple(dict.fromkeys(name for who in (names, *names_of) for name in who.players)),
        tuple(map(names.side, sides)),
        tuple(_scored_hand(who, sides, each) for who, each in scored),
        tuple(map(names.side, end.winners)) if end else (),
        tuple(running),
    )


def _scored_hand(names: Names, sides: tuple[Side, ...], played: PlayedHand) -> ScoredHand:
    assert played.score is not None
    hand, score = played.hand, played.score
    was_set = names[hand.bidder] if score.made is False else ""
    reneged = "" if hand.reneged_by is None else names[hand.reneged_by]
    points = tuple(score.points[side[0]] for side in sides)
    lost = max(0, *(-side.score for side in score.sides if side.players == score.bidding_side))
    totals = tuple(map(played.standing.total, sides))
    return ScoredHand(played.deal.number, was_set, points, totals, reneged, lost, names[hand.bidder])


MUCH = 0.2
"""The least that a turning point adds to the winner's chance."""


def turning_points(
    names: Sequence[str],
    hands: Sequence[ScoredHand],
    winners: Sequence[str],
    start: tuple[int, ...],
    chances: Sequence[tuple[float, ...]] = (),
) -> Iterator[str]:
    """Yield the biggest swing, who led when, a comeback of the winners, what turned it, who was set, and who reneged.

    `names` are the competitors in the order of each hand's points; `winners` is empty while the game goes on. `start`
    are the totals at the start, perhaps from paper (R34); `chances` begin there too.
    """
    if len(hands) > 1:
        yield from _swing(names, hands)
        yield from _lead(names, hands, winners, start)
    if len(winners) == 1:
        yield from _comeback(hands, winners[0], names.index(winners[0]), start)
        index = names.index(winners[0])
        ahead = [_ahead(totals, index) for totals in (start, *(hand.totals for hand in hands))]
        yield from _turn(winners[0], hands, ahead, [each[index] for each in chances])
    sets = _names_with_hands((hand.set_bidder, hand.number) for hand in hands)
    reneges = _names_with_hands((hand.reneged, hand.number) for hand in hands)
    if sets:
        yield f"Set: {sets}."
    elif hands and not reneges:  # who reneged is set back, too
        yield "No one was set."
    if reneges:
        yield f"Reneged: {reneges}."
    if sum(hand.lost > 0 for hand in hands) > 1:
        worst = max(hands, key=attrgetter("lost"))
        yield f"The biggest set was hand {worst.number}: {worst.bidder} {format_points(-worst.lost)}."


def headline(names: Sequence[str], hands: Sequence[ScoredHand], winners: Sequence[str], start: tuple[int, ...]) -> str:
    """Return the headline of a game that is over: a great comeback, else who led when, else the biggest swing."""
    told: Iterator[str] = iter(())
    if len(winners) == 1:
        index = names.index(winners[0])
        told = _comeback(hands, winners[0], index, start, least=hands[-1].totals[index] // 4)
    return next(chain(told, _lead(names, hands, winners, start), _swing(names, hands)), "")


def _swing(names: Sequence[str], hands: Sequence[ScoredHand]) -> Iterator[str]:
    hand = max(hands, key=lambda hand: max(hand.points) - min(hand.points))
    most, least = max(hand.points), min(hand.points)
    if most > least:
        pairs = list(zip(names, hand.points, strict=True))
        who = {end: [name for name, points in pairs if points == end] for end in (most, least)}
        moved = ", ".join(f"{' & '.join(each)} {format_points(end)}" for end, each in who.items())
        yield f"The biggest swing was hand {hand.number}: {moved}."


def _lead(
    names: Sequence[str], hands: Sequence[ScoredHand], winners: Sequence[str], start: tuple[int, ...]
) -> Iterator[str]:
    """Yield how the lead changed or, where only one ever had it, whether it was kept; a tie at the top is no lead."""
    totals_after = [(0, start), *((hand.number, hand.totals) for hand in hands)]
    led = [(number, leader) for number, totals in totals_after if (leader := _leader(names, totals))]
    changes = [now for before, now in pairwise(led) if before[1] != now[1]]
    if changes:
        number, leader = changes[-1]
        times = "once" if len(changes) == 1 else "twice" if len(changes) == 2 else f"{len(changes)} times"
        last = "" if len(changes) == 1 else " the last time"
        yield end(f"The lead changed {times},{last} in hand {number}, to {leader}")
    elif led:
        first, leader = led[0]
        index = names.index(leader)
        never_behind = all(totals[index] == max(totals) for _, totals in totals_after)
        if len(led) < sum(number >= first for number, _ in totals_after):
            if never_behind:
                yield f"{leader} never trailed."
        elif first <= hands[0].number and never_behind:
            yield f"{leader} led from start to finish." if [leader] == [*winners] else f"{leader} led after every hand."
        else:
            yield f"{leader} led from hand {first} {'to finish' if [leader] == [*winners] else 'on'}."


def _leader(names: Sequence[str], totals: tuple[int, ...]) -> str:
    """Return who alone has the highest total, "" if several do."""
    best = max(totals)
    return names[totals.index(best)] if totals.count(best) == 1 else ""


def _ahead(totals: tuple[int, ...], index: int) -> int:
    """Return by how much this competitor is ahead of the best of the others, negative if behind."""
    return totals[index] - max(totals[:index] + totals[index + 1 :])


def _comeback(
    hands: Sequence[ScoredHand], winner: str, index: int, start: tuple[int, ...], least: int = 1
) -> Iterator[str]:
    totals_after = [(0, start), *((hand.number, hand.totals) for hand in hands[:-1])]  # R18, R28: fewer points can win
    number, deepest = max(totals_after, key=lambda each: max(each[1]) - each[1][index])
    behind = max(deepest) - deepest[index]
    if behind >= max(least, 1):
        when = f"after hand {number}" if number else "at the start"
        yield f"{winner} came back from {behind} behind {when}."


def _turn(winner: str, hands: Sequence[ScoredHand], ahead: Sequence[int], chances: Sequence[float]) -> Iterator[str]:
    """Yield which hand raised the winner's chance most, if it was a lot and the lead came with it.

    `ahead` is by how much the winner was ahead at the start and after each hand. A hand turns a game, or the last one
    decides it, if the winner was not ahead before; the first hand from a level start turns nothing.
    """
    rises = [(after - before, place) for place, (before, after) in enumerate(pairwise(chances), 1)]
    if len(rises) < 2 or max(rises)[0] < MUCH:
        return
    place = max(rises)[1]
    hand = f"Hand {hands[place - 1].number}"
    before, after = map(describe_chance, chances[place - 1 : place + 1])
    if place < len(rises):
        begins_level = place == 1 and ahead[0] == 0
        if ahead[place - 1] <= 0 < ahead[place] and not begins_level:
            yield f"{hand} turned it: the chance of a win for {winner} rose from {before} to {after}."
    elif ahead[place - 1] <= 0:
        yield f"{hand} decided it: before it, the chance of a win for {winner} was {before}."


def _names_with_hands(happened: Iterable[tuple[str, int]]) -> str:
    """Return each of these names with its hands, "" for no names: "Ann in hands 2 and 4; Dee in hand 1"."""
    numbers_of: dict[str, list[str]] = {}
    for name, number in happened:
        if name:
            numbers_of.setdefault(name, []).append(str(number))
    return "; ".join(
        f"{name} in hand{'s' if len(numbers) > 1 else ''} {join_words(numbers)}" for name, numbers in numbers_of.items()
    )
