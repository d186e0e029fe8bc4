"""Pages and the parts of them that htmx swaps, and the one way in which a posted form becomes a change."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response, make_response, redirect, render_template, request
from jinja2_fragments.flask import render_block
from sqlalchemy.exc import DBAPIError
from werkzeug import Response as BaseResponse

from scorekeeper.rules.errors import RuleError
from scorekeeper.usecases.errors import Conflict, ValidationFailed

from .database_errors import explain
from .forms.base import PlainForm

ResultT = TypeVar("ResultT")


def wants_fragment() -> bool:
    """Return whether htmx asks for a part of the page it shows, not for a page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and not (
        headers.get("HX-Request-Type") == "full"
        or headers.get("HX-Boosted") == "true"
        or headers.get("HX-History-Restore-Request") == "true"
    )


def page(template: str, block: str, status: int = 200, **context: Any) -> Response:
    """Render the whole page, or only its block where htmx asks for that."""
    rendered = render_block(template, block, **context) if wants_fragment() else render_template(template, **context)
    return make_response(rendered, status)


def whole_page(template: str, status: int = 200, **context: Any) -> Response:
    """Render a page that takes the place of whatever is shown, even where htmx asks only for a part."""
    if not wants_fragment():
        return make_response(render_template(template, **context), status)
    response = make_response(render_block(template, "main", **context), status)
    response.headers["HX-Retarget"] = "main"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def submit(
    form: PlainForm,
    change: Callable[[], ResultT],
    show: Callable[..., BaseResponse],
    to: str | Callable[[ResultT], str | BaseResponse],
) -> BaseResponse:
    """Make the change that a form asks for and redirect (303), or show the form again with everything that was typed.

    `to` is an address, or makes one of what `change` returns, or the answer itself. `show` takes the form and a status:
    400 where the CSRF token is not ours, 422 where the form or the rules refuse something, 503 where the database could
    not store it; and as its third argument, with 409, what was done in words since the form was made.
    """
    if not form.validate_on_submit():
        return show(form, 400 if form.csrf_failed else 422)
    try:
        result = change()
    except ValidationFailed as failed:
        form.refuse(failed)
        return show(form, 422)
    except Conflict as conflict:
        return show(form, 409, conflict.since)
    except DBAPIError as error:
        title, advice = explain(error)
        form.rule_errors = [RuleError("", f"{title}. Nothing was saved. {advice}")]
        return show(form, 503)  # whoever reads waits for nobody, and needs no room
    answer = to if isinstance(to, str) else to(result)
    return redirect(answer, 303) if isinstance(answer, str) else answer
