"""Enter a club or table by a link, watch by a link or code, and show the links of a game."""

from functools import lru_cache, partial
from time import time
from typing import Any
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.storage import rate_limits
from scorekeeper.storage.models import LinkKind
from scorekeeper.usecases import clubs, links, phones
from scorekeeper.usecases.errors import NotFound
from scorekeeper.usecases.game.board import watched_board
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.news import Mark
from scorekeeper.usecases.tournaments import state as tournament_state
from scorekeeper.usecases.tournaments import tournament_page
from scorekeeper.web.access import (
    caller_address,
    club_address,
    entering_phone_id,
    is_from_own_page,
    keeps_club,
    keeps_game,
    may_share_links,
    outside_clubs,
    phone_id,
    renew_phone_id,
    same_for_everyone,
)
from scorekeeper.web.error_pages import dead_link, not_found
from scorekeeper.web.forms.base import PlainForm
from scorekeeper.web.forms.links import EnterForm, WatchForm
from scorekeeper.web.rendering import page, submit
from scorekeeper.web.scoreboard_page import draw_picture, draw_watched
from scorekeeper.web.shown_links import renew_link, shown_links

from .tournaments import draw_standings

blueprint = Blueprint("links", __name__)
OF_GAME = (LinkKind.TABLE, LinkKind.WATCH)
LONGEST_CODE = 20  # the most characters that are shown again


@blueprint.get("/enter/<key>")
@outside_clubs
def show_door(key: str) -> ResponseReturnValue:
    """Show what a link is for; a button enters, so that link previews don't."""
    if club := current_app.config["HOSTED"] and clubs.deleted_club(key):
        form = PlainForm(formdata=None)
        return page("club/deleted.html", "main", key=key, club=club, form=form)
    target = _target(key)
    return _enter_page(key, target, _enter_form(target, formdata=None))


@blueprint.post("/enter/<key>/restore")
@outside_clubs
def restore(key: str) -> ResponseReturnValue:
    """Restore a deleted club by its keeper link; redirect to the club, or a phone that is not in it to the link's
    page."""
    if not PlainForm().validate_on_submit():
        abort(400)
    if not current_app.config["HOSTED"]:
        raise NotFound
    clubs.restore_club(key)
    target = _target(key)
    is_in = target.link.public_id in dict(clubs.clubs_of(phone_id()))
    return redirect(club_address(target.link.public_id) if is_in else url_for("links.show_door", key=key), 303)


@blueprint.post("/enter/<key>")
@outside_clubs
def enter(key: str) -> ResponseReturnValue:
    target = _target(key)
    form = _enter_form(target)

    def change() -> None:
        clubs.remove_expired()
        phone, _ = phones.enter(key, entering_phone_id(), form.name.data or "", form.watches.number)
        renew_phone_id(phone)

    public_id = target.link.public_id if current_app.config["HOSTED"] else None
    return submit(form, change, partial(_enter_page, key, target), lambda _: club_address(public_id, target.game))


def _target(key: str) -> links.LinkTarget:
    """Return what this link opens; at home the club is open to everyone, and only tables have links."""
    target = links.find_target(key)
    if target.link.kind is not LinkKind.TABLE and not current_app.config["HOSTED"]:
        raise NotFound
    return target


def _enter_form(target: links.LinkTarget, **more: Any) -> EnterForm:
    form, choice = EnterForm(**more), phones.watch_choice_at(target, phone_id())
    form.offer(choice.sides, choice.chosen)
    return form


def _enter_page(key: str, target: links.LinkTarget, form: EnterForm, status: int = 200) -> Response:
    return page("club/enter.html", "main", status, key=key, link=target.link, form=form)


@blueprint.get("/watch")
@same_for_everyone
def show_watch_by_code() -> ResponseReturnValue:
    """Ask for a code; one in the address is filled in but not tried, because another site could make browsers try
    it."""
    return _code_page(request.args.get("code", ""))


@blueprint.post("/watch")
@same_for_everyone
def watch_by_code() -> ResponseReturnValue:
    """Redirect to the game with the typed code."""
    code = request.form.get("code")
    if code is None or not is_from_own_page():
        return _code_page(code or "", "That didn't come from this page. Tap Watch again.", 400)
    if not code.strip():
        return _code_page(code, "Enter the game's code.", 422)
    try:
        key = rate_limits.guess(rate_limits.WRONG_WATCH_CODE, caller_address(), partial(links.watch_key_of, code))
    except rate_limits.TooManyAtOnce:
        response = _code_page(code, "Too many wrong codes just now. Wait a few seconds, then tap Watch again.", 429)
        response.headers["Retry-After"] = f"{rate_limits.SLOW:.0f}"
        return response
    if key is None:
        return _code_page(code, "No game in progress has this code. Ask for it again.", 422)
    return redirect(url_for("links.watch", key=key), 303)


def _code_page(code: str, error: str = "", status: int = 200) -> Response:
    return page("game/watch_by_code.html", "main", status, code=code[:LONGEST_CODE], error=error)


@blueprint.get("/watch/<key>")
@same_for_everyone
def watch(key: str) -> ResponseReturnValue:
    return _watched(key, None)


@blueprint.get("/watch/<key>/since/<mark>")
@same_for_everyone
def watch_since(key: str, mark: str) -> ResponseReturnValue:
    """Return what is watched if it changed since this mark, else 204; the same for everyone."""
    try:
        response = _watched(key, mark)
    except NotFound:
        response = make_response(render_template("game/_unwatched.html", poll=_poll(key, "gone")), 404)
    response.headers["Cache-Control"] = "public, max-age=1"
    return response


@blueprint.get("/watch/<key>/picture.svg")
@same_for_everyone
def picture(key: str) -> ResponseReturnValue:
    watched = links.watched_game(key)
    return draw_picture(watched_board(watched.club_id, watched.uid))


@blueprint.get("/watch/<key>/yes")
@same_for_everyone
def say_yes(key: str) -> ResponseReturnValue:
    """Say how a phone that only watches comes to agree for a side."""
    links.watched_game(key)
    return make_response(render_template("game/say_yes.html", watched=url_for("links.watch", key=key)))


def _watched(key: str, mark: str | None) -> Response:
    """Return the game or standings that a link shows, the whole page or the part to replace since this mark."""
    if mark and mark.startswith(tournament_state.STANDINGS):
        return _standings(key, mark)
    try:
        watched = links.watched_game(key)
    except NotFound:
        return _standings(key, mark)
    known = Mark.read(mark or "")
    if known == watched.mark:
        return Response(status=204)
    is_same_game = known is not None and known.newest == watched.mark.newest
    board = watched_board(watched.club_id, watched.uid, known.version if known and is_same_game else None)
    if mark is not None:
        return draw_watched(board, _poll(key, watched.mark), part=True)
    return draw_watched(board, _poll(key, watched.mark), code=_code(key))


def _standings(key: str, mark: str | None) -> Response:
    standings = tournament_page.watched(key)
    if mark == standings.mark:
        return Response(status=204)
    if mark is not None:
        return make_response(_news_of_standings(key, standings, request.script_root, int(time())))
    shown = tournament_page.tournament(standings.club_id, standings.uid, last_round=True)
    return draw_standings(shown, _poll(key, standings.mark), code=_code(key))


def _code(key: str) -> str:
    return shown_links({LinkKind.WATCH: key})[0].code


@lru_cache(8)
def _news_of_standings(key: str, standings: tournament_page.WatchedStandings, _root: str, _second: int) -> bytes:
    """Return the new standings, drawn once a second for all phones that poll by the same way."""
    shown = tournament_page.tournament(standings.club_id, standings.uid, last_round=True)
    return draw_standings(shown, _poll(key, standings.mark), part=True).get_data()


def _poll(key: str, mark: Mark | str) -> str:
    return url_for("links.watch_since", key=key, mark=mark)


@blueprint.errorhandler(NotFound)
def unknown_key(_error: NotFound) -> ResponseReturnValue:
    """Answer every key that opens nothing in the same way."""
    if "key" not in (request.view_args or {}):
        return not_found()
    return dead_link()


@blueprint.after_request
def keep_key(response: Response) -> Response:
    """Keep the key in the address of a page secret from the sites it links to, even if the key is not valid."""
    if "key" in (request.view_args or {}):
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


@blueprint.get("/games/<uuid:game>/links")
@keeps_game
def show_links(game: UUID) -> ResponseReturnValue:
    return _links_page(game, PlainForm(formdata=None))


@blueprint.post("/games/<uuid:game>/links")
@keeps_game
def show_table_link(game: UUID) -> ResponseReturnValue:
    """Show all links: a phone that gets here has entered the PIN if there is one."""
    return submit(PlainForm(), lambda: None, partial(_links_page, game), url_for("links.show_links", game=game))


@blueprint.post("/games/<uuid:game>/links/watch-for")
@keeps_game
def watch_for(game: UUID) -> ResponseReturnValue:
    """Say for whom this phone watches, which enters it at the table as its link does."""
    state = read_game(g.club_id, game)
    form, choice = WatchForm(), phones.watch_choice(state, g.access.watches_for)
    form.offer(choice.sides, choice.chosen)

    def change() -> None:
        key = links.game_keys(g.club_id, game)[LinkKind.TABLE]
        renew_phone_id(phones.enter(key, entering_phone_id(), None, form.watches.number)[0])

    return submit(form, change, partial(_links_page, game, watching=form), url_for("games.show", game=game))


def _links_page(game: UUID, form: PlainForm, status: int = 200, *, watching: WatchForm | None = None) -> Response:
    keys, state = links.game_keys(g.club_id, game), read_game(g.club_id, game, even_deleted=True)
    if not may_share_links():
        del keys[LinkKind.TABLE]
    if watching is None:
        watching, choice = WatchForm(formdata=None), phones.watch_choice(state, g.access.watches_for)
        watching.offer(choice.sides, choice.chosen)
    return page(
        "game/links.html",
        "main",
        status,
        uid=game,
        in_short=state.in_short,
        links=shown_links(keys),
        code=links.watch_code(g.club_id, game),
        form=form,
        watching=watching,
    )


@blueprint.route("/games/<uuid:game>/links/<kind>/renew", methods=["GET", "POST"])
@keeps_club
def renew(game: UUID, kind: str) -> ResponseReturnValue:
    return renew_link(
        LinkKind(kind) if kind in OF_GAME else abort(404),
        partial(links.phones_of_game_link, g.club_id, game),
        partial(links.renew_game_link, g.club_id, game),
        url_for("links.show_links", game=game),
        "Anyone who used the old one is signed out.",
        read_game(g.club_id, game, even_deleted=True).in_short,
    )
