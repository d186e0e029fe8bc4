"""The story of a game, from its hands."""

from dataclasses import dataclass

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Side, competitors
from scorekeeper.rules.words import Names
from scorekeeper.usecases.game_state import hand_numbers, remembered, replayed
from scorekeeper.usecases.names import isolate_names

from .turning_points import ScoredHand, headline, turning_points


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
    names, initial, played = replayed(facts)
    sides = competitors(initial.rules, initial.players)
    standings = {0: initial} | {each.standing.hands_scored: each.standing for each in played}
    running = [tuple(map(standing.total, sides)) for standing in standings.values()]
    end = [*standings.values()][-1].end
    numbered = zip(hand_numbers(played), played, strict=True)
    return Story(
        names.players,
        tuple(map(names.side, sides)),
        tuple(_scored_hand(names, sides, number, each, running[number]) for number, each in numbered if each.score),
        tuple(map(names.side, end.winners)) if end else (),
        tuple(running),
    )


def _scored_hand(
    names: Names, sides: tuple[Side, ...], number: int, played: PlayedHand, totals: tuple[int, ...]
) -> ScoredHand:
    assert played.score is not None
    hand, score = played.hand, played.score
    was_set = names[hand.bidder] if score.made is False else ""
    reneged = "" if hand.reneged_by is None else names[hand.reneged_by]
    return ScoredHand(number, was_set, tuple(score.points[side[0]] for side in sides), totals, reneged)
