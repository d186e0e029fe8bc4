"""Names as people type them."""

import re
import unicodedata

from ..record.document import LONGEST_NAME, VISIBLE
from ..rules.errors import Refusal, UnknownPlayer


def tidy(name: str) -> str:
    """A name with single blanks between its words; nothing where there is nothing to be seen."""
    shown = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in name)
    return " ".join(shown.split()) if re.search(VISIBLE, shown) else ""


def name_fault(field: str, name: str, missing: str = "What is the name?") -> Refusal | None:
    """Why this cannot be a name, None where it can."""
    if not name:
        return UnknownPlayer(field, missing)
    if len(name) > LONGEST_NAME:
        return UnknownPlayer(field, f"A name has at most {LONGEST_NAME} letters; this has {len(name)}.")
    return None
