"""Files that a person sends and gets: records and clubs."""

from typing import Any

from tests.html import Typed, text_of
from tests.person import Answer, Person


def multipart(fields: Typed, content: bytes | None) -> dict[str, Any]:
    """The body of a form that sends a file, as a browser writes it."""
    parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items() if name != "file"]
    if content is not None:
        parts.append(b'name="file"; filename="game.rook.json"\r\n\r\n' + content)
    body = b"".join(b"--cut\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--cut--\r\n"
    return {"data": body, "content_type": "multipart/form-data; boundary=cut"}


def upload(phone: Person, page: str, button: str, content: bytes | None) -> Answer:
    """Sends a file by the form of this page, or no file."""
    phone.open(page)
    form = phone.form(button)
    answer = phone.web.post(form.action, base_url=phone.base_url, **multipart(form.sent, content))
    phone.last = Answer(phone.app, answer)
    return phone.last


def look(phone: Person, content: bytes | None) -> Answer:
    return upload(phone, "/import", "Preview", content)


def store(phone: Person, **meant: str) -> Answer:
    form = phone.form("Import game")
    phone.last = phone.send(form.action, form.sent | {name.replace("_", "-"): who for name, who in meant.items()})
    return phone.last


def download(phone: Person, game: str, link: str) -> Any:
    links = {text_of(each): each.attrs["href"] for each in phone.open(f"{game}/settings").all("a")}
    answer = phone.web.get(links[link], base_url=phone.base_url)
    assert answer.status_code == 200
    return answer


def exported(phone: Person, first_page: str = "/") -> bytes:
    """The club's file, by the link in its settings."""
    (link,) = [one for one in phone.open(f"{first_page}settings").all("a") if text_of(one) == "Export club"]
    answer = phone.get(link.attrs["href"])
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=rook-club-")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return answer.body


def start_from_file(phone: Person, file: bytes, **typed: str) -> Answer:
    """Start a club from this file, and follow to where that leads."""
    phone.open("/")
    form = phone.form("Start a club")
    caller = {"REMOTE_ADDR": phone.address}
    first = phone.web.post(
        form.action, base_url=phone.base_url, environ_base=caller, **multipart(form.sent | typed, file)
    )
    shown = phone.web.get(first.headers["Location"], base_url=phone.base_url) if first.status_code == 303 else None
    phone.last = Answer(phone.app, first, shown)
    return phone.last
