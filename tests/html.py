"""A response as a person sees it: text, links, and forms with their fields by name. `tests.lint` checks each."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from html.entities import html5
from itertools import zip_longest

from selectolax.lexbor import LexborHTMLParser, LexborNode

Typed = dict[str, str]

IN_LINE = {"a", "b", "bdi", "em", "label", "small", "span", "strong"}


class Element:
    """An element of a page: one object for each, so that it is quick to walk over them."""

    __slots__ = ("_tree", "attrs", "name", "node", "parent")

    def __init__(self, node: LexborNode, tree: dict[int, "Element"]):
        self.node, self.name, self._tree = node, node.tag or "", tree
        self.attrs = {name: value or "" for name, value in node.attributes.items()}  # one without a value is empty
        self.parent = tree.get(above.mem_id) if (above := node.parent) else None

    @property
    def outwards(self) -> Iterator["Element"]:
        """This element, and all that it is in."""
        found: Element | None = self
        while found:
            yield found
            found = found.parent

    @property
    def raw_text(self) -> str:
        """All characters in it, blanks and line ends as they are."""
        return self.node.text()

    def query(self, selector: str) -> list["Element"]:
        """Return the elements in it that this CSS selector means, in the order of the page."""
        return [found for node in self.node.css(selector) if (found := self._tree[node.mem_id]) is not self]

    def query_one(self, selector: str) -> "Element":
        return self.query(selector)[0]


def text_of(element: Element) -> str:
    """Return what is read aloud of an element, with its blanks run together."""
    return " ".join(_words(element.node).split())


def _words(node: LexborNode) -> str:
    if node.tag in ("script", "style"):
        return ""
    words = "".join(child.text() if child.is_text_node else _words(child) for child in node.iter(include_text=True))
    return words if node.tag in IN_LINE else f" {words} "


@dataclass(frozen=True)
class Form:
    """A form with what it would send as it is."""

    element: Element
    action: str
    sent: Typed

    def filled(self, **wanted: str) -> Typed:
        """Return what is sent once a person has chosen or typed this, fields and options by the words they bear."""
        filled = dict(self.sent)
        for words, value in wanted.items():
            name, options = self.field(words)
            if options is not None:
                assert value in options, f"{words} offers {list(options)}, not {value!r}"
                value = options[value]
            filled[name] = value
        return filled

    def field(self, words: str) -> tuple[str, Typed | None]:
        """Return the name of the field that bears these words, and the values behind its options where it has such."""
        for name, legend, options in self._groups():
            if legend == words:
                return name, options
        for label in self.element.query("label"):
            control = next(iter(label.query("input, select, textarea")), None)
            if control is None or own_words(label) != words:
                continue
            if control.name == "select":
                return control.attrs["name"], {text_of(o): o.attrs["value"] for o in control.query("option")}
            return control.attrs["name"], None
        raise AssertionError(f"This form has no field {words!r}.")

    def _groups(self) -> Iterator[tuple[str, str, Typed]]:
        for fieldset in self.element.query("fieldset"):
            radios = [(label, radio) for label in fieldset.query("label") for radio in label.query("input[type=radio]")]
            if radios:
                legend = text_of(fieldset.query_one("legend"))
                yield radios[0][1].attrs["name"], legend, {_name(lab, rad): rad.attrs["value"] for lab, rad in radios}


def _name(label: Element, radio: Element) -> str:
    """Return what a radio button is called: what it says itself, else the words of its label."""
    return text_of(label.query_one(f"#{named}") if (named := radio.attrs.get("aria-labelledby")) else label)


def own_words(label: Element) -> str:
    """Return the words of a label without those of the control inside it."""
    parts = label.node.iter(include_text=True)
    return " ".join("".join(part.text() for part in parts if part.tag not in ("input", "select", "textarea")).split())


def group_in(pattern: str | re.Pattern[str], text: str) -> str:
    """Return what the pattern's group has where it is first found in the text."""
    found = re.search(pattern, text)
    assert found, f"{pattern} is not in\n{text}"
    return found[1]


_ATTRIBUTE = re.compile(r"""\s++([^\s"'<>/=]++)(?:="[^"]*+"|='[^']*+')?+""")
_TAG = re.compile(rf"<(/?+[a-zA-Z][a-zA-Z0-9-]*+)((?:{_ATTRIBUTE.pattern.replace('(', '(?:', 1)})*+)\s*+(/?+)>")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_REFERENCE = re.compile(r"&(?=[#\w])(#\d+;|\w+;)?")
_DOCTYPE = "<!doctype html>"
_NEVER_CLOSED = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


def _unsound(html: str, parsed: str, scripts: str) -> Iterator[str]:
    """Yield why HTML is not written as a browser reads it. A browser repairs what is wrong, and so has other tags then.

    parsed: what the parser made of it, written out; scripts: what is written inside its scripts, where tags are none.
    """
    tags = _TAG.findall(html)
    written, read = _names(tags), _names(_TAG.findall(parsed))
    if written != read:
        yield "The tags {} are read as {}.".format(
            *next(pair for pair in zip_longest(written, read) if pair[0] != pair[1])
        )
    if html.count("<") > len(tags) and "<" in _TAG.sub("", html):
        yield "A < begins no tag."
    for reference in _REFERENCE.finditer(html):
        if not reference[1] or (reference[1][0] != "#" and reference[1] not in html5):
            yield f"{html[reference.start() :][:20]} begins with no character reference."
    if _CONTROL.search(html):
        yield "It has control characters."
    if scripts:
        yield f"A script has {scripts}."


def _names(tags: list[tuple[str, str, str]]) -> list[tuple[str, ...]]:
    """Return each tag's name with the names of its attributes; a tag that closes itself is two."""
    return [names for tag in tags for names in _names_of(*tag)]


@lru_cache(maxsize=10_000)
def _names_of(name: str, attributes: str, closed: str) -> list[tuple[str, ...]]:
    names = (name, *_ATTRIBUTE.findall(attributes))
    return [names, (f"/{name}",)] if closed and name not in _NEVER_CLOSED else [names]


class Page:
    """A parsed page, or a part of one, that is sound HTML."""

    def __init__(self, html: str, *, whole: bool):
        self.html, self.whole = html, whole
        inside = html.strip()
        if whole:
            assert inside.startswith(_DOCTYPE), html[:100]
            inside = inside.removeprefix(_DOCTYPE)
        parsed = LexborHTMLParser(html if whole else f"{_DOCTYPE}<body>{html}")
        root = parsed.root if whole else parsed.body
        assert root is not None
        self._tree: dict[int, Element] = {}
        self.named = defaultdict[str, list[Element]](list)
        self.having = defaultdict[str, list[Element]](list)  # by attribute
        for node in root.traverse():
            found = self._tree[node.mem_id] = Element(node, self._tree)
            self.named[found.name].append(found)
            for attribute in found.attrs:
                self.having[attribute].append(found)
        self.root, *others = self._tree.values()
        self.elements = [self.root, *others] if whole else others
        scripts = "".join(script.raw_text for script in self.named["script"])
        unsound = list(_unsound(inside, (root.html if whole else root.inner_html) or "", scripts))
        assert not unsound, "\n".join([*unsound, html])

    @cached_property
    def text(self) -> str:
        return text_of(self.root)

    def all(self, selector: str) -> list[Element]:
        return [self._tree[node.mem_id] for node in self.root.node.css(selector)]

    def one(self, selector: str) -> Element:
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} × {selector} in\n{self.html}"
        return found[0]

    @property
    def heading(self) -> str:
        return text_of(self.one("h1"))

    @property
    def buttons(self) -> Iterator[tuple[Element, Element]]:
        """Each button that sends a form, with its form."""
        for form in self.all("form"):
            own_id = form.attrs.get("id", "")
            yield from ((found, form) for found in form.query("button") if found.attrs.get("form", own_id) == own_id)
            yield from ((found, form) for found in self.all("button") if found.attrs.get("form") == own_id)

    @property
    def forms(self) -> Iterator[Form]:
        """Each form as each of its buttons sends it, with what that button says itself."""
        for button, form in self.buttons:
            found = _form(form, button)
            said = {button.attrs["name"]: button.attrs.get("value", "")} if "name" in button.attrs else {}
            yield replace(found, sent=found.sent | said)

    def form(self, button: str) -> Form:
        """Return the form that is sent by the button of this name."""
        for found, form in self.buttons:
            if text_of(found) == button:
                return _form(form, found)
        raise AssertionError(f"No button {button!r} in\n{self.html}")

    def has_button(self, button: str) -> bool:
        return any(text_of(found) == button for found in self.all("button"))

    def description_of(self, name: str) -> str:
        """Return the description of the field that is sent under this name, and of its group: hints and errors."""
        fields = self.all("input, select, textarea")
        field = next(found for found in fields if found.attrs.get("name") == name)
        described = [found.attrs["aria-describedby"] for found in field.outwards if "aria-describedby" in found.attrs]
        assert described, f"Nothing describes {name} in\n{self.html}"
        ids = " ".join(described).split()
        return " ".join(text_of(found) for id_ in ids for found in self.all(f"#{id_}"))

    @property
    def totals(self) -> dict[str, str]:
        return {found.attrs["data-total"]: text_of(found) for found in self.all("[data-total]")}

    @property
    def alerts(self) -> str:
        """What a screen reader says at once; not the notice that stays hidden until it is needed."""
        return " ".join(text_of(found) for found in self.all("[role=alert]") if "hidden" not in found.attrs)


def _form(form: Element, button: Element) -> Form:
    return Form(form, button.attrs.get("formaction") or form.attrs["action"], dict(_sent_by(form)))


def _sent_by(form: Element) -> Iterator[tuple[str, str]]:
    for control in form.query("input, select, textarea"):
        name, kind = control.attrs.get("name"), control.attrs.get("type", "text")
        if not name:
            continue
        if control.name == "select":
            options = control.query("option")
            chosen = next((option for option in options if "selected" in option.attrs), options[0])
            yield name, chosen.attrs.get("value", text_of(chosen))
        elif control.name == "textarea":
            yield name, control.raw_text
        elif kind not in ("radio", "checkbox") or "checked" in control.attrs:
            yield name, control.attrs.get("value") or ""
