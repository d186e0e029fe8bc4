"""The commands that a page shows, as a person copies them: `python -m tests.told docs/using/install.md Docker`."""

import re
import sys
from pathlib import Path


def commands(page: str, heading: str) -> str:
    """Return the commands below a heading or words in bold, up to the first line that is none."""
    below = rf"^(?:#+ {heading}|.*\*\*{heading}\*\*.*)\n(?:(?! {{4}}).*\n)+((?: {{4}}.*\n)+)"
    (shown,) = re.findall(below, page, re.MULTILINE)
    return re.sub(r"^ {4}", "", shown, flags=re.MULTILINE)


if __name__ == "__main__":
    sys.stdout.write(commands(Path(sys.argv[1]).read_text(encoding="utf-8"), sys.argv[2]))
