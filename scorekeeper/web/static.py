"""Serves static files under a hash of all of them, so that a phone can cache each for a year.

A script imports another by a relative name, and so gets the same version. A file that did not arrive is requested again
under another address of the same version, with the number of the attempt after the hash (static/app.js).
"""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

from flask import Flask, Response, abort

from scorekeeper import settings

from . import access, security

YEAR = 365 * 24 * 3600
COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own, such as types. Phones don't need it: without these, scripts are a quarter smaller."""


def init_app(app: Flask) -> None:
    """Read the static files once, and give templates `static_url(name)`."""
    folder = settings.shipped("static")
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    content = b"".join(name.encode() + content for name, content in sorted(files.items()))
    version = hashlib.sha256(content).hexdigest()[:8]
    files |= {name: COMMENT.sub(b"", script) for name, script in files.items() if name.endswith(".js")}
    known = re.compile(rf"{version}(-\d{{1,9}})?")
    packed = {name: gzip.compress(content, 9, mtime=0) for name, content in files.items() if _is_text(name)}

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
        caches."""
        named = f'self.VERSION = "{version}";\n'.encode()
        response = Response(named + files["worker.js"], mimetype="text/javascript")
        response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
        return response

    @app.template_global()
    def static_url(name: str) -> str:
        return f"{access.root()}/static/{version}/{name}"


def _is_text(name: str) -> bool:
    return Path(name).suffix in {".css", ".js", ".svg", ".webmanifest"}
