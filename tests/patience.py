"""How long a test waits for a process, a server or a browser (nothing, when all is well), and what CPU it takes."""

import gc
from time import thread_time
from typing import Self

PATIENCE = 300  # seconds; at a thirtieth of a core a server takes twenty to start
IN_BROWSER = 60_000  # milliseconds, as Playwright counts
YARDSTICK = 0.003  # seconds of CPU for what `_slowness` does, on a quiet core


class Stopwatch:
    """Measures how many `seconds` of CPU this thread takes inside, scaled to a quiet core."""

    seconds = 0.0

    def __enter__(self) -> Self:
        gc.freeze()  # what other tests left in memory is not looked through
        self._slow, self._began = _slowness(), thread_time()
        return self

    def __exit__(self, *_: object) -> None:
        took = thread_time() - self._began
        self.seconds = took / max(self._slow, _slowness())
        gc.unfreeze()


def _slowness() -> float:
    """How many times as long as on a quiet core a computation takes now, where two threads may share one."""
    began = thread_time()
    sum(number * number for number in range(100_000))
    return max(1, (thread_time() - began) / YARDSTICK)
