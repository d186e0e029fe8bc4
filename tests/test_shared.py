"""What tests share is in a module of its own: to read a file one opens no other file of tests."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
READS_THEIR_ROWS = "rules/test_every_ruling_has_a_row.py"


def test_no_file_of_tests_imports_from_another() -> None:
    importing = {
        f"{file.relative_to(FOLDER)}: {name}"
        for file in FOLDER.rglob("*.py")
        if not file.match(READS_THEIR_ROWS)
        for name in lent_by_tests(ast.parse(file.read_text()))
    }
    assert not importing


def test_an_import_from_a_file_of_tests_is_found_in_whichever_way_it_is_written() -> None:
    ways = (
        "from .test_outbox import hands",
        "from tests.web.test_clock import begun",
        "from . import test_outbox",
        "import tests.browser.test_outbox as outbox",
    )
    assert all(list(lent_by_tests(ast.parse(way))) for way in ways)
    assert not list(lent_by_tests(ast.parse("from .offline import hands\nfrom tests.html import text_of")))


def lent_by_tests(module: ast.Module) -> Iterator[str]:
    """Yield the files of tests that a module imports something from."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            named = [node.module or "", *(each.name for each in node.names)]
        elif isinstance(node, ast.Import):
            named = [each.name for each in node.names]
        else:
            continue
        yield from (name for name in named if any(part.startswith("test_") for part in name.split(".")))


MOST_LINES = 14


def test_scripts_of_a_page_are_files_that_tsc_and_biome_read() -> None:
    """`tests/browser/measures/`; a snippet stays where it is used."""
    long = {f"{file.relative_to(FOLDER)}: {text[:40]}" for file in FOLDER.rglob("*.py") for text in scripts_in(file)}
    assert not long


def scripts_in(file: Path) -> Iterator[str]:
    """Yield the scripts in a file's strings that are longer than a snippet."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "=>" in node.value:
            text = node.value.strip()
            if text.count("\n") >= MOST_LINES and ";\n" in text:
                yield text


def test_the_name_of_a_test_stands_without_the_one_above() -> None:
    leaning = {
        name
        for file in FOLDER.rglob("test_*.py")
        for name in re.findall(r"^def (test_(?:it|its|so|nor|them)_\w+)", file.read_text(), re.MULTILINE)
    }
    assert not leaning
