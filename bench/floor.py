"""The floor: what the server, Flask and a durable COMMIT cost by themselves."""

import os
import sqlite3
from functools import cache

from flask import Flask

app = Flask("floor")
DATABASE = os.environ.get("FLOOR_DATABASE", "floor.sqlite")


def connect(database: str = DATABASE) -> sqlite3.Connection:
    """A connection as durable as the score keeper's."""
    connection = sqlite3.connect(database, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def prepare(database: str) -> None:
    """Makes the table before any worker starts: two that both make it would be in each other's way."""
    connection = connect(database)
    connection.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)")
    connection.close()


kept = cache(connect)  # one connection for each worker, opened by its first request


@app.get("/hello")
def hello() -> str:
    """The least that Flask can answer."""
    return "hello"


@app.post("/insert")
def insert() -> str:
    """One row, on disk before the answer."""
    connection = kept()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO entry (text) VALUES ('hello')")
    connection.execute("COMMIT")
    return "stored"
