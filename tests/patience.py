"""How long a test waits for a process, a server or a browser: it costs nothing when all is well."""

import gc
from collections.abc import Callable
from time import thread_time

PATIENCE = 300  # seconds; at a thirtieth of a core a server takes twenty to start
IN_BROWSER = 60_000  # milliseconds, as Playwright counts
YARDSTICK = 0.015  # seconds of CPU for what `slowness` does, on a quiet core


def seconds_of(action: Callable[[], object]) -> float:
    """How many seconds of CPU this thread takes for an action, as on a quiet core and in a new process."""
    gc.collect()
    gc.freeze()  # what other tests left in memory is not looked through
    slow, began = _slowness(), thread_time()
    try:
        action()
        return (thread_time() - began) / max(slow, _slowness())
    finally:
        gc.unfreeze()


def _slowness() -> float:
    """How many times as long as on a quiet core a computation takes now, where two threads may share one."""
    began = thread_time()
    sum(number * number for number in range(500_000))
    return max(1, (thread_time() - began) / YARDSTICK)
