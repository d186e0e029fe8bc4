"""Serves static files under a hash of all of them, so that a phone can cache each for a year.

A script imports another by a relative name, and so gets the same version. A file that did not arrive is requested again
under another address of the same version, with the number of the attempt after the hash (static/load_missing.js). The
modules of a page come in two files (`bundles`); with SCOREKEEPER_MODULES=1 each comes by itself, to work on it.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response, abort

from scorekeeper.settings import Settings, shipped

from . import access, security
from .bundles import EVERYWHERE, bundles, in_order

YEAR = 365 * 24 * 3600
INDENT = re.compile(r"^\s+", re.MULTILINE)  # and blank lines
NOT_SENT = {
    ".js": [
        re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL),  # on lines of its own
        re.compile(r"/\*\* @\w+ .*?\*/ ?"),  # a type
        re.compile(r' // [^"`\n]*$', re.MULTILINE),  # at the end of a line, in no string
        INDENT,  # no string goes over several lines
    ],
    ".css": [
        re.compile(r"/\*.*?\*/[ \n]?", re.DOTALL),
        INDENT,
        re.compile(r" (?=\{)|(?<=:) |;(?=\n\})|(?<=[;{},])\n|(?<![\w.#])0(?=\.\d)"),
    ],
}
"""Phones need neither comments nor what is blank: without them, scripts and styles are a quarter smaller."""
TEXTS = {".css", ".js", ".svg", ".webmanifest"}
KEPT = ("app.css", "pages.css", "home.css", "load_missing.js", "icon.svg", "reload.js")
LATER = ("game/rare.js", "game/cards.js", "shared/share_picture.js", "game/voice.js")
KEPT_MODULES = (EVERYWHERE, "home.js", "game/scoreboard.js", *LATER)
"""What the pages need that a phone opens without a network (static/worker.js)."""


def init_app(app: Flask, settings: Settings) -> None:
    """Give templates `static_url(name)`."""
    files, packed, version, kept = _read(shipped("static"), settings.modules)
    known = re.compile(rf"{version}(-\d{{1,9}})?")

    @app.get("/static/<digest>/<path:name>")
    @access.same_for_everyone
    def static_file(digest: str, name: str) -> Response:
        if name not in files or not known.fullmatch(digest):
            abort(404)
        response = Response(files[name], mimetype=mimetypes.guess_type(name)[0])
        if name in packed:
            security.compress(response, packed[name])
        response.vary.add("Accept-Encoding")
        response.cache_control.public = True
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
        return response

    @app.get("/worker.js")
    @access.same_for_everyone
    def worker() -> Response:
        """Serve the service worker at the root, so that it controls every page, with the version of the files it
        caches, and their names."""
        named = f'self.VERSION = "{version}";\nself.FILES = "{" ".join(kept)}";\n'.encode()
        response = Response(named + files["worker.js"], mimetype="text/javascript")
        response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
        return response

    @app.template_global()
    def static_url(name: str) -> str:
        return f"{access.root()}/static/{version}/{name}"


class Files(NamedTuple):
    """The files by name, those of text compressed too, the hash of them all, and the names of what the worker keeps."""

    content: Mapping[str, bytes]
    packed: Mapping[str, bytes]
    version: str
    kept: Sequence[str]


def as_sent(name: str, text: str) -> str:
    """Return a script or a style sheet as phones get it."""
    for part in NOT_SENT[Path(name).suffix]:
        text = part.sub("", text)
    return text


@cache
def _read(folder: Path, one_by_one: bool) -> Files:
    content = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    texts = {name: as_sent(name, content[name].decode()) for name in content if Path(name).suffix in NOT_SENT}
    modules = {name: text for name, text in texts.items() if name.endswith(".js")}
    content |= {name: text.encode() for name, text in texts.items()}
    if not one_by_one:
        content = {name: each for name, each in content.items() if name not in modules}
        content |= {name: script.encode() for name, script in bundles(modules).items()}
    version = hashlib.sha256(b"".join(name.encode() + each for name, each in sorted(content.items()))).hexdigest()[:8]
    packed = {name: gzip.compress(each, 9, mtime=0) for name, each in content.items() if Path(name).suffix in TEXTS}
    every = [name for entry in KEPT_MODULES for name in in_order(entry, modules)] if one_by_one else KEPT_MODULES
    return Files(content, packed, version, [*KEPT, *dict.fromkeys(every)])
