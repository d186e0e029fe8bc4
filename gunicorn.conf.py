"""How gunicorn serves the app, by the same settings as `scorekeeper serve`.

gunicorn finds it in a checkout: `gunicorn wsgi:app`. Of an installed package it is a module, and so is wsgi.py:
`gunicorn --config python:scorekeeper.gunicorn_conf scorekeeper.wsgi:app`.
"""

import os
import shutil
import socket
import struct
import sys
import tempfile
from typing import Any

from scorekeeper.logs import log_config
from scorekeeper.settings import BadSetting, Settings

try:
    _settings = Settings.from_environment()
except BadSetting as bad:
    sys.exit(str(bad))

bind = f"[{_settings.bind}]:{_settings.port}" if ":" in _settings.bind else f"{_settings.bind}:{_settings.port}"
workers = int(os.environ.get("WEB_CONCURRENCY") or min(os.cpu_count() or 1, 4))
threads = 8  # a slow phone holds one of them, not the whole worker
preload_app = True  # the database is upgraded before there are workers: one that takes over half a minute is killed
forwarded_allow_ips = ""  # what a proxy says of the request is heard or left alone by SCOREKEEPER_PROXIES
control_socket_disable = True  # nothing here is controlled by one
logconfig_dict = log_config(_settings.log)


def when_ready(server: Any) -> None:
    """Give up a phone that stops in the middle of what it sends: it holds a thread."""
    silence = struct.pack("ll", server.cfg.timeout, 0)
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, silence)  # which its connections inherit


if _settings.metrics:  # set before the app is loaded: each worker counts there, and whichever is asked adds them up
    _counts = os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="scorekeeper-metrics-"))

    def on_exit(_server: Any) -> None:
        """Remove what the workers counted."""
        shutil.rmtree(_counts, ignore_errors=True)
