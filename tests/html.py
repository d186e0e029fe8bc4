"""A response as a person sees it: text, links, and forms with their fields by name. `tests.lint` checks each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html.entities import html5
from itertools import zip_longest

from selectolax.lexbor import LexborHTMLParser, LexborNode

Typed = dict[str, str]

IN_LINE = {"a", "b", "bdi", "em", "label", "small", "span", "strong"}


TEXT = "-text"


@dataclass(frozen=True)
class Element:
    """An element of a page, or a text in one."""

    node: LexborNode

    @property
    def name(self) -> str:
        return self.node.tag or ""

    @cached_property
    def attrs(self) -> dict[str, str]:
        """The attributes by name; one without a value has an empty one."""
        return {name: value or "" for name, value in self.node.attributes.items()}

    @property
    def parent(self) -> "Element | None":
        return Element(self.node.parent) if self.node.parent else None

    @property
    def children(self) -> list["Element"]:
        return [Element(child) for child in self.node.iter(include_text=True) if child.tag != "-comment"]

    @property
    def raw_text(self) -> str:
        """All characters in it, blanks and line ends as they are."""
        return self.node.text()

    def query(self, selector: str) -> list["Element"]:
        """Return the elements in it that this CSS selector means, in the order of the page."""
        return [Element(node) for node in self.node.css(selector) if node.mem_id != self.node.mem_id]

    def query_one(self, selector: str) -> "Element":
        return self.query(selector)[0]


def text_of(element: Element) -> str:
    """Return what is read aloud of an element, with its blanks run together."""
    return " ".join(_words(element).split())


def _words(element: Element) -> str:
    if element.name == TEXT:
        return element.raw_text
    if element.name in ("script", "style"):
        return ""
    words = "".join(_words(child) for child in element.children)
    return words if element.name in IN_LINE else f" {words} "


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
                yield radios[0][1].attrs["name"], legend, {text_of(lab): rad.attrs["value"] for lab, rad in radios}


def own_words(label: Element) -> str:
    """Return the words of a label without those of the control inside it."""
    return " ".join("".join(child.raw_text for child in label.children if child.name == TEXT).split())


def group_in(pattern: str | re.Pattern[str], text: str) -> str:
    """Return what the pattern's group has where it is first found in the text."""
    found = re.search(pattern, text)
    assert found, f"{pattern} is not in\n{text}"
    return found[1]


_ATTRIBUTE = re.compile(r"""\s+([^\s"'<>/=]+)(?:="[^"]*"|='[^']*')?""")
_TAG = re.compile(rf"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:{_ATTRIBUTE.pattern.replace('(', '(?:', 1)})*)\s*(/?)>")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_REFERENCE = re.compile(r"&(?=[#\w])(#\d+;|\w+;)?")
_DOCTYPE = "<!doctype html>"
_NEVER_CLOSED = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


def _unsound(html: str, parsed: str, scripts: str) -> Iterator[str]:
    """Yield why HTML is not written as a browser reads it. A browser repairs what is wrong, and so has other tags then.

    parsed: what the parser made of it, written out; scripts: what is written inside its scripts, where tags are none.
    """
    written, read = _tags(html), _tags(parsed)
    if written != read:
        yield "The tags {} are read as {}.".format(
            *next(pair for pair in zip_longest(written, read) if pair[0] != pair[1])
        )
    if "<" in _TAG.sub("", html):
        yield "A < begins no tag."
    for reference in _REFERENCE.finditer(html):
        if not reference[1] or (reference[1][0] != "#" and reference[1] not in html5):
            yield f"{html[reference.start() :][:20]} begins with no character reference."
    if _CONTROL.search(html):
        yield "It has control characters."
    if scripts:
        yield f"A script has {scripts}."


def _tags(html: str) -> list[tuple[str, ...]]:
    """Return the tags, each with the names of its attributes; one that closes itself is two."""
    tags: list[tuple[str, ...]] = []
    for end, name, attributes, closed in _TAG.findall(html):
        tags.append((end + name, *_ATTRIBUTE.findall(attributes)))
        if closed and name not in _NEVER_CLOSED:
            tags.append((f"/{name}",))
    return tags


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
        self.root = Element(root)
        scripts = "".join(script.raw_text for script in self.all("script"))
        unsound = list(_unsound(inside, (root.html if whole else root.inner_html) or "", scripts))
        assert not unsound, "\n".join([*unsound, html])

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """Every element, in the order of the page; to walk over these is far quicker than many queries."""
        _document, *inside = (Element(node) for node in self.root.node.traverse() if node.is_element_node)
        return (self.root, *inside) if self.whole else tuple(inside)

    @cached_property
    def text(self) -> str:
        return text_of(self.root)

    def all(self, selector: str) -> list[Element]:
        return [Element(node) for node in self.root.node.css(selector)]

    def one(self, selector: str) -> Element:
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} × {selector} in\n{self.html}"
        return found[0]

    @property
    def heading(self) -> str:
        return text_of(self.one("h1"))

    def form(self, button: str) -> Form:
        """Return the form that is sent by the button of this name."""
        for form in self.all("form"):
            own_id = form.attrs.get("id", "")
            its_own = [found for found in self.all("button") if found.attrs.get("form") == own_id]
            inside = [found for found in form.query("button") if found.attrs.get("form", own_id) == own_id]
            for found in (*inside, *its_own):
                if text_of(found) == button:
                    return Form(form, found.attrs.get("formaction") or form.attrs["action"], dict(_sent_by(form)))
        raise AssertionError(f"No button {button!r} in\n{self.html}")

    def has_button(self, button: str) -> bool:
        return any(text_of(found) == button for found in self.all("button"))

    def description_of(self, name: str) -> str:
        """Return the description of the field that is sent under this name: its hint and its errors."""
        fields = self.all("input, select, textarea")
        holder: Element | None = next(found for found in fields if found.attrs.get("name") == name)
        while holder is not None and "aria-describedby" not in holder.attrs:
            holder = holder.parent
        assert holder is not None, f"Nothing describes {name} in\n{self.html}"
        ids = holder.attrs["aria-describedby"].split()
        return " ".join(text_of(found) for id_ in ids for found in self.all(f"#{id_}"))

    @property
    def totals(self) -> dict[str, str]:
        return {found.attrs["data-total"]: text_of(found) for found in self.all("[data-total]")}

    @property
    def alerts(self) -> str:
        """What a screen reader says at once; not the notice that stays hidden until it is needed."""
        return " ".join(text_of(found) for found in self.all("[role=alert]") if "hidden" not in found.attrs)


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
