"""What a reader would trip over: rules, settings, commands, files and links that are not as the documents say."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from pkgutil import resolve_name

import pytest
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet
from scorekeeper.settings import BadSetting, Settings
from scorekeeper.storage.db import Base

ROOT = Path(__file__).parents[1]
AT_THE_TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = {
    page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8")
    for page in (*(ROOT / name for name in AT_THE_TOP), *sorted((ROOT / "docs").rglob("*.md")))
}
README, RULES, SETTINGS = PAGES["README.md"], PAGES["docs/using/rules.md"], PAGES["docs/using/settings.md"]
TABLES, ONE_TAP = PAGES["docs/changing/tables.md"], PAGES["docs/changing/follow-one-tap.md"]
EVERY_PAGE = pytest.mark.parametrize("name", PAGES)
RULING = re.compile(r"\bR([1-9]\d*)\b")


def doc_table(page: str, first_column: str) -> list[list[str]]:
    """The rows of the table whose first column bears that name, cell by cell."""
    (lines,) = re.findall(rf"^\| {first_column} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines.splitlines()]


def code(page: str) -> Iterator[str]:
    """Whatever a page shows as code: between backticks, in a fence, or indented."""
    fenced = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    yield from fenced.findall(page)
    plain = fenced.sub("", page)
    yield from re.findall(r"`([^`]+)`", plain)
    yield from re.findall(r"^ {4}(\S.*)", plain, re.MULTILINE)


def in_words(value: object) -> str:
    """A parameter's value as docs/using/rules.md writes it; counters by rank, the single cards last."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, Mapping):
        ranks = sorted((card for card in value if card.isdecimal()), key=int)
        return " ".join(f"{card}:{value[card]}" for card in (*ranks, *sorted(value.keys() - set(ranks), reverse=True)))
    return str(value).replace("-", "−")


# The rules


def test_every_parameter_is_in_its_table_with_its_default() -> None:
    written = {name: default.replace("`", "") for name, _, default, _ in doc_table(RULES, "parameter")}
    original = RuleSet()
    assert written == {f"`{name}`": in_words(getattr(original, name)) for name in PARAMETERS}


def preset_row(preset: Preset) -> list[str]:
    """The row that says all of a preset; each value that differs from the defaults is named."""
    original, rules = RuleSet(), preset.rules
    changed = [name for name in PARAMETERS if getattr(rules, name) != getattr(original, name)]
    values = "; ".join(f"`{name}` {in_words(getattr(rules, name))}" for name in changed) or "–"
    figures = [str(rules.hand_total), str(rules.cards_in_deck)]
    return [f"`{preset.key}`", preset.title, preset.document, *figures, values]


def test_every_preset_is_in_its_table_with_all_that_differs_and_nothing_else() -> None:
    assert doc_table(RULES, "key") == [preset_row(preset) for preset in PRESETS.values()]


def test_every_ruling_has_one_entry_that_can_be_linked_to() -> None:
    entries = re.findall(r'^- <a id="r(\d+)"></a>\*\*R(\d+) [^*]+\.\*\* \S', RULES, re.MULTILINE)
    assert entries == [(str(number), str(number)) for number in range(1, 36)]
    assert RULES.count('<a id="') == len(entries)


def rulings_of(text: str) -> set[int]:
    return {int(number) for number in RULING.findall(text)}


def test_every_ruling_that_the_program_names_is_written_down() -> None:
    written = {int(number) for number in re.findall(r'<a id="r(\d+)">', RULES)}
    named = {path: rulings_of(path.read_text(encoding="utf-8")) for path in (ROOT / "scorekeeper").rglob("*.py")}
    assert any(named.values())
    assert {path.name: rulings - written for path, rulings in named.items() if rulings - written} == {}


@EVERY_PAGE
def test_no_page_names_a_ruling_that_is_not_there(name: str) -> None:
    assert rulings_of(PAGES[name]) <= set(range(1, 36))


# Settings and commands


def read_settings() -> list[str]:
    return [f"SCOREKEEPER_{field.name.upper()}" for field in fields(Settings)]


def test_the_table_names_every_setting_and_no_other() -> None:
    named = [row[0].strip("`") for row in doc_table(SETTINGS, "name")]
    assert sorted(named) == sorted(read_settings())


@pytest.mark.parametrize("name", read_settings())
def test_every_setting_that_the_table_names_is_read(name: str) -> None:
    value = {"SCOREKEEPER_LOG": "json", "SCOREKEEPER_URL": "https://rook.example"}.get(name, "1")
    assert Settings.from_environment({name: value}) != Settings.from_environment({})


def test_no_key_that_a_page_shows_is_taken_and_where_one_is_shown_is_the_line_that_makes_one() -> None:
    shown = {name: re.findall(r"SCOREKEEPER_SECRET_KEY=(\S+)", page) for name, page in PAGES.items()}
    assert shown["docs/using/hosting.md"] == ["TEXT"]
    for name, keys in shown.items():
        for key in keys:
            with pytest.raises(BadSetting, match="openssl rand -hex 32"):
                Settings.from_environment({"SCOREKEEPER_SECRET_KEY": key}).signing_key()
            assert "openssl rand -hex 32" in code(PAGES[name])


def test_the_table_gives_the_defaults_of_the_numbers() -> None:
    settings = Settings.from_environment({})
    defaults = {name: default for name, _, default in doc_table(SETTINGS, "name")}
    for name in ("port", "proxies"):
        assert defaults[f"`SCOREKEEPER_{name.upper()}`"] == str(getattr(settings, name))


def test_nothing_names_a_setting_that_is_not_read() -> None:
    texts = dict(PAGES)
    modules, pages = (ROOT / "scorekeeper").rglob("*.py"), (ROOT / "templates").rglob("*.html")
    for path in (*modules, *pages, *(ROOT / "deploy").iterdir(), ROOT / "Makefile"):
        texts[path.name] = path.read_text(encoding="utf-8")
    named = {name for text in texts.values() for name in re.findall(r"SCOREKEEPER_(?!TEST_)[A-Z_]+", text)}
    assert named == set(read_settings())


def test_every_make_target_that_a_page_names_is_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):(?!=)", makefile, re.MULTILINE))
    shown = "\n".join(text for page in PAGES.values() for text in code(page))
    named = set(re.findall(r"^make ([a-z-]+)", shown, re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_every_command_that_a_page_names_can_be_given() -> None:
    given = re.compile(r"(?:^|[\s/])rook-scorekeeper (\w[\w-]*)((?: \[?--[\w-]+)*)", re.MULTILINE)
    named = [found for page in PAGES.values() for text in code(page) for found in given.findall(text)]
    assert {"check", "schema", "backup"} <= {command for command, _ in named} <= set(main.commands)
    for command, options in named:
        known = {word for parameter in main.commands[command].params for word in parameter.opts}
        assert set(re.findall(r"--[\w-]+", options)) <= known


def test_the_command_line_is_one_word_everywhere() -> None:
    """What a page or the program itself says to type works as it is, with systemd and with Docker."""
    told = dict(PAGES) | {path.name: path.read_text() for path in (ROOT / "scorekeeper").glob("*/**/*.py")}
    del told["CHANGELOG.md"]  # which tells of the past
    another = re.compile(rf"(?<!from )(?<![-\w.])scorekeeper ({'|'.join(main.commands)})\b")
    assert [name for name, text in told.items() if another.search(text)] == []


def test_the_page_about_the_terminal_names_every_command() -> None:
    page = PAGES["docs/using/terminal.md"]
    assert set(re.findall(r"^ {4}rook-scorekeeper ([\w-]+)", page, re.MULTILINE)) == set(main.commands)


# What lies where, and what leads there


PATH = re.compile(r"[\w./-]+(/|\.(py|html|js|css|md|toml|yaml|conf))")


@pytest.mark.parametrize("name", [name for name in PAGES if name != "CHANGELOG.md"])  # which tells of the past
def test_every_file_and_folder_that_a_page_names_is_there(name: str) -> None:
    """A path begins at the top of the repository, or in the package."""
    elsewhere = {"instance/", "test-results/", "backups/", "dist/", "postgresql.conf", "pg_hba.conf"}
    named = {text for text in code(PAGES[name]) if PATH.fullmatch(text) and not text.startswith("/")} - elsewhere
    there = {path: any((base / path).exists() for base in (ROOT, ROOT / "scorekeeper")) for path in named}
    assert [path for path, exists in there.items() if not exists] == []


@pytest.mark.parametrize(
    "name", [name for name in PAGES if re.match("docs/(changing/(?!game-record)|decisions/)", name)]
)
def test_every_dotted_name_on_a_page_for_developers_is_in_the_package_or_an_endpoint(name: str, app: Flask) -> None:
    for text in dotted(PAGES[name]) - app.view_functions.keys():
        assert resolve_name(f"scorekeeper.{text}"), text


def dotted(page: str) -> set[str]:
    """The names of what is in the package, or of endpoints, that a page shows as code."""
    return {text for text in code(page) if re.fullmatch(r"[a-z_]+(\.[A-Za-z_]+)+", text) and not PATH.fullmatch(text)}


def test_a_tap_is_followed_through_functions_that_are_there() -> None:
    """Those of Python are dotted names, as above; of a script the function is named after its file."""
    in_scripts = re.findall(r"`(static/[\w/]+\.js)`: `(\w+)`", ONE_TAP)
    assert in_scripts
    for script, function in in_scripts:
        text = (ROOT / script).read_text(encoding="utf-8")
        assert re.search(rf"(function|const) {function}\b", text), f"{script}: {function}"


def test_the_page_of_the_tables_names_every_table_and_no_other() -> None:
    (drawn,) = re.findall(r"^erDiagram\n(.*?)^```", TABLES.replace("```mermaid\n", ""), re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^ +(\w+) \S*--\S* (\w+) :", drawn, re.MULTILINE)
    named = {*(name for line in lines for name in line), *re.findall(r"^ +(\w+) \{", drawn, re.MULTILINE)}
    assert named == Base.metadata.tables.keys()


def anchors(page: str) -> set[str]:
    """What a link into a page can name: its anchors, and its headings as GitHub names them."""
    headings = re.findall(r"^#+ (.+)", page, re.MULTILINE)
    named = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="([^"]+)">', page))


@EVERY_PAGE
def test_every_link_and_every_picture_leads_somewhere(name: str) -> None:
    broken = [link for link in links(name) if not leads_somewhere(name, link)]
    assert broken == []


def links(name: str) -> list[str]:
    """Where a page leads in this repository, its pictures included."""
    every: list[str] = re.findall(r"\[[^\]]*\]\(([^)]+)\)", PAGES[name])
    return [link for link in every if not link.startswith("https://")]


def leads_somewhere(name: str, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (ROOT / name).parent / path if path else ROOT / name
    return target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))


def pages_from(name: str) -> set[str]:
    """The pages that this one links to."""
    targets = ((ROOT / name).parent / link.partition("#")[0] for link in links(name))
    return {target.resolve().relative_to(ROOT).as_posix() for target in targets if target.suffix == ".md"}


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set[str](), {"README.md"}
    while waiting:
        reached |= waiting
        waiting = {to for page in waiting for to in pages_from(page)} - reached
    assert reached == PAGES.keys()


def test_every_picture_is_shown_and_small() -> None:
    shown = {(ROOT / name).parent / link for name in PAGES for link in links(name) if link.endswith(".png")}
    pictures = set((ROOT / "docs").rglob("*.png"))
    assert {picture.resolve() for picture in shown} == pictures
    assert max(picture.stat().st_size for picture in pictures) < 60_000
