"""A database on PostgreSQL is copied and put back by PostgreSQL's own programs, as docs/using/hosting.md says."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from .postgresql import own_server, programs_folder, send
from .terminal import Terminal

pytestmark = [
    pytest.mark.everywhere("database", proven="tests/storage/test_backup.py"),
    pytest.mark.process,
    pytest.mark.postgresql("it is copied by PostgreSQL's own programs"),
]
HOSTING = Path(__file__).parents[1] / "docs/using/hosting.md"


def test_a_copy_by_pg_dump_is_put_back_by_pg_restore(tmp_path: Path) -> None:
    words = " ".join(HOSTING.read_text().split())
    dump, restore = (found[0] for found in re.findall(r"`((pg_dump|pg_restore) [^`]*)`", words))
    with own_server(output=subprocess.DEVNULL) as server:
        send(server, "CREATE DATABASE rook")
        url = server.set(database="rook").render_as_string(hide_password=False)
        terminal = Terminal(tmp_path)

        def by_postgresql(command: str) -> None:
            env = os.environ | {"PGHOST": str(server.query["host"]), "PGUSER": "rook"}
            program, *options = shlex.split(command)
            subprocess.run((programs_folder() / program, *options), env=env, cwd=tmp_path, check=True)

        assert terminal.run("demo", "--games", "10", database=url)[0] == 0
        by_postgresql(dump)
        assert terminal.run("export", str(tmp_path / "before"), database=url)[0] == 0
        assert terminal.run("demo", "--games", "20", database=url)[0] == 0
        by_postgresql(restore)
        assert terminal.run("export", str(tmp_path / "after"), database=url)[0] == 0
        status, out, error = terminal.run("doctor", database=url)
        assert (status, error) == (0, "")
        assert "1 club, 10 games" in out
    before, after = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("before", "after")
    )
    assert before == after
    assert len(after) == 10
