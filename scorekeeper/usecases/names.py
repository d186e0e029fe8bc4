"""Names of players and house rules, as typed, stored and shown; its twin is static/shared/names.js.

Only this module decides who may be one person and what a pasted list says. Inside one record names are exact.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from scorekeeper.record.document import LONGEST_NAME, VISIBLE
from scorekeeper.rules.errors import RuleError, UnknownPlayer
from scorekeeper.rules.words import APOSTROPHES, DASHES, YOU, join_words, plain_name

SEAT_NAMES = tuple(f"Player {seat}" for seat in range(1, 7))
"""What players without names are called in files; no player of the club has one of these names."""
SEATS_OF_PAIRS = (YOU, "Left", "Partner", "Right")
"""What they are called on pages, clockwise, if partners sit across from each other."""
BETWEEN = re.compile(r"[&/+,;|]|(?<!\S)and(?!\S)", re.IGNORECASE)
"""What people write between names."""
MARKS = re.compile(
    rf"(?:#?\(?\d{{1,3}}(?:[.):．）、](?!\d)|\ufe0f?\u20e3)|[•◦‣⁃∙·●○▪▫■□☐☑☒✓✔✗✘➤►▶→]\ufe0f?|[{DASHES}*](?=\s)"
    r"|\[[ xX]?\]|\s)+"
)
"""What a list has before a name: "1.", "2)", "•"."""
MOST_SAID = 8  # things that were taken off a list
JOINERS = "\u200c\u200d"  # invisible, but they change how the letters next to them are written


def is_unnamed(name: str) -> bool:
    """Return whether this stands for a player without a name, as one of SEAT_NAMES."""
    return name in SEAT_NAMES


def called(names: Sequence[str], are_pairs: bool) -> Sequence[str]:
    """Return the players' names at a table, clockwise; with two pairs a player without a name has the seat's word.

    A seat's word that is someone's name is used only for that person.
    """
    if not (are_pairs and len(names) == len(SEATS_OF_PAIRS)):
        return names
    seats = zip(names, SEATS_OF_PAIRS, strict=True)
    return [seat if is_unnamed(name) and seat not in names else name for name, seat in seats]


class DoubtfulName(UnknownPlayer):
    """A name that can mean somebody else; `again` is what a form sends with it once that was told."""

    def __init__(self, field: str, text: str, name: str, again: str) -> None:
        super().__init__(field, text)
        self.name, self.again = name, again


class AlikeName(DoubtfulName):
    """A new name spelled nearly like a known one, `other`: it can be the same person. Sent again it is new."""

    def __init__(self, field: str, name: str, other: str, answer: str) -> None:
        super().__init__(field, f"Is {name} the {other} you know? {answer}", name, name)
        self.other = other


class StrangerName(DoubtfulName):
    """A name that is none of those expected here, of which some are `near`. Sent again it is right."""

    def __init__(self, field: str, name: str, where: str, near: Sequence[str], button: str) -> None:
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        super().__init__(field, f"{name} isn't in {where}.{meant} If {name} is right, tap {button} again.", name, name)


class MergedName(DoubtfulName):
    """The name of a player who was merged into `other`, who is meant. Sent again this was told."""

    def __init__(self, field: str, name: str, other: str, also: str = "") -> None:
        text = f"{name} means {other}, since the two were merged{also}."
        super().__init__(field, text, name, f"{name}\t{other}")  # no name has a tab
        self.other = other


def normalize_name(name: str) -> str:
    """Normalize a name, with single spaces between its words, so that names that look the same are equal.

    An invisible name becomes "".
    """
    text = unicodedata.normalize("NFC", name)
    unseen = {char: unicodedata.category(char) for char in {*text} - {*JOINERS}}
    visible = text.translate(
        {ord(char): " " if kind == "Cc" else "" for char, kind in unseen.items() if kind in ("Cc", "Cf")}
    )
    return " ".join(visible.split()) if re.search(VISIBLE, visible) else ""


def fold_name(name: str) -> str:
    """Return what two spellings have in common that may be one person's: neither case nor accents, blanks or signs."""
    return "".join(_words(name))


def caseless(name: str) -> str:
    """Return what two spellings have in common that are the same without a question: neither case nor apostrophes."""
    return name.translate(APOSTROPHES).lower()


def _words(name: str) -> list[str]:
    plain = plain_name(name)
    seen = (char if char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in plain)
    return "".join(seen).split() or [plain or name]


def finds(typed: str, name: str) -> bool:
    """Return whether a name, from one of its words on, begins with what was typed, however it is spelled."""
    wanted, words = fold_name(typed), _words(name)
    return any("".join(words[place:]).startswith(wanted) for place in range(len(words)))


class KnownNames:
    """Names that are known, and which of them is meant by one that was typed.

    `merged` is asked for the names of merged players, and whom each means.
    """

    def __init__(self, names: Iterable[str], merged: Callable[[], Mapping[str, str]] = dict) -> None:
        self.names, self._ask_merged = dict.fromkeys(names), merged

    @cached_property
    def _merged(self) -> Mapping[str, str]:
        return self._ask_merged()

    @cached_property
    def _folded(self) -> dict[str, list[str]]:
        folded = defaultdict(list)
        for name in self.names:
            folded[fold_name(name)].append(name)
        return dict(folded)

    def alike(self, name: str) -> list[str]:
        """Return the other names that can be the same person's."""
        return [other for other in self._folded.get(fold_name(name), ()) if other != name]

    def in_doubt(self, name: str) -> str | None:
        """Return the name that a new one is spelled nearly like, None if it is known itself or there is none."""
        return None if name in self.names else next(iter(self.alike(name)), None)

    def meant(self, name: str) -> str | None:
        """Return the name that is meant without a question: the only one that differs at most in its apostrophes, or
        in that this one was typed in small letters; else the one that such a one was merged into."""
        old = self.merged_as(name)
        return self._merged[old] if old else self._spelled(name)

    def merged_as(self, name: str) -> str | None:
        """Return the name of a merged player that this one is, None if it is not or means a known name."""
        return KnownNames(self._merged)._spelled(name) if self._spelled(name) is None else None

    def in_common(self, name: str) -> str:
        """Return what all names have in common that can be the person's whom this one means."""
        return fold_name(self.meant(name) or name)

    def similar(self, name: str) -> list[str]:
        """Return the other names that can be the same person's, also the one that it was merged into."""
        return sorted({*self.alike(name), *filter(None, [self.meant(name) if self.merged_as(name) else None])})

    def _spelled(self, name: str) -> str | None:
        if name in self.names:
            return name
        same = [other for other in self.alike(name) if caseless(other) == caseless(name)]
        straight, is_small = name.translate(APOSTROPHES), name == name.lower()
        return same[0] if len(same) == 1 and (is_small or same[0].translate(APOSTROPHES) == straight) else None

    def find(self, typed: str) -> list[str]:
        """Return the name that is searched for, or all that it can be the beginning of."""
        same = [typed] if typed in self.names else self._folded.get(fold_name(typed), [])
        found = same if len(same) == 1 else [name for name in self.names if finds(typed, name)]
        return found or [*filter(None, [self.meant(typed)])]


def merged_name(field: str, name: str, known: KnownNames, new_names: Collection[str]) -> MergedName | None:
    """Return what is said of a name that means whom it was merged into, None of any other and of one that is new."""
    other = known.meant(name) if name not in new_names and known.merged_as(name) else None
    return MergedName(field, name, other) if other else None


def known_spellings(names: Sequence[str], known: KnownNames, new_names: Collection[str] = ()) -> list[str]:
    """Return the names, with the club's own spelling of each that is meant without a question.

    A name stays where the known one is among these names, and where it is confirmed as new.
    """
    found = list(names)
    for place, name in enumerate(names):
        meant = None if name in new_names else known.meant(name)
        if meant and meant not in found:
            found[place] = meant
    return found


def doubts(
    typed: Sequence[str], known: KnownNames, new_names: Collection[str], fields: Iterable[str], button: str, here: str
) -> Iterator[AlikeName | MergedName]:
    """Yield each name spelled nearly like a known one or an earlier one, at its field, unless it is confirmed as new,
    and once each that means whom it was merged into, always where that is another one of these.

    `button` confirms it; `here` says where the names are, as "at this table".
    """
    names = known_spellings(typed, known, new_names)
    earlier, exact = dict[str, str](), {*known.names, *new_names, *SEAT_NAMES}
    for name, written, field in zip(names, typed, fields, strict=False):
        if merged := merged_name(field, written, known, new_names):
            is_twice = name == written
            if is_twice or merged.again not in new_names:
                also = f", and {merged.other} is {here}, too" if is_twice else ""
                yield MergedName(field, written, merged.other, also)
            continue
        other = known.in_doubt(name) or earlier.get(fold_name(name), name)
        if other != name and name not in exact:
            same = f"{other} is {here}, too" if other in names else f"If so, write {other}"
            yield AlikeName(field, name, other, f"{same}; if not, tap {button} again.")
        earlier.setdefault(fold_name(name), name)


class ReadList(NamedTuple):
    """The names on each line of a list, and what was taken off: its marks, and the columns beside it."""

    lines: list[list[str]]
    taken_off: list[str]

    @property
    def said(self) -> str:
        """What was taken off, in a sentence; "" if nothing was."""
        shown = [f"“{each}”" for each in self.taken_off[:MOST_SAID]]
        rest = len(self.taken_off) - MOST_SAID
        return f"Taken off the list: {join_words([*shown, *([f'{rest} more'] if rest > 0 else [])])}." if shown else ""


def read_list(text: str, *, in_pairs: bool = False) -> ReadList:
    r"""Read names as people paste them, one or a pair on each line: "1. Ann", "• Bob & Cal", "Dee\t12"."""
    read = ReadList([], [])
    for line in text.splitlines():
        names, taken_off = _read_line(line, in_pairs)
        if any(names):
            read.lines.append(names)
            read.taken_off.extend(each for each in taken_off if each not in read.taken_off)
    return read


def read_fields(texts: Iterable[str]) -> ReadList:
    """Read one name from each of these fields in the same way, "" from one without a name."""
    read = [_read_line(text, in_pairs=False) for text in texts]
    return ReadList([names[:1] or [""] for names, _ in read], [each for _, taken_off in read for each in taken_off])


def _read_line(line: str, in_pairs: bool) -> tuple[list[str], list[str]]:
    """Return the names on a line, and what else it says: the mark before them, and the other columns.

    The first column with a letter has the name; those of a pair can be in two.
    """
    mark = MARKS.match(line)
    start = mark.end() if mark else 0
    cells = [cell for each in line[start:].split("\t") if (cell := normalize_name(each))]
    named = [cell for cell in cells if any(map(str.isalpha, cell))] or cells
    used = named[: 2 if in_pairs and named and not BETWEEN.search(named[0]) else 1]
    names = [normalize_name(name) for cell in used for name in (BETWEEN.split(cell) if in_pairs else [cell])]
    return names, [*filter(None, [line[:start].strip()]), *(cell for cell in cells if cell not in used)]


def name_error(field: str, name: str, missing: str = "Enter a name.") -> RuleError | None:
    """Return why a normalized name cannot be stored, at this field of a form; None if it can."""
    if not name:
        return UnknownPlayer(field, missing)
    if len(name) > LONGEST_NAME:
        return UnknownPlayer(field, f"Names can be up to {LONGEST_NAME} characters.")
    return None


def unnamed_error(field: str, name: str) -> RuleError | None:
    """Return why a person cannot have this name, one of SEAT_NAMES, at this field of a form; None if they can."""
    if fold_name(name) not in map(fold_name, SEAT_NAMES):
        return None
    return UnknownPlayer(field, f"{name} stands for a player without a name.")


def isolate(text: str) -> str:
    """Return a text, isolated if it runs right to left, so that it does not move the numbers next to it."""
    return f"\u2068{text}\u2069" if _runs_right_to_left(text) else text


def isolate_names(text: str, names: Iterable[str]) -> str:
    """Return a text with its right-to-left names isolated, so that they do not move the numbers next to them."""
    right_to_left = [name for name in names if _runs_right_to_left(name)]
    longest_first = "|".join(map(re.escape, sorted(right_to_left, key=len, reverse=True)))
    return re.sub(longest_first, lambda found: isolate(found[0]), text) if right_to_left else text


def _runs_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)
