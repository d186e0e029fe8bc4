"""Renders pages and the parts of them that htmx swaps, and submits forms."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response, current_app, flash, g, make_response, redirect, render_template, request
from jinja2_fragments.flask import render_block
from sqlalchemy.exc import DBAPIError
from werkzeug import Response as BaseResponse

from scorekeeper.rules.errors import RuleError
from scorekeeper.storage.database_errors import ADVICE, fault_of
from scorekeeper.usecases import clubs
from scorekeeper.usecases.errors import Conflict, ValidationFailed
from scorekeeper.web.forms.base import PlainForm

ResultT = TypeVar("ResultT")


def wants_fragment() -> bool:
    """Return whether htmx requests a part of the page, not a page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and not (
        headers.get("HX-Request-Type") == "full"
        or headers.get("HX-Boosted") == "true"
        or headers.get("HX-History-Restore-Request") == "true"
    )


def page(template: str, block: str, status: int = 200, **context: Any) -> Response:
    """Render the whole page, or only its block if htmx requests that."""
    rendered = render_block(template, block, **context) if wants_fragment() else render_template(template, **context)
    return make_response(rendered, status)


def whole_page(template: str, status: int = 200, **context: Any) -> Response:
    """Render a page that replaces the current one, even if htmx requests only a part."""
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
    """Make the change of a form and redirect (303), or show the form again with everything that was typed.

    `to` is an address, or a function of what `change` returns that makes an address or the answer. `show` takes the
    form and a status: 400 for a bad CSRF token, 422 if the form or the rules refuse something, 503 if the database
    could not store it; with 409 its third argument is what was done since, in words.
    """
    if not form.validate_on_submit():
        return show(form, 400 if form.csrf_failed else 422)
    try:
        result = change()
    except ValidationFailed as failed:
        form.add_errors(failed)
        return show(form, 422)
    except Conflict as conflict:
        return show(form, 409, conflict.since)
    except DBAPIError as error:
        title, advice = explain(error)
        form.rule_errors = [RuleError("", f"{title}. Nothing was saved. {advice}")]
        return show(form, 503)  # reading needs no lock and no disk space
    take_phone_zone(form)
    answer = to if isinstance(to, str) else to(result)
    return redirect(answer, 303) if isinstance(answer, str) else answer


def take_phone_zone(form: PlainForm) -> None:
    """Give a club that has no time zone that of the phone that began something, and say so once."""
    if "phone_zone" in form and not g.access.zone and (place := clubs.take_zone(g.club_id, form.phone_zone.data or "")):
        flash(f"Days are now those of {place}.")


def explain(error: DBAPIError) -> tuple[str, str]:
    """Log a database error, and return a title and what to do; raise it if the fault is ours."""
    fault = fault_of(error)
    if fault is None:
        raise error
    current_app.logger.error("The database did not answer: %s", error)
    return ADVICE[fault]
