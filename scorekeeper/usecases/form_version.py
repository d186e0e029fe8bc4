"""What a form carries so that sending it twice, or late, does no harm: `game.make_change` makes each change once."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Submission:
    """A form as it was sent: its own id, and the version of the game (player, house rules) that it was made from."""

    id: UUID
    version: int
