"""A person at a terminal, with an installation of their own."""

import json
import os
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from scorekeeper import cli
from scorekeeper.app import create_app
from tests.record.games import document

from .server_process import environment


class Terminal:
    """Runs commands of the program; its data lies in folders of `folder`.

    They run in this process, whose modules are there already: that `scorekeeper` starts one of its own is for
    test_packaging.py and test_serve.py to see.
    """

    def __init__(self, folder: Path):
        self.folder = folder

    def run(self, *words: str, instance: str = "instance", **settings: str) -> tuple[int, str, str]:
        """Return a command's exit status, standard output and standard error."""
        env = environment(self.folder, instance=str(self.folder / instance), **settings)
        gone = dict.fromkeys(os.environ.keys() - env.keys())
        done = CliRunner(catch_exceptions=False).invoke(cli.main, words, env=env | gone, obj=create_app)
        return done.exit_code, done.stdout, done.stderr

    def file(self, name: str, *hands: Any, **others: Any) -> str:
        """Write a record of these hands; return its path."""
        path = self.folder / name
        path.write_text(json.dumps(document(*hands, **others)), encoding="utf-8")
        return str(path)


ROOT = Path(__file__).parents[1]
WORD = (ROOT / "deploy" / "rook-scorekeeper").read_text()


def script(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)
    return path


def the_word(folder: Path, **moved: Path | str) -> Path:
    """The program as it is installed, on a machine where what it needs is in other places."""
    text = WORD
    for name, value in moved.items():
        text, count = re.subn(rf"^{name}=.*", f"{name}={value}", text, flags=re.MULTILINE)
        assert count == 1
    return script(folder / "rook-scorekeeper", *text.splitlines()[1:])
