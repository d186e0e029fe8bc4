"""gunicorn's configuration, with the same settings as `rook-scorekeeper serve`.

In a checkout gunicorn finds it: `gunicorn wsgi:app`. In an installed package it is a module, like wsgi.py: `gunicorn
--config python:scorekeeper.gunicorn_conf scorekeeper.wsgi:app`.
"""

import os
import shutil
import sys
import tempfile
import time
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from scorekeeper.http_server import log_config, make_server
from scorekeeper.settings import BadSetting, Settings, check_temporary_folder

try:
    check_temporary_folder()
    _settings = Settings.from_environment()
except BadSetting as bad:
    sys.exit(str(bad))

bind = f"[{_settings.bind}]:{_settings.port}" if ":" in _settings.bind else f"{_settings.bind}:{_settings.port}"
workers = int(os.environ.get("WEB_CONCURRENCY") or min(os.cpu_count() or 1, 4))
preload_app = True  # upgrades the database before there are workers, which gunicorn kills after half a minute
graceful_timeout = 8  # seconds for open requests; `docker stop` kills after ten
control_socket_disable = True  # nothing uses it
logconfig_dict = log_config(_settings.log)


class WaitressWorker(Worker):
    """Serves as `rook-scorekeeper serve` does. gunicorn's own workers give a thread to an unfinished request."""

    def run(self) -> None:
        """Serve until this worker is told to stop, or can't be reached anymore; then finish open requests.

        waitress closes a listening socket that fails; gunicorn then starts another worker.
        """
        sockets: dict[int, Any] = {}
        server = make_server(self.wsgi, [listener.sock for listener in self.sockets], sockets)
        listening = [(file, each) for file, each in sockets.items() if isinstance(each, BaseWSGIServer)]
        while self.alive and self.ppid == os.getppid() and all(sockets.get(file) is each for file, each in listening):
            self._step(sockets)
        for each in sockets.values():
            each.accepting = False
        ends = time.monotonic() + self.cfg.graceful_timeout
        while time.monotonic() < ends and any(map(_is_busy, sockets.values())):
            self._step(sockets)
        server.task_dispatcher.shutdown()

    def _step(self, sockets: dict[int, Any]) -> None:
        self.notify()
        wasyncore.loop(timeout=1, use_poll=True, map=sockets, count=1)


def _is_busy(connection: Any) -> bool:
    """Return whether a request or a part of one has arrived, or an answer is being sent."""
    return any(getattr(connection, of, None) for of in ("request", "requests", "total_outbufs_len"))


worker_class = WaitressWorker

if _settings.metrics:  # set before the app is loaded: each worker counts there, and the one that is asked adds them up
    _counts = os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="scorekeeper-metrics-"))

    def on_exit(_server: Any) -> None:
        """Remove what the workers counted."""
        shutil.rmtree(_counts, ignore_errors=True)
