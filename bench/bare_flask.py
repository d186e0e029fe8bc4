"""The floor: what the server and Flask cost by themselves."""

from flask import Flask

app = Flask("floor")


@app.get("/hello")
def hello() -> str:
    """The least that Flask can answer."""
    return "hello"
