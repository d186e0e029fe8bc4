"""One template serves the page and the part of it that htmx swaps."""

from typing import Any

from flask import Response, make_response, render_template, request
from jinja2_fragments.flask import render_block


def wants_fragment() -> bool:
    """Whether htmx asks for a part of the page it shows, not for a page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and not (
        headers.get("HX-Request-Type") == "full"
        or headers.get("HX-Boosted") == "true"
        or headers.get("HX-History-Restore-Request") == "true"
    )


def page(template: str, block: str, status: int = 200, **context: Any) -> Response:
    """The whole page, or its block where that is asked for."""
    rendered = render_block(template, block, **context) if wants_fragment() else render_template(template, **context)
    return make_response(rendered, status)


def whole_page(template: str, status: int = 200, **context: Any) -> Response:
    """A page that takes the place of whatever is shown, also where only a part was asked for."""
    if not wants_fragment():
        return make_response(render_template(template, **context), status)
    response = make_response(render_block(template, "main", **context), status)
    response.headers["HX-Retarget"] = "main"
    response.headers["HX-Reswap"] = "innerHTML"
    return response
