"""The cells of a paper sheet: people's words for the players and sides, numbers as written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

from scorekeeper.rules.hand import MAY_BE_TIED, TIED, TRICKS, Adjustment, Foul, Player, competitors
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.words import DASHES, read_points, side_name
from scorekeeper.usecases.names import BETWEEN, name_error

from .sheet_headings import OF_BIDDER, ROLE_OF, goes_by_roles, normalize, sheet_columns
from .sheet_rows import ON_PAPER, WITHOUT_WHOSE, Cell

BETWEEN_NAMES = (" & ", "&", "/", " / ", " and ", "+", " + ", "-", ", ", ",", "")
NAME = re.compile(r"[^\W\d_][\w .'’-]{0,39}")
"""A bidder who may be a player of a sheet without players' names."""
US = ("us", "we", "our", "ours", "our side", "our team")
THEM = ("them", "they", "their", "theirs", "their side", "their team")
ALIKE = str.maketrans("OolISB|", "0011581")
"""Letters that people write for digits: a cell like "1O5" was meant as a number."""
NO = ("no", "0", "")
MADE = ("yes", "y", "made", "make", "✓", "✔", "☑")
SET_MARKS = ("set", "x", "×", "○", "✗", "✘")
"""What people write under the bidding side in place of minus the bid."""
SET = ("no", "n", *SET_MARKS)
ZERO = (*DASHES, "0")
PASSES = ("pass", "passed", "passes", "p", "x", "×", *DASHES)
LONGEST_TEXT = 80
NO_DECIMALS = re.compile(r"(?<=[0-9])[.,]0{1,2}(?![0-9])")
"""What a spreadsheet may write after a whole number: 105.0, or 105,00."""
ARROW = re.compile(r"→|➝|⇒|->|=>")
"""Between the points and the total after them."""
SEVERAL = re.compile(r"[0-9]{1,5}(?:[\s/,>-]+[0-9]{1,5}){1,9}")
"""The bids of one hand, one after the other."""
EMPHASIS = re.compile(r"\*\*|__|~~|`|^\*(?=\S)|(?<=\S)\*$")
"""Markdown's marks around a word."""
STRUCK = re.compile(r"~~[^~]*~~")


def plain_cell(cell: str) -> str:
    """Return a cell without the marks of Markdown, what is struck out and the apostrophe before a formula."""
    return EMPHASIS.sub("", STRUCK.sub("", re.sub(r"^'(?=[=+\-@])", "", cell.strip()))).strip()


class Unreadable(ValueError):
    """A cell that cannot be read; the message is a sentence that quotes it."""


def cut(text: str) -> str:
    """Shorten a text for a quotation."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def number_in(cell: str) -> int:
    """Return the number in a cell; raises Unreadable."""
    value = _number(cell)
    if value is None:
        raise Unreadable(f"“{cut(cell)}” isn’t a whole number.")
    if abs(value) > LARGEST_NUMBER:
        raise Unreadable(f"“{cut(cell)}” is more than anyone can score.")
    return value


@lru_cache(4_096)
def _number(cell: str) -> int | None:
    if len(cell) > LONGEST_TEXT or not any(sign.isdigit() or sign in DASHES or sign in "oO" for sign in cell):
        return None
    try:
        return 0 if normalize(cell) == "o" else read_points(NO_DECIMALS.sub("", cell))
    except ValueError:
        return None


def is_number(cell: str) -> bool:
    """Whether a cell is a number."""
    value = _number(cell)
    return value is not None and abs(value) <= LARGEST_NUMBER


def hand_number(cell: str) -> int | None:
    """Return the number of a hand: "3", "3.", "3.0", "#3", "Round 3"."""
    found = re.fullmatch(
        r"#?\s*(?:(?:hand|round|rd|no\.?|r|h)\s*)?#?([0-9]{1,4})(?:[.,]0+)?[.):]?", cell.strip(), re.IGNORECASE
    )
    return int(found[1]) if found else None


def weight(text: str) -> int:
    """Count the letters and digits of a text."""
    return sum(map(str.isalnum, text))


def is_pass(cell: str) -> bool:
    """Whether a side's cell in its column of bids says that it made none."""
    return normalize(cell.rstrip(" !")) in PASSES


def looks_like_number(cell: str) -> bool:
    """Whether a cell was meant as a number, as "1O5" was, or stands for one, as "set" does."""
    if len(cell) > LONGEST_TEXT:
        return False
    if normalize(cell) in SET_MARKS or ARROW.search(cell):
        return True
    return is_number(cell) or (any(map(str.isdigit, cell)) and is_number(cell.strip().translate(ALIKE)))


class Words:
    """The names of a sheet's players, by number, and of their sides; `unnamed` if there are none."""

    def __init__(
        self, rules: RuleSet, names: Sequence[str], unnamed: bool, sides_called: Mapping[str, int] | None = None
    ) -> None:
        self.rules, self.names, self.unnamed = rules, tuple(names), unnamed
        self.sides = competitors(rules, tuple(range(len(names))))
        self.sides_called = dict(sides_called or {})
        self.by_role = goes_by_roles(rules)

    def named(self, names: Sequence[str], sides_called: Mapping[str, int]) -> "Words":
        """Return the words for players or sides named on the sheet; the same ones if these are no names."""
        good = all(not name_error("", name) for name in names) and len({*names}) == len(names)
        if not (names and good):
            return Words(self.rules, self.names, True, sides_called) if sides_called else self
        return Words(self.rules, names, False, sides_called)

    @cached_property
    def written(self) -> dict[str, Player]:
        """The number of each player by the name, and by what a cell with it is read as."""
        plain = {plain_cell(name): player for player, name in enumerate(self.names)}
        return plain | {name: player for player, name in enumerate(self.names)}

    @cached_property
    def sides_by_word(self) -> dict[str, int]:
        """The place of each competitor by people's words for it, normalized."""
        found = {normalize(word): place for place in range(len(self.sides)) for word in self._words_of(place)}
        return found | self.sides_called

    def _words_of(self, place: int) -> Iterator[str]:
        side = self.sides[place]
        for order in permutations(side) if len(side) <= 3 else (side,):
            names = [self.names[player] for player in order]
            for written in (names, [name[0] for name in names]) if self._initials else (names,):
                yield from (sign.join(written) for sign in BETWEEN_NAMES)
        if self.rules.fixed_sides:
            yield from (*(US, THEM)[place], ("home", "away")[place])
            yield from (f"{word} {one}" for word in ("side", "team") for one in (place + 1, "ab"[place]))
        else:
            yield f"player {place + 1}"
        if len(side) > 1 and not self.unnamed:
            yield from (self.names[player] for player in side)

    @cached_property
    def _initials(self) -> bool:
        letters = {name[:1].casefold() for name in self.names}
        return len(letters) == len(self.names) and not self.unnamed

    def side(self, word: str) -> int | None:
        """Return the place of the competitor with this name, or None."""
        words = re.sub(r"['’]s?$", "", normalize(word))
        player = None if words in self.sides_by_word else self._player(words)
        return self.sides_by_word.get(words, None if player is None else self.place(player))

    def is_name(self, cell: str) -> bool:
        """Whether a cell is a player's name to the letter, whatever else the word could mean."""
        return cell in self.written and not self.unnamed

    def place(self, player: Player) -> int:
        """Return the place of the competitor who has this player's points."""
        return next(at for at, side in enumerate(self.sides) if player in side)

    def _player(self, word: str) -> Player | None:
        if word in self.written:
            return self.written[word]
        found = self._named(word, whole=True) or ([] if self.unnamed else self._named(word))
        return found[0] if len(found) == 1 else None

    def _named(self, word: str, whole: bool = False) -> list[Player]:
        """Return the players whose name is this one, or begins with it."""
        text, names = normalize(word), [*map(normalize, self.names)]
        return [at for at, name in enumerate(names) if name == text or (text and not whole and name.startswith(text))]

    def players(self, cell: str) -> frozenset[Player]:
        """Return the players that a cell can mean: one, or those of a side; raises Unreadable."""
        player = self._player(cell)
        if player is not None:
            return frozenset((player,))
        if (place := self.sides_by_word.get(normalize(cell))) is not None:
            return frozenset(self.sides[place])
        alike = [self.names[each] for each in self._named(cell)]
        if len(alike) > 1 and not self.unnamed:
            raise Unreadable(f"“{cut(cell)}” could be {' or '.join(alike)}.")
        raise Unreadable(f"No player named “{cut(cell)}”.{' Enter the players, too.' if self.unnamed else ''}")

    def one(self, cell: str) -> Player:
        """Return the player that a cell names, the first of a side; raises Unreadable."""
        return min(self.players(cell))

    def taker(self, cell: str) -> Any:
        """Return who took tricks: a player, "bidding" or "others"; raises Unreadable."""
        role = ROLE_OF.get(normalize(cell)) if self.by_role and not self.is_name(cell) else None
        return self.one(cell) if role is None else ("bidding", "others")[role]

    def label(self, place: int) -> str:
        """Return a competitor's name if no heading has one."""
        if self.unnamed and self.rules.fixed_sides:
            return ("Us", "Them")[place]
        return side_name([self.names[player] for player in self.sides[place]])

    @cached_property
    def own_headings(self) -> dict[str, str]:
        """The keys of the columns that a game's own CSV has, by their headings."""
        columns = {each.label: each.key.replace("claim", "points") for each in sheet_columns(self.rules, self.names)}
        sides = [side_name([self.names[player] for player in side]) for side in self.sides]
        totals = {f"Total of {side}": f"total-{place}" for place, side in enumerate(sides)}
        headings = {"Hand": "number", "Dealer": "", "Result": "result"} | columns | totals
        return {} if self.unnamed else {plain_cell(heading): key for heading, key in headings.items()}

    @cached_property
    def usual_headings(self) -> dict[str, str]:
        """The keys of columns by their usual headings, normalized."""
        columns = [column for column in sheet_columns(self.rules, self.names) if not column.key.startswith("claim")]
        return {word: column.key for column in columns for word in column.words} | {
            "result": "result", "outcome": "result", "made": "made", "made/set": "made", "made?": "made", "set": "set",
        }  # fmt: skip

    # Cells

    def is_stranger(self, text: str) -> bool:
        """Return whether this may be a player's name, on a sheet that has none."""
        return self.unnamed and NAME.fullmatch(text.strip()) is not None

    def read(self, key: str, heading: str, text: str) -> Cell:
        """Return a cell with what it says about the hand."""
        if not text.strip():
            return Cell(key, heading, "")
        try:
            return Cell(key, heading, text, self._fact(key, text.strip()))
        except Unreadable as unreadable:
            return Cell(key, heading, text, (), "" if key == "bidder" and self.is_stranger(text) else str(unreadable))

    def _fact(self, key: str, text: str) -> tuple[str, Any] | tuple[()]:
        kind, _, at = key.partition("-")
        if kind in ("captured", "took"):
            role = "bidding" if at == OF_BIDDER else ("bidding", "others")[int(at)] if self.by_role else None
            return kind, (role or self.sides[int(at)][0], number_in(text))
        if kind in ("points", "total"):
            return ("set", int(at)) if normalize(text) in SET_MARKS else (kind, number_in(text))
        if kind == "bid" and at and is_pass(text):
            return ()
        if kind == "bid":
            several = SEVERAL.fullmatch(text)
            bids = map(int, re.findall("[0-9]+", text)) if several else [number_in(text)]
            return ("bid_by" if at else kind), max(bids)
        if kind in ("made", "set", "result"):
            return self._outcome(kind, text)
        if kind == "bidder":
            return "bidders", self.players(text)
        if kind in TRICKS:
            tied = kind in MAY_BE_TIED and normalize(text) in ("tied", "tie") and not self.is_name(text)
            return kind, TIED if tied else self.taker(text)
        return self._rare_fact(kind, at, text)

    @staticmethod
    def _outcome(kind: str, text: str) -> tuple[str, Any] | tuple[()]:
        """Return what a column Made, Set or Result says: whether the bid was made, or what the bidding side took."""
        word = normalize(text.rstrip("!"))
        if kind == "result":
            return ("made", word != "set") if word in ("made", "make", "set") else ()
        if kind == "set":
            return () if text in ZERO else ("made", word in NO)
        return ("made", word in MADE) if word in (*MADE, *SET) else ("took", ("bidding", number_in(text)))

    def _rare_fact(self, kind: str, at: str, text: str) -> tuple[str, Any] | tuple[()]:
        if kind == "partners":
            is_nobody = normalize(text) in ("alone", "none", "nobody", "no one", *DASHES) and not self.is_name(text)
            return kind, () if is_nobody else tuple(sorted(map(self.one, self._split(text))))
        if (normalize(text) in NO or text in ZERO) and not (kind == "reneged_by" and self.is_name(text)):
            return ()
        if at:
            is_remark = kind == "adjustment" and not re.search("[0-9]", text)
            return () if is_remark else (kind, number_in(text))
        if kind == "penalty":
            return ()
        if kind == "reneged_by":
            is_mark = normalize(text) in (*MADE, *SET_MARKS) and not self.is_name(text)
            who = None if is_mark else self.one(text)
            return "outcomes", {"outcome": "renege", "reneged_by": who}
        if kind == "gave_up":
            return "outcomes", {"outcome": "conceded"}
        if kind == "last":
            return kind, True
        if kind == "fouls":
            return WITHOUT_WHOSE if is_number(text) else (kind, tuple(map(self.foul, self._split(text))))
        if kind == "adjustment":
            sign = " | " if any("|" in name for name in self.names) else "|"
            return "adjustments", tuple(map(self.adjustment, text.split(sign)))
        return ()

    def _split(self, text: str) -> list[str]:
        """Split a list of players; a name may itself hold a word or sign that separates players."""
        for name in sorted(self.written, key=len, reverse=True) if not self.unnamed else ():
            rest = text.removeprefix(name)
            after = re.match(r"( (?:nest |)discard)?\s*(?:[/+,;&|]|\band\b|$)\s*", rest, re.IGNORECASE)
            if rest != text and after:
                more = rest[after.end() :]
                return [name + (after[1] or ""), *(self._split(more) if more else ())]
        return split_names(text)

    def foul(self, text: str) -> Foul:
        """Return the foul of a player; "Bob discard" is a wrong discard."""
        text = text.strip()
        name = text if self.is_name(text) else re.sub(r"\b(nest|discard|nest discard)$", "", text, flags=re.IGNORECASE)
        return Foul(self.one(name.strip()), "table-talk" if name == text else "nest-discard")

    def adjustment(self, text: str) -> Adjustment:
        """Return the adjustment in a cell: "Ann -20 late"; raises Unreadable."""
        signs = re.escape("".join(DASHES))
        names = () if self.unnamed else sorted(self.written, key=len, reverse=True)  # of which one may have a digit
        who = "|".join([*map(re.escape, names), r"[^\d]*?[^\s\d]"])
        found = re.fullmatch(rf"({who})\s*([{signs}+]\s*[0-9]{{1,7}})\b(.*)", text.strip())
        if not found:
            raise Unreadable(f"“{cut(text)}” isn’t an adjustment. Write who, how many and why, like Ann -20 late.")
        return Adjustment(self.one(found[1]), number_in(found[2]), found[3].strip(" :,()") or ON_PAPER)


def split_names(text: str) -> list[str]:
    """Split a list of names."""
    return [part.strip() for part in BETWEEN.split(text) if part.strip()]
