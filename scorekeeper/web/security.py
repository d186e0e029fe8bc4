"""Security headers of every response, and cookies that are as strict as the connection allows."""

import gzip
import hashlib
from datetime import timedelta
from typing import Any

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from scorekeeper.settings import Settings

from . import access

HTMX_URL = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"
HTMX_INTEGRITY = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",  # nothing that is not listed below
        f"script-src 'self' {HTMX_URL}",  # our own files, and this one file of the CDN; nothing inline, no eval
        "style-src 'self'",  # our own files; no style attributes
        "img-src 'self'",  # the icon
        "connect-src 'self'",  # htmx only talks to this server
        "worker-src 'self'",  # our own service worker, which opens a game without a network
        "manifest-src 'self'",  # the installed app's name and start page
        "form-action 'self'",  # forms only go to this server
        "base-uri 'none'",  # no page may redirect our relative links
        "frame-ancestors 'none'",  # no page may show ours in a frame
    )
)
HEADERS = (
    ("Scorekeeper", "1"),  # our mark: phones ignore answers without it (isOurs in static/shared/page.js)
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)
HEADERS_BUT_REFERRER = tuple(header for header in HEADERS if header[0] != "Referrer-Policy")
HEADERS_OF_PAGES = (
    ("Cache-Control", "private, no-cache"),
    ("Vary", "Accept-Encoding, Cookie, HX-Request, HX-Request-Type"),
)
SMALLEST_TO_COMPRESS = 500
COMPRESSION = 3  # a higher level hardly makes a page smaller


OF_THIS_HOST = "__Host-"
"""The prefix for cookies that no other host and no page over http can set."""


class SecureOverHttps(SecureCookieSessionInterface):
    """Makes the session cookie Secure and limits it to this host over https; http at home still works."""

    def get_cookie_name(self, app: Flask) -> str:
        name = super().get_cookie_name(app)
        return OF_THIS_HOST + name if self.get_cookie_secure(app) else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure or app.config["ORIGIN"] == f"https://{request.host}"  # even if the proxy says http

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Open an empty session if there is no cookie, without reading the key.

        Parsing cookies would make a watcher's poll take 20% more instructions.
        """
        if super().get_cookie_name(app) not in request.environ.get("HTTP_COOKIE", ""):
            return self.session_class()
        opened = super().open_session(app, request)
        return opened if opened or not self.get_cookie_secure(app) else _open_unprefixed(app, request)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = PatientSigner
        return serializer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie only if the session has changed; pages already vary by cookie.

        A page that this phone may not see leaves the phone's cookie as it is.
        """
        has_one = super().get_cookie_name(app) in request.headers.get("Cookie", "")
        if session.modified and not (has_one and response.status_code in (404, 410)):
            super().save_session(app, session, response)


class PatientSigner(TimestampSigner):
    """Takes a signature of a time that is still to come: the clock was wrong then, or is now."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: Any = False) -> Any:
        try:
            return super().unsign(signed_value, max_age, return_timestamp)
        except SignatureExpired as expired:
            if expired.date_signed is None or expired.date_signed.timestamp() <= self.get_timestamp():
                raise
            return super().unsign(signed_value, None, return_timestamp)


def _open_unprefixed(app: Flask, request: Request) -> SecureCookieSession | None:
    """Return the session in a cookie without `__Host-`, from an older version, to be sent again by its new name.

    Another host could have planted it, and would know its token. Remove in version 1.1.
    """
    opened = SecureCookieSessionInterface().open_session(app, request)
    if opened:
        opened.pop("csrf_token", None)
        opened.pop("_permanent", None)  # the first page that may have a cookie sets and sends it
        opened.modified = False
    return opened


def init_app(app: Flask, settings: Settings) -> None:
    """Set up the session, and add the headers to every response."""
    app.secret_key = settings.signing_key()
    app.session_interface = SecureOverHttps()
    app.config.update(
        # Browsers share cookies between all ports of a host, so each installation has its own name.
        SESSION_COOKIE_NAME="scorekeeper-" + hashlib.sha256(app.secret_key.encode()).hexdigest()[:8],
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        WTF_CSRF_TIME_LIMIT=None,  # an evening is longer than the default hour
        MAX_CONTENT_LENGTH=1_200_000,  # the longest sheet, with every character written as %F0%9F%83%8F
        MAX_FORM_MEMORY_SIZE=5_500_000,  # the import page carries the record along
        MAX_FORM_PARTS=2_000,
    )
    app.before_request(_keep_session)
    app.after_request(_add_headers)
    app.after_request(_without_nul)
    app.jinja_env.globals |= {"htmx_url": HTMX_URL, "htmx_integrity": HTMX_INTEGRITY, "csrf_token": generate_csrf}


def _keep_session() -> None:
    if not session.permanent and not access.marks().same_for_everyone:
        session.permanent = True


def _without_nul(response: Response) -> Response:
    """Replace each NUL that was typed, and is refused at its field or left out, as a browser that reads it would."""
    is_plain = response.mimetype == "text/html" and not (response.direct_passthrough or response.content_encoding)
    if is_plain and b"\0" in (page := response.get_data()):
        response.set_data(page.replace(b"\0", "\N{REPLACEMENT CHARACTER}".encode()))
    return response


def _add_headers(response: Response) -> Response:
    own = "Referrer-Policy" in response.headers  # a page with a key in its address reveals less in its referrer
    response.headers.extend(HEADERS_BUT_REFERRER if own else HEADERS)
    if "Cache-Control" not in response.headers:
        response.headers.extend(HEADERS_OF_PAGES)
        kind = response.mimetype or ""
        text = (kind.startswith("text/") or kind == "application/json") and not response.direct_passthrough
        if text and len(response.get_data()) >= SMALLEST_TO_COMPRESS:
            compress(response)
    return response


def compress(response: Response, packed: bytes | None = None) -> None:
    """Send an answer as gzip if the phone accepts it; `packed` is the result if it already exists.

    Flask-Compress would need brotli and zstd, which some small computers would have to compile.
    """
    if request.accept_encodings.quality("gzip"):
        response.set_data(packed or gzip.compress(response.get_data(), COMPRESSION, mtime=0))
        response.content_encoding = "gzip"
