"""A stored game with its hands replayed by the rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec

from scorekeeper.rules.game import GameStatus, PlayedHand, Standing, dealer_after, initial_standing, replay
from scorekeeper.rules.hand import Deal, Hand, Player, Side, as_counted, competitors, seats_after, side_with
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names, format_total
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredGame, read_facts

from .errors import Deleted, NotFound
from .game_rules import preset_of, ruleset_of
from .names import called

ResultT = TypeVar("ResultT")

# The games of an evening take 3 MB in each process, the longest games about 30 MB.
GAMES_REMEMBERED, LONG_GAMES_REMEMBERED = 64, 2
LONG = 10_000  # bytes of facts: 50 to 80 hands


def remembered(derive: Callable[..., ResultT]) -> Callable[..., ResultT]:
    """Decorate a function of a game's facts with a cache for the latest games in this process.

    Its key is all of the function's input, so it is never out of date. Long games are not cached. Without it a tap in a
    game of six hands takes 20 percent more instructions, and a page of a game of twelve 60 percent.
    """
    kept, long = lru_cache(GAMES_REMEMBERED)(derive), lru_cache(LONG_GAMES_REMEMBERED)(derive)
    return lambda facts, *others: (long if len(facts) > LONG else kept)(facts, *others)


def competitor_totals(
    rules: Mapping[str, Any], players: Iterable[tuple[str, int, bool]]
) -> list[tuple[tuple[str, ...], int, bool]]:
    """Return each competitor's players, total in points and whether it won, from the players' in clockwise order.

    It makes no rule set because lists call it for many games.
    """
    seats = tuple(players)
    fixed = rules.get("sides", preset_of(rules).rules.sides) == "partnerships"
    names = called([name for name, _, _ in seats], fixed)
    each = [(name, *seat[1:]) for name, seat in zip(names, seats, strict=True)]
    sides = (each[0::2], each[1::2]) if fixed else [[seat] for seat in each]
    return [(tuple(name for name, _, _ in side), *side[0][1:]) for side in sides]


@dataclass(frozen=True)
class GameState:
    """One game of one club as the rules see it: `names[i]` is the name of player i.

    Properties are computed once, when first used: the stored game's hands, seats and rules don't change.
    """

    game: StoredGame

    @cached_property
    def rules(self) -> RuleSet:
        return ruleset_of(self.game.rules)

    @cached_property
    def stored_names(self) -> Names:
        """The names for files: a player without one has one of SEAT_NAMES."""
        return Names([seat.player.name for seat in sorted(self.game.seats, key=attrgetter("number"))])

    @cached_property
    def names(self) -> Names:
        by_seat = called([seat.player.name for seat in self.game.seats], self.rules.fixed_sides)
        return Names([name for _, name in sorted(zip(self.players, by_seat, strict=True))])

    def names_at(self, position: float) -> Names:
        """Return the names of those who played the hand at this position."""
        return self.with_those_at(position).names

    def stored_names_at(self, position: float) -> Names:
        """Return the names for files of those who played the hand at this position."""
        return self.with_those_at(position).stored_names

    def with_those_at(self, position: float) -> "GameState":
        """Return the game with those at its table who played the hand at this position."""
        if not self.game.sittings:
            return self
        return GameState(replace(self.game, seats=self.game.seats_at(position), sittings=[]))

    @cached_property
    def stretches(self) -> list[tuple[int, "GameState"]]:
        """The game with those at its table who played the next hands, and how many were played when somebody left."""
        if not self.game.sittings:
            return [(len(self.game.hands), self)]
        following = self.game.next_position
        ends = sorted({min(each.until, following) for each in self.game.sittings})
        return [(sum(row.position <= end for row in self.game.hands), self.with_those_at(end)) for end in ends]

    def chair_of(self, player_id: int | None) -> Player | None:
        """Return the chair for which a phone watches that watches for this player; None if for none.

        Whoever went home leaves it to their side, as long as somebody still sits there who was on it with them.
        """
        chairs = [seat.number for seat in self.game.seats if seat.player_id == player_id]
        for sat in reversed(self.game.sittings) if not chairs else ():
            if sat.player.id == player_id:
                side = side_with(self.competitors, sat.number)
                were = {seat.player_id for seat in self.game.seats_at(sat.until) if seat.number in side}
                stay = {seat.player_id for seat in self.game.seats if seat.number in side} & were
                chairs += [sat.number] if stay or not self.rules.fixed_sides else []
        return next(iter(chairs), None)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise."""
        return tuple(seat.number for seat in self.game.seats)

    @property
    def named_players(self) -> tuple[tuple[Player, str], ...]:
        """The players clockwise, each with their name."""
        return tuple((player, self.names[player]) for player in self.players)

    @cached_property
    def facts(self) -> bytes:
        """Everything that determines the hands and their scores, as JSON."""
        game = self.game
        hands = [row.facts for row in game.hands]
        start = self.players, game.dealer, game.starting_totals
        sat = [(end, state.names.players) for end, state in self.stretches if self.game.sittings]
        return msgspec.json.encode((game.rules, self.names.players, *start, hands, sat))

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """Each hand with its score and the standing after it."""
        return replayed(self.facts).hands

    @cached_property
    def initial_standing(self) -> Standing:
        return replayed(self.facts).initial

    @property
    def starting_totals(self) -> tuple[int, ...]:
        """Each competitor's total at the start, () if the game began at 0 (R34)."""
        if not self.game.starting_totals:
            return ()
        return tuple(self.initial_standing.total(side) for side in self.competitors)

    def under(self, rules: RuleSet) -> Standing:
        """Return the standing of the same hands under other rules."""
        initial = self.initial_standing.under(rules)
        played = tuple(replay(initial, [played.hand for played in self.hands]))
        return played[-1].standing if played else initial

    @cached_property
    def standing(self) -> Standing:
        return self.hands[-1].standing if self.hands else self.initial_standing

    def seats_of_rematch(self, partner: Player | None = None) -> tuple[Player, ...]:
        """Return the players clockwise in a rematch: of two sides with this partner across from the first player."""
        first, *others = self.players
        if len(others) != 3 or partner not in others or not self.rules.fixed_sides:
            return self.players
        left, right = (player for player in others if player != partner)
        return (first, left, partner, right)

    def dealer_of_rematch(self, seats: tuple[Player, ...]) -> Player:
        """Return who deals first in a rematch with these seats, clockwise: the deal passes on in them (R4)."""
        if not self.hands:
            return self.game.dealer
        last = self.hands[-1]
        return dealer_after(self.rules, last.deal, last.hand, seats_after(self.rules, seats, 0))

    @cached_property
    def deal(self) -> Deal:
        """The deal of the hand being played."""
        return self.standing.table.deal(self.open_hand.dealer if self.open_hand else None)

    @property
    def status(self) -> GameStatus:
        """The status of the game, also if it was stopped or deleted."""
        if self.game.deleted_at:
            return GameStatus.DELETED
        return GameStatus.STOPPED if self.game.stopped and not self.standing.end else self.standing.status

    @cached_property
    def open_hand(self) -> Hand | None:
        """What is known of the hand being played: its calls, its bidder and bid, trump."""
        if not self.game.open_hand:
            return None
        return as_counted(self.rules, read_facts(self.game.open_hand))

    @cached_property
    def competitors(self) -> tuple[Side, ...]:
        return competitors(self.rules, self.players)

    @property
    def in_short(self) -> str:
        """What tells this game from others: "Ann & Cal 20, Bob & Dee 180"."""
        totals = [(self.names.side(side), self.standing.total(side)) for side in self.competitors]
        return ", ".join(f"{names} {format_total(total)}" for names, total in totals)


class Replayed(NamedTuple):
    """A game from its facts: the names of those with whom it ends, its start, its hands, and who played each hand.

    The last of `names_of` are who plays the next one.
    """

    names: Names
    initial: Standing
    hands: tuple[PlayedHand, ...]
    names_of: tuple[Names, ...]


@remembered
def replayed(facts: bytes) -> Replayed:
    """Return a game from `GameState.facts`."""
    rules, names, players, dealer, starting_totals, hands, sat = msgspec.json.decode(facts)
    initial = initial_standing(ruleset_of(rules), players, dealer, dict(starting_totals or ()))
    sat, names_of = sat or [(len(hands), names)], list[Names]()
    for end, were in sat:
        names_of += [Names(were)] * (end - len(names_of))
    names_of.append(Names(sat[-1][1]))
    return Replayed(Names(names), initial, tuple(replay(initial, map(read_facts, hands))), tuple(names_of))


def read_game(club_id: int, game_uid: UUID, *, even_deleted: bool = False) -> GameState:
    """Read a club's game with its players and hands; raises NotFound, and Deleted unless `even_deleted`."""
    game = games.read(db.session(), club_id, game_uid)
    if game is None:
        raise NotFound
    if game.deleted_at and not even_deleted:
        raise Deleted
    return GameState(game)
