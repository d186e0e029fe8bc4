"""Static files under a hash of their content, so that a phone may keep each for a year."""

import gzip
import hashlib
import mimetypes
from pathlib import Path

from flask import Flask, Response, abort, request

from scorekeeper import assets

from . import access

YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Read the few static files once, and give templates `static_url(name)`."""
    folder = assets.folder("static")
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    digests = {name: hashlib.sha256(content).hexdigest()[:16] for name, content in files.items()}
    packed = {name: gzip.compress(content, 9, mtime=0) for name, content in files.items() if _is_text(name)}

    @app.get("/static/<digest>/<path:name>")
    @access.same_for_everyone
    def static_file(digest: str, name: str) -> Response:
        if digests.get(name) != digest:
            abort(404)
        gzipped = name in packed and bool(request.accept_encodings.quality("gzip"))
        response = Response(packed[name] if gzipped else files[name], mimetype=mimetypes.guess_type(name)[0])
        if gzipped:
            response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
        response.cache_control.public = True
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
        return response

    @app.template_global()
    def static_url(name: str) -> str:
        return f"{access.root()}/static/{digests[name]}/{name}"


def _is_text(name: str) -> bool:
    return Path(name).suffix in {".css", ".js", ".svg", ".webmanifest"}
