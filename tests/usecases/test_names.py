"""Names as people type and paste them: two that look alike are alike, and who may be one person is asked about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.usecases.names import MARKS, KnownNames, doubts, finds, normalize_name, read_fields, read_list
from tests.profiles import examples

from .known_names import LINES, NAMES

KNOWN = KnownNames(NAMES)
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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("O'Neil", "O'Neil"),
        ("O’Neil", "O'Neil"),
        ("o`neil", "O'Neil"),
        ("zoë", "Zoë"),
        ("ann", None),  # Ann or ANN
        ("ZOË", None),
        ("Zoe", None),
        ("Anne Marie", None),
        ("Lukasz", None),
    ],
)
def test_only_small_letters_and_apostrophes_are_the_same_person_without_a_question(
    typed: str, meant: str | None
) -> None:
    assert KNOWN.meant(typed) == meant


@pytest.mark.parametrize(
    ("typed", "alike"),
    [
        ("ZOE", ["Zoë"]),
        ("ONeil", ["O'Neil"]),
        ("oʼneil", ["O'Neil"]),
        ("Anne–Marie", ["Anne-Marie"]),
        ("annemarie", ["Anne-Marie"]),
        ("Anne Marie", ["Anne-Marie"]),
        ("Lukasz", ["Łukasz"]),
        ("jorgen aebelo", ["Jørgen Æbelø"]),
        ("Dorde", ["Đorđe"]),
        ("WEISS", ["Weiß"]),
        ("ann", ["Ann", "ANN"]),
        ("علي", ["عَلِي"]),
        ("Annie", []),
    ],
)
def test_case_accents_letters_and_signs_may_be_one_person(typed: str, alike: list[str]) -> None:
    assert KNOWN.alike(typed) == alike


def test_a_question_is_asked_of_the_names_together_too_and_not_again() -> None:
    """Zoé and Zoe: neither is known, and they may be one."""
    typed = ["Bob", "Zoé", "Zoe", "Lukasz"]
    said = list(doubts(typed, KnownNames(["Łukasz"]), ["Lukasz"], "abcd", "Start game", "at this table"))
    assert [(each.field, each.text) for each in said] == [
        ("c", "Is Zoe the Zoé you know? Zoé is at this table, too; if not, tap Start game again.")
    ]


@pytest.mark.parametrize(("line", "name", "taken_off"), LINES)
def test_a_line_of_a_list_is_a_name_without_its_mark_and_other_columns(
    line: str, name: str, taken_off: list[str]
) -> None:
    assert read_list(line) == ([[name]], taken_off)
    assert read_fields([line, ""]) == ([[name], [""]], taken_off)


def test_an_empty_place_of_a_list_is_no_name() -> None:
    assert read_list("1. Ann\n2.\n\n \t \n•") == ([["Ann"]], ["1."])


@pytest.mark.parametrize("line", ["1. Ann & Bob\t990", "1\tAnn\tBob\t990", "- Ann / Bob\tpaid"])
def test_a_pair_is_on_one_line_in_one_column_or_two(line: str) -> None:
    assert read_list(line, in_pairs=True).lines == [["Ann", "Bob"]]


@examples(200)
@given(st.text(max_size=40))
def test_a_name_that_is_stored_is_read_as_itself(name: str) -> None:
    """But for one that begins as a list does."""
    kept = normalize_name(name)
    assert not kept or MARKS.match(kept) or read_list(kept).lines == [[kept]]
    assert not kept or KnownNames([kept]).meant(kept) == kept
    assert not kept or finds(kept, kept)
