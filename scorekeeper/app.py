"""Set up the Flask app: templates, database, what all requests share, and the blueprints."""

from functools import cache
from pathlib import Path

from flask import Flask
from jinja2 import FunctionLoader, StrictUndefined

from scorekeeper.storage import db
from scorekeeper.web import access, chart_layout, error_pages, filters, hosts, messages, request_log, security, static
from scorekeeper.web.views import (
    alone,
    check,
    clubs,
    game_settings,
    games,
    hands,
    health,
    home,
    links,
    phones,
    players,
    rules,
    tournaments,
    transfer,
)

from .settings import Settings, shipped

VIEWS = (
    *(home, games, players, rules, hands, alone, game_settings),
    *(check, transfer, tournaments, links, health),
)


def create_app(settings: Settings | None = None) -> Flask:
    """Return the app with these settings, by default those of the environment.

    Its database must be up to date: `storage.upgrade` makes and upgrades it. Raises BadSetting.
    """
    settings = settings or Settings.from_environment()
    app = Flask("scorekeeper", static_folder=None)
    app.jinja_env.loader = FunctionLoader(_templates(shipped("templates")).get)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    db.init_app(app, settings.database_url, settings.pooler)
    request_log.init_app(app, settings)
    security.init_app(app, settings)
    hosts.init_app(app, settings)
    access.init_app(app, settings)
    static.init_app(app, settings)
    for part in (chart_layout, filters, messages, error_pages):
        part.init_app(app)

    for view in (*VIEWS, clubs, phones) if settings.hosted else VIEWS:
        app.register_blueprint(view.blueprint)
    access.check_marks(app)
    hosts.set_root(app, settings)
    return app


@cache
def _templates(folder: Path) -> dict[str, tuple[str, str, None]]:
    """Read every template, as static files are: the next version may be installed here while this one serves."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): (file.read_text(encoding="utf-8"), str(file), None) for file in files}
