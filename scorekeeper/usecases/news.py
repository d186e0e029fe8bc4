"""What changed since a page of a game was drawn; scorekeepers and watchers use the same mark."""

import re
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.storage import link_keys
from scorekeeper.storage.db import db

from .errors import NotFound

A_MARK = re.compile(r"([0-9a-f]{8})-(\d{1,9})(?:-(\d{1,9})-(\d{1,18}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mark:
    """The state of a page: the beginning of the uid of its table's newest game, the version of the game it shows, and
    what was `said` of it (`agreements.SAID`), where a phone watches."""

    newest: str
    version: int
    said: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, newest: UUID, version: int, said: tuple[int, int] = (0, 0)) -> "Mark":
        return cls(newest.hex[:8], version, said if said[1] else (0, 0))

    @classmethod
    def read(cls, text: str) -> "Mark | None":
        """Return the mark that `str` wrote, None for any other text."""
        found = A_MARK.fullmatch(text)
        return cls(found[1], int(found[2]), (int(found[3] or 0), int(found[4] or 0))) if found else None

    def __str__(self) -> str:
        return f"{self.newest}-{self.version}" + (f"-{self.said[0]}-{self.said[1]}" if self.said[1] else "")


@dataclass(frozen=True, slots=True)
class News:
    """A club's game now: its version and, once it has ended, the newest game of its table, which may be itself."""

    version: int
    newest: UUID | None
    said: tuple[int, int]

    def has_changed(self, mark: Mark) -> bool:
        """Return whether the game, or what was said of it, is other than at this mark."""
        return mark != Mark(mark.newest, self.version, self.said if self.said[1] else (0, 0))

    def rematch_since(self, mark: Mark) -> UUID | None:
        """Return the rematch that was started after this mark."""
        return self.newest if self.newest and mark.newest != Mark.of(self.newest, 0).newest else None


def news_of(club_id: int, game_uid: UUID) -> News:
    """Return the news of a club's game, even a deleted one. Raises NotFound."""
    found = link_keys.version_and_newest(db.session(), club_id, game_uid)
    if found is None:
        raise NotFound
    return News(*found)


def rematch_of(club_id: int, game_uid: UUID) -> UUID | None:
    """Return the newest game of its table, if this one has ended and is not that game itself. Raises NotFound."""
    newest = news_of(club_id, game_uid).newest
    return newest if newest != game_uid else None
