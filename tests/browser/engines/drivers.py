"""WebKit and Firefox by the protocol of WebDriver: over HTTP the one, over Firefox's own socket the other."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

from tests.patience import PATIENCE
from tests.server_process import free_port

WEBKIT = shutil.which("WebKitWebDriver")
MINI_BROWSER = next((str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)
XVFB = shutil.which("Xvfb")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
SEEN = 60  # seconds
SIZE = (390, 664)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# In Safari a tap on a button, a radio button, a checkbox or a link gives it no focus, and takes it from what had it.
# WebKitGTK gives it one, so this is said to each page once it is there.
NO_FOCUS = """if (window.hasNoFocus) return;
window.hasNoFocus = true;
addEventListener("mousedown", (event) => {
  const hit = event.target.closest?.("button, summary, a, input, label, select, textarea");
  const field = hit?.matches("label") ? hit.control : hit;
  if (!hit || field?.matches("textarea, select, input:not([type=radio], [type=checkbox], [type=submit])")) return;
  event.preventDefault();
  document.activeElement?.blur();
}, true)"""
SLIM = "window * { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0 } entry { font-size: 4px }"
ZOOM = """const { selectedBrowser } = Services.wm.getMostRecentWindow("navigator:browser").gBrowser;
selectedBrowser.browsingContext.textZoom = arguments[0]"""
NARROW = """const { style } = Services.wm.getMostRecentWindow("navigator:browser").gBrowser.selectedBrowser;
for (const [name, size] of [["width", arguments[0]], ["height", arguments[1]]])
  for (const bound of ["min-", "max-", ""]) style.setProperty(bound + name, `${size}px`, "important");
style.setProperty("flex", "none", "important")"""
PREFERENCES = {
  "ui.prefersReducedMotion": 1,
  "ui.useOverlayScrollbars": 1,  # as on a phone
  "app.normandy.enabled": False,
  "datareporting.policy.dataSubmissionEnabled": False,
  "services.settings.server": "data:,",
  "network.captive-portal-service.enabled": False,
  "network.connectivity-service.enabled": False,
}  # fmt: skip
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Failed(Exception):
    """What a browser has against a command."""


def until(look: Callable[[], Any], seconds: float = SEEN) -> Any:
    """Return what a look finds, once it finds something; what was drawn again meanwhile is looked for again."""
    end = time.monotonic() + seconds
    while True:
        failure: Exception = AssertionError("not found")
        try:
            if found := look():
                return found
        except (Failed, OSError) as error:
            failure = error
        if time.monotonic() > end:
            raise failure
        time.sleep(0.03)


class Driver:
    """One browser with one window; its commands have the names of Firefox."""

    name: str

    @abstractmethod
    def send(self, command: str, **given: Any) -> Any:
        """Return what a command brings; raises Failed."""

    def js(self, script: str, *arguments: object) -> Any:
        return self.send("ExecuteScript", script=script, args=arguments)

    def find(self, xpath: str) -> list[str]:
        return [found[ELEMENT] for found in self.send("FindElements", using="xpath", value=xpath)]

    def shows_everything_as_on_a_phone(self) -> None:
        """Said before each tap."""


class WebKit(Driver):
    """WebKitGTK's MiniBrowser on a display of its own, by WebKitWebDriver."""

    name = "WebKit"
    PATHS: ClassVar = {
        "ExecuteScript": ("POST", "/execute/sync"),
        "FindElements": ("POST", "/elements"),
        "ElementClick": ("POST", "/element/{id}/click"),
        "ElementSendKeys": ("POST", "/element/{id}/value"),
        "IsElementDisplayed": ("GET", "/element/{id}/displayed"),
        "GetWindowRect": ("GET", "/window/rect"),
        "Navigate": ("POST", "/url"),
        "NewSession": ("POST", "/session"),
        "SetWindowRect": ("POST", "/window/rect"),
        "TakeScreenshot": ("GET", "/screenshot"),
    }

    def __init__(self, port: int):
        self._root = f"http://127.0.0.1:{port}"
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
        options = {"binary": MINI_BROWSER, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = until(lambda: self.send("NewSession", capabilities=wanted))["sessionId"]
        self._root += f"/session/{session}"
        until(self._fits)

    def send(self, command: str, **given: Any) -> Any:
        method, path = self.PATHS[command]
        data = None if method == "GET" else json.dumps(given).encode()
        request = urllib.request.Request(self._root + path.format_map(given), data, method=method)
        try:
            with self._open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failed(json.load(error)["value"]) from None

    def _fits(self) -> bool:
        """Give the page itself the size of a phone, whatever the window has around it."""
        inner, outer = self.js("return [innerWidth, innerHeight]"), self.send("GetWindowRect")
        if inner == [*SIZE]:
            return True
        width, height = (wanted - has for wanted, has in zip(SIZE, inner, strict=True))
        self.send("SetWindowRect", width=outer["width"] + width, height=outer["height"] + height)
        return False

    def shows_everything_as_on_a_phone(self) -> None:
        self.js(NO_FOCUS)


class Firefox(Driver):
    """Firefox without a screen, by Marionette."""

    name = "Firefox"

    def __init__(self, port: int):
        self._socket = until(lambda: socket.create_connection(("127.0.0.1", port), PATIENCE))
        self._stream = self._socket.makefile("rwb")
        self._sent = 0
        self._read()  # who it is
        self.send("NewSession", strictFileInteractability=False)
        self.send("SetWindowRect", width=540, height=SIZE[1] + 140)
        self._in_browser(NARROW, *SIZE)  # no window is narrower than 500: the page in it is
        until(lambda: self.js("return innerWidth") == SIZE[0])

    def zoom_text(self, times: float) -> None:
        """As "Zoom text only" does."""
        self._in_browser(ZOOM, times)

    def _in_browser(self, script: str, *arguments: object) -> None:
        self._command("Marionette:SetContext", value="chrome")
        self.js(script, *arguments)
        self._command("Marionette:SetContext", value="content")

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    def send(self, command: str, **given: Any) -> Any:
        return self._command(f"WebDriver:{command}", **given)

    def _command(self, command: str, **given: Any) -> Any:
        self._sent += 1
        message = json.dumps([0, self._sent, command, {"sandbox": None, **given}]).encode()
        self._stream.write(b"%d:%s" % (len(message), message))
        self._stream.flush()
        _, _, fault, found = self._read()
        if fault:
            raise Failed(fault)
        return found["value"] if isinstance(found, dict) and "value" in found else found

    def _read(self) -> Any:
        length = b""
        while (byte := self._stream.read(1)) != b":":
            length += byte
        return json.loads(self._stream.read(int(length)))


@contextmanager
def display() -> Iterator[str]:
    """A display without a screen, by its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1100x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading) as said:  # to the end of the line, or Xvfb dies of the broken pipe
            yield f":{said.readline().strip()}"
        process.terminate()


@contextmanager
def webkit(*, dark: bool = False) -> Iterator[Driver]:
    """One driver has one session: a second phone is a second driver."""
    port = free_port()
    with display() as screen, tempfile.TemporaryDirectory(prefix="rook-webkit-") as home:
        style = Path(home, ".config", "gtk-3.0", "gtk.css")
        style.parent.mkdir(parents=True)
        # Else the bar of MiniBrowser lets no window be narrower than 447.
        style.write_text(SLIM)
        own = {"DISPLAY": screen, "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_RUNTIME_DIR": home}
        own |= {"GTK_THEME": "Adwaita:dark"} if dark else {}
        own |= {"GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        own |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}  # its thread crashes now and then (2.50)
        own |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # as root; what it opens is ours
        with ended([str(WEBKIT), f"--port={port}"], own):
            yield WebKit(port)


@contextmanager
def firefox(*, dark: bool = False) -> Iterator[Driver]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="rook-firefox-", ignore_cleanup_errors=True) as home:
        wanted = PREFERENCES | {
            "marionette.port": port,
            "layout.css.prefers-color-scheme.content-override": int(not dark),
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items()]
        Path(home, "user.js").write_text("".join(lines))
        options = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", home]
        with ended([str(FIREFOX), *options], {"HOME": home}):
            driver = Firefox(port)
            yield driver
            driver.close()


@contextmanager
def ended(command: list[str], own: dict[str, str]) -> Iterator[None]:
    """A process and all that it started, until the block is left."""
    with subprocess.Popen(command, env=os.environ | own, start_new_session=True, **QUIET) as process:
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)


ENGINES = {"WebKit": (webkit, WEBKIT and MINI_BROWSER and XVFB), "Firefox": (firefox, FIREFOX)}
