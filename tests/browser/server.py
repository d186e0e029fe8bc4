"""The app on a port of this machine, which can go away and come back as a server at home does."""

import threading

from werkzeug.serving import BaseWSGIServer, make_server

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from tests.conftest import close


class Server:
    """Serves a database; `stop` and `start` leave it on the same port."""

    def __init__(self, settings: Settings):
        self.settings, self.port = settings, 0
        self._running: tuple[BaseWSGIServer, threading.Thread] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.app = create_app(self.settings)
        server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        self.port = server.port
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        self._running = server, thread

    def stop(self) -> None:
        if self._running:
            server, thread = self._running
            self._running = None
            server.shutdown()
            thread.join()
            server.server_close()
            close(self.app)
