"""What a phone loads to see the scoreboard for the first time, without htmx."""

import gzip
import re
from dataclasses import dataclass

from .load import Request, ask
from .server import Server


@dataclass(frozen=True)
class Weight:
    """A page: its HTML as it is read, and all that is sent of it and its files, in bytes."""

    html: int
    sent: int


def weight_of(server: Server, page: Request) -> Weight:
    """The weight of this page."""
    answer = ask(server, page)
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text)
    bodies = [ask(server, Request("GET", path)).body for path in files]
    return Weight(len(gzip.decompress(answer.body)), len(answer.body) + sum(map(len, bodies)))
