"""Requests that no browser would send, made at random from what the pages offer: see tests/web/test_fuzz.py.

The same seed makes the same choices, though not the same ids and tokens. What a request may do to the server is said by
`Fuzzer.fault`.
"""

import random
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from time import thread_time
from urllib.parse import parse_qsl, quote_from_bytes, unquote_to_bytes
from uuid import UUID

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect, Rule
from werkzeug.test import Client, TestResponse

CPU = 2.0  # seconds that one request may take; an ordinary one takes hundredths
MOST_SHOWN_AGAIN, LARGEST_PAGE = 1, 1_500_000  # an answer may hold what was sent once, and a page of so many bytes
KNOWN = 6  # forms of an endpoint, and values of a part of addresses

NUMBERS = (
    *("0", "-1", "−1", "+5", "1", "3", "95", "100", "9999999", "10000000", "9" * 400, "-" + "9" * 30, "2147483648"),
    *("9223372036854775808", "1e9", "0x1F", "1_000", "1,000", " 5 ", "5.0", "007", "NaN", "inf", "-0"),
    *("²", "½", "Ⅷ", "一", "٣", "९५", "𝟗𝟓", "𐄈", "5\u200b", "\u202e95", "9\u00a05", "--5", "5-", "", " "),
)
MOMENTS = (
    *("2023-02-30", "0000-00-00", "2024-02-29", "9999-12-31", "10000-01-01", "-0001-01-01", "2024-13-01", "2024-W01-1"),
    *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2024-01-01T00:00:00Z,5", "2024-01-01T24:00:00Z"),
    *("9999-12-31T23:59:59.999999+00:00,9223372036854775808", "2024-01-01 00:00:00_1", "1e400", "~", "0", "2024"),
    *("Europe/Nowhere", "../../etc/passwd", "UTC\x00", "/dev/zero"),
)
TEXTS = (
    *("Ann", "Ann", "Bob", "x", "\x00", "A\x00B", "\ud800", "\udfff\ud800", "\ufeff", "\u202eAnn", "\u200d" * 50),
    *("Ａｎｎ", "安娜", "آنا", "Ann\r\nSet-Cookie: a=b", "\t=1+1", "=cmd|' /C calc'!A0", "{{ 7 * 7 }}", "%s%n%x"),
    *(
        "<script>alert(1)</script>",
        "'); DROP TABLE game; --",
        "\u0301" * 300,
        "👩‍👩‍👧‍👦",
        "𝒜" * 41,
        "a" * 10_000,
        "é" * 40,
    ),
    *("null", "None", "[]", "{}", '{"format": "rook-game/1"}', "[" * 10_000, "original", "house-1", "house-", "true"),
    *(str(UUID(int=0)), str(UUID(int=2**128 - 1)), "00000000-0000-0000-0000-00000000000g", "..", "%00", "a/b"),
)
METHODS = ("PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "ANN", "get")
KINDS = (
    *("application/x-www-form-urlencoded", "application/json", "text/plain", "multipart/form-data", "", "x" * 5_000),
    *("multipart/form-data; boundary=", "multipart/form-data; boundary=x; boundary=y", "application/zip", "\xff/\xfe"),
    *("application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data; boundary=" + "b" * 300),
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"HX-Request": "true", "HX-Request-Type": "partial"},
    {"Accept-Encoding": "gzip;q=2, *;q=nan"},
    {"If-None-Match": "*", "If-Modified-Since": "Feb 30", "Range": "bytes=5-1,-0"},
    {"X-Forwarded-For": "x" * 3_000, "X-Forwarded-Proto": "ftp", "Forwarded": "for="},
    {"Accept-Language": "\xff", "Referer": "http://[", "User-Agent": "\x7f"},
    {"Host": "[::"},
    {"Cookie": 'session="\xff; ;=;'},
)
_PART = b"--x\r\nContent-Disposition: form-data"
# Of these no form is whole: they would shut the phone out.
SPARED = ("clubs.delete", "clubs.renew", "phones.sign_out", "phones.sign_out_this")
Fields = list[tuple[str, str]]


@dataclass
class Request:
    """What is sent: a path and a query in bytes, as they are on the wire."""

    method: str
    path: bytes
    query: bytes = b""
    body: bytes = b""
    kind: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        shown = {name: value[:80] for name, value in self.headers.items()}
        query = f"?{self.query[:500]!r}" if self.query else ""
        return f"{self.method} {self.path[:300]!r}{query} {self.kind[:80]!r} {shown} {self.body[:1_500]!r}"


@dataclass(frozen=True)
class Offered:
    """A form or link, where it leads, and the page it is on."""

    method: str
    address: str
    fields: Fields
    page: str


class Offer(HTMLParser):
    """The forms of a page, each with its method, where it is sent and its fields, and the page's links."""

    def __init__(self, html: str):
        super().__init__()
        self.forms: list[tuple[str, str, Fields]] = []
        self._fields: Fields = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = []
            self.forms.append((values.get("method", "get").upper(), values.get("action", ""), self._fields))
        elif tag == "a" and values.get("href", "").startswith("/"):
            path, _, query = values["href"].partition("?")
            self.forms.append(("GET", path, parse_qsl(query, keep_blank_values=True)))
        elif values.get("name"):
            self._fields.append((values["name"], values.get("value", "")))
        if "formaction" in values:
            self.forms.append(("POST", values["formaction"], self._fields))


class Fuzzer:
    """One phone that sends what no browser would; `faults` are the requests after which something was wrong.

    What it knows of an endpoint are the forms and links that lead there, each with the page it is on, and of
    the parts of addresses the values that stood in some.
    """

    def __init__(self, app: Flask, web: Client, seed: int, prefix: str = ""):
        self.web, self.prefix = web, prefix
        self.random = random.Random(seed)
        self.rules = list(app.url_map.iter_rules())
        self.addresses = app.url_map.bind("localhost")
        self.offered: dict[str, deque[Offered]] = defaultdict(lambda: deque(maxlen=KNOWN))
        self.known: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=KNOWN))
        self.faults: list[str] = []
        self.statuses: Counter[int] = Counter()

    def run(self, requests: int) -> None:
        """Send so many requests, after a look at the first page."""
        self._try(Request("GET", _raw(f"{self.prefix}/")))
        while self.statuses.total() < requests:
            for request in self._requests(self.random.choice(self.rules)):
                self._try(request)

    def _try(self, request: Request) -> None:
        begun = thread_time()
        response = self._send(request)
        seconds, body = thread_time() - begun, response.get_data()
        response.close()
        self.statuses[response.status_code] += 1
        if wrong := self._fault(request, response.status_code, len(body), seconds):
            self.faults.append(f"{wrong}: {request}")
        if response.mimetype == "text/html" and response.status_code == 200:
            self._learn(request.path.decode(errors="replace"), body.decode())

    def _fault(self, request: Request, status: int, size: int, seconds: float) -> str:
        if status >= 500:
            return f"status {status}"
        if size > MOST_SHOWN_AGAIN * (len(request.body) + len(request.query)) + LARGEST_PAGE:
            return f"{size:,} bytes came back"
        return f"{seconds:.1f} s" if seconds > CPU else ""

    def _send(self, request: Request) -> TestResponse:
        path = request.path.decode("latin-1")  # as WSGI has it
        at = {"PATH_INFO": path, "QUERY_STRING": request.query.decode("latin-1"), "REMOTE_ADDR": "192.168.0.9"}
        headers = {name: value for name, value in request.headers.items() if name != "Host"}
        if "Host" in request.headers:
            at["HTTP_HOST"] = request.headers["Host"]
        kind = {"CONTENT_TYPE": request.kind} if request.kind else {}
        return self.web.open(
            "/", method=request.method, headers=headers, data=request.body, environ_overrides={**at, **kind}
        )

    def _learn(self, page: str, html: str) -> None:
        for method, to, fields in Offer(html).forms:
            address = to or page
            with suppress(HTTPException, RequestRedirect):
                path = address.partition("?")[0].removeprefix(self.prefix) or "/"
                endpoint, parts = self.addresses.match(path, method)
                self.offered[endpoint].append(Offered(method, address, fields, page))
                for name, value in parts.items():
                    if str(value) not in self.known[name]:
                        self.known[name].append(str(value))

    def _requests(self, rule: Rule) -> Iterator[Request]:
        """Yield a form of this rule that was spoilt, if need be after a look at the page it is on.

        Or something else that is sent there.
        """
        draw, headers = self.random.random(), dict(self.random.choice(HEADERS))
        if draw < 0.6 and self.offered[rule.endpoint]:
            if self.random.random() < 0.5:
                yield Request("GET", _raw(self.random.choice(self.offered[rule.endpoint]).page))
            form = self.offered[rule.endpoint][-1 if self.random.random() < 0.8 else 0]
            fields = [each for each in form.fields if rule.endpoint not in SPARED or each[0] != "csrf_token"]
            yield self._filled(form.method, form.address, self._spoilt(fields), headers)
        elif draw < 0.85:
            method = self.random.choice(sorted({"GET", "POST"} & (rule.methods or set())))
            fields = [] if rule.endpoint in SPARED else self._made_up()
            yield self._filled(method, self._path(rule), fields, headers)
        else:
            method = self.random.choice((*METHODS, "GET", "POST", "POST", "POST"))
            kind, body = self._body()
            yield Request(method, _raw(self._path(rule)), body=body, kind=kind, headers=headers)

    def _path(self, rule: Rule) -> str:
        """Return an address of this rule, with values that some page has, or with what no page would."""

        def part(found: re.Match[str]) -> str:
            known = self.known[found[1]]
            return self.random.choice(known) if known and self.random.random() < 0.8 else self._value()

        return self.prefix + re.sub(r"<(?:[^:>]*:)?([^>]*)>", part, rule.rule)

    def _filled(self, method: str, address: str, fields: Fields, headers: dict[str, str]) -> Request:
        path, _, query = address.partition("?")
        sent = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in fields)
        if method == "GET":
            return Request(method, _raw(path), (sent or query).encode(), headers=headers)
        if self.random.random() < 0.3:
            body = b"".join(_part(name, value) for name, value in fields) + b"--x--\r\n"
            return Request(method, _raw(path), body=body, kind="multipart/form-data; boundary=x", headers=headers)
        return Request(method, _raw(path), body=sent.encode(), kind=KINDS[0], headers=headers)

    def _spoilt(self, fields: Fields) -> Fields:
        """Return the fields of a form with one value or two that no one would type; some missing, some twice."""
        spoilt = [each for each in fields if self.random.random() > 0.04]
        for _ in range(self.random.choice((0, 1, 1, 2))):
            others = [place for place, (name, _) in enumerate(spoilt) if name != "csrf_token"]
            if others:
                place = self.random.choice(others)
                spoilt[place] = (spoilt[place][0], self._value())
        if spoilt and self.random.random() < 0.1:
            spoilt.append((self.random.choice(spoilt)[0], self._value()))
        return spoilt

    def _made_up(self) -> Fields:
        """Return fields that belong to any form, with any values; now and then thousands of them."""
        forms = [form.fields for forms in self.offered.values() for form in forms if form.fields] or [[("x", "")]]
        fields = self.random.choice(forms)
        tokens = [each for each in fields if each[0] == "csrf_token"]
        if self.random.random() < 0.02:
            return tokens + [(f"captured-{place}", "5") for place in range(self.random.choice((999, 5_000)))]
        return tokens + [(self.random.choice(fields)[0], self._value()) for _ in range(self.random.randrange(8))]

    def _value(self) -> str:
        return self.random.choice(self.random.choice((NUMBERS, MOMENTS, TEXTS)))

    def _body(self) -> tuple[str, bytes]:
        """Return a content type and bytes that need not fit it; one in thirty has ten million."""
        if self.random.random() < 0.03:
            return self.random.choice(KINDS[:4]), b"a=" + b"A" * 10_000_000
        noise = self.random.randbytes(self.random.randrange(300))
        parts = (
            *(noise, b"", b"--x\r\n", b"--x--", b"--x\r\n\r\n\r\n--x--", b'{"a": [1e999, "\\ud800"]}', b"&" * 9_000),
            *(_PART + b"\r\n\r\n1\r\n--x--", b"a" * 5_000, b"%ED%A0%80=%ED%A0%80&%", b"PK\x05\x06" + bytes(18)),
            _PART + b'; name="file"; filename="\xff\x00"\r\nContent-Type: \xff\r\n\r\n' + noise,
            _PART + b'; name="record"\r\nContent-Transfer-Encoding: base64\r\n\r\n*\r\n--x--',
        )
        return self.random.choice((*KINDS, "multipart/form-data; boundary=x")), self.random.choice(parts)


def _raw(path: str) -> bytes:
    return unquote_to_bytes(path.encode("utf-8", "surrogatepass")) or b"/"


def _quoted(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))


def _part(name: str, value: str) -> bytes:
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
    return (head + value + "\r\n").encode("utf-8", "surrogatepass")
