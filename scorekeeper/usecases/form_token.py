"""What a form carries so that sending it twice, or late, does no harm."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class FormToken:
    """A form's own id, and the version of the game (player, house rules) that it was made from."""

    id: UUID
    version: int
