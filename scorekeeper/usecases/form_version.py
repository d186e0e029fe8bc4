"""The id and version that every form carries, so that it counts once and a stale one is refused."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Submission:
    """A sent form: its own id, and the version of the game (player, house rules) that it was made from."""

    id: UUID
    version: int
