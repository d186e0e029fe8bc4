"""How the tests wait: in a way that still works when there is something to wait for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FUNCTION = re.compile(r"\s*(async\s+)?(function\b|\([^()]*\)\s*=>|\w+\s*=>)")


def functions_waited_for(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of what each `wait_for_function` evaluates; a text ends where a value is put in."""
    constants = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "wait_for_function"
        ):
            text = node.args[0]
            text = constants[text.id] if isinstance(text, ast.Name) else text
            text = text.values[0] if isinstance(text, ast.JoinedStr) else text
            assert isinstance(text, ast.Constant), f"line {node.lineno}: say what is waited for in this module"
            yield node.lineno, str(text.value)


def test_each_wait_is_for_a_function() -> None:
    """An expression is evaluated again inside the page, where the content security policy refuses it (EvalError)."""
    assert not [
        f"{path.relative_to(TESTS)}:{line}: {text}"
        for path in TESTS.rglob("*.py")
        for line, text in functions_waited_for(ast.parse(path.read_text()))
        if not FUNCTION.match(text)
    ]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('page.wait_for_function("document.body")', "document.body"),
        (
            'STYLED = "[...all].every((one) => one.sheet)"\npage.wait_for_function(STYLED)',
            "[...all].every((one) => one.sheet)",
        ),
        ('page.wait_for_function(f"!({SCROLLS})()")', "!("),
    ],
)
def test_an_expression_is_found(written: str, text: str) -> None:
    assert [found for _, found in functions_waited_for(ast.parse(written))] == [text]
    assert not FUNCTION.match(text)
