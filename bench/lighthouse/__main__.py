"""Runs Lighthouse on the pages that people open most, and prints its marks: `python -m bench.lighthouse`.

The server has made-up games; Lighthouse opens each page as a slow phone that was never there.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.browser.cdn import cdn_served
from tests.browser.prepare import CACHE, fetch_locked, find_chromium, find_node

from ..hall import wait_for
from ..load import Request, ask, goal
from ..old_club import app_on, played
from ..phone import Game, Phone
from ..server import Server, serving

GAMES, HANDS = 200, 12
PERFORMANCE, REST, MOVES = 97, 100, 0.02
NODE = 22  # which Lighthouse asks for
TOOL = CACHE / "lighthouse"
GOALS = {"performance": PERFORMANCE, "accessibility": REST, "best-practices": REST, "seo": REST}


def pages(server: Server, player: int) -> Mapping[str, str]:
    """Return the paths of the pages by their names."""
    phone, game = Phone(server), Game()
    ask(server, phone.start(game))
    for _ in range(HANDS):
        ask(server, phone.bid(game))
        ask(server, phone.hand(game))
    history, _ = ask(server, Request("GET", "/games?state=over"))
    won = re.findall(r'href="(/games/[0-9a-f-]{36})', history)[0]
    return {
        "a board": f"/games/{game.uid}", "a won game": won, "a recap": f"{won}/summary", "Home": "/",
        "New game": "/games/new", "a sheet": "/check/sheet", "the history": "/games", "a player": f"/players/{player}",
    }  # fmt: skip


def report(address: str, rules: str) -> dict[str, Any]:
    """Return what Lighthouse says of a page, as its documentation of the results has it."""
    flags = f'--headless --no-sandbox --ignore-certificate-errors --host-resolver-rules="{rules}"'
    command = [find_node(NODE), str(TOOL / "node_modules" / "lighthouse" / "cli" / "index.js"), address, "--quiet"]
    command += ["--output=json", f"--chrome-flags={flags}"]
    env = os.environ | {"CHROME_PATH": str(find_chromium())}
    ran = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"Lighthouse did not run: {ran.stderr.strip()}")
    said: dict[str, Any] = json.loads(ran.stdout)
    return said


def marks(said: Mapping[str, Any]) -> Iterator[str]:
    """Yield a page's marks, how far it moves, and what a mark that is missed lacks."""
    for name, least in GOALS.items():
        category, audits = said["categories"][name], said["audits"]
        mark = round(100 * category["score"])
        yield f"{'met   ' if mark >= least else 'MISSED'} {name}: {mark} (at least {least})"
        if mark < least:
            weighed = [audits[each["id"]] for each in category["auditRefs"] if each["weight"]]
            for audit in weighed:
                if audit["score"] is not None and audit["score"] < 0.9:
                    yield f"         {audit['title']} {audit.get('displayValue', '')}"
    yield goal("moves while it loads", said["audits"]["cumulative-layout-shift"]["numericValue"], MOVES)


def main() -> None:
    """Print the marks of every page; fails if Lighthouse does not run."""
    fetch_locked(Path(__file__).parent, TOOL)
    with tempfile.TemporaryDirectory(prefix="rook-lighthouse-") as folder:
        with app_on(Path(folder)):
            player = played(GAMES)
        with cdn_served(Path(folder)) as rules, serving("wsgi:app", {"SCOREKEEPER_INSTANCE": folder}) as server:
            wait_for(server)
            for name, path in pages(server, player).items():
                print(name, *marks(report(f"http://127.0.0.1:{server.port}{path}", rules)), sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
