"""Who is meant by a word on a paper sheet: a side, or a player. Nothing is guessed; what is not known is asked."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import permutations

from scorekeeper.rules.hand import Player, competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import plain_name, side_name
from scorekeeper.usecases.names import BETWEEN, name_error, normalize_name

SIDES = (("us", "we", "team a", "home"), ("them", "they", "team b", "away"))
"""People's words for the two fixed sides."""
ROLES = ("the bidding side", "the others")
ROLE_OF = {
    **dict.fromkeys((ROLES[0], "bidding side", "bidder", "the bidder"), 0),
    **dict.fromkeys((ROLES[1], "others", "defenders", "the defenders"), 1),
}
"""Which of the two sides that form around a bidder is meant."""
AROUND = " \t.:;,!?*_`\"'’()"


def plain(text: str) -> str:
    """Return a word as it is compared: without case and accents, with single spaces, without punctuation around it."""
    return plain_name(" ".join(text.split()).strip(AROUND))


def named(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a name for each player, "Player 3" for one without."""
    entered = [*map(normalize_name, names), *[""] * players][:players]
    return tuple(name or f"Player {number}" for number, name in enumerate(entered, 1))


def goes_by_roles(rules: RuleSet) -> bool:
    """Whether counters are those of the bidding side and the others, because sides form around the bidder."""
    return not rules.fixed_sides and rules.sides != "individual"


class Who:
    """The sides and players of a sheet; competitors are known by their place among those with a total.

    `names` are the players', () if nobody said them; `heads` the sheet's own words for the competitors, "" for none;
    `said` what a person answered: the place of the competitor by the word.
    """

    def __init__(
        self,
        rules: RuleSet,
        names: Sequence[str] = (),
        heads: Sequence[str] = (),
        said: Mapping[str, int] | None = None,
    ) -> None:
        self.rules = rules
        self.sides = competitors(rules, tuple(range(rules.players)))
        self.heads = (*heads, *[""] * len(self.sides))[: len(self.sides)]
        given = [*map(normalize_name, names)] if any(map(normalize_name, names)) else self._in_heads()
        self.is_named = any(given)
        self.names = named(given, rules.players)
        self.said = {plain(word): place for word, place in (said or {}).items() if place < len(self.sides)}
        self.by_role = goes_by_roles(rules)

    def _in_heads(self) -> list[str]:
        """Return the players' names if each head has those of its whole side, or else none."""
        names = [""] * self.rules.players
        for side, head in zip(self.sides, self.heads, strict=True):
            parts = _parts(head) if len(side) > 1 else [normalize_name(head)]
            if len(parts) != len(side):
                return []
            for player, name in zip(side, parts, strict=True):
                names[player] = name
        good = all(not name_error("", name) for name in names) and len({*map(plain, names)}) == len(names)
        return names if good else []

    def label(self, place: int) -> str:
        """Return what a competitor is called: by the sheet's head, else by names, else as people do."""
        if not self.heads[place] and self.rules.fixed_sides and not self.is_named:
            return ("Us", "Them")[place]
        return self.heads[place] or side_name([self.names[player] for player in self.sides[place]])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(map(self.label, range(len(self.sides))))

    @cached_property
    def _by_name(self) -> dict[str, Player]:
        exact = dict(zip(self.names, range(self.rules.players), strict=True))
        folded: dict[str, Player] = {}
        for player, name in enumerate(self.names):
            folded.setdefault(plain(name), player)
        return folded | exact

    @cached_property
    def _by_word(self) -> dict[str, int]:
        """The place of each competitor by everything that means it, the surest last."""
        found: dict[str, int] = {}
        parts = [{*map(plain, _parts(head)), *_within(head)} for head in self.heads]
        for place, words in enumerate(parts):
            found |= {word: place for word in words if sum(word in other for other in parts) == 1}
        for place, side in enumerate(self.sides):
            found |= dict.fromkeys(SIDES[place] if self.rules.fixed_sides else (f"player {place + 1}",), place)
            for order in permutations(side) if 1 < len(side) <= 3 else ():
                found[plain(side_name([self.names[player] for player in order]))] = place
        return found

    def head(self, word: str) -> int | None:
        """Return the place of the competitor whose head this is, or None."""
        heads = [*map(plain, self.heads)]
        return heads.index(plain(word)) if plain(word) and plain(word) in heads else None

    def player(self, word: str) -> Player | None:
        """Return the player of this name, or None."""
        return self._by_name.get(word, self._by_name.get(plain(word)))

    def side(self, word: str) -> int | None:
        """Return the place of the competitor that a word means, or None."""
        place = self.head(word)
        if place is None and (player := self.player(word)) is not None:
            place = next(at for at, side in enumerate(self.sides) if player in side)
        if place is None:
            place = self._by_word.get(plain(word), self.said.get(plain(word)))
        return self._both(word) if place is None else place

    def _both(self, word: str) -> int | None:
        """Return the side whose names these are, in any order and with any sign between them."""
        players = {self.player(part) for part in _parts(word)}
        return next((place for place, side in enumerate(self.sides) if players == {*side}), None)

    def players(self, word: str) -> frozenset[Player] | None:
        """Return the players that a word can mean: one, or those of a side; None if it is not known."""
        if self.head(word) is None and (player := self.player(word)) is not None:
            return frozenset((player,))
        place = self.side(word)
        return self._beginning_with(word) if place is None else frozenset(self.sides[place])

    def _beginning_with(self, word: str) -> frozenset[Player] | None:
        """Return the only player with a name that begins so, None if there is none or more than one."""
        named_ = [*enumerate(map(plain, self.names))] if self.is_named and plain(word) else []
        found = [at for at, name in named_ if name.startswith(plain(word)) and name != f"player {at + 1}"]
        return frozenset(found) if len(found) == 1 else None

    def several(self, text: str) -> list[Player] | None:
        """Return the players in a list of names, () for nobody; None if one is not known."""
        if plain(text) in ("alone", "none", "nobody") and self.player(text) is None:
            return []
        for count in range(1, self.rules.players):
            for order in permutations(range(self.rules.players), count) if count < 3 else ():
                if plain(side_name([self.names[player] for player in order])) == plain(text):
                    return [*order]
        found = [self.players(part) for part in _parts(text)]
        return [min(one) for one in found if one] if found and all(found) else None

    def is_called(self, word: str) -> bool:
        """Whether a player or a side is called so to the letter."""
        return word in self.heads or (self.is_named and word in self.names)

    def is_name(self, word: str) -> bool:
        """Whether a word is a player's name or a head, whatever else it could mean."""
        return self.head(word) is not None or (self.is_named and self.player(word) is not None)


def _parts(head: str) -> list[str]:
    """Return the names in a head: "M/C" and "Ann & Cal" have two."""
    return [name for part in BETWEEN.split(head) if (name := normalize_name(part))]


def _within(head: str) -> list[str]:
    """Return every beginning and end of a head between names, for a name that has such a sign itself."""
    cuts = [found.span() for found in re.finditer(r" & ", head)]
    return [plain(part) for start, stop in cuts for part in (head[:start], head[stop:])]
