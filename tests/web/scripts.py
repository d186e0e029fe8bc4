"""The scripts of the app, by name."""

from scorekeeper import settings

SCRIPTS = {
    path.relative_to(settings.shipped("static")).as_posix(): path.read_text()
    for path in settings.shipped("static").rglob("*.js")
}
