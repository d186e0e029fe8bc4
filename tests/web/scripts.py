"""The scripts of the app, and what each imports."""

import re
from collections.abc import Iterable
from os.path import normpath
from pathlib import PurePosixPath

from scorekeeper import settings

SCRIPTS = {
    path.relative_to(settings.shipped("static")).as_posix(): path.read_text()
    for path in settings.shipped("static").rglob("*.js")
}
IMPORTED = re.compile(r'^(?:import|} from|import .* from) "(\.[^"]+)"', re.MULTILINE)


def with_imported(names: Iterable[str]) -> set[str]:
    """Return these scripts with all that they import, and that these import."""
    found = set(names)
    while (
        missing := {
            normpath(PurePosixPath(script).parent / name)
            for script in found
            for name in IMPORTED.findall(SCRIPTS[script])
        }
        - found
    ):
        found |= missing
    return found
