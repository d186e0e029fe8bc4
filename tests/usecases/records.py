"""Games as records, as tests send and fetch them."""

from uuid import UUID

from scorekeeper.usecases.transfer.export import record_file
from scorekeeper.usecases.transfer.game_import import import_game
from tests.many_games import another_club


def record_of(club: int, uid: UUID) -> bytes:
    return record_file(club, uid)[1]


def reimport(data: bytes) -> bytes:
    """Return the record after another club has imported and exported it."""
    club = another_club()
    uid, new = import_game(club, data)
    assert new
    return record_of(club, uid)
