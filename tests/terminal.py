"""A person at a terminal, with an installation of their own."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.record.games import document

from .server_process import COMMAND, environment


class Terminal:
    """Runs commands of the program; its data lies in folders of `folder`."""

    def __init__(self, folder: Path):
        self.folder = folder

    def run(self, *words: str, instance: str = "instance", **settings: str) -> tuple[int, str, str]:
        """Return a command's exit status, standard output and standard error."""
        env = environment(self.folder, instance=str(self.folder / instance), **settings)
        done = subprocess.run((*COMMAND, *words), env=env, capture_output=True, text=True, timeout=60, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    def file(self, name: str, *hands: Any, **others: Any) -> str:
        """Write a record of these hands; return its path."""
        path = self.folder / name
        path.write_text(json.dumps(document(*hands, **others)), encoding="utf-8")
        return str(path)
