"""The files of deploy/: each command is run and each server asked as far as that goes without Docker and systemd."""

import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

import pytest

from tests.nginx import CACHE, DEPLOY, LOGS, TEMPORARY, proxy, tool

from .patience import PATIENCE
from .server_process import GUNICORN, SERVE, ServerProcess, environment, free_port

pytestmark = pytest.mark.process

ROOT = DEPLOY.parent
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
UNIT = (DEPLOY / "rook-scorekeeper.service").read_text()
COMMAND = json.loads(DOCKERFILE.rpartition("\nCMD ")[2])
BEHIND = {"hosted": "1", "url": "https://rook.example", "metrics": "1"}
CERTIFICATE = "/etc/letsencrypt/live/rook.example"
LARGEST_EXPOSURE = 2  # of 10, as systemd-analyze counts; 1.4 by version 252


def output_of(*command: str | Path, **more: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the Dockerfile's last step installs, from the files alone that its context has."""
    context, app = tmp_path_factory.mktemp("context"), tmp_path_factory.mktemp("app")
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for name in (line[1:] for line in ignored if line.startswith("!")):
        (context / name).parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, context / name)
    install = re.search(r"/app/bin/(pip install .*) /source$", DOCKERFILE, re.MULTILINE)
    assert install
    output_of(sys.executable, "-m", *shlex.split(install[1]), "--quiet", "--target", app, context)
    return app


@pytest.fixture(scope="module")
def server(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server as the image starts it, with its packages lent by this environment; behind a proxy, hosted.

    It has told systemd that it is ready, as a unit of type `notify` does.
    """
    folder = tmp_path_factory.mktemp("served")
    env = environment(folder, bind="127.0.0.1", port=str(free_port()), instance=str(folder / "data"), **BEHIND)
    env |= {"PYTHONPATH": str(image), "WEB_CONCURRENCY": "1", "NOTIFY_SOCKET": str(folder / "notify")}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(env["NOTIFY_SOCKET"])
        systemd.settimeout(60)
        with ServerProcess(env, (sys.executable, "-m", *COMMAND), folder) as server:
            assert systemd.recv(100).startswith(b"READY=1")
            yield server


@pytest.mark.everywhere("way", proven="tests/web/test_health.py")
def test_the_health_check_of_the_image_sees_the_server_and_that_there_is_none(server: ServerProcess) -> None:
    (health,) = re.findall(r"^HEALTHCHECK CMD (.*)", DOCKERFILE, re.MULTILINE)
    for port, status in ((server.port, 0), (free_port(), 1)):
        check = [sys.executable, *json.loads(health)[1:]]
        env = os.environ | {
            "SCOREKEEPER_PORT": str(port),
            "HTTP_PROXY": "http://127.0.0.1:9",
            "http_proxy": "http://127.0.0.1:9",
        }
        assert subprocess.run(check, env=env, capture_output=True, check=False, timeout=PATIENCE).returncode == status


def test_the_image_is_not_run_by_root() -> None:
    assert re.findall(r"^USER (.*)", DOCKERFILE, re.MULTILINE) == ["10001:10001"]


def test_all_settings_of_docker_are_in_one_file_but_those_of_the_container() -> None:
    """What `environment:` names would win over that file, and what it interpolates would come from the shell."""
    compose = {path.name: path.read_text() for path in DEPLOY.glob("compose*.yaml")}
    assert re.findall(r"env_file: (.*)", "".join(compose.values())) == [".env"]
    named = [(name, setting) for name, text in compose.items() for setting in re.findall(r" (SCOREKEEPER_\w+):", text)]
    kept = {"BIND": "0.0.0.0", "PORT": "8000", "INSTANCE": "/data"}
    assert named == [("compose.image.yaml", f"SCOREKEEPER_{name}") for name in kept]
    for name, value in kept.items():
        assert f"      SCOREKEEPER_{name}: {value}\n" in compose["compose.image.yaml"]
    assert "build:" not in compose["compose.image.yaml"]
    assert "file: compose.image.yaml\n" in compose["compose.yaml"]


def test_a_command_on_a_page_of_the_documents_writes_that_file() -> None:
    """So that the next `up`, as for an upgrade, gives the same server."""
    pages = [ROOT / "README.md", *(ROOT / "docs" / "using").glob("*.md")]
    lines = [line for page in pages for line in page.read_text().splitlines() if line.startswith("    ")]
    assert [
        line for line in lines if re.search(r"\bROOK_\w+=.*docker|export (ROOK|SCOREKEEPER)_(?!INSTANCE)", line)
    ] == []
    written = [line for line in lines if line.endswith("> deploy/.env")]
    assert len(written) >= 3
    assert all("SCOREKEEPER_HOSTED=" in line or "SCOREKEEPER_DATABASE=" in line for line in written)


def test_a_layer_of_the_image_has_the_packages_alone() -> None:
    """Another version of the app then needs them neither built nor fetched again."""
    steps = re.findall(r"^(COPY|RUN) (.*(?:\n && .*)*)", DOCKERFILE, re.MULTILINE)
    first = [words for _, words in steps[:3]]
    assert first[0] == "deploy/requirements.txt /"
    assert "--require-hashes -r /requirements.txt" in first[1]
    assert first[2] == ". /source"


def test_a_server_without_a_folder_for_temporary_files_says_how_to_give_it_one(tmp_path: Path) -> None:
    """As with Docker's --read-only: here no file may have a single byte."""
    env = environment(tmp_path, port=str(free_port()), instance=str(tmp_path))
    said = (
        "There is no folder for temporary files: /tmp can't be written to. With Docker's --read-only, add --tmpfs /tmp."
    )
    for command in ((sys.executable, "-m", "gunicorn", "wsgi:app"), SERVE, (*SERVE[:-1], "demo", "--games", "1")):
        done = subprocess.run(
            ("prlimit", "--fsize=0", *command),
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stderr.removeprefix("Error: ").strip()) == (1, said)


def run_as_another_user(*command: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = ("setpriv", "--reuid=12345", "--clear-groups", *command)
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.everywhere("way", proven="tests/test_serve.py")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_a_folder_of_another_user_is_said_with_what_to_do(tmp_path: Path, mode: int) -> None:
    """A folder of the machine that Docker mounts belongs to root, mostly, and the server runs as another user."""
    if run_as_another_user(sys.executable, "-c", "import scorekeeper.app").returncode:
        pytest.skip("Another user can't run the program here.")
    data = Path(tempfile.mkdtemp())
    data.chmod(mode)
    env = environment(tmp_path, port=str(free_port()), instance=str(data)) | {"PYTHONDONTWRITEBYTECODE": "1"}
    for command in ((*GUNICORN, "wsgi:app"), SERVE, (*SERVE[:-1], "restore", "FILE")):
        done = run_as_another_user(*command, env=env)
        assert done.returncode == 1
        assert "it belongs to user 0, and this runs as user 12345. Give it to that user: chown -R 12345 " in done.stderr
    data.rmdir()


@pytest.mark.parametrize(
    "files", [("compose.yaml",), ("compose.image.yaml",), ("compose.yaml", "compose.postgresql.yaml")]
)
def test_compose_reads_its_files(files: tuple[str, ...]) -> None:
    compose = tool("docker-compose")
    env = environment(ROOT) | {"ROOK_PASSWORD": "x", "SCOREKEEPER_DATABASE": "y"}
    words = [word for file in files for word in ("--file", str(DEPLOY / file))]
    shown = json.loads(output_of(compose, *words, "config", "--format", "json", env=env))
    rook = shown["services"]["rook"]
    assert (rook["read_only"], rook["cap_drop"]) == (True, ["ALL"])
    assert ("database" in shown["services"]) is (len(files) == 2)


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    output_of(tool("hadolint"), DEPLOY / "Dockerfile")


def test_systemd_reads_the_unit_and_counts_little_exposure(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    program = tmp_path / "gunicorn"
    program.touch(mode=0o755)
    unit = tmp_path / "rook-scorekeeper.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={program}", UNIT, flags=re.MULTILINE))
    checked = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert "rook-scorekeeper" not in checked.stderr, checked.stderr
    exposure = output_of(analyze, "security", "--offline=true", unit).splitlines()[-1]
    found = re.search(r"Overall exposure level .*: ([\d.]+)", exposure)
    assert found, exposure
    assert float(found[1]) <= LARGEST_EXPOSURE


def test_a_service_that_cannot_start_is_tried_again_for_good_but_not_all_the_time() -> None:
    """Systemd gives up after five tries in ten seconds, and waits a tenth of a second, unless told otherwise."""
    (wait,) = re.findall(r"^RestartSec=(\d+)$", UNIT, re.MULTILINE)
    assert 10 <= int(wait) <= 60


def test_the_unit_starts_what_the_image_starts_and_waits_until_it_is_ready() -> None:
    assert "Type=notify\n" in UNIT
    (start,) = re.findall(r"^ExecStart=\S+/(.*)", UNIT, re.MULTILINE)
    assert start.split() == COMMAND


def answer_at(address: str, path: str) -> tuple[int, str]:
    """Return the status and the cookie of an answer, as a phone gets it that claims to be elsewhere, below a path."""
    strangers = ssl.create_default_context()
    strangers.check_hostname, strangers.verify_mode = False, ssl.CERT_NONE
    claims = {"Host": "rook.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Prefix": "/x"}
    request = Request(address + path, headers=claims)
    try:
        with build_opener(ProxyHandler({}), HTTPSHandler(context=strangers)).open(request, timeout=PATIENCE) as answer:
            assert b'"/x/' not in answer.read()
            return answer.status, answer.headers["Set-Cookie"] or ""
    except HTTPError as error:
        return error.code, ""


def test_a_phone_comes_through_nginx_by_https_and_metrics_do_not(server: ServerProcess, tmp_path: Path) -> None:
    nginx, openssl = tool("nginx"), tool("openssl")
    made = (
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=rook.example",
        "-keyout",
        "privkey.pem",
        "-out",
    )
    output_of(openssl, *made, "fullchain.pem", cwd=tmp_path)
    port, plain = free_port(), free_port()
    site = re.sub(r".*\[::\].*\n", "", (DEPLOY / "nginx.conf").read_text())  # this machine may lack IPv6
    moved = {"443": port, " 80;": f" {plain};", CERTIFICATE: tmp_path, CACHE: tmp_path / "cache"}
    moved |= {"8000": server.port, LOGS: tmp_path}
    for there, here in moved.items():
        site = site.replace(there, str(here))
    kept = "".join(f"{what}_temp_path {tmp_path}/{what};" for what in TEMPORARY)
    kept += f"access_log {tmp_path}/access.log;"  # as Debian's nginx.conf does for every site
    around = f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {kept} include site.conf; }}"
    (tmp_path / "site.conf").write_text(site)
    (tmp_path / "nginx.conf").write_text(around)
    command = [nginx, "-p", str(tmp_path), "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    output_of(*command, "-t")
    with proxy(command, port, tmp_path):
        check_proxy(f"https://127.0.0.1:{port}")
        with closing(HTTPConnection("127.0.0.1", plain, timeout=PATIENCE)) as by_http:
            by_http.request("GET", "/enter/key", headers={"Host": "rook.example"})
            assert by_http.getresponse().headers["Location"] == "https://rook.example/enter/key"
    (tmp_path / "site.conf").write_text(site.replace(f":{server.port};", f":{free_port()};"))
    with proxy(command, port, tmp_path):
        assert answer_at(f"https://127.0.0.1:{port}", "/enter/key")[0] == 502
    for log in ("access.log", "error.log"):
        assert "/enter/key" not in (tmp_path / log).read_text()


@pytest.mark.everywhere(
    "way", proven="tests/test_deploy.py::test_a_phone_comes_through_nginx_by_https_and_metrics_do_not"
)
def test_a_phone_comes_through_caddy_and_metrics_do_not(server: ServerProcess, tmp_path: Path) -> None:
    """By http here, since a certificate of its own would be put among those that this machine trusts."""
    caddy, port = tool("caddy"), free_port()
    adapted = ("--adapter", "caddyfile", "--config")
    output_of(caddy, "validate", *adapted, str(DEPLOY / "Caddyfile"), env=environment(tmp_path))
    site = (DEPLOY / "Caddyfile").read_text().replace("rook.example {", f"http://:{port} {{")
    site = site.replace("\n{\n", "\n{\n\tadmin off\n", 1)
    command = [caddy, "run", *adapted, str(tmp_path / "Caddyfile")]
    (tmp_path / "Caddyfile").write_text(site.replace("8000", str(server.port)))
    with proxy(command, port, tmp_path):
        check_proxy(f"http://127.0.0.1:{port}")
    (tmp_path / "Caddyfile").write_text(site.replace("8000", str(free_port())))
    with (tmp_path / "log").open("wb") as log, proxy(command, port, tmp_path, log):
        assert answer_at(f"http://127.0.0.1:{port}", "/enter/key")[0] == 502
    assert "/enter/key" not in (tmp_path / "log").read_text()


NGINX_AROUND = """daemon off; pid {folder}/pid; error_log stderr; events {{}}
http {{ access_log off; {temporary} server {{ listen {port};
{site} }} }}"""
CADDY_AROUND = "{{\n admin off\n}}\nhttp://:{port} {{\n{site}\n}}"


@pytest.mark.everywhere("way", once={"name": "nginx"})
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_below_a_path_a_phone_comes_through_as_the_page_says(name: str, tmp_path: Path) -> None:
    """Next to other programs: what docs/using/hosting.md adds to the file that a proxy has already."""
    program, port, ours = tool(name), free_port(), free_port()
    page = (ROOT / "docs" / "using" / "hosting.md").read_text().partition("\n## Below a path")[2]
    start = {"nginx": "location", "caddy": "@rook"}[name]
    (site,) = re.findall(rf"^ {{4}}{start}[\s\S]*?\n\n", page, re.MULTILINE)
    temporary = "".join(f"{what}_temp_path {tmp_path}/{what};" for what in TEMPORARY)
    site = site.replace("8000", str(ours)).replace("$scheme", "https")
    around = {"nginx": NGINX_AROUND, "caddy": CADDY_AROUND}[name]
    (tmp_path / "conf").write_text(around.format(folder=tmp_path, port=port, site=site, temporary=temporary))
    command = {
        "nginx": [program, "-p", str(tmp_path), "-e", "stderr", "-c", str(tmp_path / "conf")],
        "caddy": [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "conf")],
    }[name]
    url = "https://home.example/rook"
    env = environment(tmp_path, port=str(ours), instance=str(tmp_path / "data"), url=url, metrics="1")
    with ServerProcess(env), proxy(command, port, tmp_path):
        for path, wanted in (("/rook", 0), ("/rook/", 200), ("/rook/readyz", 200), ("/rook/metrics", 404)):
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as phone:
                phone.request("GET", path, headers={"Host": "home.example"})
                answer = phone.getresponse()
                text = answer.read().decode()
            if wanted:
                assert (answer.status, path) == (wanted, path)
            else:
                assert answer.headers["Location"].endswith("/rook/")
            assert path != "/rook/" or 'href="/rook/games/new"' in text


def check_proxy(address: str) -> None:
    status, cookie = answer_at(address, "/")
    assert (status, "; Secure" in cookie) == (200, True)
    assert answer_at(address, "/metrics")[0] == 404
    assert answer_at(address, "/readyz")[0] == 200
