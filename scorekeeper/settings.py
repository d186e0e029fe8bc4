"""Every setting, read from SCOREKEEPER_* in one place."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from . import assets

if TYPE_CHECKING:
    from sqlalchemy import URL


LOGS = ("text", "json")
PREFIX = "SCOREKEEPER_"


class BadSetting(ValueError):
    """A setting whose value cannot be used; the message names it."""


@dataclass(frozen=True)
class Settings:
    """How this installation runs.

    instance: the folder with the database and all else that must be kept
    database: SQLAlchemy URL of SQLite or PostgreSQL; empty means the SQLite file in `instance`
    pooler: whether one stands before PostgreSQL that hands out connections by the transaction, as pgbouncer can
    url: where phones reach this server, without a slash at its end; from one with https follow `bind`, `hosts` and
        `proxies` where those are not set
    bind, port: where `scorekeeper serve` listens
    hosts: further names under which phones may call this server
    pin: asked once a phone before it may change anything; empty means that nobody is asked
    secret_key: signs the session cookies; empty means the key file in `instance`
    proxies: how many proxies of one's own stand in front (a TLS proxy at home is one)
    hosted: whether many clubs share this server, each behind its own links; else it is one club's at home
    founders: a code that is asked of whoever starts a club on a hosted server; empty means that anybody may
    log: "text", or "json" for one object a line and a line for each request
    metrics: whether /metrics tells Prometheus how many requests there were and how long they took
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
            pin=environ.get("SCOREKEEPER_PIN", "").strip(),
            secret_key=environ.get("SCOREKEEPER_SECRET_KEY", ""),
            proxies=_number(environ, "SCOREKEEPER_PROXIES", int(is_behind_proxy), 0, 9),
            hosted=bool(_number(environ, "SCOREKEEPER_HOSTED", 0, 0, 1)),
            founders=environ.get("SCOREKEEPER_FOUNDERS", "").strip(),
            log=_log(environ),
            metrics=bool(_number(environ, "SCOREKEEPER_METRICS", 0, 0, 1)),
        )

    @property
    def named_url(self) -> str:
        """Where phones reach this server by the address or the first name that was set, "" where neither was."""
        if self.url or not self.hosts:
            return self.url
        if self.proxies:
            return f"https://{self.hosts[0]}"
        return f"http://{self.hosts[0]}" + (f":{self.port}" if self.port != 80 else "")

    @property
    def database_url(self) -> "URL":
        """What SQLAlchemy is to connect to, with the driver there; raises BadSetting."""
        from sqlalchemy import URL, make_url  # commands that need no database do not wait for it
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
        except (ArgumentError, ValueError):  # what was given may hold a password, and is not shown
            raise BadSetting("SCOREKEEPER_DATABASE must be a SQLite or PostgreSQL database URL.") from None
        return url

    @property
    def database_file(self) -> Path:
        """Where the SQLite database lies, if it is that which is used."""
        return self.instance / "scorekeeper.sqlite"

    def signing_key(self) -> str:
        """The given secret key, else the one made once in the instance folder, readable by its owner alone."""
        if self.secret_key:
            return self.secret_key
        self.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        key_file = self.instance / "secret_key"
        if not key_file.exists():
            # Several workers may start at once: each writes its own draft, and the first link wins.
            draft = self.instance / f"secret_key.{secrets.token_hex(8)}"
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(48))
            try:
                os.link(draft, key_file)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return key_file.read_text().strip()


NAMES = tuple(field.name.upper() for field in fields(Settings))
"""Every setting, without the prefix of its variable."""


def unknown_settings(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the variables that begin like a setting and are none, as a misspelled one does."""
    known = {PREFIX + name for name in NAMES}
    return sorted(name for name in environ if name.upper().startswith(PREFIX) and name not in known)


def _home(environ: Mapping[str, str]) -> Path:
    if assets.in_checkout():
        return assets.PACKAGE.parent / "instance"
    data = environ.get("XDG_DATA_HOME") or Path(environ.get("HOME") or "~", ".local", "share")
    return Path(data) / "rook-scorekeeper"


def _url(environ: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return the address of this server and its host name, "" and none where it is not set."""
    text = environ.get("SCOREKEEPER_URL", "").strip()
    if not text:
        return "", ()
    url, host = read_url(text, "SCOREKEEPER_URL")
    return url, (host,)


def read_url(text: str, name: str) -> tuple[str, str]:
    """Return an address that others begin with, without a slash at its end, and its host name.

    Raises BadSetting, in which it is called `name`.
    """
    text = text.rstrip("/")
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and f"{parts.scheme}://{parts.netloc}" == text
        host = parts.hostname if is_address and parts.port != 0 and "@" not in text else None
    except ValueError:
        host = None
    if not host:
        raise BadSetting(f"{name} is an address like https://rook.example, not {text!r}.")
    return text, host


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
