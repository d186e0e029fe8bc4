"""The scripts that measure a page are files, which tsc and biome read: `measures/`."""

from functools import cache
from pathlib import Path

MEASURES = Path(__file__).parent / "measures"


@cache
def script(name: str) -> str:
    """Return the function of a file in measures/, as an expression that a page can evaluate."""
    _, _, function = (MEASURES / f"{name}.js").read_text(encoding="utf-8").partition("export default ")
    return function.rstrip(";\n")
