"""What people do with the clubs of a hosted server."""

from flask import Flask

from tests.person import TABLE, Person

FAMILY = "Friday night"


def start_club(phone: Person, name: str = FAMILY) -> None:
    """Start a club; its first page is open then."""
    phone.open("/")
    phone.tap("Start a club", {"Club name": name})


def enter(app: Flask, link: str, name: str = "") -> Person:
    """A phone that has come in by this link."""
    phone = Person(app)
    phone.open(link)
    phone.tap("Enter", {"Your name": name})
    return phone


def club_of(phone: Person) -> str:
    """The address of the club whose page the phone shows."""
    return "/".join(phone.last.path.split("/")[:3]) + "/"


def start_game(phone: Person) -> str:
    """Start a game in the phone's club and return its address."""
    phone.open(club_of(phone) + "games/new")
    phone.tap("Start game", {f"Player {seat}": name for seat, name in enumerate(TABLE, 1)})
    return phone.start_anyway().path
