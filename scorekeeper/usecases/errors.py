"""The errors of use cases."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.words import NO_NAMES, Names


class NotFound(LookupError):
    """What was asked for is not in this club."""


class Deleted(NotFound):
    """The game was deleted; it can be restored."""


class Conflict(Exception):
    """The form was made from a stale version; nothing was stored.

    `since` describes each change since then, oldest first.
    """

    def __init__(self, since: tuple[str, ...]) -> None:
        super().__init__("The game has changed since this page was made.")
        self.since = since


class ValidationFailed(ValueError):
    """Refused input; `errors` say why, each at its field; `names` are those of the players in them."""

    def __init__(self, errors: Sequence[RuleError], names: Names = NO_NAMES) -> None:
        super().__init__("; ".join(error.describe(names) for error in errors))
        self.errors = tuple(errors)
        self.names = names


class Question(RuleError):
    """Something to confirm by sending the form again, which then carries `about`: what was asked about.

    `button` says yes; `game` is one to go on with instead.
    """

    code = "question"

    def __init__(
        self, field: str, text: str, about: str, button: str = "Save anyway", game: UUID | None = None
    ) -> None:
        super().__init__(field, text)
        self.about, self.button, self.game = about, button, game


class StartedAlready(ValidationFailed):
    """The form has started another game than it says now; with a new id it starts this one, too."""


class OtherSides(ValidationFailed):
    """A correction's bidder and partners, `together`, make other sides than those that were counted."""

    def __init__(self, errors: Sequence[RuleError], together: Sequence[int | None]) -> None:
        super().__init__(errors)
        self.together = together


@dataclass(frozen=True, slots=True)
class Submission:
    """A sent form: its own id, and the version of the game (player, house rules) that it was made from.

    `watches_for` is the id of the player for whom its phone watches at the game's table.
    """

    id: UUID
    version: int
    watches_for: int | None = None
