"""The floor: what the server, Flask and a durable COMMIT cost by themselves."""

import os
import sqlite3
from functools import cache

from flask import Flask

app = Flask("floor")
DATABASE = os.environ.get("FLOOR_DATABASE", "floor.sqlite")


def connect() -> sqlite3.Connection:
    """A connection as durable as the score keeper's, with the table that it fills."""
    connection = sqlite3.connect(DATABASE, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, text TEXT)")
    return connection


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
