"""What comments say of files is true: a file that they name is there, twins name each other in their first lines."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("scorekeeper", "static", "templates", "tests", "bench")
FILES = {
    path.relative_to(ROOT).as_posix(): path
    for folder in (*FOLDERS, "docs", "deploy")
    for path in (ROOT / folder).rglob("*.*")
    if "__pycache__" not in path.parts
}
NAMED = re.compile(r"(?<![\w./*-])(?:[\w-]+/)*[\w-]+\.(?:py|js|css|html|svg)\b(?!\.\w)")
IN_COMMENTS = {
    ".py": re.compile(r"\"\"\"(.*?)\"\"\"|(?:^|\s)# ([^\n]*)", re.DOTALL),
    ".js": re.compile(r"^\s*(?://|/?\*\*?)(.*)$|\s// (.*)$", re.MULTILINE),
    ".css": re.compile(r"/\*(.*?)\*/", re.DOTALL),
    ".html": re.compile(r"\{#(.*?)#\}", re.DOTALL),
    ".svg": re.compile(r"\{#(.*?)#\}", re.DOTALL),
}
OF_OTHERS = {"htmx.js"}
IS_TWIN = re.compile(r"\b(twins?|one of the same name)\b")


def comments(name: str) -> Iterator[str]:
    """What a file says about itself."""
    found = IN_COMMENTS[FILES[name].suffix].finditer(FILES[name].read_text())
    yield from (" ".join(filter(None, each.groups())) for each in found)


NAMES = {path.split("/", at)[-1] for path in FILES for at in range(path.count("/") + 1)}
"""Each file by its whole path, and by less and less of it."""


def ours() -> list[str]:
    return sorted(name for name, path in FILES.items() if name.startswith(FOLDERS) and path.suffix in IN_COMMENTS)


def test_a_file_that_a_comment_names_is_there() -> None:
    missing = [
        f"{name}: {named}"
        for name in ours()
        for said in comments(name)
        for named in NAMED.findall(said)
        if named not in OF_OTHERS | NAMES
    ]
    assert not missing, "\n".join(missing)


def first_lines(name: str) -> str:
    """The first paragraph of a module's docstring, or the comment with which a script begins."""
    text = FILES[name].read_text()
    if name.endswith(".py"):
        return text.removeprefix('"""').partition('"""')[0].partition("\n\n")[0]
    return " ".join(line.removeprefix("//") for line in text.partition("\n\n")[0].splitlines() if line.startswith("//"))


def twins(suffix: str, others: str) -> set[tuple[str, str]]:
    """The twins that files with this ending name in their first lines, by file name, script first."""
    found = set()
    for name in ours():
        said = first_lines(name) if name.startswith(("scorekeeper", "static")) and name.endswith(suffix) else ""
        named = [Path(each).name for each in NAMED.findall(said) if IS_TWIN.search(said) and each.endswith(others)]
        found |= {(Path(name).name, each) if suffix == ".js" else (each, Path(name).name) for each in named}
    return found


def test_twins_name_each_other_in_their_first_lines() -> None:
    by_scripts, by_modules = twins(".js", ".py"), twins(".py", ".js")
    assert by_scripts
    assert {pair for pair in by_scripts if not pair[1].startswith("test_")} == by_modules


def test_a_sentence_in_quotes_stands_over_something() -> None:
    """At the head of a module, a class or a function, or below the name that it is about."""
    alone = []
    for name in (name for name in ours() if name.endswith(".py") and not name.startswith("tests")):
        for node in ast.walk(ast.parse(FILES[name].read_text())):
            body = getattr(node, "body", [])
            for before, one in pairwise(body if isinstance(body, list) else []):
                if _is_sentence(one) and not isinstance(before, ast.Assign | ast.AnnAssign):
                    alone.append(f"{name}:{one.lineno}")
    assert not alone


def _is_sentence(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
