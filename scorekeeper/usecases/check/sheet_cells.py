"""Reads the cells of a paper sheet: sides by people's words for them, numbers as people write them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from typing import Any

from scorekeeper.rules.hand import MAY_BE_TIED, TIED, TRICKS, Adjustment, Foul, Player, competitors
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.words import DASHES, read_points, side_name

from .sheet_columns import ROLE_WORDS, goes_by_roles, normalize
from .sheet_rows import ON_PAPER, Cell

US = ("us", "we", "our", "ours", "our side", "our team")
THEM = ("them", "they", "their", "theirs", "their side", "their team")
ALIKE = str.maketrans("OolISB|", "0011581")
"""Letters that people write for digits: a cell like "1O5" was meant as a number."""
NO = ("no", "0", "")
ZERO = (*DASHES, "0")
LONGEST_TEXT = 80
OF_BIDDER = "bidder"
"""The end of the key of a column for what the bidding side took, whichever side that is."""


class Unreadable(ValueError):
    """A cell that cannot be read; the message is a sentence that quotes it."""


def cut(text: str) -> str:
    """Shorten a text for a quotation."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def number_in(cell: str) -> int:
    """Return the number in a cell; raises Unreadable."""
    try:
        value = read_points(cell)
    except ValueError:
        raise Unreadable(f"“{cut(cell)}” isn’t a whole number.") from None
    if abs(value) > LARGEST_NUMBER:
        raise Unreadable(f"“{cut(cell)}” is more than anyone can score.")
    return value


def is_number(cell: str) -> bool:
    """Whether a cell is a number."""
    try:
        number_in(cell)
    except Unreadable:
        return False
    return bool(cell.strip())


def looks_like_number(cell: str) -> bool:
    """Whether a cell was meant as a number, as "1O5" was."""
    return is_number(cell) or (any(map(str.isdigit, cell)) and is_number(cell.strip().translate(ALIKE)))


class Words:
    """The names of a sheet's players, by number, and of their sides; `unnamed` if there are none."""

    def __init__(
        self, rules: RuleSet, names: Sequence[str], unnamed: bool, sides_called: Mapping[str, int] | None = None
    ) -> None:
        self.rules, self.names, self.unnamed = rules, tuple(names), unnamed
        self.sides = competitors(rules, tuple(range(len(names))))
        self.sides_called = dict(sides_called or {})

    @cached_property
    def sides_by_word(self) -> dict[str, int]:
        """The place of each competitor by people's words for it, normalized."""
        found = {normalize(word): place for place in range(len(self.sides)) for word in self._words_of(place)}
        return found | self.sides_called

    def _words_of(self, place: int) -> Iterator[str]:
        side = self.sides[place]
        names = [self.names[player] for player in side]
        orders = list(permutations(side)) if len(side) <= 3 else [side]
        for names in ([self.names[player] for player in order] for order in orders):
            for written in (names, [name[0] for name in names]) if self._initials else (names,):
                yield side_name(written)
                yield from (
                    sign.join(written) for sign in (" & ", "&", "/", " / ", " and ", "+", " + ", "-", ", ", ",")
                )
        if self._initials and len(side) > 1:
            yield "".join(self.names[player][0] for player in side)
        if self.rules.fixed_sides:
            yield from (US, THEM)[place]
            number, letter = place + 1, "ab"[place]
            yield from (f"{word} {one}" for word in ("side", "team") for one in (number, letter))
            yield ("home", "away")[place]
        else:
            yield f"player {place + 1}"
        if len(side) > 1 and not self.unnamed:
            yield from names

    @cached_property
    def _initials(self) -> bool:
        letters = {name[:1].casefold() for name in self.names}
        return len(letters) == len(self.names) and not self.unnamed

    def side(self, word: str) -> int | None:
        """Return the place of the competitor with this name, or None."""
        words = normalize(word)
        words = re.sub(r"['’]s?$", "", words)
        if words in self.sides_by_word:
            return self.sides_by_word[words]
        player = self._player(words)
        return None if player is None else next(at for at, side in enumerate(self.sides) if player in side)

    def _player(self, word: str) -> Player | None:
        if word in self.names:
            return self.names.index(word)
        exact = [number for number, name in enumerate(self.names) if normalize(name) == normalize(word)]
        start = [
            number for number, name in enumerate(self.names) if word and normalize(name).startswith(normalize(word))
        ]
        found = exact or ([] if self.unnamed else start)
        return found[0] if len(found) == 1 else None

    def players(self, cell: str) -> frozenset[Player]:
        """Return the players that a cell can mean: one, or those of a side; raises Unreadable."""
        player = self._player(cell)
        if player is None:
            player = self._player(normalize(cell))
        if player is not None:
            return frozenset((player,))
        place = self.sides_by_word.get(normalize(cell))
        if place is not None:
            return frozenset(self.sides[place])
        alike = [name for name in self.names if cell and normalize(name).startswith(normalize(cell))]
        if len(alike) > 1 and not self.unnamed:
            raise Unreadable(f"“{cut(cell)}” could be {' or '.join(alike)}.")
        raise Unreadable(f"No player named “{cut(cell)}”.{' Enter the players, too.' if self.unnamed else ''}")

    def is_stranger(self, cell: str) -> bool:
        """Whether a cell is an unknown name on a sheet without players' names."""
        return self.unnamed and bool(re.fullmatch(r"[^\W\d_][\w .'’-]{0,39}", cell.strip()))

    def one(self, cell: str) -> Player:
        """Return the player that a cell names, the first of a side; raises Unreadable."""
        return min(self.players(cell))

    def taker(self, cell: str) -> Any:
        """Return who took tricks: a player, "bidding" or "others"; raises Unreadable."""
        if self.by_role:
            for who, words in zip(("bidding", "others"), ROLE_WORDS, strict=True):
                if normalize(cell) in words:
                    return who
        return self.one(cell)

    def label(self, place: int) -> str:
        """Return a competitor's name if no heading has one."""
        if self.unnamed and self.rules.fixed_sides:
            return ("Us", "Them")[place]
        return side_name([self.names[player] for player in self.sides[place]])

    # Cells

    def read(self, key: str, heading: str, text: str) -> Cell:
        """Return a cell with what it says about the hand."""
        if not text.strip():
            return Cell(key, heading, "")
        try:
            return Cell(key, heading, text, self._fact(key, text.strip()))
        except Unreadable as unreadable:
            if key == "bidder" and self.is_stranger(text):
                return Cell(key, heading, text)
            return Cell(key, heading, text, (), str(unreadable))

    def _fact(self, key: str, text: str) -> tuple[str, Any] | tuple[()]:
        kind, _, at = key.partition("-")
        if kind in ("captured", "took"):
            if at == OF_BIDDER:
                return kind, ("bidding", number_in(text))
            who = ("bidding", "others")[int(at)] if self.by_role else self.sides[int(at)][0]
            return kind, (who, number_in(text))
        if kind in ("points", "total", "bid"):
            number = number_in(text)
            return ("bid_by" if at and kind == "bid" else kind), number
        if kind == "bidder":
            return "bidders", self.players(text)
        if kind in TRICKS:
            tied = kind in MAY_BE_TIED and normalize(text) in ("tied", "tie")
            return kind, TIED if tied else self.taker(text)
        return self._rare_fact(kind, text)

    @property
    def by_role(self) -> bool:
        """Whether counters are those of the bidding side and the others, because sides form around the bidder."""
        return goes_by_roles(self.rules)

    def _rare_fact(self, kind: str, text: str) -> tuple[str, Any] | tuple[()]:
        if kind == "partners":
            alone = normalize(text) in ("alone", "none", "nobody", "no one", *DASHES)
            return kind, () if alone else tuple(sorted(map(self.one, split_names(text))))
        if normalize(text) in NO or text in ZERO:
            return ()
        if kind == "reneged_by":
            return "outcomes", {"outcome": "renege", "reneged_by": self.one(text)}
        if kind == "gave_up":
            return "outcomes", {"outcome": "conceded"}
        if kind == "last":
            return kind, True
        if kind == "fouls":
            return kind, tuple(map(self.foul, split_names(text)))
        if kind == "adjustment":
            return "adjustments", tuple(map(self.adjustment, text.split("|")))
        return ()

    def foul(self, text: str) -> Foul:
        """Return the foul of a player; "Bob discard" is a wrong discard."""
        name = re.sub(r"\b(nest|discard|nest discard)$", "", text.strip(), flags=re.IGNORECASE)
        return Foul(self.one(name.strip()), "table-talk" if name == text.strip() else "nest-discard")

    def adjustment(self, text: str) -> Adjustment:
        """Return the adjustment in a cell: "Ann -20 late"; raises Unreadable."""
        signs = re.escape("".join(DASHES))
        found = re.fullmatch(rf"([^\d]*?[^\s\d])\s*([{signs}+]\s*[0-9]{{1,7}})\b(.*)", text.strip())
        if not found:
            raise Unreadable(f"“{cut(text)}” isn’t an adjustment. Write who, how many and why, like Ann -20 late.")
        return Adjustment(self.one(found[1]), number_in(found[2]), found[3].strip(" :,()") or ON_PAPER)


def split_names(text: str) -> list[str]:
    """Split a list of names."""
    return [part.strip() for part in re.split(r"[/+,;&|]|\band\b", text) if part.strip()]
