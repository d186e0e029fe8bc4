"""The tests of use cases speak to one adapter: who simplifies a use case edits one file of theirs."""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent / "usecases"
DOORS = {
    "game_at_table.py": "the adapter",
    "sheets.py": "the reading of a sheet is the seam",
    "test_sheets.py": "the reading of a sheet is the seam",
    "test_random_sheets.py": "plants faults in the reading of a sheet",
    "reference_stats.py": "counts again by itself, from the hands of each game",
    "reference_ratings.py": "rates again by itself, from tables that it fills",
    "test_limits.py": "a limit of clubs is its use case alone",
    "test_names.py": "names are one function of the use cases",
}
"""Who imports use cases, and why."""


def test_use_cases_are_imported_by_their_adapter_and_by_what_is_named_here_alone() -> None:
    importing = {file.name for file in FOLDER.glob("*.py") if any(map(_is_use_case, _imported(file)))}
    assert importing == DOORS.keys()


def test_a_use_case_is_found_in_whichever_way_it_is_imported() -> None:
    ways = (
        "from scorekeeper.usecases import home",
        "import scorekeeper.usecases.home",
        "from scorekeeper import usecases",
    )
    assert all(any(map(_is_use_case, _names(ast.parse(way)))) for way in ways)
    assert not any(map(_is_use_case, _names(ast.parse("from scorekeeper.rules import hand"))))


def _imported(file: Path) -> Iterator[str]:
    return _names(ast.parse(file.read_text()))


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


def _is_use_case(name: str) -> bool:
    return name.startswith("scorekeeper.usecases")
