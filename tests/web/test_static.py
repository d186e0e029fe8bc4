"""Static files: under a hash of their content, for a year, compressed."""

import gzip
import hashlib

import pytest
from flask import Flask

from scorekeeper import settings
from tests.person import Person


def static_files(phone: Person) -> dict[str, str]:
    page = phone.open("/")
    found = [tag.attrs.get("href") or tag.attrs.get("src") or "" for tag in page.all("head link, head script")]
    return {address.rpartition("/")[2]: address for address in found if address.startswith("/static/")}


def without_comments(content: bytes) -> bytes:
    """A script without its comments that have lines of their own; no other file has one."""
    lines, is_comment = list[bytes](), False
    for line in content.splitlines(keepends=True):
        is_comment = is_comment or line.lstrip().startswith(b"/**")
        ends = is_comment and line.rstrip().endswith(b"*/")
        is_remark = line.lstrip().startswith(b"//")
        if not (is_comment or is_remark) or (b"*/" in line and not ends):
            lines.append(line)
        is_comment = is_comment and b"*/" not in line
    return b"".join(lines)


def test_the_page_names_every_file_by_one_hash_of_them_all(phone: Person) -> None:
    """So that a script which imports another gets the one that it was made with."""
    found = static_files(phone)
    assert {"app.css", "app.js", "icon.svg"} <= set(found)
    files = {path.relative_to(settings.shipped("static")): path for path in settings.shipped("static").rglob("*.*")}
    contents = (name.as_posix().encode() + files[name].read_bytes() for name in sorted(files))
    digest = hashlib.sha256(b"".join(contents)).hexdigest()[:8]
    for name, address in found.items():
        assert address == f"/static/{digest}/{name}"
        assert phone.get(address).body == without_comments((settings.shipped("static") / name).read_bytes())


def test_every_script_is_sent_without_its_comments(phone: Person) -> None:
    """They are a quarter of what a phone would load, which has no use for them."""
    folder, static = settings.shipped("static"), static_files(phone)["app.js"].rpartition("/")[0]
    for path in folder.rglob("*.js"):
        sent = phone.get(f"{static}/{path.relative_to(folder).as_posix()}").body
        assert sent == without_comments(path.read_bytes())
        assert b"@param" not in sent
        assert b"\n//" not in sent


@pytest.mark.parametrize("name", ["app.css", "app.js", "icon.svg"])
def test_a_phone_keeps_a_file_for_a_year(phone: Person, name: str) -> None:
    answer = phone.get(static_files(phone)[name])
    directives = {part.strip() for part in answer.headers["Cache-Control"].split(",")}
    assert directives == {"public", "max-age=31536000", "immutable"}


@pytest.mark.parametrize(
    ("name", "kind"), [("app.css", "text/css"), ("app.js", "text/javascript"), ("icon.svg", "image/svg+xml")]
)
def test_a_file_says_what_it_is_and_comes_compressed(phone: Person, name: str, kind: str) -> None:
    address = static_files(phone)[name]
    answer = phone.web.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == kind
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.get_data()) == phone.get(address).body


def test_what_every_phone_may_share_carries_no_cookie(app: Flask, phone: Person) -> None:
    """A cache between us and a phone keeps the answer with all its headers."""
    for address in (*static_files(phone).values(), "/healthz"):
        assert "Set-Cookie" not in Person(app).get(address).headers


@pytest.mark.parametrize(
    "path", ["{0}/none.js", "0000000000000000/app.css", "{0}/../app.css", "{0}/%2e%2e/wsgi.py", "x"]
)
def test_another_hash_or_name_leads_nowhere(phone: Person, path: str) -> None:
    digest = static_files(phone)["app.css"].split("/")[2]
    assert phone.get(f"/static/{path.format(digest)}").status == 404
