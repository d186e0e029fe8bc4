"""`rook-scorekeeper …` and `python -m scorekeeper …`."""

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from . import cli

if TYPE_CHECKING:
    from flask import Flask

    from .settings import Settings


def main() -> None:
    """Run the command line; what an output has no character for, such as in a file on Windows, is a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
    cli.main(prog_name="rook-scorekeeper", obj=_create_app)


def _create_app(settings: "Settings") -> "Flask":
    """Load the app only when a command needs it: commands are a layer below it, and others start faster."""
    from .app import create_app

    return create_app(settings)


if __name__ == "__main__":  # without fork, each process imports this again
    main()
