"""`scorekeeper …` and `python -m scorekeeper …`."""

from typing import TYPE_CHECKING

from . import cli

if TYPE_CHECKING:
    from flask import Flask

    from .settings import Settings


def main() -> None:
    """Run the command line."""
    cli.main(prog_name="scorekeeper", obj=_create_app)


def _create_app(settings: "Settings") -> "Flask":
    """Load the app only when a command needs it: commands are a layer below it, and others start faster."""
    from .app import create_app

    return create_app(settings)


if __name__ == "__main__":  # without fork, each process imports this again
    main()
