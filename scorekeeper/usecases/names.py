"""Names of players and house rules, as typed, stored and shown."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

from scorekeeper.record.document import LONGEST_NAME, VISIBLE
from scorekeeper.rules.errors import RuleError, UnknownPlayer
from scorekeeper.rules.words import YOU, plain_name

SEAT_NAMES = tuple(f"Player {seat}" for seat in range(1, 7))
"""What players without names are called in files; no player of the club has one of these names."""
SEATS_OF_PAIRS = (YOU, "Left", "Partner", "Right")
"""What they are called on pages, clockwise, if partners sit across from each other."""
BETWEEN = re.compile(r"[&/+,;|]|(?<!\S)and(?!\S)", re.IGNORECASE)
"""What people write between names."""
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


class AlikeName(UnknownPlayer):
    """A new name spelled nearly like a known one, `other`: it can be the same person."""

    def __init__(self, field: str, name: str, other: str, answer: str) -> None:
        super().__init__(field, f"Is {name} the {other} you know? {answer}")
        self.name, self.other = name, other


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
    """Return a name without what people spell differently: case, accents, spaces and dots."""
    return re.sub(r"[\W_]", "", plain_name(name)) or name


def alike_name(name: str, known: Collection[str]) -> str | None:
    """Return the known name that a new one is spelled nearly like, None if it is known itself or there is none."""
    folded = fold_name(name)
    return None if name in known else next((other for other in known if fold_name(other) == folded), None)


def known_in_small_letters(names: Sequence[str], known: Collection[str], new_names: Collection[str] = ()) -> list[str]:
    """Return the names, with the club's own spelling of each that was typed in small letters.

    It stays where several are meant, where that one is among these names, and where it is confirmed as new.
    """
    found = list(names)
    for place, name in enumerate(names):
        same = [] if name in known or name in new_names else [other for other in known if other.lower() == name]
        if len(same) == 1 and same[0] not in found:
            found[place] = same[0]
    return found


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
