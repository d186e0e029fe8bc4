"""A bare Flask app, to measure the server and Flask alone."""

from flask import Flask

app = Flask("floor")


@app.get("/hello")
def hello() -> str:
    """The smallest answer."""
    return "hello"
