"""Run a test fifty times beside busy neighbors: `make unsteady TEST=…`, with what pytest calls the test."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIMES = 50
BUSY = (sys.executable, "-c", "while True: pass")


def main(*tests: str) -> None:
    if not any(tests):
        sys.exit("Say which: make unsteady TEST=tests/web/test_undo.py")
    with ExitStack() as neighbors:
        for _ in range((os.cpu_count() or 1) + 1):
            # The kernel shares by session: neighbors of the same one would leave the test its part.
            neighbor = neighbors.enter_context(subprocess.Popen(BUSY, start_new_session=True))
            neighbors.callback(neighbor.kill)
        for time in range(1, TIMES + 1):
            run = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", *tests], cwd=ROOT, check=False)
            if run.returncode:
                sys.exit(f"It failed the {time}. time.")
    sys.stdout.write(f"It passed {TIMES} times.\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
