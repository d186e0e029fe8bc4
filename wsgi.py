"""For a WSGI server with several workers: `gunicorn wsgi:app`. Brings the database up to date first."""

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage.db import db
from scorekeeper.storage.upgrade import upgrade
from scorekeeper.usecases.tallies import count_the_uncounted

settings = Settings.from_environment()
app = create_app(settings)
with app.app_context():
    upgrade(db.engine, settings.instance)
    count_the_uncounted()
    db.engine.dispose()  # a connection must not be shared by the workers that are forked from here
