"""What is locked, what is packed, and what is in the repository."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from scorekeeper import __version__

from .html import Page
from .patience import PATIENCE
from .server_process import ServerProcess, environment, free_port

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ("requirements.txt", "requirements-dev.txt", "deploy/requirements.txt")
REGISTRIES = ("pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "yarnpkg" + ".com")


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_are_pinned_with_hashes_and_name_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "http" not in text
    assert "--index-url" not in text
    entries = re.split(r"(?<!\\)\n", text.strip())
    assert len(entries) >= 10
    for entry in entries:
        assert re.match(r"[a-z0-9][a-z0-9._-]*(\[[a-z,]+\])?==\S+", entry, re.IGNORECASE), entry
        assert "--hash=sha256:" in entry, entry


def test_no_file_names_the_host_of_a_registry() -> None:
    named = []
    for path in tracked():
        content = path.read_bytes()
        named += [f"{path.relative_to(ROOT)}: {host}" for host in REGISTRIES if host.encode() in content]
    assert named == []


def test_the_data_of_a_table_never_enters_the_repository() -> None:
    assert [path.name for path in tracked() if path.parent == ROOT / "instance"] == [".gitignore"]
    assert (ROOT / "instance" / ".gitignore").read_text().split() == ["*", "!.gitignore"]


def test_the_readme_opens_with_a_picture_and_the_two_commands_and_names_the_trademark() -> None:
    readme = (ROOT / "README.md").read_text()
    opening = readme[: readme.index("\n## ")]
    picture = re.search(r"!\[[^\]]+\]\(([^)]+)\)", opening)
    assert picture
    assert (ROOT / picture[1]).is_file()
    assert "make run" in opening
    assert "make test" in opening
    assert re.search(r"ROOK.{0,40}trademark of Hasbro", readme, re.DOTALL)
    assert "MIT License" in (ROOT / "LICENSE").read_text()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel made from it. `make release` names it, and keeps what the tests passed."""
    folder = Path(os.environ.get("DIST") or tmp_path_factory.mktemp("dist")).absolute()
    left_over = ROOT / "instance" / f"left-by-test-{os.getpid()}.sqlite"
    left_over.write_text("private")
    try:
        _build(ROOT, "sdist", folder)
    finally:
        left_over.unlink()
    unpacked = tmp_path_factory.mktemp("unpacked")
    unpack = [sys.executable, "-m", "tarfile", "-e", str(next(folder.glob("*.tar.gz"))), str(unpacked)]
    subprocess.run(unpack, check=True, capture_output=True, timeout=PATIENCE)
    _build(next(unpacked.iterdir()), "wheel", folder)
    return folder


def _build(source: Path, target: str, folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=PATIENCE)


@pytest.mark.process
def test_the_packages_have_the_newest_version_of_the_changelog(built: Path) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.findall(r"^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)[0]
    assert newest == __version__
    assert {path.name for path in built.iterdir()} == {
        f"rook_scorekeeper-{newest}.tar.gz",
        f"rook_scorekeeper-{newest}-py3-none-any.whl",
    }


@pytest.mark.process
def test_the_source_archive_holds_no_data(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = ["/".join(name.split("/")[1:]) for name in archive.getnames()]
    assert "templates/base.html" in names
    assert [name for name in names if name.startswith("instance")] == []


@pytest.mark.process
def test_the_wheel_holds_what_it_serves_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    wanted = {
        f"scorekeeper/{path.relative_to(ROOT).as_posix()}"
        for folder in ("templates", "static")
        for path in tracked()
        if path.is_relative_to(ROOT / folder)
    }
    assert wanted <= names
    assert any(name.startswith("scorekeeper/storage/migrations/versions/0018") for name in names)
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorekeeper"}


@pytest.fixture(scope="module")
def programs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment into which the wheel was installed, as `pipx` and `uvx` do.

    A path file lends it the packages it needs, so nothing is fetched.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    wheel = next(built.glob("*.whl"))
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=PATIENCE)
    packages = next(home.glob("lib/python*/site-packages"))
    (packages / "lent.pth").write_text(str(Path(pytest.__file__).parents[1]) + "\n")
    return python.parent


SERVERS = {
    "scorekeeper": ("scorekeeper", "serve"),
    "the package's own name": ("rook-scorekeeper", "serve"),
    "gunicorn": (
        *("python", "-m", "gunicorn", "--config", "python:scorekeeper.gunicorn_conf"),
        "scorekeeper.wsgi:app",
    ),
}


@pytest.mark.everywhere("way", once={"server": next(iter(SERVERS))})
@pytest.mark.process
@pytest.mark.parametrize("server", SERVERS)
def test_the_wheel_serves_from_an_empty_environment_and_another_directory(
    programs: Path, tmp_path: Path, server: str
) -> None:
    """It goes on while pip puts another version in its place."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    installed = next(programs.parent.glob("lib/python*/site-packages/scorekeeper"))
    env = environment(tmp_path, bind="127.0.0.1", port=str(free_port()))
    program, *words = SERVERS[server]
    with ServerProcess(env, (str(programs / program), *words), elsewhere) as running:
        away = installed.rename(tmp_path / "away")
        try:
            page = Page(running.get("/"), whole=True)
            for path in ("/healthz", "/readyz"):
                assert running.get(path) == "ok\n"
        finally:
            away.rename(installed)
        assert page.heading == "Rook score"
        assert "--paper" in running.get(page.all("link[rel=stylesheet]")[0].attrs["href"])
    assert list((tmp_path / "data").rglob("scorekeeper.sqlite"))
    assert list(elsewhere.iterdir()) == []
