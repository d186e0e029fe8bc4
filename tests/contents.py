"""What `make tests` prints: what each file shows, by folder."""

import ast
from itertools import groupby
from pathlib import Path

import click

TESTS = Path(__file__).parent


def main() -> None:
    """Print the first sentence of each file of tests."""
    files = sorted(TESTS.rglob("test_*.py"), key=lambda file: file.parts)
    for folder, inside in groupby(files, lambda file: file.parent):
        click.echo(f"\n{folder.relative_to(TESTS.parent)}/")
        for file in inside:
            click.echo(f"  {file.name:36} {first_sentence(file)}")


def first_sentence(file: Path) -> str:
    """Return the first sentence of a file's docstring, in one line."""
    text = " ".join((ast.get_docstring(ast.parse(file.read_text())) or "").split())
    return text[: text.find(". ") + 1] or text


if __name__ == "__main__":
    main()
