"""Lets `python -m scorekeeper` do what `scorekeeper` does."""

from scorekeeper.cli import main

main(prog_name="scorekeeper")
