"""The phones of a hosted club: list them, sign one out."""

from flask import Blueprint, Response, flash, g, redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response as BaseResponse

from scorekeeper.storage.models import LinkKind
from scorekeeper.usecases import links, phones
from scorekeeper.web.access import club_address, keeps_club, phone_id
from scorekeeper.web.forms.base import PlainForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.shown_links import shown_links

from .players import LARGEST_ID

blueprint = Blueprint("phones", __name__)
SIGNED_OUT = "signed out"  # the category of the flashed address of a club whose pages and hands this phone drops


@blueprint.get("/phones")
@keeps_club
def show() -> ResponseReturnValue:
    return _phones_page(PlainForm(formdata=None))


def _phones_page(form: PlainForm, status: int = 200) -> Response:
    return page("club/phones.html", "main", status, phones=phones.of_club(g.club_id), this=phone_id(), form=form)


@blueprint.post(f"/phones/<int(max={LARGEST_ID}):phone>/sign-out")
@keeps_club
def sign_out(phone: int) -> ResponseReturnValue:
    """Sign out another phone; this one only after a question, since it may be the only keeper."""
    if phone == _this_phone():
        return redirect(url_for("phones.ask_sign_out"), 303)

    def change() -> None:
        phones.sign_out(g.club_id, phone)
        flash("Signed out. That phone needs a link to come in again.")

    return submit(PlainForm(), change, _phones_page, url_for("phones.show"))


@blueprint.get("/phones/this/sign-out")
@keeps_club
def ask_sign_out() -> ResponseReturnValue:
    return _sign_out_page(PlainForm(formdata=None))


def _sign_out_page(form: PlainForm, status: int = 200) -> Response:
    others = any(each.link is LinkKind.KEEPER and each.uid != phone_id() for each in phones.of_club(g.club_id))
    shown = shown_links(links.club_keys(g.club_id))
    return page("club/sign_out.html", "main", status, links=shown, others=others, form=form)


@blueprint.post("/phones/this/sign-out")
@keeps_club
def sign_out_this() -> ResponseReturnValue:
    """Sign out this phone's keeper link; unless another link of it opens the club, what it keeps of that goes, too."""

    def change() -> BaseResponse:
        if (this := _this_phone()) is not None:
            phones.sign_out(g.club_id, this)
        home = url_for("home.show")
        if _this_phone() is not None:
            return redirect(home, 303)
        flash(home, SIGNED_OUT)
        answer = redirect(club_address(), 303)
        answer.headers["Clear-Site-Data"] = '"cache"'  # else Back shows its pages from the browser's own cache
        return answer

    return submit(PlainForm(), change, _sign_out_page, lambda answer: answer)


def _this_phone() -> int | None:
    """Return the row of this phone in the club, the keeper link's before others; None if it has none."""
    mine = [each for each in phones.of_club(g.club_id) if each.uid == phone_id()]
    return min(mine, key=lambda each: each.link is not LinkKind.KEEPER).id if mine else None
