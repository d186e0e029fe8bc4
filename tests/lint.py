"""Check what holds of the HTML of every page and fragment that any web test sees."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import islice

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map

from scorekeeper.web.access import CLUB_PREFIX

from .html import Element, Page, text_of

# The one other site that a page leads to, in a link that says nothing of where it is.
ELSEWHERE = "https://app.bgstatsapp.com/"
# What a fragment may lean on because the page around it has it.
AROUND_A_FRAGMENT = {"main", "scoreboard"}
# Who watches is given no cookie, and so no token: the browser says whose form it was (`access.is_from_own_page`).
WITHOUT_COOKIE = ("/watch",)
# What a button needs no form for: it opens a popover, or is shown only where there is JavaScript.
FORMLESS = {"popovertarget", "data-picture", "way"}
POINTERS = {"for", "aria-describedby", "aria-labelledby", "aria-controls", "aria-details"}
# Nothing is typed into these.
UNTYPED = {"hidden", "radio", "checkbox", "file"}
# What static/worker.js keeps of a club: Home and its games.
KEPT = re.compile(r"(/c/[a-z2-7]{16})?/(games/[0-9a-f-]{36})?")
NOUNS = "bids|cards|days|games|hands|lines|minutes|people|phones|players|points|rounds|sets|tables|times"
WRONG_NUMBER = re.compile(rf"(?<![\w,.:−–/-])1(?: ·)? (?!bids first)(?:{NOUNS})\b")
WORDY = ["p", "li", "dd", "td", "th", "caption", "small", "strong", "label", "button", "h1", "h2", "legend", "summary"]
TWO_STOPS = re.compile(r"(?<=\w)\.\.(?!\.)")
# Without one of these in all its text, blanks as they may be, a page has neither.
SUSPECT = re.compile(rf"1\s*·?\s*(?:{NOUNS})|\.\.")
ROLES = {"a": "link", "button": "button", "progress": "progressbar", "fieldset": "group", "section": "region"}
GROUPS = {"group", "radiogroup", "region"}
ROWS = {"li", "tr", "details", "form"}
CONTROLS = {"link", "button", "progressbar"}
DEEDS = ("href", "name", "value", "popovertarget", "data-way", "id")
ACTIONS = {"action": "POST", "hx-post": "POST", "hx-get": "GET", "href": "GET", "src": "GET"}


def lint(app: Flask, page: Page) -> None:
    """Fail with everything that is wrong with the page. That it parses without error, Page has seen to."""
    wrong = [
        *_ids(page),
        *_policy(page),
        *_htmx(page),
        *_addresses(app, page),
        *_controls(page),
        *_restored(page),
        *_plain(page),
        *_first_buttons(page),
        *_words(page),
        *_names(page),
        *(_refused(page) if page.whole else ()),
        *(_frame(page) if page.whole else ()),
    ]
    assert not wrong, "\n".join([*wrong, page.html])


def lint_gone(path: str, status: int, page: Page) -> None:
    """Fail if a page that phones keep opens no more, and the answer does not say what else of it goes."""
    if KEPT.fullmatch(path) and (status in (404, 410) or page.heading == "This game was deleted"):
        gone = [found.attrs["data-gone"] for found in page.having["data-gone"]]
        assert gone in ([path], ["page"], ["club"]), f"{gone} at {path}\n{page.html}"


def _ids(page: Page) -> Iterator[str]:
    ids = [found.attrs["id"] for found in page.having["id"]]
    yield from (f"Two elements have the id {one!r}." for one, times in Counter(ids).items() if times > 1)
    known = set(ids) if page.whole else {*ids, *AROUND_A_FRAGMENT}
    for pointer in POINTERS:
        targets = [target for found in page.having[pointer] for target in found.attrs[pointer].split()]
        yield from (f"{pointer} points at {one!r}, which is not there." for one in targets if one not in known)
    for found in page.having["hx-target"]:
        target = found.attrs["hx-target"].removeprefix("closest ").removeprefix("find ")
        if target != "this" and target.removeprefix("#") not in known and not page.all(target):
            yield f"hx-target={target!r} is not there."


def _policy(page: Page) -> Iterator[str]:
    for name, having in page.having.items():
        if name == "style" or name.startswith(("on", "hx-on")):
            yield from (f"<{found.name}> has the attribute {name}." for found in having)
        if name.startswith("hx-"):
            evaluated = [found for found in having if found.attrs[name].startswith(("js:", "javascript:"))]
            yield from (f"{name} of <{found.name}> needs eval." for found in evaluated)
    for found in page.named["style"] + page.named["script"]:
        if found.name == "style" or not found.attrs.get("src"):
            yield f"<{found.name}> is written in the page."
    for link in page.named["link"]:
        if link.attrs.get("rel") == "stylesheet" and not _around(link, "head"):
            yield "A style sheet outside the head comes later than what it styles."


def _htmx(page: Page) -> Iterator[str]:
    for found in page.having["hx-trigger"]:
        if "[" in found.attrs["hx-trigger"]:
            yield "A trigger filter needs eval."
    for found in page.having["hx-post"]:
        if found.attrs.get("id") == "preview" and not found.attrs["hx-post"].endswith("/preview"):
            yield "The scripts know a preview by the end of its address, and take it for what was tapped."


def _addresses(app: Flask, page: Page) -> Iterator[str]:
    for attribute in ACTIONS:
        for found in page.having[attribute]:
            address = found.attrs[attribute]
            if not address.startswith("/"):
                shut = found.attrs.get("rel") == found.attrs.get("referrerpolicy", "").replace("-", "") == "noreferrer"
                if address.startswith(ELSEWHERE) and found.name == "a" and shut:
                    continue
                if found.name != "script" and not address.startswith("#"):
                    yield f"{attribute}={address!r} leads elsewhere."
                continue
            sent = "GET" if attribute == "action" and found.attrs.get("method") == "get" else ACTIONS[attribute]
            path = CLUB_PREFIX.sub("", address.partition("?")[0].partition("#")[0])
            if error := _no_route(app.url_map, path, sent):
                yield f"{attribute}={address!r} is no route for {sent}: {error}"


@lru_cache(maxsize=1_000)
def _no_route(routes: Map, path: str, sent: str) -> str:
    try:
        routes.bind("localhost").match(path, method=sent)
    except HTTPException as error:
        return str(error)
    return ""


def _controls(page: Page) -> Iterator[str]:
    labelled = {found.attrs["for"] for found in page.having["for"] if found.name == "label"}
    guarded = set()
    for control in page.named["input"] + page.named["select"] + page.named["textarea"]:
        if control.attrs.get("name") == "csrf_token":
            guarded.add(_around(control, "form"))
        if control.attrs.get("type") == "hidden" or _around(control, "label"):
            continue
        if not {"aria-label", "aria-labelledby"} & control.attrs.keys() and control.attrs.get("id") not in labelled:
            yield f"The field {control.attrs.get('name')!r} has no name that a person can hear."
    for form in page.named["form"]:
        tokenless = form.attrs.get("action") in WITHOUT_COOKIE
        if form.attrs.get("method") == "post" and form not in guarded and not tokenless:
            yield f"The form {form.attrs.get('action')} has no token."


def _restored(page: Page) -> Iterator[str]:
    """Yield what a browser may restore by itself though it is not the person's: Firefox does so at a reload."""
    for found in page.named["form"] + page.named["input"] + page.named["select"]:
        form = _around(found, "form")
        is_kept_out = found.attrs.get("autocomplete") == "off" or (form and form.attrs.get("autocomplete") == "off")
        if found.name == "input" and found.attrs.get("type") == "hidden" and not is_kept_out:
            yield f"The hidden field {found.attrs.get('name')!r} may be restored with an older value."
        if (
            found.name == "form"
            and found.attrs.get("method") == "post"
            and _is_of_the_moment(found)
            and not is_kept_out
        ):
            yield f"The form {found.attrs.get('action')} is about one moment of a game and may be restored."
        says_what_is_shown = form and form.attrs.get("method") == "get" and "hx-get" not in form.attrs
        if found is not form and says_what_is_shown and not is_kept_out:
            yield f"What {found.attrs.get('name')!r} says the page shows may be restored with another value."


def _is_of_the_moment(form: Element) -> bool:
    """Return whether a form is on a scoreboard, where the next moment has the same form."""
    return any(found.attrs.get("id") == "scoreboard" for found in form.outwards)


def _plain(page: Page) -> Iterator[str]:
    """Yield what does something else without JavaScript, or nothing."""
    forms = {form.attrs.get("id"): form for form in page.named["form"]}
    for found in dict.fromkeys(page.having["hx-get"] + page.having["hx-post"] + page.named["button"]):
        tapped = {"hx-get", "hx-post"} & found.attrs.keys() if "hx-trigger" not in found.attrs else set()
        if not tapped and found.name != "button":
            continue
        form = forms.get(found.attrs["form"]) if "form" in found.attrs else _around(found, "form")
        plain = found.attrs.get("href") or found.attrs.get("formaction") or (form and form.attrs.get("action", "here"))
        for tap in tapped:
            if found.attrs[tap] != plain:
                yield f"Without JavaScript {text_of(found)!r} does not lead to {found.attrs[tap]}."
        does_nothing = found.attrs.get("type") == "button" or not plain
        formless = FORMLESS & {*found.attrs, found.attrs.get("name")}
        if found.name == "button" and does_nothing and not formless and not _is_hidden(found):
            yield f"Without JavaScript {text_of(found)!r} does nothing."


def _words(page: Page) -> Iterator[str]:
    """Yield a number with the wrong form of its noun, and a sentence that ends twice, after a name with a full stop."""
    if not SUSPECT.search(page.root.raw_text):
        return
    for text in (text_of(found) for name in WORDY for found in page.named[name]):
        yield from (f"{wrong!r} in {text!r}" for wrong in WRONG_NUMBER.findall(text))
        yield from (f"{wrong!r} in {text!r}" for wrong in TWO_STOPS.findall(text))


def _refused(page: Page) -> Iterator[str]:
    """Yield why a page does not tell first what was refused, with a link to each field that shows an error."""
    wrong = page.having["aria-invalid"] + [found for found in page.having["class"] if _has(found, "wrong")]
    told, errors = page.having["data-refused"], [found for found in page.having["class"] if _has(found, "error")]
    title = text_of(page.one("head title"))
    if title.startswith("Error: ") != bool(told):
        yield f"{len(told)} things are refused on the page {title!r}."
    if told and page.having["autofocus"][0] is not told[0]:
        yield "What was refused has not the focus."
    if errors and not told:
        yield "An error is not told first."
    links = [link.attrs["href"].removeprefix("#") for one in told for link in one.query("a.ref")]
    yield from (f"No error is shown at {link!r}." for link in links if not _is_about(wrong, link))
    described = {id_ for found in wrong for id_ in found.attrs.get("aria-describedby", "").split()}
    for error in errors:
        id_ = error.attrs.get("id")
        if id_ in described and not any(_is_about(wrong, link, id_) for link in links):
            yield f"No link leads to the field of {text_of(error)!r}."


def _is_about(wrong: list[Element], link: str, error: str = "") -> bool:
    """Return whether the link leads to a field that shows an error, or to the first button of such a group."""
    return any(
        link in (found.attrs.get("id"), *(inside.attrs.get("id") for inside in found.query("[id]")))
        and error in (found.attrs.get("aria-describedby", "").split() if error else ("",))
        for found in wrong
    )


def _has(element: Element, name: str) -> bool:
    return name in element.attrs.get("class", "").split()


def _names(page: Page) -> Iterator[str]:
    """Yield what has no name of its own for who hears the page: a picture, a group in a group, one of two controls."""
    by_id = {found.attrs["id"]: found for found in page.having["id"]}
    deeds: dict[tuple[str, ...], str] = {}

    @cache
    def name_of(element: Element) -> str:
        return _name(element, by_id)

    for found in page.elements:
        role = found.attrs.get("role") or ROLES.get(found.name, "")
        if (found.name == "svg" or role == "img") and not _is_silent(found) and not (role and name_of(found)):
            yield "A picture has no name."
        if role in GROUPS and (name := name_of(found)) and name in _names_around(found, name_of):
            yield f"The group {name!r} is in a group of this name."
        if role not in CONTROLS or _is_silent(found) or (role == "link" and found.query("bdi")):
            continue  # people may give two clubs one name
        told = (role, name_of(found), *_names_around(found, name_of, *ROWS))
        deed = " ".join(found.attrs.get(one, "") for one in DEEDS) if role != "progressbar" else str(len(deeds))
        if role == "button" and (form := _form_of(page, found)):
            deed += f" {found.attrs.get('formaction') or form.attrs.get('action')}"
        if deeds.setdefault(told, deed) != deed:
            yield f"Two do different things as {told}."


def _name(element: Element, by_id: dict[str, Element]) -> str:
    """Return the accessible name of a control, a group or a picture."""
    if label := element.attrs.get("aria-label"):
        return label
    if labels := element.attrs.get("aria-labelledby"):
        return " ".join(text_of(by_id[id_]) for id_ in labels.split() if id_ in by_id)
    named_by = {"fieldset": "legend", "details": "summary"}.get(element.name)
    if named_by:
        return next(map(text_of, element.query(named_by)), "")
    return "" if element.name == "section" else text_of(element)


def _names_around(element: Element, name_of: Callable[[Element], str], *rows: str) -> tuple[str, ...]:
    """Return the names of the groups, and of the rows of these kinds, that an element is in."""
    names = list[str]()
    for found in islice(element.outwards, 1, None):
        if found.attrs.get("role", ROLES.get(found.name, "")) in GROUPS or found.name in rows:
            is_row = found.name in ("li", "tr")  # two games of the same four may begin in the same minute
            names.append(str(id(found)) if is_row else name_of(found))
    return tuple(names)


def _is_silent(element: Element) -> bool:
    return any(found.attrs.get("aria-hidden") == "true" for found in element.outwards)


def _first_buttons(page: Page) -> Iterator[str]:
    """Yield the forms in which Enter, in a text field, would tap a button that the field does not belong to.

    A browser taps a form's first button. That is the form's only one, or its main one; a hidden one counts.
    """
    buttons = defaultdict[Element, list[Element]](list)
    for button in page.named["button"]:
        if button.attrs.get("type") != "button" and (form := _form_of(page, button)):
            buttons[form].append(button)
    several = {form: found for form, found in buttons.items() if len(found) > 1}
    for field in page.named["input"] if several else ():
        if field.attrs.get("type", "text") in UNTYPED or not (form := _form_of(page, field)):
            continue
        for first in several.pop(form, [])[:1]:
            is_main = {"go", "chosen"} & {*first.attrs.get("class", "").split()} or "hidden" in first.attrs
            if not is_main or "formaction" in first.attrs:
                yield f"Enter in {field.attrs.get('name')} taps {text_of(first)!r}."


def _form_of(page: Page, control: Element) -> Element | None:
    if "form" in control.attrs:
        return next((found for found in page.having["id"] if found.attrs["id"] == control.attrs["form"]), None)
    return _around(control, "form")


def _is_hidden(element: Element) -> bool:
    return any("hidden" in found.attrs for found in element.outwards)


def _around(element: Element, name: str) -> Element | None:
    """Return the element of this name that this one is, or is in."""
    return next((found for found in element.outwards if found.name == name), None)


def _frame(page: Page) -> Iterator[str]:
    # The titles in an svg are its own.
    frame = {
        name: [found for found in page.named[name] if not (found.parent and found.parent.name == "svg")]
        for name in ("title", "main", "h1")
    }
    yield from (f"There are {len(found)} {name}." for name, found in frame.items() if len(found) != 1)
    if not page.root.attrs.get("lang"):
        yield "The page does not say its language."
    yield from ("The page has no title." for title in frame["title"] if not text_of(title))
    descriptions = [meta.attrs["content"] for meta in page.named["meta"] if meta.attrs.get("name") == "description"]
    if not descriptions or not all(descriptions):
        yield "The page has no description."
