"""The cells of a paper sheet: numbers as people write them, and what each cell says of its hand."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.hand import MAY_BE_TIED, TIED
from scorekeeper.rules.ruleset import LARGEST_NUMBER
from scorekeeper.rules.words import DASHES, read_points

from .columns import UNREAD, OfColumn, kind_of, place_of
from .who import ROLE_OF, Who, plain

LONGEST_TEXT = 80
MOST_FOULS = 9
SET_MARKS = ("set", "x", "×", "✗", "✘")
"""What people write under the bidding side in place of minus the bid."""
MADE, SET = ("yes", "y", "made", "make", "✓", "✔"), ("no", "n", *SET_MARKS)
MAY_BE_DASHED = ("number", "bidder", "bid", "partner", "result")
"""The columns in which a dash says that nothing is written."""
NO = ("no", "n", "0", "none", "")
CONTRACT = re.compile(r"(?P<before>\D*?)(?P<bid>\d{1,7})(?P<after>\D*)")
OUTCOME = re.compile(r"(?<!\w)(made|make|set|x)(?!\w)|[×✗✘✓✔]", re.IGNORECASE)
MINUS_AFTER, MINUS_BEFORE = re.compile(rf"[\s()]*[{DASHES}][\s()]*"), re.compile(rf"(.*[\s(])?[{DASHES}]")
"""A minus beside a bid; one between a name and the bid, close to both or to neither, only parts them."""
DITTO = ('"', "″", "”", "“", "〃")
"""What people write for the cell above, alone in a cell."""
LOOKALIKES = str.maketrans("OoIilZzSsBGbgq", "00111225586699")
DECIMALS = re.compile(r"(?<=\d)[.,]0{1,2}(?!\d)")
HAND_NUMBER = re.compile(r"#?\s*(?:(?:hand|round|no|nr)\.?\s*)?#?(\d{1,4})[.):]?", re.IGNORECASE)
A_NUMBER = "Write a number, like 45 or −95."
A_BID = "Write a number, or who bid and a number, like us 80."


@dataclass(frozen=True, slots=True)
class Cell(OfColumn):
    """A cell of a row: `fact` is what it says, a name with a value, () if it says nothing.

    `unread` says why it cannot be read and what can be written there, `error` why what it says cannot be; or "".
    """

    key: str
    heading: str
    text: str
    fact: tuple[str, Any] | tuple[()] = ()
    error: str = ""
    unread: str = ""

    @property
    def about(self) -> str:
        """The name of what it says, "" if it says nothing."""
        return self.fact[0] if self.fact else ""

    @property
    def value(self) -> Any:
        """What it says of that, None if it says nothing."""
        return self.fact[1] if self.fact else None

    @property
    def says(self) -> int | str:
        """What is written there, a number if it is one."""
        value = self.value
        value = value[1] if self.kind in ("captured", "took") and isinstance(value, tuple) else value
        return value if isinstance(value, int) and not isinstance(value, bool) else self.text


class Unreadable(ValueError):
    """A cell that cannot be read; the message says what is wrong and what can be written there."""


class Impossible(ValueError):
    """A cell that can be read but not be so; the message says why."""


class Stranger(ValueError):
    """A cell with a word for a side or a player that is not known."""


def cut(text: str) -> str:
    """Shorten a text for a quotation."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def number_in(cell: str) -> int | None:
    """Return the whole number that a cell is, None if it is none.

    -90, (90) and 90- are −90; 105.00 and 105,00 are 105; o and a dash are 0.
    """
    text = cell.strip()
    if not text or len(text) > LONGEST_TEXT:
        return None
    text = DECIMALS.sub("", "".join(str(unicodedata.decimal(sign, sign)) for sign in text))
    if text in ("o", "O") or is_dash(text):
        return 0
    try:
        return None if re.search(r"[^\W\d_]", text) else read_points(text)
    except ValueError:
        return None


def is_number(cell: str) -> bool:
    """Whether a cell is a number with digits."""
    return any(map(str.isdigit, cell)) and number_in(cell) is not None


def is_dash(cell: str) -> bool:
    """Whether a cell has nothing but a dash."""
    return bool(cell) and not cell.strip(DASHES)


def is_figure(cell: str) -> bool:
    """Whether a cell stands for a number, even one that cannot be read: 105, o, set, a dash, a ditto, 1O5."""
    if number_in(cell) is not None or plain(cell) in SET_MARKS or cell in DITTO:
        return True
    letters = cell if " " in cell else cell.translate(LOOKALIKES)
    return any(map(str.isdigit, cell)) and not re.search(r"[^\W\d_]{2}", letters)


def whole(cell: str, hint: str = A_NUMBER) -> int:
    """Return the number in a cell; raises Unreadable, Impossible."""
    value = number_in(cell)
    if value is None:
        raise Unreadable(f"“{cut(cell)}” isn’t a number. {hint}")
    if abs(value) > LARGEST_NUMBER:
        raise Impossible(f"“{cut(cell)}” is more than anyone can score. {hint}")
    return value


class CellReader:
    """Reads cells by the sheet's words for its sides and players; `strangers` are words that it did not know."""

    def __init__(self, who: Who) -> None:
        self.who, self.rules = who, who.rules
        self.strangers: list[str] = []

    def read(self, key: str, heading: str, text: str) -> list[Cell]:
        """Return what a cell says: one cell for each thing, and one that says nothing for a blank."""
        kind, text = kind_of(key), text.strip()
        if not text or kind in UNREAD or (is_dash(text) and kind in MAY_BE_DASHED):
            return [Cell(key, heading, text)]
        try:
            said = list(self._facts(kind, place_of(key), text))
        except Stranger as word:
            self.strangers.append(str(word))
            return [Cell(key, heading, text)]
        except Unreadable as unreadable:
            return [Cell(key, heading, text, unread=str(unreadable))]
        except Impossible as impossible:
            return [Cell(key, heading, text, error=str(impossible))]
        if kind != "bid" or place_of(key) >= 0:
            return [Cell(key, heading, text, fact) for fact in said] or [Cell(key, heading, text)]
        keys = {"bid": ("bid", heading), "bidders": ("bidder", "Bidder"), "made": ("made", heading)}
        return [Cell(*keys[name], text, (name, value)) for name, value in said] or [Cell(key, heading, text)]

    def _facts(self, kind: str, place: int, text: str) -> Iterator[tuple[str, Any]]:
        """Yield what a cell says, by name; raises Unreadable, Impossible, Stranger."""
        match kind:
            case "points" | "total":
                yield self._worth(kind, place, text)
            case "number":
                yield kind, self._number(text)
            case "bidder" | "bid":
                yield from self._bid(text, place) if kind == "bid" else [("bidders", self._players(text))]
            case "took":
                yield self._took(text, place)
            case "captured":
                role = ("bidding", "others")[place] if self.who.by_role else self.who.sides[place][0]
                yield kind, (role, whole(text))
            case "adjustment":
                yield from [(kind, worth)] if (worth := whole(text)) else []
            case "penalty":
                yield from [(kind, lost)] if (lost := self.penalty(text)) else []
            case "result":
                yield self._result(text)
            case "partner":
                yield "partners", tuple(sorted(self._known(self.who.several(text), text)))
            case _:
                yield from self._rare(kind, text)

    def _worth(self, kind: str, place: int, text: str) -> tuple[str, Any]:
        is_mark = plain(text) in SET_MARKS or is_dash(text)
        if kind == "total" and is_mark:
            raise Unreadable(f"“{text}” isn’t a total. {A_NUMBER}")
        if is_mark:
            return "dash" if is_dash(text) else "set", True
        or_set = f", or “set” where {self.who.label(place)} bid." if kind == "points" else "."
        return kind, whole(text, A_NUMBER.removesuffix(".") + or_set)

    def _players(self, text: str) -> frozenset[int]:
        return frozenset(self._known(self.who.players(text), text))

    @staticmethod
    def _known(found: Iterable[int] | None, text: str) -> Iterable[int]:
        """Return who was found by a word; raises Stranger if it is asked about, Unreadable if it can be nobody's."""
        if found is not None:
            return found
        is_mark = OUTCOME.fullmatch(text) or not any(map(str.isalpha, text))
        if is_mark or (any(map(str.isdigit, text)) and len(text.split()) < 2):
            raise Unreadable(f"“{cut(text)}” isn’t a player or a side. Write who it was.")
        raise Stranger(text)

    def _number(self, text: str) -> int:
        found = HAND_NUMBER.fullmatch(DECIMALS.sub("", text))
        if not found:
            raise Unreadable(f"“{cut(text)}” isn’t the number of a hand. Write one, like 3.")
        return int(found[1])

    def _bid(self, text: str, place: int) -> Iterator[tuple[str, Any]]:
        if place >= 0:
            if plain(text) not in ("pass", "passed", "p", "x") and (bid := whole(text, "Write a bid, or pass.")):
                if any(sign in DASHES for sign in text):
                    raise Unreadable(f"“{cut(text)}” isn’t a bid. Write a bid, or pass.")
                yield "bid_by", abs(bid)
            return
        if number_in(text) is not None:
            yield "bid", abs(whole(text))
            yield from [("made", False)] if any(sign in DASHES for sign in text) else []
            return
        found = CONTRACT.fullmatch(text) if len(text) <= LONGEST_TEXT else None
        before, number, after = found.groups() if found else (text, "", "")
        beside = [self._beside(part) for part in (before, after)]
        names = [name for name, _ in beside if name]
        made = {outcome for _, outcomes in beside for outcome in outcomes}
        made |= {False} if MINUS_AFTER.fullmatch(after) or MINUS_BEFORE.fullmatch(before) else set()
        if len(names) > 1 or len(made) > 1 or not (number or made or names) or not self._may_be(text, names, number):
            raise Unreadable(f"“{cut(text)}” isn’t a bid. {A_BID}")
        yield from [("bidders", self._players(name)) for name in names]
        yield from [("bid", int(number))] if number else []
        yield from [("made", made.pop())] if made else []

    def _beside(self, part: str) -> tuple[str, list[bool]]:
        """Return the name in what stands beside a bid, "" for none, and what that says became of the bid."""
        name = part.strip(f" /:,.!()[]\t{DASHES}")
        if self.who.is_name(name):
            return name, []
        words = [plain(found[0]) or found[0] for found in OUTCOME.finditer(part)]
        return OUTCOME.sub("", part).strip(f" /:,.!()[]\t{DASHES}"), [word in MADE for word in words]

    def _may_be(self, text: str, names: Sequence[str], bid: str) -> bool:
        """Whether these names can be who bid: without a blank no letter that may be a digit, as in 9O, l00, 8S."""
        known = all(self.who.players(name) is not None for name in names)
        if not bid or " " in text:
            return known or bool(bid)
        if known and all(len(name) > 1 for name in names):
            return True
        number = text.translate(LOOKALIKES)
        is_number = number.isdecimal() and number[0] != "0" and int(number) in self.rules.bids
        return int(bid) in self.rules.bids and (known or not is_number)

    def _took(self, text: str, place: int) -> tuple[str, Any]:
        if place >= 0:
            return "took", (self.who.sides[place][0], whole(text))
        word = plain(text) or text
        if word in (*MADE, *SET):
            return "made", word in MADE
        return "took", ("bidding", whole(text, "Write what the bidding side took, or yes or no."))

    def _result(self, text: str) -> tuple[str, Any]:
        word = plain(text)
        ended = {"renege": {"outcome": "renege"}, "gave up": {"outcome": "conceded"}}.get(word)
        if word not in (*MADE, *SET, "after the end") and not ended:
            raise Unreadable(f"“{cut(text)}” is no result. Write made, set, renege or gave up.")
        return ("outcomes", ended) if ended else ("after", True) if word == "after the end" else ("made", word in MADE)

    def penalty(self, text: str) -> int:
        """Return the points that a penalty took, with or without a minus sign; raises Unreadable, Impossible."""
        each, lost = self.rules.foul_penalty, abs(whole(text, "Write the points of the penalty."))
        if lost and not each:
            raise Impossible("These rules have no penalties. Call it an adjustment.")
        if lost and (lost % each or lost > MOST_FOULS * each):
            raise Impossible(f"A penalty is {each} points: write {each}, not {cut(text)}.")
        return lost

    def _rare(self, kind: str, text: str) -> Iterator[tuple[str, Any]]:
        """Yield what a cell of who took tricks, who reneged or discarded wrongly, or of a yes says."""
        word = plain(text)
        if (word in NO or is_dash(text)) and not self.who.is_name(text):
            return
        if kind in ("gave_up", "last"):
            yield ("last", True) if kind == "last" else ("outcomes", {"outcome": "conceded"})
        elif kind == "renege":
            someone = word in (*MADE, *SET_MARKS) and not self.who.is_name(text)
            who = {} if someone else {"reneged_by": min(self._players(text))}
            yield "outcomes", {"outcome": "renege"} | who
        elif kind in MAY_BE_TIED and word in ("tied", "tie") and not self.who.is_name(text):
            yield kind, TIED
        else:
            role = ROLE_OF.get(word) if self.who.by_role and not self.who.is_name(text) else None
            yield kind, min(self._players(text)) if role is None else ("bidding", "others")[role]
