"""What holds of the HTML of every page and fragment that any web test sees."""

from collections.abc import Iterator

from flask import Flask
from werkzeug.exceptions import HTTPException

from .html import Page

# The one other site that a page leads to, in a link that says nothing of where it stands.
ELSEWHERE = "https://app.bgstatsapp.com/"
# What a fragment may lean on because the page around it has it.
AROUND_A_FRAGMENT = {"main", "offline", "scoreboard"}
POINTERS = ("for", "aria-describedby", "aria-labelledby", "aria-controls", "aria-details")
ACTIONS = {"action": "POST", "hx-post": "POST", "hx-get": "GET", "href": "GET", "src": "GET"}


def lint(app: Flask, page: Page) -> None:
    """Fails with everything that is wrong with the page. That it parses without error, Page has seen to."""
    wrong = [
        *_ids(page),
        *_policy(page),
        *_addresses(app, page),
        *_controls(page),
        *(_frame(page) if page.whole else ()),
    ]
    assert not wrong, "\n".join([*wrong, page.html])


def _ids(page: Page) -> Iterator[str]:
    ids = [found.attrs["id"] for found in page.all("[id]")]
    yield from (f"Two elements have the id {one!r}." for one in set(ids) if ids.count(one) > 1)
    known = set(ids) if page.whole else {*ids, *AROUND_A_FRAGMENT}
    for pointer in POINTERS:
        for found in page.all(f"[{pointer}]"):
            for target in found.attrs[pointer].split():
                if target not in known:
                    yield f"{pointer} points at {target!r}, which is not there."
    for found in page.all("[hx-target]"):
        target = found.attrs["hx-target"].removeprefix("closest ").removeprefix("find ")
        if target != "this" and not page.all(target) and target.removeprefix("#") not in known:
            yield f"hx-target={target!r} is not there."


def _policy(page: Page) -> Iterator[str]:
    for found in page.all("*"):
        for name in found.attrs:
            if name == "style" or name.startswith(("on", "hx-on")):
                yield f"<{found.name}> has the attribute {name}."
            if name.startswith("hx-") and (found.attrs[name] or "").startswith(("js:", "javascript:")):
                yield f"{name} of <{found.name}> needs eval."
        if found.name == "style" or (found.name == "script" and not found.attrs.get("src")):
            yield f"<{found.name}> stands in the page."
    yield from (
        "A trigger filter needs eval." for found in page.all("[hx-trigger]") if "[" in found.attrs["hx-trigger"]
    )


def _addresses(app: Flask, page: Page) -> Iterator[str]:
    routes = app.url_map.bind("localhost")
    for attribute, method in ACTIONS.items():
        for found in page.all(f"[{attribute}]"):
            address = found.attrs[attribute]
            if not address.startswith("/"):
                shut = found.attrs.get("rel") == found.attrs.get("referrerpolicy", "").replace("-", "") == "noreferrer"
                if address.startswith(ELSEWHERE) and found.name == "a" and shut:
                    continue
                if found.name != "script" and not address.startswith("#"):
                    yield f"{attribute}={address!r} leads elsewhere."
                continue
            try:
                sent = "GET" if attribute == "action" and found.attrs.get("method") == "get" else method
                routes.match(address.partition("?")[0].partition("#")[0], method=sent)
            except HTTPException as error:
                yield f"{attribute}={address!r} is no route for {sent}: {error}"


def _controls(page: Page) -> Iterator[str]:
    labelled = {found.attrs["for"] for found in page.all("label[for]")}
    inside = {id(control) for label in page.all("label") for control in label.query("input, select, textarea")}
    for control in page.all("input, select, textarea"):
        if control.attrs.get("type") == "hidden" or id(control) in inside:
            continue
        if not {"aria-label", "aria-labelledby"} & set(control.attrs) and control.attrs.get("id") not in labelled:
            yield f"The field {control.attrs.get('name')!r} has no name that a person can hear."
    for form in page.all("form[method=post]"):
        if not form.query("input[name=csrf_token]"):
            yield f"The form {form.attrs.get('action')} has no token."


def _frame(page: Page) -> Iterator[str]:
    if len(page.all("h1")) != 1:
        yield f"There are {len(page.all('h1'))} h1."
    if not page.all("html[lang]"):
        yield "The page does not say its language."
    if not (page.all("title") and page.all("title")[0].to_text().strip()):
        yield "The page has no title."
    if len(page.all("main")) != 1:
        yield "There is not one main."
