"""The server of one simulated evening: the real app with its database, asked in the order of the simulation.

A line of JSON comes from the simulation (`evening.js`), and one goes back. Besides answering the phones it says what
the game came to, and how its scoreboard looks after entries that were not sent, in a copy of the database.
"""

import json
import os
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import create_engine, event
from werkzeug.test import Client

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage import db as storage
from scorekeeper.storage.db import configure
from scorekeeper.storage.upgrade import upgrade
from tests.person import Person

OURS = "http://localhost"


class Died(BaseException):
    """The server was killed at this moment."""


class Table:
    """The app at one address, through all of its deaths."""

    def __init__(self, folder: Path):
        self.settings = Settings(instance=folder / "instance", secret_key="known to the tests alone on Earth")
        self.settings.instance.mkdir(parents=True)
        file = self.settings.database_file
        engine = create_engine(f"sqlite:///{file}")
        configure(engine)
        upgrade(engine, self.settings.instance)
        engine.dispose()
        self.empty = folder / "empty"
        shutil.copy(file, self.empty)
        self.copy = Copy(folder / "copy")
        self.app = create_app(self.settings)
        self.clients: dict[str, Client] = {}
        self.kept: dict[tuple[str, int], bytes] = {}
        self.dies = False
        self._watch()

    def begin(self, seed: int, target: int) -> dict[str, Any]:
        """Start a game in an empty club; what is drawn at random follows from the seed."""
        os.urandom = Random(seed).randbytes
        self._close()
        for old in self.settings.instance.glob(f"{self.settings.database_file.name}*"):
            old.unlink()
        shutil.copy(self.empty, self.settings.database_file)
        self.clients, self.kept, self.copy.known = {}, {}, {}
        game = Person(self.app).start_game(target=target)
        self._keep(game)
        return {"game": game}

    def request(
        self, phone: str, method: str, path: str, headers: dict[str, str], body: str | None = None, death: str = ""
    ) -> dict[str, Any]:
        """Answer a phone; `death` says whether the server dies before it commits, or between that and its answer."""
        client = self.clients.setdefault(phone, Client(lambda env, start: self.app(env, start)))
        self.dies = death == "before"
        try:
            answer = client.open(path, method=method, headers=headers, data=body, base_url=OURS, follow_redirects=True)
        except Died:
            self._restart()
            return {"died": True}
        finally:
            self.dies = False
        found = {
            "status": answer.status_code,
            "headers": dict(answer.headers),
            "body": answer.get_data(as_text=True),
            "path": answer.request.path,
            "redirected": bool(answer.history),
        }
        answer.close()
        if method == "POST":
            self._keep("/".join(path.split("/")[:3]))
        if death:
            self._restart()
            return {"died": True}
        return found

    def foretell(self, game: str, version: int, entries: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the scoreboard after these entries, recorded on this version of the game."""
        if (game, version) not in self.kept:
            return {"body": ""}
        return self.copy.after(game, self.kept[game, version], version, entries)

    def hands(self, game: str) -> dict[str, Any]:
        """Return what the game came to: its version, its hands, and the one that is being played."""
        uid = game.split("/")[-1].replace("-", "")
        with sqlite3.connect(self.settings.database_file) as connection:
            found = connection.execute("SELECT id, version, open_hand FROM game WHERE replace(uid, '-', '') = ?", [uid])
            number, version, open_hand = found.fetchone()
            rows = connection.execute("SELECT facts FROM hand WHERE game_id = ? ORDER BY position", [number])
            hands = [json.loads(facts) for (facts,) in rows]
        connection.close()
        return {"version": version, "hands": hands, "open": json.loads(open_hand) if open_hand else None}

    def _keep(self, game: str) -> None:
        connection = sqlite3.connect(self.settings.database_file)
        uid = game.split("/")[-1].replace("-", "")
        found = connection.execute("SELECT version FROM game WHERE replace(uid, '-', '') = ?", [uid]).fetchone()
        if found and (game, found[0]) not in self.kept:
            self.kept[game, found[0]] = connection.serialize()
        connection.close()

    def _watch(self) -> None:
        with self.app.app_context():

            @event.listens_for(storage.db.engine, "commit")
            def die(_connection: object) -> None:
                if self.dies:
                    raise Died

    def _close(self) -> None:
        with self.app.app_context():
            storage.close()

    def _restart(self) -> None:
        self._close()
        self.app = create_app(self.settings)
        self._watch()


class Copy:
    """Another app with a database of its own, which plays on from a copy of the table's."""

    def __init__(self, folder: Path):
        folder.mkdir()
        self.settings = Settings(instance=folder, secret_key="known to the tests alone on Earth")
        shutil.copy(folder.parent / "empty", self.settings.database_file)
        self.app = create_app(self.settings)
        self.known: dict[str, tuple[bytes, str]] = {}

    def after(self, game: str, start: bytes, version: int, entries: list[dict[str, Any]]) -> dict[str, Any]:
        """Play these entries and return the scoreboard; what was played once is remembered."""
        chain: list[Any] = []
        database = start
        html = ""
        for entry in [None, *entries]:
            chain.append(entry and [entry["address"], entry["fields"]])
            key = json.dumps([game, version, chain])
            if key not in self.known:
                played = self._play(game, database, entry)
                if isinstance(played, str):
                    return {"refused": played}
                self.known[key] = played
            database, html = self.known[key]
        return {"body": html}

    def _play(self, game: str, database: bytes, entry: dict[str, Any] | None) -> tuple[bytes, str] | str:
        with self.app.app_context():
            storage.close()
        for old in self.settings.instance.glob(f"{self.settings.database_file.name}*"):
            old.unlink()
        self.settings.database_file.write_bytes(database)
        client = self.app.test_client()
        page = client.get(game).get_data(as_text=True)
        if entry:
            token = page.split('name="csrf_token" value="')[1].split('"')[0]
            fields: dict[str, list[str]] = {}
            for name, value in entry["fields"]:
                fields.setdefault(name, []).append(value)
            answer = client.post(entry["address"], data=fields | {"csrf_token": token})
            if answer.status_code != 303:
                return f"{answer.status_code} for {entry['address']}"
            page = client.get(game).get_data(as_text=True)
        connection = sqlite3.connect(self.settings.database_file)
        kept = connection.serialize()
        connection.close()
        return kept, page
