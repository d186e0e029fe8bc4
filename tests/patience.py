"""How long a test waits for a process, a server or a browser: it costs nothing when all is well."""

from time import process_time

PATIENCE = 300  # seconds; at a thirtieth of a core a server takes twenty to start
IN_BROWSER = 60_000  # milliseconds, as Playwright counts
YARDSTICK = 0.015  # seconds of CPU for what `slowness` does, on a quiet core


def slowness() -> float:
    """How many times as long as on a quiet core a computation takes now, where two threads may share one."""
    began = process_time()
    sum(number * number for number in range(500_000))
    return max(1, (process_time() - began) / YARDSTICK)
