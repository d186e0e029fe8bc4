"""The floor: what the server, Flask and a durable COMMIT cost by themselves."""

import os
import sqlite3
from functools import cache
from typing import Any

from flask import Flask

app = Flask("floor")
DATABASE = os.environ.get("FLOOR_DATABASE", "floor.sqlite")


def connect(database: str = DATABASE) -> Any:
    """A connection as durable as the score keeper's, to a file of SQLite's or to the URL of a PostgreSQL database."""
    if database.startswith("postgresql"):
        import psycopg

        return psycopg.connect(database, autocommit=True)
    connection = sqlite3.connect(database, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def prepare(database: str) -> None:
    """Makes the table before any worker starts: two that both make it would be in each other's way."""
    kind = "serial" if database.startswith("postgresql") else "INTEGER"
    connection = connect(database)
    connection.execute(f"CREATE TABLE entry (id {kind} PRIMARY KEY, text TEXT)")
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
    connection.execute("BEGIN" if DATABASE.startswith("postgresql") else "BEGIN IMMEDIATE")
    connection.execute("INSERT INTO entry (text) VALUES ('hello')")
    connection.execute("COMMIT")
    return "stored"
