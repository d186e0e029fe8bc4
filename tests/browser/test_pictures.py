"""The pictures of the documents."""

from collections.abc import Callable

import pytest

from scorekeeper.usecases import permissions
from scorekeeper.usecases.demo import play_demo

from .phone import Phone
from .server import Server
from .take_pictures import GAMES, PICTURES, pictures


@pytest.mark.everywhere("way", proven="tests/browser/test_every_page.py")
def test_every_picture_of_the_documents_can_be_taken_again(new_phone: Callable[..., Phone], server: Server) -> None:
    """By `make pictures`, and there is no other."""
    with server.app.app_context():
        list(play_demo(permissions.club_id(), GAMES, seed=1))
    taken = dict(pictures(new_phone()))
    assert {f"{name}.png" for name in taken} == {picture.name for picture in PICTURES.iterdir()}
