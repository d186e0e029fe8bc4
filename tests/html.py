"""A response as a person sees it: text, links, and forms with their fields by name. `tests.lint` checks each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from justhtml import JustHTML
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
        """All characters in it, blanks and line ends as they stand."""
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
    """A form with what it would send as it stands."""

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


_SOUND: set[str] = set()
_VALUE_OR_TEXT = re.compile(r'"[^"]*"|(?<=>)[^<]+')
_REFERENCE = re.compile(r"&[^;\s]*;?")


def check(html: str, *, whole: bool) -> None:
    """Fail where HTML is not as its standard wants it.

    The parser that tells this takes most of a test's time, so it reads pages of the same tags and references only once:
    the values of attributes and the words between tags say nothing about that.
    """
    bare = _VALUE_OR_TEXT.sub(_without_words, html)
    if bare not in _SOUND:
        JustHTML(html, sanitize=False, strict=True, fragment=not whole)
        _SOUND.add(bare)


def _without_words(found: re.Match[str]) -> str:
    words = found[0]
    return ('""' if words.startswith('"') else "x" if words.strip() else "") + "".join(_REFERENCE.findall(words))


class Page:
    """A parsed page, or a part of one, that is sound HTML."""

    def __init__(self, html: str, *, whole: bool):
        self.html, self.whole = html, whole
        check(html, whole=whole)
        parsed = LexborHTMLParser(html if whole else f"<!doctype html><body>{html}")
        root = parsed.root if whole else parsed.body
        assert root is not None
        self.root = Element(root)

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
