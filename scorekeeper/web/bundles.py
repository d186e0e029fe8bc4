"""Puts the modules that a page loads into one file, so that a phone asks for two files and not for every import.

What every page loads is the file of `EVERYWHERE`. The file of any other module has what that one lacks. In both, each
module is a function that static/modules.js runs: its imports are constants at its beginning, its exports an object. So
an export that changes is taken from the whole, `import * as game`, and no module awaits at its top.
"""

import re
from collections.abc import Iterator, Mapping
from os.path import normpath
from pathlib import PurePosixPath

from scorekeeper.rules.words import join_words

EVERYWHERE, RUNNER = "everywhere.js", "modules.js"
APART = {"load_missing.js", "reload.js", "worker.js", RUNNER}
"""What needs no other module, and runs where these do not."""

IMPORT = re.compile(r'^import (?:(?:\{([^}]*)\}|\* as (\w+)) from )?"(\.[^"]+)";', re.MULTILINE)
IMPORT_LATER = re.compile(r'\bawait import\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(class|const|function|let) (\w+))", re.MULTILINE)
HERE = "import.meta.url"
NEEDLESS = re.compile(r"(?<=[;{},(])\n|(?<=\{) | (?=\})")
"""Lines and blanks that no script needs: no string goes over several lines, or means the blanks inside its braces, and
comments were taken out before."""


def bundles(modules: Mapping[str, str]) -> dict[str, str]:
    """Return the files to serve instead of these modules, which are given by their names."""
    everywhere = in_order(EVERYWHERE, modules)
    files = {EVERYWHERE: "".join([modules[RUNNER], *(_block(name, modules, EVERYWHERE) for name in everywhere)])}
    for page in modules.keys() - APART - set(everywhere):
        own = [name for name in in_order(page, modules) if name not in everywhere]
        head = f'import {{ load, need, run }} from "{_path(page, EVERYWHERE)}";\n'
        files[page] = "".join([head, *(_block(name, modules, page) for name in own)])
    return {name: modules[name] for name in APART - {RUNNER}} | files


def in_order(entry: str, modules: Mapping[str, str]) -> list[str]:
    """Return this module after all that it imports; raises ValueError for a cycle, KeyError for a missing one."""
    order = list[str]()

    def visit(name: str, *importing: str) -> None:
        if name in importing:
            raise ValueError(f"{name} imports itself, by {join_words(importing)}.")
        if name not in order:
            for imported in imports(name, modules[name]):
                visit(imported, name, *importing)
            order.append(name)

    visit(entry)
    return order


def imports(name: str, source: str) -> Iterator[str]:
    """Yield the names of the modules that this one imports at once."""
    return (named(name, path) for *_, path in IMPORT.findall(source))


def named(importing: str, path: str) -> str:
    """Return the name of the module that another one imports by this path."""
    return normpath(PurePosixPath(importing).parent / path)


def _path(file: str, name: str) -> str:
    """Return the path by which one file names another."""
    return f"{'../' * file.count('/') or './'}{name}"


def _block(name: str, modules: Mapping[str, str], file: str) -> str:
    """Return the call that runs this module, in this file; a module is called by its number among all."""
    numbers = {each: number for number, each in enumerate(sorted(modules))}

    def need(found: re.Match[str]) -> str:
        names, whole, path = found.groups()
        constants = whole or (names and f"{{{names}}}".replace(" as ", ": "))
        return f"{f'const {constants} = ' if constants else ''}need({numbers[named(name, path)]});"

    body = IMPORT.sub(need, modules[name])
    body = IMPORT_LATER.sub(lambda found: f'await load({numbers[later := named(name, found[1])]}, "{later}")', body)
    body = body.replace(HERE, f'new URL("{_path(file, name)}", {HERE}).href')
    exported = ", ".join(
        f"get {each}() {{ return {each}; }}" if kind == "let" else each for kind, each in EXPORT.findall(body)
    )
    body = NEEDLESS.sub("", EXPORT.sub("", body))
    return f"run({numbers[name]}, () => {{\n{body}return {{ {exported} }};\n}});\n"
