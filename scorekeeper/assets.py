"""Find templates/ and static/: inside the installed package, or next to it in a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder with this name; raises FileNotFoundError if the installation lacks it."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"This installation has no folder {name}.")


def in_checkout() -> bool:
    """Return whether the program runs from a checkout rather than from an installed package."""
    return (PACKAGE.parent / "pyproject.toml").is_file()
