"""For a WSGI server with several workers: `gunicorn wsgi:app`. Brings the database up to date first."""

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage.db import db
from scorekeeper.usecases.startup import upgrade_database

settings = Settings.from_environment()
app = create_app(settings)
with app.app_context():
    upgrade_database(settings.instance)
    db.engine.dispose()  # a connection must not be shared by the workers that are forked from here
