"""Paper sheets for tests: checked without a database, and their verdict on each row in a few words."""

from typing import Any

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.sheet.check import CheckedSheet, check_sheet
from scorekeeper.usecases.sheet.grid import KINDS
from scorekeeper.usecases.sheet.pasted import grid_of_text, read_file
from scorekeeper.usecases.sheet.result import SheetResult
from scorekeeper.usecases.sheet.saved import lacking, record_of
from scorekeeper.usecases.sheet.shown import shown_lines

__all__ = ["KINDS", "CheckedSheet", "check_sheet", "grid_of_text", "lacking", "read_file", "record_of", "shown_lines"]


def choice_of(rules: str | RuleSet) -> RuleChoice:
    """These rules as a club chooses them."""
    if isinstance(rules, str):
        return RuleChoice(rules, {"base": rules}, PRESETS[rules].rules, PRESETS[rules].title)
    return RuleChoice("house", {"base": "original"}, rules, "House rules")


def checked(text: str, rules: str | RuleSet = "original", names: tuple[str, ...] = (), **how: Any) -> CheckedSheet:
    """A text checked as it stands, with what a person said of it."""
    choice = choice_of(rules)
    return check_sheet(choice, grid_of_text(text, choice.rules, names, **how))


def check_text(text: str, rules: str | RuleSet = "original", names: tuple[str, ...] = (), **how: Any) -> SheetResult:
    """What the rules say of a text that leaves no question."""
    found = checked(text, rules, names, **how)
    assert not found.questions, found.questions
    assert found.result
    return found.result


def asked(sheet: CheckedSheet) -> list[str]:
    """What is to say: `column 3 Tricks`, `line 4 pizza`, `who M`."""
    return [
        f"{each.about} {each.text}" if each.about == "who" else f"{each.about} {each.at} {each.text}".strip()
        for each in sheet.questions
    ]


def told(result: SheetResult) -> list[str]:
    """The verdict on each row: `right`, `carried`, `wrong Us 105`, `wrong Us 100 | Them 15`, `only-if Us reneged`,
    `unread Us`.

    After `or` is a bid or bidder that would do; a cell without a value has a question mark.
    """
    return [*map(told_of, result.as_json()["rows"])]


def told_of(row: dict[str, Any]) -> str:
    """The same of one row of the JSON."""
    words = [row["verdict"]] if not row["carried"] else ["carried"]
    words += [" | ".join(sentence.rstrip(".") for sentence in row["only_if"])] if row["only_if"] else []
    words += ["otherwise"] if row["only_if"] and row["mistakes"] else []
    words += [" | ".join(map(_cell, row["mistakes"]))] if row["mistakes"] else []
    words += ["unread"] if row["unread"] and row["verdict"] != "unread" else []
    words += [" | ".join(cell["cell"] for cell in row["unread"])] if row["unread"] else []
    words += ["or " + " | ".join(map(_cell, row["or"]))] if row["or"] else []
    return " ".join(words)


def _cell(mistake: dict[str, Any]) -> str:
    return f"{mistake['cell']} {'?' if mistake['right'] is None else mistake['right']}"
