"""Finds Tailscale on this machine, and the two ways to https for phones that it offers."""

import json
import shutil
import subprocess
from collections.abc import Iterator

PATIENCE = 3  # seconds to wait for the service


def ways(port: int) -> Iterator[str]:
    """Yield lines that explain https with Tailscale, none if it is not installed."""
    program = shutil.which("tailscale")
    if not program:
        return
    name = _own_name(program)
    if not name:
        yield "Tailscale is installed but not connected. For https run: tailscale up, then start again."
        return
    yield "For https by Tailscale, run one of these, and start again with the line below it:"
    yield "  on every phone, guests too; strangers can reach it, so each club is behind its links:"
    yield f"    tailscale funnel --bg {port}"
    yield f"    SCOREKEEPER_URL=https://{name} SCOREKEEPER_HOSTED=1 make run"
    yield "  on the family's own phones, with Tailscale on each:"
    yield f"    tailscale serve --bg {port}"
    yield f"    SCOREKEEPER_URL=https://{name} make run"


def _own_name(program: str) -> str:
    """Return this machine's name in its tailnet, "" if it is not connected."""
    try:
        asked = subprocess.run(  # noqa: S603 - the program is found, its words are ours
            (program, "status", "--json"), capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        status = json.loads(asked.stdout)
        name: str = status["Self"]["DNSName"] if status["BackendState"] == "Running" else ""
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError):
        return ""
    return name.rstrip(".")
