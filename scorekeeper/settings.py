"""Every setting, read from SCOREKEEPER_* in one place."""

import os
import re
import secrets
import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scorekeeper.rules.words import plain_digits

if TYPE_CHECKING:
    from sqlalchemy import URL


LOGS = ("text", "json")
PREFIX = "SCOREKEEPER_"
SHORTEST_KEY = 32  # characters
GIVEN_KEY = (
    "It signs the phones' cookies, and a new one signs out every phone. This line makes a good one: "
    "openssl rand -hex 32"
)
KEPT_KEY = (
    "It's the key that signs the phones' cookies. Put the right one back from a copy, or delete the file: the next "
    "start makes a new key, which signs out every phone."
)
PATH = re.compile(r"(/(?!\.{1,2}(/|$))[\w.~-]+)*", re.ASCII)
"""A path below which an app can be, "" for the top."""


A_PIN = re.compile(r"[0-9]{4,12}")


class BadSetting(ValueError):
    """A setting with an unusable value; the message names it."""


@dataclass(frozen=True)
class Settings:
    """How this installation runs.

    instance: the folder with the database and everything else to keep
    database: SQLAlchemy URL of SQLite or PostgreSQL; empty means the SQLite file in `instance`
    pooler: whether PostgreSQL is behind a pooler in transaction mode, such as pgbouncer
    url: where phones reach this server, with the path below which it is, and without a slash at the end; one with https
        sets `bind`, `hosts` and `proxies` unless they are set
    bind, port: where `rook-scorekeeper serve` listens
    hosts: other names under which phones may call this server
    pin: each phone enters it once before its first change; empty means no PIN. A new installation's has four to twelve
        digits
    secret_key: signs the session cookies; empty means the key file in `instance`
    proxies: how many of your own proxies are in front of it (a TLS proxy at home is one)
    hosted: whether many clubs share this server, each with its own links; else it is for one club at home
    founders: a code for starting a club on a hosted server; empty means that anyone can
    log: "text", or "json" for one object a line with a line for each request
    metrics: whether /metrics tells Prometheus the number of requests and how long they took
    modules: whether scripts are served one by one, to work on them
    """

    instance: Path
    database: str = ""
    pooler: bool = False
    url: str = ""
    bind: str = "0.0.0.0"  # noqa: S104 - every phone in the room is to reach it; SCOREKEEPER_BIND narrows it
    port: int = 8000
    hosts: tuple[str, ...] = ()
    pin: str = ""
    secret_key: str = ""
    proxies: int = 0
    hosted: bool = False
    founders: str = ""
    log: str = LOGS[0]
    metrics: bool = False
    modules: bool = False

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """The settings of this process; raises BadSetting."""
        url, host = _url(environ)
        is_behind_proxy = url.startswith("https:")
        return cls(
            instance=Path(environ.get("SCOREKEEPER_INSTANCE") or _home(environ)).expanduser().resolve(),
            database=environ.get("SCOREKEEPER_DATABASE", ""),
            pooler=bool(_number(environ, "SCOREKEEPER_POOLER", 0, 0, 1)),
            url=url,
            bind=environ.get("SCOREKEEPER_BIND") or ("127.0.0.1" if is_behind_proxy else cls.bind),
            port=_number(environ, "SCOREKEEPER_PORT", cls.port, 1, 65535),
            hosts=(*host, *environ.get("SCOREKEEPER_HOSTS", "").replace(",", " ").lower().split()),
            pin=read_secret(environ.get("SCOREKEEPER_PIN", "")),
            secret_key=environ.get("SCOREKEEPER_SECRET_KEY", ""),
            proxies=_number(environ, "SCOREKEEPER_PROXIES", int(is_behind_proxy), 0, 9),
            hosted=bool(_number(environ, "SCOREKEEPER_HOSTED", 0, 0, 1)),
            founders=read_secret(environ.get("SCOREKEEPER_FOUNDERS", "")),
            log=_log(environ),
            metrics=bool(_number(environ, "SCOREKEEPER_METRICS", 0, 0, 1)),
            modules=bool(_number(environ, "SCOREKEEPER_MODULES", 0, 0, 1)),
        )

    @property
    def has_odd_pin(self) -> bool:
        """Whether the PIN in use would be refused to a new installation: a keyboard of digits cannot type it, say."""
        return bool(self.pin) and not self.hosted and not A_PIN.fullmatch(self.pin)

    @property
    def path(self) -> str:
        """The path of `url`, "" for the top of its host."""
        return urlsplit(self.url).path

    @property
    def origin(self) -> str:
        """Scheme, host and port of `url`."""
        return self.url.removesuffix(self.path)

    @property
    def named_url(self) -> str:
        """Where phones reach this server by the configured address or first name, "" without either."""
        if self.url or not self.hosts:
            return self.url
        if self.proxies:
            return f"https://{self.hosts[0]}"
        return f"http://{self.hosts[0]}" + (f":{self.port}" if self.port != 80 else "")

    @property
    def database_url(self) -> "URL":
        """The URL for SQLAlchemy, with the driver; raises BadSetting."""
        from sqlalchemy import URL, make_url  # slow to import, and some commands need no database
        from sqlalchemy.exc import ArgumentError

        if not self.database:
            return URL.create("sqlite", database=str(self.database_file))
        try:
            url = make_url(self.database)
            if url.get_backend_name() not in ("sqlite", "postgresql"):
                raise ValueError
            url.get_dialect().import_dbapi()
        except ModuleNotFoundError as missing:
            hint = 'pip install "rook-scorekeeper[postgresql]"' if missing.name == "psycopg" else "install it here"
            raise BadSetting(f"SCOREKEEPER_DATABASE needs the package {missing.name}: {hint}.") from None
        except (ArgumentError, ValueError):  # the value can contain a password, so it is not shown
            raise BadSetting("SCOREKEEPER_DATABASE must be a SQLite or PostgreSQL database URL.") from None
        return url

    @property
    def database_file(self) -> Path:
        """The path of the SQLite database, None for PostgreSQL."""
        return self.instance / "scorekeeper.sqlite"

    @property
    def address_file(self) -> Path:
        """The file that remembers which address was printed last."""
        return self.instance / "address"

    def signing_key(self) -> str:
        """The given secret key, else the one in the instance folder, made once and readable only by its owner.

        Raises BadSetting if it can be guessed.
        """
        if self.secret_key:
            return check_key(self.secret_key, "SCOREKEEPER_SECRET_KEY", GIVEN_KEY)
        self.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        key_file = self.instance / "secret_key"
        if not key_file.exists():
            # Several workers can start at once: each writes its own draft, and the first link wins.
            draft = self.instance / f"secret_key.{secrets.token_hex(8)}"
            draft.touch(mode=0o600)
            try:
                draft.write_text(secrets.token_urlsafe(48))
                os.link(draft, key_file)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return check_key(read_kept(key_file, KEPT_KEY), key_file, KEPT_KEY)

    def remembered_address(self) -> str:
        """Return the address that was printed at the last start, "" at the first; raises BadSetting."""
        file = self.address_file
        advice = "It has the address that was printed last: delete it, and the next start writes it again."
        return read_kept(file, advice) if file.is_file() else ""

    def check_files(self) -> None:
        """Raise BadSetting if the key, or a file next to the database which a start reads, cannot be right."""
        if self.secret_key or (self.instance / "secret_key").exists():
            self.signing_key()
        self.remembered_address()


def read_kept(file: Path, advice: str) -> str:
    """Return the text of a file next to the database; raises BadSetting if it is none, which says what to do."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise BadSetting(f"{file} isn't text. {advice}") from None


def check_key(key: str, where: object, advice: str) -> str:
    """Return the secret key; raises BadSetting if it can be guessed, which says where it is and what to do."""
    known = key.strip()
    if not known:
        raise BadSetting(f"{where} is empty. {advice}")
    if len(known) < SHORTEST_KEY:
        raise BadSetting(f"{where} has fewer than {SHORTEST_KEY} characters, which can be guessed. {advice}")
    if len(set(known)) == 1:
        raise BadSetting(f"{where} has one character over and over, which can be guessed. {advice}")
    return key


NAMES = tuple(field.name.upper() for field in fields(Settings))
"""Every setting, without the prefix of its variable."""


def unknown_settings(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the variables that begin like a setting, or nearly so, but are none, such as misspelled ones."""
    known = {PREFIX + name for name in NAMES}
    return sorted(name for name in environ if name not in known and _is_like_setting(name.upper()))


def check_temporary_folder() -> None:
    """Raise BadSetting if there is nowhere to put temporary files, which gunicorn and SQLite need."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        raise BadSetting(
            "There is no folder for temporary files: /tmp can't be written to. With Docker's --read-only, add "
            "--tmpfs /tmp."
        ) from None


def _is_like_setting(name: str) -> bool:
    squeezed = [(PREFIX + known).replace("_", "") for known in NAMES]
    return name.startswith(PREFIX) or bool(get_close_matches(name.replace("_", ""), squeezed, cutoff=0.9))


def _home(environ: Mapping[str, str]) -> Path:
    if in_checkout():
        return PACKAGE.parent / "instance"
    data = environ.get("XDG_DATA_HOME") or Path(environ.get("HOME") or "~", ".local", "share")
    return Path(data) / "rook-scorekeeper"


def _url(environ: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return the address of this server and its host name, "" and none if not set."""
    text = environ.get("SCOREKEEPER_URL", "").strip()
    if not text:
        return "", ()
    url, host = read_url(text, "SCOREKEEPER_URL")
    return url, (host,)


def read_url(text: str, name: str) -> tuple[str, str]:
    """Return a base address without a slash at the end, and its host name.

    Raises BadSetting, in which it is called `name`.
    """
    text = text.rstrip("/")
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and f"{parts.scheme}://{parts.netloc}{parts.path}" == text
        is_address = is_address and PATH.fullmatch(parts.path) is not None
        host = parts.hostname if is_address and parts.port != 0 and "@" not in text else None
    except ValueError:
        host = None
    if not host:
        raise BadSetting(f"{name} is an address like https://rook.example or https://home.example/rook, not {text!r}.")
    return text, host


def read_secret(text: str) -> str:
    """Return a PIN or a code as it is compared: however its digits are written, and ö as one character or as two."""
    return plain_digits(unicodedata.normalize("NFC", text.strip()))


def _log(environ: Mapping[str, str]) -> str:
    text = environ.get("SCOREKEEPER_LOG", "").strip() or LOGS[0]
    if text not in LOGS:
        raise BadSetting(f"SCOREKEEPER_LOG is {' or '.join(LOGS)}, not {text!r}.")
    return text


def _number(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = environ.get(name, "").strip() or str(default)
    if not text.isdecimal() or not least <= int(text) <= most:
        wanted = "0 or 1" if (least, most) == (0, 1) else f"a number from {least} to {most}"
        raise BadSetting(f"{name} is {wanted}, not {text!r}.")
    return int(text)


PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """Return the folder with this name; raises FileNotFoundError if the installation lacks it."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"This installation has no folder {name}")


def in_checkout() -> bool:
    """Return whether the program runs from a checkout rather than from an installed package."""
    return (PACKAGE.parent / "pyproject.toml").is_file()
