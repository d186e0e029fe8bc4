"""A stored game as the rules see it: names instead of numbers, hands booked one after the other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, takewhile
from typing import Any
from uuid import UUID

from scorekeeper.rules.game import GameStatus, PlayedHand, Standing, initial_standing, replay
from scorekeeper.rules.hand import Hand, Side, competitors, partnerships, side_name
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.storage import games, hand_facts
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredGame

from .errors import Deleted, NotFound


def preset_of(rules: Mapping[str, Any]) -> Preset:
    """The preset that a game's rules started from."""
    return PRESETS[rules["base"]]


def title_of(rules: Mapping[str, Any], house: str | None) -> str:
    """What rules are called: the preset's title, behind the name of house rules where they are such."""
    title = preset_of(rules).title
    return f"{house} ({title})" if house else title


def competitor_totals(
    rules: Mapping[str, Any], players: Iterable[tuple[str, int, bool]]
) -> tuple[tuple[str, int, bool], ...]:
    """Return each competitor's names, total in points and whether it won, from those of the players clockwise.

    It makes no rule set, since lists call it for many games.
    """
    by_name = {name: (total, won) for name, total, won in players}
    names = tuple(by_name)
    fixed = rules.get("sides", preset_of(rules).rules.sides) == "partnerships"
    sides = partnerships(names) if fixed else tuple((name,) for name in names)
    return tuple((side_name(side), *by_name[side[0]]) for side in sides)


def changes_of(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a game's rules change in their preset; `own_end` is none, see `game_rules.with_goal`."""
    return {name: value for name, value in rules.items() if name not in ("base", "own_end")}


def ruleset_of(rules: Mapping[str, Any]) -> RuleSet:
    """The rule set of a game: its preset with the values that the table changed."""
    changes = changes_of(rules)
    base = preset_of(rules).rules
    return base.changed(**changes) if changes else base


@dataclass
class GameState:
    """One game of one club. `names[i]` is the player with number i, whatever the seat.

    `before` is the game as it was, if it is being changed: hands that stand as they stood are not scored again.
    """

    game: StoredGame
    before: "GameState | None" = None

    @cached_property
    def rules(self) -> RuleSet:
        return ruleset_of(self.game.rules)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.player.name for seat in sorted(self.game.players, key=lambda seat: seat.number))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players clockwise."""
        return tuple(seat.player.name for seat in sorted(self.game.players, key=lambda seat: seat.seat))

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """Each hand with its score and the standing after it."""
        kept = self.before.hands[: self._unchanged(self.before)] if self.before else ()
        hands = [hand_facts.decode(row.facts, self.names) for row in self.game.hands[len(kept) :]]
        return (*kept, *replay(kept[-1].standing if kept else self.initial_standing, hands))

    def _unchanged(self, before: "GameState") -> int:
        """How many hands stand as they stood, from the first on, under the same rules and at the same table."""
        if self.initial_standing != before.initial_standing:
            return 0
        rows = zip(before.game.hands, self.game.hands, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0].facts == pair[1].facts, rows))

    @cached_property
    def initial_standing(self) -> Standing:
        return initial_standing(self.rules, self.players, self.names[self.game.dealer])

    @property
    def hand_numbers(self) -> tuple[int, ...]:
        """The number of each entry: only hands count, a misdeal bears the number of the hand it delayed."""
        return tuple(accumulate((entry.hand.scored for entry in self.hands), initial=1))[:-1]

    def under(self, rules: RuleSet) -> Standing:
        """Where the same hands would stand under other rules."""
        entries = tuple(replay(replace(self.initial_standing, rules=rules), [entry.hand for entry in self.hands]))
        return entries[-1].standing if entries else self.initial_standing

    @property
    def standing(self) -> Standing:
        return self.hands[-1].standing if self.hands else self.initial_standing

    @property
    def status(self) -> GameStatus:
        """Where the game is, also as far as the table stopped or deleted it."""
        if self.game.deleted_at:
            return GameStatus.DELETED
        return GameStatus.STOPPED if self.game.stopped and not self.standing.end else self.standing.status

    @cached_property
    def contract(self) -> Hand | None:
        """The hand that is being played, as far as it is known: its bidder and bid."""
        return hand_facts.decode(self.game.open_hand, self.names) if self.game.open_hand else None

    @cached_property
    def competitors(self) -> tuple[Side, ...]:
        return competitors(self.rules, self.players)

    def number(self, name: str) -> int:
        return self.names.index(name)


def entry_name(outcome: str, number: int) -> str:
    """An entry as people speak of it: "hand 3", "the misdeal before hand 3"."""
    kinds = {"misdeal": "the misdeal before ", "passed-out": "the passed-out deal before "}
    return f"{kinds.get(outcome, '')}hand {number}"


def read_game(club_id: int, game_uid: UUID) -> GameState:
    """A club's game, to look at; raises NotFound, Deleted."""
    game = games.read(db.session(), club_id, game_uid)
    if game is None:
        raise NotFound
    if game.deleted_at:
        raise Deleted
    return GameState(game)
