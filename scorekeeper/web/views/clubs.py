"""A hosted server's clubs: start one, switch between them, manage a club's name and links."""

import hmac
from functools import partial

from flask import Blueprint, Response, abort, current_app, flash, g, get_flashed_messages, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.settings import read_secret
from scorekeeper.storage.models import LinkKind
from scorekeeper.usecases import clubs, links
from scorekeeper.usecases.transfer import club_import
from scorekeeper.usecases.transfer.club_file import FOUNDERS, STRANGERS, open_club_file
from scorekeeper.web.access import (
    FRONT_PAGE,
    caller_address,
    club_address,
    entering_phone_id,
    keeps_club,
    outside_clubs,
    phone_id,
    renew_phone_id,
    takes_up_to,
)
from scorekeeper.web.forms.base import PlainForm
from scorekeeper.web.forms.club import ClubForm, ClubNameForm, StartClubForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.shown_links import renew_link, shown_links

from .phones import SIGNED_OUT

blueprint = Blueprint("clubs", __name__)
OF_CLUB = (LinkKind.KEEPER, LinkKind.READER)
LARGEST_UPLOAD = 16_500_000
"""Bytes of the form with a club's file: about 16,000 games."""
MOST_DOUBTS = 5  # told of the games of a file


@blueprint.get(FRONT_PAGE)
@outside_clubs
def front() -> ResponseReturnValue:
    return _front_page(StartClubForm(formdata=None))


@blueprint.post(FRONT_PAGE)
@outside_clubs
@takes_up_to(LARGEST_UPLOAD)
def start() -> ResponseReturnValue:
    form = StartClubForm()

    def change() -> str:
        founders = current_app.config["FOUNDERS"]
        is_right = not founders or hmac.compare_digest(read_secret(form.code.data or "").encode(), founders.encode())
        address = caller_address()
        clubs.remove_expired()
        if file := form.file.data:
            clubs.check_founders_code(address, is_right)
            clubs.count_club_file(address)
            club_file = open_club_file(file.stream, FOUNDERS if founders else STRANGERS)
            phone, public_id = club_import.start_club_from_file(club_file, address, phone_id())
            renew_phone_id(phone)
            imported = "Club imported. Its links are new: save its keeper link, under Links, somewhere safe."
            doubts = club_file.doubts[:MOST_DOUBTS]
            flash(" ".join(filter(None, (imported, club_import.deleted_original(club_file.document), *doubts))))
        else:
            phone, public_id = clubs.start_club(
                form.name.data or "", address, is_right, entering_phone_id(), form.own_id, form.zone.data or ""
            )
            renew_phone_id(phone)
        return public_id

    return submit(form, change, _front_page, club_address)


def _front_page(form: PlainForm, status: int = 200) -> Response:
    mine = [(club_address(public_id), name) for public_id, name in clubs.clubs_of(phone_id())]
    asks_code = bool(current_app.config["FOUNDERS"])
    out = get_flashed_messages(category_filter=[SIGNED_OUT])
    return page("club/front.html", "main", status, form=form, clubs=mine, asks_code=asks_code, signed_out=out)


@blueprint.get("/links")
@keeps_club
def show_links() -> ResponseReturnValue:
    return page("club/links.html", "main", links=shown_links(links.club_keys(g.club_id)))


@blueprint.route("/links/<kind>/renew", methods=["GET", "POST"])
@keeps_club
def renew(kind: str) -> ResponseReturnValue:
    return renew_link(
        LinkKind(kind) if kind in OF_CLUB else abort(404),
        partial(links.phones_of_club_link, g.club_id, phone=phone_id()),
        partial(links.renew_club_link, g.club_id, phone=phone_id()),
        url_for("clubs.show_links"),
        "Every other phone that used the old one is signed out.",
    )


@blueprint.get("/name")
@keeps_club
def show_name() -> ResponseReturnValue:
    return _name_page(ClubForm(formdata=None, name=g.access.club_name, zone=g.access.zone or ""))


def _name_page(form: PlainForm, status: int = 200) -> Response:
    return page("club/name.html", "main", status, form=form)


@blueprint.post("/name")
@keeps_club
def rename() -> ResponseReturnValue:
    form = ClubForm()

    def change() -> None:
        clubs.change_club(g.club_id, form.name.data or "", form.zone.data or "", form.answered.data or "")

    return submit(form, change, _name_page, url_for("home.show"))


@blueprint.get("/delete")
@keeps_club
def show_delete() -> ResponseReturnValue:
    return _delete_page(ClubNameForm(formdata=None))


def _delete_page(form: PlainForm, status: int = 200) -> Response:
    return page("club/delete.html", "main", status, form=form)


@blueprint.post("/delete")
@keeps_club
def delete() -> ResponseReturnValue:
    """Delete the club, and show how its keeper link can restore it."""
    form = ClubNameForm()
    return submit(
        form,
        lambda: clubs.delete_club(g.club_id, form.name.data or ""),
        _delete_page,
        lambda key: f"{club_address()}enter/{key}",
    )
