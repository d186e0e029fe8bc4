"""What a server reads of its installation once it serves: nothing, since pip may put the next version there."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask, Response, request, request_finished

from scorekeeper.app import create_app
from scorekeeper.cli.open_club import open_app
from scorekeeper.settings import Settings
from scorekeeper.usecases.startup import begin_to_serve

from .patience import PATIENCE
from .person import Person
from .server_process import environment
from .web.every_page import come_by_every_page, every_page

ROOT = Path(__file__).parents[1]
INSTALLED = ("scorekeeper", "templates", "static")


@pytest.mark.everywhere("again", proven="tests/test_packaging.py")
@pytest.mark.process
def test_every_page_answers_after_the_files_of_the_installation_are_gone(tmp_path: Path) -> None:
    for name in INSTALLED:
        shutil.copytree(ROOT / name, tmp_path / name)
    walk, env = [sys.executable, "-m", __name__], environment(tmp_path) | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(walk, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def main(installed: Path) -> None:
    """Make servers, take away their files, and exit with the answers that fail and what is imported late."""
    apps = [served(installed / "home"), served(installed / "pin", pin="4711"), served(installed / "host", hosted=True)]
    phone, asked, founder = map(Person, apps)
    for name in INSTALLED:
        shutil.rmtree(installed / name)
    there, failed = set(sys.modules), list[str]()

    def note(_app: Flask, response: Response) -> None:
        if response.status_code >= 500:
            failed.append(f"{response.status} at {request.path}")

    with request_finished.connected_to(note):
        come_by_every_page(phone, asked, founder)
        for path in every_page(phone.app, phone):
            phone.get(path)
    late = [name for name in sys.modules.keys() - there if "site-packages" in str(sys.modules[name].__spec__)]
    sys.exit("\n".join(failed + late) or None)


def served(instance: Path, pin: str = "", hosted: bool = False) -> Flask:
    """An app, as a server has it when the first request comes."""
    app, _ = open_app(create_app, Settings(instance=instance, metrics=True, pin=pin, hosted=hosted))
    with app.app_context():
        begin_to_serve(instance)
    return app


if __name__ == "__main__":
    main(Path.cwd())
