"""Names as people type them: two that look alike are alike."""

import pytest

from scorekeeper.usecases.names import normalize_name

ZERO_WIDTH_SPACE, BYTE_ORDER_MARK, SOFT_HYPHEN, RIGHT_TO_LEFT = "\u200b", "\ufeff", "\u00ad", "\u202e"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\tLee\n", "Ann Lee"),
        (f"An{ZERO_WIDTH_SPACE}n", "Ann"),
        (f"{BYTE_ORDER_MARK}Ann", "Ann"),
        (f"An{SOFT_HYPHEN}n{RIGHT_TO_LEFT}", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        (ZERO_WIDTH_SPACE * 3, ""),
        ("\x00 \u200d", ""),
    ],
    ids=[
        "blanks",
        "tab and newline",
        "zero width",
        "byte-order mark",
        "hyphen and override",
        "accents",
        "joiner",
        *"ab",
    ],
)
def test_a_name_is_kept_as_it_is_seen(typed: str, kept: str) -> None:
    assert normalize_name(typed) == kept
