"""Names as people type them."""

import re
import unicodedata
from collections.abc import Iterable

from scorekeeper.record.document import LONGEST_NAME, VISIBLE
from scorekeeper.rules.errors import RuleError, UnknownPlayer

JOINERS = "\u200c\u200d"  # not seen themselves, but seen in how the letters beside them are written


def tidy(name: str) -> str:
    """A name as it is seen, with single blanks between its words: two that look alike are alike."""
    signs = [(sign, unicodedata.category(sign)) for sign in unicodedata.normalize("NFC", name)]
    shown = "".join(" " if kind == "Cc" else sign for sign, kind in signs if kind != "Cf" or sign in JOINERS)
    return " ".join(shown.split()) if re.search(VISIBLE, shown) else ""


def name_fault(field: str, name: str, missing: str = "What is the name?") -> RuleError | None:
    """Why this cannot be a name, None where it can."""
    if not name:
        return UnknownPlayer(field, missing)
    if len(name) > LONGEST_NAME:
        return UnknownPlayer(field, f"A name has at most {LONGEST_NAME} letters; this has {len(name)}.")
    return None


def isolated(text: str, names: Iterable[str]) -> str:
    """The text with those of these names set apart that run from right to left: a number beside one stays there."""
    apart = [name for name in names if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)]
    longest_first = "|".join(map(re.escape, sorted(apart, key=len, reverse=True)))
    return re.sub(longest_first, "\u2068\\g<0>\u2069", text) if apart else text
