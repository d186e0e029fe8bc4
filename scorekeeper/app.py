"""Put the Flask app together: templates, database, what every request has in common, and the blueprints."""

from flask import Flask
from jinja2 import StrictUndefined

from scorekeeper.storage import db
from scorekeeper.web import access, charts, dates, errors, filters, security, static
from scorekeeper.web.environment import Environment
from scorekeeper.web.views import (
    check,
    claims,
    corrections,
    game_settings,
    games,
    hands,
    history,
    home,
    house_rules,
    players,
    roster,
    rules,
    summary,
    transfer,
)

from . import assets
from .settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """Return the app with these settings, by default those of the environment.

    Its database must be up to date: `storage.upgrade` makes and upgrades it. Raises BadSetting.
    """
    settings = settings or Settings.from_environment()
    app = Flask("scorekeeper", static_folder=None, template_folder=str(assets.folder("templates")))
    app.jinja_environment = Environment
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    db.init_app(app, settings.database_url)
    security.init_app(app, settings)
    static.init_app(app)
    filters.init_app(app)
    charts.init_app(app)
    dates.init_app(app)
    errors.init_app(app)
    access.init_app(app, settings)

    app.register_blueprint(home.blueprint)
    app.register_blueprint(games.blueprint)
    app.register_blueprint(history.blueprint)
    app.register_blueprint(players.blueprint)
    app.register_blueprint(roster.blueprint)
    app.register_blueprint(rules.blueprint)
    app.register_blueprint(house_rules.blueprint)
    app.register_blueprint(hands.blueprint)
    app.register_blueprint(corrections.blueprint)
    app.register_blueprint(game_settings.blueprint)
    app.register_blueprint(summary.blueprint)
    app.register_blueprint(check.blueprint)
    app.register_blueprint(claims.blueprint)
    app.register_blueprint(transfer.blueprint)
    return app
