"""How sentences write numbers, lists and sides; plain_name has its twin in static/shared/names.js."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

MINUS = "−"
DASHES = "-−–—―‐‑‒⁃⁻˗➖﹘﹣－"
"""What people write for a minus sign."""
_DIGITS = r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,7})"
_POINTS = re.compile(rf"([{DASHES}+]?)\s*{_DIGITS}|\(\s*[{DASHES}]?\s*{_DIGITS}\s*\)|{_DIGITS}\s*[{DASHES}]")
_OUTCOME = re.compile(r"\A(made|make|set)\b[:\s]*|(?<![\s,])[\s,]*\(?\b(made|make|set)\)?[.!]*\Z", re.IGNORECASE)
LONGEST_NUMBER = 80
"""The longest text that is read as a number, in characters."""
LONGEST_GUESS = 60
"""The longest word that is compared with the known ones, in characters."""


def plain_digits(text: str) -> str:
    """Return a text with the digits of every script as 0 to 9: "١٠٠" and "１００" are "100"."""
    return re.sub(r"\d", lambda digit: str(int(digit[0])), text)


def read_points(text: str) -> int:
    """Return the whole number that someone wrote as a score; raise ValueError.

    `-90`, `(90)`, `90-` and `set 90` are all −90, with any dash and in the digits of any script; a dash alone is 0;
    `1,005` is 1005.
    """
    written = plain_digits(text.strip())
    if len(written) > LONGEST_NUMBER:
        raise ValueError
    word = _OUTCOME.search(written)
    if word:
        written = (written[: word.start()] + written[word.end() :]).strip()
    if written and written in DASHES and not word:
        return 0
    found = _POINTS.fullmatch(written)
    if not found:
        raise ValueError
    sign, plain, enclosed, trailing = found.groups()
    value = int((plain or enclosed or trailing).replace(",", ""))
    is_set = word is not None and "set" in word[0].lower()
    return -value if enclosed or trailing or is_set or (sign and sign in DASHES) else value


def format_total(total: int) -> str:
    """Return a running total as a score sheet writes it: 45, 1000, −95, with a real minus sign."""
    return str(total).replace("-", MINUS)


def format_points(points: int) -> str:
    """Return points as a score sheet writes them: +45, 0, −95, with a real minus sign."""
    return f"+{points}" if points > 0 else format_total(points)


def format_number(number: int) -> str:
    """Return a number as a sentence writes it: 1,000 or −250, with a real minus sign."""
    return f"{number:,}".replace("-", MINUS)


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "5 cards", "1,000 games"."""
    return f"{format_number(number)} {noun}{'' if number == 1 else 's'}"


def join_words(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: "1s, 2s and 3s"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """Return " Did you mean …?" with the most similar of these words, "" if none is similar."""
    from difflib import get_close_matches  # rarely needed

    near = get_close_matches(word, known, 1) if len(word) <= LONGEST_GUESS else ()
    return f" Did you mean {prefix}{near[0]}?" if near else ""


def describe_hand(outcome: str, number: int | str) -> str:
    """Name a hand as people speak of it: "hand 3", "the misdeal before hand 3"."""
    kinds = {"misdeal": "the misdeal before ", "passed-out": "the passed-out hand before "}
    return f"{kinds.get(outcome, '')}hand {number}"


APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u201b\u02bc\u02bb\u02b9`\u00b4\u2032\uff07", "'"))
"""What phones and people write for an apostrophe, each as the plain one."""
_LETTERS = str.maketrans(
    dict(zip("øłđðħŧıŋς", "olddhtinσ", strict=True)) | {"æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"}
)
"""Letters that people write for each other, though Unicode does not take them apart."""
_ACCENTS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]"
)  # and the vowels of Hebrew and Arabic


def plain_name(name: str) -> str:
    """Return a name without case and accents, in plain letters; static/shared/names.js does the same."""
    plain = unicodedata.normalize("NFKD", name.translate(APOSTROPHES)).lower()
    return _ACCENTS.sub("", plain).translate(_LETTERS)


def by_name(name: str) -> tuple[str, str]:
    """Return what names are sorted by, as people sort them: abel, Élan, Zora; case and accents decide last."""
    return plain_name(name), name


def side_name(side: Sequence[str]) -> str:
    """Name a side by its players: "Ann & Cal"."""
    return " & ".join(side)


@lru_cache(1000)
def ems(text: str) -> float:
    """Return how wide a text may be, as a multiple of its size, in the widest bold font of a phone."""
    wide = sum(each in "mwMW" or each > "\u1100" for each in text)
    narrow = sum(each in "fijlrtIJ.,' " for each in text)
    return 0.67 * len(text) + 0.17 * sum(map(str.isupper, text)) + 0.3 * wide - 0.25 * narrow


def shorten(sides: Sequence[Sequence[str]], room: float) -> tuple[str, ...]:
    """Return what a column with `room` for so many ems calls sides with these players: all in full ("Aunt Margaret &
    Carol"), all with initials after first words ("Aunt M. & Carol"), or all as initials ("A. & C.").

    It is the first of these that fits and tells the sides apart, else the last that tells them apart.
    """
    told_apart = tuple(map(side_name, sides))
    for step in (str, _first_word, _initial):
        labels = tuple(side_name([*map(step, side)]) for side in sides)
        if len({*labels}) == len(labels):
            told_apart = labels
            if max(map(ems, labels), default=0) <= room:
                break
    return told_apart


def shorten_each(sides: Sequence[Sequence[str]], room: float) -> tuple[str, ...]:
    """Return what a column with `room` for so many ems calls sides with these players, or each player.

    Each by the first of its names in full, first words with initials, and initials, that fits and is no other's; else
    by the last that is no other's.
    """
    steps = [[side_name([*map(step, side)]) for side in sides] for step in (str, _first_word, _initial)]
    own = [[labels[i] for labels in steps if labels.count(labels[i]) == 1] or [full] for i, full in enumerate(steps[0])]
    return tuple(next((label for label in labels if ems(label) <= room), labels[-1]) for labels in own)


def _first_word(name: str) -> str:
    first, *others = name.split()
    return " ".join([first, *map(_initial, others)])


def _initial(name: str) -> str:
    """Return the first letter of a name, whole: with its marks, or all that is joined to one sign."""
    end = 1
    while end < len(name) and (
        unicodedata.category(name[end])[0] == "M"
        or name[end] in _JOINS
        or name[end - 1] == "\u200d"
        or (end == 1 and {name[0], name[1]} <= _FLAG_LETTERS)
    ):
        end += 1
    return f"{name[:end]}."


_JOINS = {"\u200d", *map(chr, range(0x1F3FB, 0x1F400))}  # the joiner, and the colors of skin
_FLAG_LETTERS = {*map(chr, range(0x1F1E6, 0x1F200))}  # two make a flag

YOU = "You"
"""The scorekeeper's name at a table without names (`usecases.names.called`)."""
_TO_YOU = {"is": "are", "was": "were", "has": "have"}


def agree(name: str, verb: str) -> str:
    """Return the verb that follows a name: "deals", but "deal" after "You"."""
    return _TO_YOU.get(verb, verb.removesuffix("s")) if name == YOU else verb


def end(sentence: str) -> str:
    """Return a sentence with its full stop, which the name at its end may bring along: "The deal passes to Tom Jr."."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def whose(name: str, starts: bool = False) -> str:
    """Return the possessive of a name: "Ann's", "your"; "Your" if it `starts` a sentence."""
    return ("Your" if starts else "your") if name == YOU else f"{name}'s"


class Names:
    """The names of players and sides in a sentence; `players[i]` is the name of player i."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)

    def __getitem__(self, player: int | None) -> str:
        assert player is not None  # the bidder of a scored hand is a player, which the type cannot say
        return self.players[player]

    def __len__(self) -> int:
        return len(self.players)

    def __contains__(self, name: object) -> bool:
        return name in self.players

    def side(self, side: Sequence[int]) -> str:
        """Name a side by its players: "Ann & Cal"."""
        return side_name([self[player] for player in side])

    def sides(self, sides: Iterable[Sequence[int]]) -> str:
        """Name several sides: "Ann & Cal and Bob & Dee"."""
        return join_words([self.side(side) for side in sides])

    def is_plural(self, side: Sequence[int]) -> bool:
        """Whether verbs after this side are plural: "score", not "scores"."""
        return len(side) > 1

    def sentence(self, text: str) -> str:
        """Return a sentence that may begin with a name."""
        return text

    def tell(self, text: str, who: Mapping[str, int | Sequence[int]]) -> str:
        """Return a sentence with names in place of `{these}`, players or sides."""
        called = {word: self[one] if isinstance(one, int) else self.side(one) for word, one in who.items()}
        for word, name in called.items():
            if name.endswith("."):
                text = text.replace(f"{{{word}}}.", f"{{{word}}}")
        return self.sentence(text.format_map(called)) if who else text


def who_came(before: Names, names: Names) -> str:
    """Say who sat down between two hands, "" if no one: "Eve sits down for Cal"."""
    changed = [(came, left) for came, left in zip(names.players, before.players, strict=True) if came != left]
    return join_words([f"{came} sits down for {left}" for came, left in changed])


NO_NAMES = Names(())
"""For sentences without players."""
