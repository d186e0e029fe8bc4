"""Static files: under a hash of their content, for a year, compressed."""

import gzip
import hashlib
import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper import settings
from scorekeeper.web.bundles import bundles
from scorekeeper.web.static import as_sent
from tests import rule_types
from tests.person import Person

from .scripts import SCRIPTS


def static_files(phone: Person) -> dict[str, str]:
    page = phone.open("/")
    found = [tag.attrs.get("href") or tag.attrs.get("src") or "" for tag in page.all("head link, head script")]
    return {address.rpartition("/")[2]: address for address in found if address.startswith("/static/")}


def test_the_page_names_every_file_by_one_hash_of_them_all(phone: Person) -> None:
    """So that a script which imports another gets the one that it was made with."""
    found = static_files(phone)
    assert {"app.css", "load_missing.js", "everywhere.js", "icon.svg"} <= set(found)
    folder = settings.shipped("static")
    scripts = bundles({name: as_sent(name, script) for name, script in SCRIPTS.items()})
    files = {name: script.encode() for name, script in scripts.items()}
    for path in folder.rglob("*.*"):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".css":
            files[name] = as_sent(name, path.read_text()).encode()
        elif path.suffix != ".js":
            files[name] = path.read_bytes()
    contents = (name.encode() + files[name] for name in sorted(files))
    digest = hashlib.sha256(b"".join(contents)).hexdigest()[:8]
    for name, address in found.items():
        assert address == f"/static/{digest}/{name}"
        assert phone.get(address).body == files[name]


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_string_of_a_script_goes_over_several_lines(script: str) -> None:
    """They are sent without their indentation."""
    assert not [string for string in re.findall(r"`[^`]*`", SCRIPTS[script]) if "\n" in string]


def test_scripts_and_styles_are_sent_without_their_comments_and_indentation(app_with: Callable[..., Flask]) -> None:
    """They are more than a quarter of what a phone would load, which has no use for them."""
    phone = Person(app_with(modules=True))
    static = static_files(phone)["load_missing.js"].rpartition("/")[0]
    for name in (*SCRIPTS, "app.css", "game/watch.css"):
        sent = phone.get(f"{static}/{name}").body.decode()
        assert "/*" not in sent
        assert not re.search(r"^(//|[ \t])", sent, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "line", "sent"),
    [
        ("a.js", 'const url = "https://a.example // b"; // why\n', 'const url = "https://a.example // b";\n'),
        ("a.js", "const half = 4 / 2; /** @type {string} */ (x);\n", "const half = 4 / 2; (x);\n"),
        ("a.js", "/**\n * Returns it.\n */\nlet a = `\n${b} // c`;\n", "let a = `\n${b} // c`;\n"),
        ("a.css", "a { b: c } /* why */\nd { e: f } /* g\nh */ i { j: k }", "a{ b:c } d{ e:f } i{ j:k }"),
    ],
)
def test_a_script_keeps_what_is_no_comment(name: str, line: str, sent: str) -> None:
    assert as_sent(name, line) == sent


@pytest.mark.parametrize("name", ["app.css", "load_missing.js", "icon.svg"])
def test_a_phone_keeps_a_file_for_a_year(phone: Person, name: str) -> None:
    answer = phone.get(static_files(phone)[name])
    directives = {part.strip() for part in answer.headers["Cache-Control"].split(",")}
    assert directives == {"public", "max-age=31536000", "immutable"}


@pytest.mark.parametrize(
    ("name", "kind"), [("app.css", "text/css"), ("load_missing.js", "text/javascript"), ("icon.svg", "image/svg+xml")]
)
def test_a_file_says_what_it_is_and_comes_compressed(phone: Person, name: str, kind: str) -> None:
    address = static_files(phone)[name]
    answer = phone.web.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == kind
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.get_data()) == phone.get(address).body


def test_static_files_carry_no_cookie(app: Flask, phone: Person) -> None:
    """A cache between us and a phone keeps the answer with all its headers."""
    for address in (*static_files(phone).values(), "/healthz"):
        assert "Set-Cookie" not in Person(app).get(address).headers


@pytest.mark.parametrize(
    "path", ["{0}/none.js", "0000000000000000/app.css", "{0}/../app.css", "{0}/%2e%2e/wsgi.py", "x"]
)
def test_another_hash_or_name_leads_nowhere(phone: Person, path: str) -> None:
    digest = static_files(phone)["app.css"].split("/")[2]
    assert phone.get(f"/static/{path.format(digest)}").status == 404


def test_the_scripts_know_each_parameter_of_the_rules_and_its_values() -> None:
    assert rule_types.written() == rule_types.properties(), "python -m tests.rule_types"
