"""Lets `python -m scorekeeper` do what `scorekeeper` does."""

from scorekeeper.cli import main

if __name__ == "__main__":  # where processes are not forked, each of them imports this again
    main(prog_name="scorekeeper")
