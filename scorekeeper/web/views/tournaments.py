"""Tournaments: start one, draw its rounds, type totals from paper, watch the standings."""

from functools import partial
from json import dumps, loads
from uuid import UUID, uuid5

from flask import Blueprint, Response, flash, g, get_flashed_messages, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block

from scorekeeper.rules.tournament import FORMATS
from scorekeeper.rules.tournament.model import PAIR_FORMATS
from scorekeeper.rules.words import format_points, join_words, side_name
from scorekeeper.storage.models import LinkKind
from scorekeeper.usecases.errors import NotFound
from scorekeeper.usecases.game import new_game
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.tournaments import after_end, changes, new_tournament, organize, rounds, tournament_page
from scorekeeper.usecases.tournaments.changes import Edit, P
from scorekeeper.usecases.tournaments.seats import find_seat
from scorekeeper.usecases.tournaments.state import TournamentState, read_state
from scorekeeper.web.access import keeps_club, may_share_links, reads_club
from scorekeeper.web.forms.base import AskingForm, ChangeForm
from scorekeeper.web.forms.tournament import (
    AddForm,
    LeaveForm,
    OrganizeForm,
    PointsForm,
    ResultForm,
    SeatForm,
    StartTournamentForm,
)
from scorekeeper.web.rendering import page, submit, wants_fragment
from scorekeeper.web.shown_links import renew_link, shown_links

from .games import last_rules_here

LONGEST_NAME = 80
MOST_NAMED = 3  # names that a message lists
REMOVED = "removed tournament"  # the category of the flashed message that offers to bring it back

blueprint = Blueprint("tournaments", __name__, url_prefix="/tournaments")


@blueprint.get("")
@reads_club
def show_all() -> ResponseReturnValue:
    return _all_page(OrganizeForm(formdata=None))


def _all_page(form: OrganizeForm, status: int = 200) -> Response:
    """Return the list; `form` brings back what was removed just now."""
    removed = [loads(each) for each in map(str, get_flashed_messages(category_filter=[REMOVED]))]
    known = tournament_page.all_tournaments(g.club_id)
    return page("tournament/all.html", "main", status, tournaments=known, removed=removed, form=form)


@blueprint.get("/new")
@keeps_club
def new() -> ResponseReturnValue:
    last, offered = last_rules_here(), dict(new_tournament.offer_rules(g.club_id))
    rules = last.key if last and last.key in offered else "original"
    return _new_page(StartTournamentForm(formdata=None, data={"rules": rules}))


@blueprint.post("")
@blueprint.post("/new")
@keeps_club
def start() -> ResponseReturnValue:
    form = StartTournamentForm()

    def change() -> UUID:
        started = new_tournament.start_tournament(
            g.club_id,
            form.filled_in.id,
            form.name.data or "",
            form.format.data or "",
            form.rules.data or "",
            form.entrants.data or "",
            new_tournament.Length(form.hand_limit.data, form.time_limit.data, form.keeps_target.data),
            best_of_three=form.best_of_three.data,
            by_lot=form.by_lot.data,
            new_names=form.confirmed,
        )
        read = new_tournament.read_lines(form.entrants.data or "", in_pairs=form.format.data in PAIR_FORMATS)
        if read.said:
            flash(read.said)
        return started

    return submit(form, change, _new_page, lambda started: url_for("tournaments.show", tournament=started))


def _new_page(form: StartTournamentForm, status: int = 200) -> Response:
    form.format.choices = [(key, tournament_page.FORMAT_NAMES[key][0]) for key in FORMATS]
    form.rules.choices = new_tournament.offer_rules(g.club_id)
    known = {"known": new_game.offer_names(g.club_id), "merged": new_game.offer_merged(g.club_id)}
    return page("tournament/new.html", "main", status, form=form, about=tournament_page.FORMAT_NAMES.values(), **known)


@blueprint.get("/<uuid:tournament>")
@reads_club
def show(tournament: UUID) -> ResponseReturnValue:
    return _organizer_page(tournament) if g.access.keeps_club else _standings_page(tournament)


@blueprint.get("/<uuid:tournament>/since/<mark>")
@keeps_club
def show_since(tournament: UUID, mark: str) -> ResponseReturnValue:
    """Return the organizer's page if a result or the tournament changed since this mark, else 204."""
    is_new = tournament_page.current_mark(g.club_id, tournament) != mark
    return _organizer_page(tournament) if is_new else Response(status=204)


@blueprint.get("/<uuid:tournament>/standings")
@reads_club
def standings(tournament: UUID) -> ResponseReturnValue:
    return _standings_page(tournament)


@blueprint.get("/<uuid:tournament>/standings/since/<mark>")
@reads_club
def standings_since(tournament: UUID, mark: str) -> ResponseReturnValue:
    is_new = tournament_page.current_mark(g.club_id, tournament) != mark
    return _standings_page(tournament, part=True) if is_new else Response(status=204)


@blueprint.get("/<uuid:tournament>/print")
@reads_club
def show_prints(tournament: UUID) -> ResponseReturnValue:
    """Show seat cards, score sheets or the standings to print, with the tables' links if this phone may see them."""
    shown = tournament_page.tournament(g.club_id, tournament, last_round=True)
    keys = shown.table_keys if g.access.keeps_club and may_share_links() else {}
    codes = {number: shown_links({LinkKind.TABLE: key})[0].code for number, key in keys.items()}
    return page("tournament/print.html", "main", tournament=shown, what=request.args.get("what", "cards"), codes=codes)


def _organizer_page(
    tournament: UUID, form: OrganizeForm | None = None, status: int = 200, state: TournamentState | None = None
) -> Response:
    """Return the organizer's page, as the tournament is now or at the `state` after a change."""
    shown = tournament_page.tournament_view(state) if state else tournament_page.tournament(g.club_id, tournament)
    (link,) = shown_links({LinkKind.WATCH: shown.watch_key})
    form = form or OrganizeForm(formdata=None)
    form.version.data = shown.version
    poll = url_for("tournaments.show_since", tournament=tournament, mark=shown.mark)
    return page("tournament/organizer.html", "main", status, tournament=shown, form=form, link=link, poll=poll)


def _step(tournament: UUID, as_shown: bool, edit: Edit[P], *entered: P.args, **more: P.kwargs) -> ResponseReturnValue:
    """Submit a form of the organizer's page, which is only a button; it shows the page after the edit.

    `as_shown`: the button is about what its page showed, and is refused if that has changed since.
    """
    form = OrganizeForm()

    def change() -> TournamentState:
        return changes.apply(g.club_id, tournament, _sent(form, as_shown), edit, *entered, **more)

    def shown(state: TournamentState) -> Response | str:
        here = url_for("tournaments.show", tournament=tournament)
        return _organizer_page(tournament, state=state) if wants_fragment() else here

    return submit(form, change, partial(_organizer_page, tournament), shown)


def _sent(form: ChangeForm, as_shown: bool, *entered: object) -> changes.Sent:
    """Return a sent form, with an id of its own for its button: the forms of a page share theirs.

    `as_shown` is that of `_step`; Back leads to the same form, where something else can be `entered`.
    """
    version = form.submission.version if as_shown else None
    answered = str(form.answered.data) if isinstance(form, AskingForm) else ""
    return changes.Sent(uuid5(form.submission.id, f"{request.path}{entered}"), version, answered)


@blueprint.post("/<uuid:tournament>/rounds/<int(min=1, max=1000):number>")
@keeps_club
def draw(tournament: UUID, number: int) -> ResponseReturnValue:
    return _step(tournament, False, rounds.draw, number)


@blueprint.post("/<uuid:tournament>/rounds/<int(min=1, max=1000):number>/differently")
@keeps_club
def draw_differently(tournament: UUID, number: int) -> ResponseReturnValue:
    return _step(tournament, True, rounds.draw_differently, number)


@blueprint.post("/<uuid:tournament>/rounds/<int(min=1, max=1000):number>/take-back")
@keeps_club
def take_back(tournament: UUID, number: int) -> ResponseReturnValue:
    return _step(tournament, True, rounds.take_back, number)


@blueprint.post("/<uuid:tournament>/rounds/<int(max=1000):number>/clock/<any(start, pause, more, last):action>")
@keeps_club
def set_clock(tournament: UUID, number: int, action: str) -> ResponseReturnValue:
    return _step(tournament, action == "more", organize.set_clock, number, action)


@blueprint.route("/<uuid:tournament>/renew", methods=["GET", "POST"])
@keeps_club
def renew(tournament: UUID) -> ResponseReturnValue:
    tournament_page.current_mark(g.club_id, tournament)  # raises NotFound if there is no such tournament
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
    if what == "reopen":
        return _step(tournament, False, organize.reopen)
    return _step(tournament, False, organize.end)


@blueprint.post("/<uuid:tournament>/remove")
@keeps_club
def remove_tournament(tournament: UUID) -> ResponseReturnValue:
    form = OrganizeForm()

    def change() -> None:
        state = changes.apply(g.club_id, tournament, _sent(form, False), rounds.remove_tournament)
        flash(dumps({"uid": str(tournament), "name": state.stored.name}), REMOVED)

    return submit(form, change, partial(_organizer_page, tournament), url_for("tournaments.show_all"))


@blueprint.post("/<uuid:tournament>/bring-back")
@keeps_club
def bring_back(tournament: UUID) -> ResponseReturnValue:
    here = url_for("tournaments.show", tournament=tournament)
    return submit(OrganizeForm(), partial(organize.bring_back, g.club_id, tournament), _all_page, here)


TABLE = "/<uuid:tournament>/rounds/<int(min=1, max=1000):number>/tables/<int(max=1000):place>"


@blueprint.post(f"{TABLE}/<any(keep, change):what>/<mark>")
@keeps_club
def settle(tournament: UUID, number: int, place: int, what: str, mark: str) -> ResponseReturnValue:
    """Let what a table brought after the end count, or not; `mark` names the result that the page showed."""
    return _step(tournament, False, after_end.settle, number, place, mark, what == "change")


@blueprint.get(TABLE)
@keeps_club
def show_table(tournament: UUID, number: int, place: int) -> ResponseReturnValue:
    return _table_page(tournament, number, place, None)


@blueprint.post(TABLE)
@keeps_club
def set_result(tournament: UUID, number: int, place: int) -> ResponseReturnValue:
    form = ResultForm()

    def change() -> None:
        totals, seating = (form.first.data, form.second.data), form.submission.version
        entered = (number, place, totals, form.won.data, seating)
        was = organize.result_in_words(read_state(g.club_id, tournament), number, place)
        after = changes.apply(g.club_id, tournament, _sent(form, False, entered), organize.set_result, *entered)
        now = organize.result_in_words(after, number, place)
        before = f" Before: {was}." if was not in ("", now) else ""
        flash(f"Saved. Round {number}, table {place}: {now or 'no result'}.{before}")

    back = url_for("tournaments.show", tournament=tournament)
    return submit(form, change, partial(_table_page, tournament, number, place), back)


def _table_page(tournament: UUID, number: int, place: int, form: ResultForm | None, status: int = 200) -> Response:
    shown = tournament_page.tournament(g.club_id, tournament)
    if not 1 <= number <= len(shown.rounds) or not 1 <= place <= len(shown.rounds[number - 1].tables):
        raise NotFound
    table = shown.rounds[number - 1].tables[place - 1]
    first, second = table.points if table.paper and table.points else (None, None)
    form = form or ResultForm(formdata=None, data={"first": first, "second": second, "won": table.chosen})
    form.version.data = table.seating
    return page("tournament/table.html", "main", status, tournament=shown, number=number, table=table, form=form)


@blueprint.get("/<uuid:tournament>/players")
@keeps_club
def show_players(tournament: UUID) -> ResponseReturnValue:
    return _players_page(tournament)


@blueprint.post("/<uuid:tournament>/players")
@keeps_club
def add(tournament: UUID) -> ResponseReturnValue:
    form = AddForm()
    lines = form.entrants.data or ""
    read = new_tournament.read_lines(lines, in_pairs=read_state(g.club_id, tournament).in_pairs)
    added = [side_name(names) for names in read.lines]
    names = join_words(added) if len(added) <= MOST_NAMED else f"{len(added)} names"
    said = _typed(f"Added: {names}. {read.said}")
    return _submit_players(tournament, form, False, said, organize.add, lines, form.confirmed)


@blueprint.post("/<uuid:tournament>/players/leave")
@keeps_club
def leave(tournament: UUID) -> ResponseReturnValue:
    form = LeaveForm()
    who = _who(form)
    return _submit_players(tournament, form, False, f"{{{who}}} left.", organize.leave, who)


@blueprint.post("/<uuid:tournament>/players/<int(max=1000):entrant>/back")
@keeps_club
def come_back(tournament: UUID, entrant: int) -> ResponseReturnValue:
    said = f"Welcome back, {{{entrant}}}."
    return _submit_players(tournament, OrganizeForm(), False, said, organize.come_back, entrant)


@blueprint.post("/<uuid:tournament>/players/<int(max=1000):entrant>/remove")
@keeps_club
def remove(tournament: UUID, entrant: int) -> ResponseReturnValue:
    return _submit_players(tournament, OrganizeForm(), False, f"{{{entrant}}} removed.", organize.remove, entrant)


@blueprint.post("/<uuid:tournament>/players/<int(max=1000):entrant>/points/<int(max=1000):which>/take-back")
@keeps_club
def take_points_back(tournament: UUID, entrant: int, which: int) -> ResponseReturnValue:
    said = f"{{{entrant}}}: points taken back."
    return _submit_players(tournament, OrganizeForm(), True, said, organize.take_points_back, entrant, which)


@blueprint.post("/<uuid:tournament>/players/points")
@keeps_club
def adjust(tournament: UUID) -> ResponseReturnValue:
    form = PointsForm()
    who, points, reason = _who(form), form.points.data, form.reason.data or ""
    said = f"{{{who}}}: {format_points(points or 0)} {_typed(reason)}."
    return _submit_players(tournament, form, False, said, organize.adjust, who, points, reason)


def _who(form: LeaveForm | PointsForm) -> int:
    return -1 if form.who.data is None else int(form.who.data)


@blueprint.post("/<uuid:tournament>/players/seat")
@keeps_club
def seat(tournament: UUID) -> ResponseReturnValue:
    form = SeatForm()
    entrant, _, place = (form.seat.data or "").partition("-")
    number = int(entrant) if entrant.isdecimal() and len(entrant) < 4 else -1
    name = form.seat_name.data or ""
    if not place:
        said = f"{_typed(name)} plays in place of {{{number}}}."
        return _submit_players(tournament, form, False, said, rounds.seat, number, name, form.confirmed)
    entered = (number, 0 if place == "0" else 1, name, form.confirmed)
    return _submit_players(tournament, form, False, f"Now {{{number}}}.", organize.replace_partner, *entered)


def _typed(text: str) -> str:
    """Return a typed text for what `_submit_players` says."""
    return normalize_name(text).replace("{", "{{").replace("}", "}}")


def _submit_players(
    tournament: UUID, form: ChangeForm, as_shown: bool, said: str, edit: Edit[P], *entered: P.args, **more: P.kwargs
) -> ResponseReturnValue:
    """Submit a form of the players' page; what is `said` names entrants by number: "{3} left.".

    `as_shown` is that of `_step`. What the form said before may have been taken back since: then it is not said again.
    """

    def change() -> None:
        before = read_state(g.club_id, tournament).stored.version
        state = changes.apply(g.club_id, tournament, _sent(form, as_shown, entered), edit, *entered, **more)
        is_new = state.stored.version > before
        flash(said.format(*state.names.players) if is_new else "That was saved before. Below is what is true now.")

    here = url_for("tournaments.show_players", tournament=tournament)
    return submit(form, change, partial(_players_page, tournament), here)


def _players_page(tournament: UUID, posted: ChangeForm | None = None, status: int = 200) -> Response:
    shown = tournament_page.tournament(g.club_id, tournament, last_round=True)
    empty = {"add": AddForm, "leave": LeaveForm, "points": PointsForm, "seat": SeatForm, "step": OrganizeForm}
    forms = {name: posted if isinstance(posted, kind) else kind(formdata=None) for name, kind in empty.items()}
    forms["step"].version.data = shown.version
    return page("tournament/players.html", "main", status, tournament=shown, forms=forms)


def _standings_page(tournament: UUID, *, part: bool = False) -> Response:
    """Return the standings for members of the club, with the way back to it."""
    shown = tournament_page.tournament(g.club_id, tournament, last_round=True)
    asked = request.args.get("television") and 1
    poll = url_for("tournaments.standings_since", tournament=tournament, mark=shown.mark, television=asked)
    return draw_standings(shown, poll, part=part, on_television=bool(asked))


def draw_standings(
    tournament: tournament_page.TournamentView,
    poll: str,
    *,
    part: bool = False,
    code: str = "",
    on_television: bool = True,
) -> Response:
    """Draw the standings, or the part of that page that a poll replaces.

    `poll` is its poll address; `code` is a QR code of this page for other phones. On a wide screen, `on_television`
    shows one pane after the other; else all are there.
    """
    name = request.args.get("name", "")[:LONGEST_NAME]
    shown = {
        "tournament": tournament,
        "poll": poll,
        "code": code,
        "name": name,
        "found": find_seat(tournament.seating, name),
        "on_television": on_television,
    }
    template = "tournament/standings.html"
    return make_response(render_block(template, "watched", **shown) if part else render_template(template, **shown))
