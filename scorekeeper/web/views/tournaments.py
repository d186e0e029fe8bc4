"""Tournaments: start one, draw its rounds, type totals from paper, watch the standings."""

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid5

from flask import Blueprint, Response, flash, g, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block

from scorekeeper.rules.tournament import FORMATS
from scorekeeper.storage.models import LinkKind
from scorekeeper.usecases.errors import NotFound
from scorekeeper.usecases.game import new_game
from scorekeeper.usecases.tournaments import new_tournament, organize, rounds, tournament_page
from scorekeeper.web.access import keeps_club, may_share_links, reads_club
from scorekeeper.web.forms.base import ChangeForm, StepForm
from scorekeeper.web.forms.tournament import AddForm, PeopleForm, ResultForm, SeatForm, StartTournamentForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.shown_links import renew_link, shown_links

blueprint = Blueprint("tournaments", __name__, url_prefix="/tournaments")


@blueprint.get("")
@reads_club
def show_all() -> ResponseReturnValue:
    return page("tournament/all.html", "main", tournaments=tournament_page.all_tournaments(g.club_id))


@blueprint.get("/new")
@keeps_club
def new() -> ResponseReturnValue:
    last = new_game.last_rules(g.club_id)
    return _new_page(StartTournamentForm(formdata=None, data={"rules": last.key if last else "original"}))


@blueprint.post("")
@keeps_club
def start() -> ResponseReturnValue:
    form = StartTournamentForm()

    def change() -> UUID:
        return new_tournament.start_tournament(
            g.club_id,
            form.submission.id,
            form.name.data or "",
            form.format.data or "",
            form.rules.data or "",
            form.entrants.data or "",
            new_tournament.Length(form.hand_limit.data, form.time_limit.data, form.keeps_target.data),
            best_of_three=form.best_of_three.data,
            by_lot=form.by_lot.data,
            new_names=form.confirmed,
        )

    return submit(form, change, _new_page, lambda started: url_for("tournaments.show", tournament=started))


def _new_page(form: StartTournamentForm, status: int = 200) -> Response:
    form.format.choices = [(key, tournament_page.FORMAT_NAMES[key][0]) for key in FORMATS]
    offers, known = new_tournament.offer_rules(g.club_id), new_game.offer_names(g.club_id)
    about = tournament_page.FORMAT_NAMES.values()
    return page("tournament/new.html", "main", status, form=form, offers=offers, known=known, about=about)


@blueprint.get("/<uuid:tournament>")
@reads_club
def show(tournament: UUID) -> ResponseReturnValue:
    return _organizer_page(tournament) if g.access.keeps_club else _standings_page(tournament)


@blueprint.get("/<uuid:tournament>/since/<mark>")
@keeps_club
def show_since(tournament: UUID, mark: str) -> ResponseReturnValue:
    """Return the organizer's page if a result or the tournament changed since this mark, else 204."""
    return (
        _organizer_page(tournament) if tournament_page.mark_of(g.club_id, tournament) != mark else Response(status=204)
    )


@blueprint.get("/<uuid:tournament>/standings")
@reads_club
def standings(tournament: UUID) -> ResponseReturnValue:
    return _standings_page(tournament)


@blueprint.get("/<uuid:tournament>/standings/since/<mark>")
@reads_club
def standings_since(tournament: UUID, mark: str) -> ResponseReturnValue:
    is_new = tournament_page.mark_of(g.club_id, tournament) != mark
    return _standings_page(tournament, part=True) if is_new else Response(status=204)


@blueprint.get("/<uuid:tournament>/print")
@reads_club
def show_prints(tournament: UUID) -> ResponseReturnValue:
    """Show seat cards, score sheets or the standings to print, with the tables' links if this phone may see them."""
    shown = tournament_page.tournament(g.club_id, tournament, last_round=True)
    keys = shown.table_keys if g.access.keeps_club and may_share_links() else {}
    codes = {number: shown_links({LinkKind.TABLE: key})[0].code for number, key in keys.items()}
    return page("tournament/print.html", "main", it=shown, what=request.args.get("what", "cards"), codes=codes)


def _organizer_page(tournament: UUID, form: ChangeForm | None = None, status: int = 200) -> Response:
    poll = url_for("tournaments.show_since", tournament=tournament, mark=tournament_page.mark_of(g.club_id, tournament))
    shown = tournament_page.tournament(g.club_id, tournament)
    (link,) = shown_links({LinkKind.WATCH: shown.watch_key})
    form = form or StepForm(formdata=None)
    return page("tournament/organizer.html", "main", status, it=shown, form=form, link=link, poll=poll)


def _step(tournament: UUID, change: Callable[[UUID], None]) -> ResponseReturnValue:
    """Submit a form of the organizer's page that is only a button."""
    form = StepForm()
    here = url_for("tournaments.show", tournament=tournament)
    return submit(form, lambda: change(_form_id(form)), partial(_organizer_page, tournament), here)


def _form_id(form: ChangeForm) -> UUID:
    """Return the id of a form and its button: the forms of a page share theirs."""
    return uuid5(form.submission.id, request.path)


@blueprint.post("/<uuid:tournament>/rounds/<int(min=1, max=1000):number>")
@keeps_club
def draw(tournament: UUID, number: int) -> ResponseReturnValue:
    return _step(tournament, lambda form_id: rounds.draw(g.club_id, tournament, number, form_id))


@blueprint.post("/<uuid:tournament>/rounds/<int(min=1, max=1000):number>/differently")
@keeps_club
def draw_differently(tournament: UUID, number: int) -> ResponseReturnValue:
    return _step(tournament, lambda form_id: rounds.draw(g.club_id, tournament, number, form_id, differently=True))


@blueprint.post("/<uuid:tournament>/rounds/<int(min=1, max=1000):number>/take-back")
@keeps_club
def take_back(tournament: UUID, number: int) -> ResponseReturnValue:
    return _step(tournament, lambda form_id: rounds.take_back(g.club_id, tournament, number, form_id))


@blueprint.post("/<uuid:tournament>/clock/<any(start, pause, more, last):action>")
@keeps_club
def set_clock(tournament: UUID, action: str) -> ResponseReturnValue:
    return _step(tournament, lambda form_id: organize.set_clock(g.club_id, tournament, form_id, action))


@blueprint.route("/<uuid:tournament>/renew", methods=["GET", "POST"])
@keeps_club
def renew(tournament: UUID) -> ResponseReturnValue:
    tournament_page.mark_of(g.club_id, tournament)  # raises NotFound if there is no such tournament
    return renew_link(
        LinkKind.WATCH,
        lambda _kind: 0,  # watching phones are not counted
        lambda _kind: organize.renew_watch_link(g.club_id, tournament),
        url_for("tournaments.show", tournament=tournament),
        "Anyone who used the old one is signed out.",
    )


@blueprint.post("/<uuid:tournament>/<any(end, reopen):what>")
@keeps_club
def end(tournament: UUID, what: str) -> ResponseReturnValue:
    reopen = what == "reopen"
    return _step(tournament, lambda form_id: organize.end(g.club_id, tournament, form_id, reopen=reopen))


TABLE = "/<uuid:tournament>/rounds/<int(min=1, max=1000):number>/tables/<int(max=1000):place>"


@blueprint.get(TABLE)
@keeps_club
def show_table(tournament: UUID, number: int, place: int) -> ResponseReturnValue:
    return _table_page(tournament, number, place, None)


@blueprint.post(TABLE)
@keeps_club
def set_result(tournament: UUID, number: int, place: int) -> ResponseReturnValue:
    form = ResultForm()

    def change() -> None:
        totals = form.first.data, form.second.data
        seating = form.submission.version
        organize.set_result(g.club_id, tournament, _form_id(form), number, place, totals, form.won.data, seating)

    back = url_for("tournaments.show", tournament=tournament)
    return submit(form, change, partial(_table_page, tournament, number, place), back)


def _table_page(tournament: UUID, number: int, place: int, form: ResultForm | None, status: int = 200) -> Response:
    it = tournament_page.tournament(g.club_id, tournament)
    if not 1 <= number <= len(it.rounds) or not 1 <= place <= len(it.rounds[number - 1].tables):
        raise NotFound
    table = it.rounds[number - 1].tables[place - 1]
    first, second = table.points if table.paper and table.points else (None, None)
    form = form or ResultForm(formdata=None, data={"first": first, "second": second, "won": table.chosen})
    form.version.data = table.seating
    return page("tournament/table.html", "main", status, it=it, number=number, table=table, form=form)


@blueprint.get("/<uuid:tournament>/players")
@keeps_club
def show_players(tournament: UUID) -> ResponseReturnValue:
    return _players_page(tournament)


@blueprint.post("/<uuid:tournament>/players")
@keeps_club
def add(tournament: UUID) -> ResponseReturnValue:
    form = AddForm()
    return _submit_players(
        tournament,
        form,
        lambda id_: organize.add(g.club_id, tournament, id_, form.entrants.data or "", form.confirmed),
        "Added.",
    )


@blueprint.post("/<uuid:tournament>/players/<any(leave, back):what>")
@keeps_club
def leave(tournament: UUID, what: str) -> ResponseReturnValue:
    form, back = PeopleForm(), what == "back"
    who = -1 if form.who.data is None else form.who.data
    return _submit_players(
        tournament, form, lambda id_: organize.leave(g.club_id, tournament, id_, who, back=back), "Saved."
    )


@blueprint.post("/<uuid:tournament>/players/points")
@keeps_club
def adjust(tournament: UUID) -> ResponseReturnValue:
    form = PeopleForm()
    who, reason = -1 if form.who.data is None else form.who.data, form.reason.data or ""
    return _submit_players(
        tournament,
        form,
        lambda id_: organize.adjust(g.club_id, tournament, id_, who, form.points.data, reason),
        "Saved.",
    )


@blueprint.post("/<uuid:tournament>/players/seat")
@keeps_club
def seat(tournament: UUID) -> ResponseReturnValue:
    form = SeatForm()
    entrant, _, place = (form.seat.data or "").partition("-")
    number = int(entrant) if entrant.isdecimal() and len(entrant) < 4 else -1

    def change(id_: UUID) -> None:
        name = form.seat_name.data or ""
        if place:
            organize.replace_partner(g.club_id, tournament, id_, number, 0 if place == "0" else 1, name)
        else:
            rounds.seat(g.club_id, tournament, id_, number, name)

    return _submit_players(tournament, form, change, "Saved.")


def _submit_players(
    tournament: UUID, form: ChangeForm, change: Callable[[UUID], None], said: str
) -> ResponseReturnValue:
    here = url_for("tournaments.show_players", tournament=tournament)

    def change_and_say() -> None:
        change(_form_id(form))
        flash(said)

    return submit(form, change_and_say, partial(_players_page, tournament), here)


def _players_page(tournament: UUID, posted: ChangeForm | None = None, status: int = 200) -> Response:
    it = tournament_page.tournament(g.club_id, tournament, last_round=True)
    empty = {"add": AddForm, "people": PeopleForm, "seat": SeatForm}
    forms = {name: posted if isinstance(posted, kind) else kind(formdata=None) for name, kind in empty.items()}
    return page("tournament/players.html", "main", status, it=it, forms=forms)


def _standings_page(tournament: UUID, *, part: bool = False) -> Response:
    """Return the standings for members of the club, with the way back to it."""
    mark = tournament_page.mark_of(g.club_id, tournament)  # before reading: a result in the meantime is news
    poll = url_for("tournaments.standings_since", tournament=tournament, mark=mark)
    return draw_standings(tournament_page.tournament(g.club_id, tournament, last_round=True), poll, part=part)


def draw_standings(it: tournament_page.TournamentView, poll: str, *, part: bool = False, code: str = "") -> Response:
    """Draw the standings, or the part of that page that a poll replaces.

    `poll` is its poll address; `code` is a QR code of this page for other phones.
    """
    template, shown = "tournament/standings.html", {"it": it, "poll": poll, "code": code}
    return make_response(render_block(template, "watched", **shown) if part else render_template(template, **shown))
