"""Answers that come late, each by a time of its own: what `make test-late` plays all browser tests with.

A test that passes so waits for what it needs. A busy machine shows that too, but only now and then.
"""

import os
from collections import Counter
from random import Random
from time import sleep

SEED = os.environ.get("LATE", "")
LATEST = 1.5  # seconds
_asked: Counter[str] = Counter()


def be_late(path: str) -> None:
    """Sleep as long as the seed says for this path, the same time in each run for the same order of questions."""
    if SEED:
        _asked[path] += 1
        sleep(Random(f"{SEED} {path} {_asked[path]}").uniform(0, LATEST))
