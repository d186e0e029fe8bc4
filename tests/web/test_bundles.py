"""The modules of a page come in two files, in which each runs after what it imports."""

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.web.bundles import APART, EVERYWHERE, EXPORT, IMPORT, bundles, in_order, named
from scorekeeper.web.static import as_sent
from tests.person import Person

from .scripts import SCRIPTS

MODULES = SCRIPTS.keys() - APART
BUNDLES = bundles(SCRIPTS)
RUNS = re.compile(r"^run\((\d+)", re.MULTILINE)
NUMBERS = {name: str(number) for number, name in enumerate(sorted(SCRIPTS))}
LEFT = re.compile(
    r"^(?:import(?! \{ load, need, run \})|export(?! (?:async )?function (?:load|need|run)\b))", re.MULTILINE
)


def imported() -> Iterator[tuple[str, str, str]]:
    """Yield each module, each name that it imports by itself, and the module which that is from."""
    for module in MODULES:
        for names, _, path in IMPORT.findall(SCRIPTS[module]):
            for name in filter(None, (each.partition(" as ")[0].strip() for each in names.split(","))):
                yield module, name, named(module, path)


def scripts_of(phone: Person, path: str) -> list[str]:
    return [tag.attrs["src"] for tag in phone.open(path).all("head script") if tag.attrs.get("type") == "module"]


def test_every_import_has_its_export() -> None:
    exports = {module: {name for _, name in EXPORT.findall(source)} for module, source in SCRIPTS.items()}
    assert [each for each in imported() if each[1] not in exports[each[2]]] == []


def test_an_export_that_changes_is_taken_from_the_whole() -> None:
    changes = {(name, module) for module in MODULES for name in re.findall(r"^export let (\w+)", SCRIPTS[module], re.M)}
    assert changes  # or this shows nothing
    assert [each for each in imported() if each[1:] in changes] == []


@pytest.mark.parametrize("file", sorted(BUNDLES.keys() - APART))
def test_a_file_runs_each_module_once_and_after_what_it_imports(file: str) -> None:
    ran = RUNS.findall(BUNDLES[EVERYWHERE]) if file != EVERYWHERE else []
    assert not LEFT.findall(BUNDLES[file])
    for block in re.split(r"^(?=run\()", BUNDLES[file], flags=re.MULTILINE)[1:]:
        (module,) = RUNS.findall(block)
        assert module not in ran
        assert set(re.findall(r"\bneed\((\d+)\)", block)) <= set(ran)
        ran.append(module)
    assert {NUMBERS[name] for name in in_order(file, SCRIPTS)} <= set(ran)


def test_no_comment_is_left_where_a_line_is_joined_to_the_next() -> None:
    left = re.compile(r"(?<![:\\/])//.*[;{,(]$", re.MULTILINE)
    assert left.search("call(); // and so on;")
    assert [name for name in MODULES if left.search(as_sent(name, SCRIPTS[name]))] == []


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match=r"a\.js imports itself, by b\.js"):
        in_order("a.js", {"a.js": 'import "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'})


@pytest.mark.parametrize("path", ["/", "/games/new", "{game}", "{game}/summary", "{game}/hands/1", "/check/sheet"])
def test_a_page_asks_for_two_files_of_modules(phone: Person, path: str) -> None:
    """And for load_missing.js, which asks again for one that did not come."""
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.record_hand(45)
    app_js, everywhere, *own = scripts_of(phone, path.format(game=game))
    assert app_js.endswith("/load_missing.js")
    assert everywhere.endswith(f"/{EVERYWHERE}")
    assert len(own) <= 1
    for address in own:
        assert re.match(r'import { load, need, run } from "\.\.?/everywhere\.js";', phone.get(address).body.decode())


def test_whoever_works_on_them_gets_each_module_by_itself(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(modules=True))
    _, everywhere, *_ = scripts_of(phone, "/")
    static = everywhere.removesuffix(EVERYWHERE)
    for module in MODULES:
        assert IMPORT.findall(phone.get(f"{static}{module}").body.decode()) == IMPORT.findall(
            as_sent(module, SCRIPTS[module])
        )
    kept = re.findall('FILES = "([^"]*)"', phone.get("/worker.js").body.decode())
    assert {"alone/outbox.js", "alone/score.js", "game/scoreboard.js"} <= set(kept[0].split())
