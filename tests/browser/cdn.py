"""The CDN on this machine, under its own name: nothing outside is asked, and what it gives may be kept."""

import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from scorekeeper.web.security import HTMX_URL

from .late import be_late
from .prepare import HTMX_FILE

HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Type": "application/javascript",
}


class Cdn(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        be_late(self.path)
        content = HTMX_FILE.read_bytes()
        self.send_response(200)
        for name, value in (HEADERS | {"Content-Length": str(len(content))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


class CdnServer(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """A page that is closed breaks off what it asked for."""


@contextmanager
def cdn_served(folder: Path) -> Iterator[str]:
    """Serve htmx, and yield the rule by which Chromium finds it. The certificate is self-signed, so don't check it."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key)
    command = ("openssl", "req", "-x509", *new_key, "-out", certificate, "-days", "2", "-subj", "/CN=cdn")
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = CdnServer(("127.0.0.1", 0), Cdn)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"MAP {urlsplit(HTMX_URL).hostname}:443 127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
