"""For a WSGI server with several workers: `gunicorn wsgi:app`. Upgrades the database first."""

import sys

from click import ClickException

from scorekeeper.app import create_app
from scorekeeper.cli.open_club import (
    open_app,
    read_settings,
    refusals_in_sentences,
    refuse_clubs_at_home,
    warn_of_pin,
)
from scorekeeper.storage.db import db
from scorekeeper.usecases.startup import begin_to_serve, note_served

try:
    settings = read_settings()
    note_served(settings.instance)
    app, _ = open_app(create_app, settings)
    with app.app_context(), refusals_in_sentences(settings):
        refuse_clubs_at_home(settings)
        warn_of_pin(settings)
        begin_to_serve(settings.instance)
        db.engine.dispose()  # workers are forked from here and must not share a connection
except ClickException as refused:
    sys.exit(refused.message)
