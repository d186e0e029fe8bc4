"""Somebody who sees nothing and has a keyboard: knows what has the focus, and what a page tells by itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from tests.patience import IN_BROWSER

from .phone import Phone
from .scripts import script

MOST = 60
GROUPS = {"radiogroup", "group", "DisclosureTriangle", "dialog"}
ROLES = {"DisclosureTriangle": "unfolds", "radio": "choice", "textbox": "field", "generic": "text"}
LISTEN = script("listen")


class Listener:
    """A phone that is used by ear. `script` is what was pressed and heard, a line each; `keys` counts each step's."""

    def __init__(self, phone: Phone):
        self.page = phone.page
        self.script, self.keys = list[str](), dict[str, int]()
        self._heard, self._pressed, self._groups = list[str](), list[str](), tuple[str, ...]()
        self.page.expose_function("isHeard", lambda words: self._heard.append(words))
        self.page.add_init_script(f"({LISTEN})()")
        self._tools = self.page.context.new_cdp_session(self.page)
        self._tools.send("Accessibility.enable")

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Something that a person does; the script says its keys, what was heard, and what has the focus then."""
        self.script.append(f"\n{what}")
        before = len(self._pressed)
        yield
        self.reads()
        self.keys[what] = len(self._pressed) - before

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self._pressed += keys
        self.script.append(f"  press {' '.join(keys)}")

    def go(self, key: str, words: str) -> None:
        """Presses this key until what has the focus is called so."""
        spoken = []
        for count in range(1, MOST + 1):
            self.page.keyboard.press(key)
            self._pressed.append(key)
            spoken.append(self.focused())
            if words in spoken[-1]:
                self.script += [f"  press {key}{f' × {count}' if count > 1 else ''}", f"    {spoken[-1]}"]
                return
        raise AssertionError("\n".join([f"{key} leads to no {words}, after", *self.script, "but to", *spoken]))

    def reads(self) -> None:
        """Notes what was told, and what has the focus."""
        self._note()
        self.script.append(f"    {self.focused()}")

    def hears(self, words: str) -> None:
        """Waits until these words are told."""
        self._wait_for(words, lambda: any(words in said for said in self._heard))
        self._note()

    def comes_to(self, words: str) -> None:
        """Waits until what has the focus is called so."""
        self._wait_for(words, lambda: words in self.focused())
        self._groups = ()
        self.reads()

    def _wait_for(self, words: str, has_come: Callable[[], bool]) -> None:
        until = monotonic() + IN_BROWSER / 1000
        while not has_come():
            assert monotonic() < until, "\n".join([f"Nothing says {words}, but {self._heard}, after", *self.script])
            self.page.wait_for_timeout(20)

    def _note(self) -> None:
        self.script += [f'    told: "{words}"' for words in self._heard]
        self._heard.clear()

    def focused(self) -> str:
        """What a screen reader says of what has the focus: groups entered, name, role, states, description."""
        active = self._tools.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        tree = self._tools.send("Accessibility.getPartialAXTree", {"objectId": active["objectId"]})
        node, *around = tree["nodes"]
        named = (each for each in reversed(around) if _role(each) in GROUPS)
        groups = tuple(filter(None, (str(each.get("name", {}).get("value", "")) for each in named)))
        entered = [group for place, group in enumerate(groups) if groups[: place + 1] != self._groups[: place + 1]]
        self._groups = groups
        role = _role(node)
        said = [node.get("name", {}).get("value", ""), ROLES.get(role, role), *_states(node)]
        if described := node.get("description", {}).get("value"):
            said.append(described)
        return ": ".join([*entered, ", ".join(filter(None, said))])


def _role(node: dict[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def _states(node: dict[str, Any]) -> Iterator[str]:
    states = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
    value = node.get("value", {}).get("value")
    if value:
        yield f'"{value}"'
    if _role(node) == "radio":
        yield "chosen" if states.get("checked") == "true" else "not chosen"
    if states.get("pressed") == "true":
        yield "pressed"
    if "expanded" in states:
        yield "open" if states["expanded"] else "folded"
    if states.get("invalid") == "true":
        yield "wrong"
