"""The app on a port of this machine, which can go away and come back as a server at home does."""

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug import Response
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from scorekeeper import settings
from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from tests.conftest import close
from tests.patience import PATIENCE
from tests.server_process import hold_port

from .late import be_late

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


HURRIED, PATIENT = b"const TIMEOUT = 4_000;", b"const TIMEOUT = %d;" % (1000 * PATIENCE)
assert HURRIED in (settings.shipped("static") / "worker.js").read_bytes()


class Quiet(WSGIRequestHandler):
    def log_request(self, *_about: object) -> None:
        pass


def _patient_worker(app: "WSGIApplication", environ: "WSGIEnvironment") -> Response:
    response = Response.from_app(app, environ | {"HTTP_ACCEPT_ENCODING": ""})
    response.set_data(response.get_data().replace(HURRIED, PATIENT))
    return response


class Server:
    """Serves this app and its database; `stop` and `start` leave that on the same port, with a new app.

    A phone shows a page that it kept once the server has not answered for four seconds, as slow as a busy machine may
    be: here it waits longer, unless a test says `is_hurried` before the phone has its service worker.
    """

    def __init__(self, app: Flask, settings: Settings):
        self.app, self.settings = app, settings
        self._held = hold_port()  # else another test's server may answer while this one is away
        self.port = int(self._held.getsockname()[1])
        self.was_away = False
        self.is_hurried = False
        self._running: tuple[BaseWSGIServer, threading.Thread] | None = None
        self._answering: set[threading.Thread] = set()
        self._serve(app)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.app = create_app(self.settings)
        self._serve(self.app)

    def let_another_answer(self, other: "WSGIApplication") -> None:
        """Stop, and have another server answer at this address until `stop`."""
        self.stop()
        self._serve(other)

    def _serve(self, app: "WSGIApplication") -> None:
        def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            self._answering.add(threading.current_thread())
            be_late(environ["PATH_INFO"])
            if environ["PATH_INFO"].endswith("/worker.js") and not self.is_hurried:
                return _patient_worker(app, environ)(environ, start_response)
            return app(environ, start_response)

        server = make_server("127.0.0.1", self.port, answer, threaded=True, request_handler=Quiet)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        self._running = server, thread

    def stop(self) -> None:
        """Also breaks off what is on its way to any phone, such as a script that a page loads on the side."""
        self.was_away = True
        if self._running:
            server, thread = self._running
            self._running = None
            server.shutdown()
            thread.join()
            server.server_close()
            while self._answering:  # one may still be writing where the next test removes the database
                self._answering.pop().join(PATIENCE)
            close(self.app)

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self._held.close()
