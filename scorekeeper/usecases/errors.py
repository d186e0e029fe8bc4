"""What a use case raises where it could not do what was asked."""

from collections.abc import Sequence

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.words import NO_NAMES, Names


class NotFound(LookupError):
    """What was asked for is not in this club."""


class Deleted(NotFound):
    """The game was deleted, and can be restored."""


class Conflict(Exception):
    """The form was made from a stale version; nothing was stored.

    `since` describes each change that was made meanwhile, oldest first.
    """

    def __init__(self, since: tuple[str, ...]) -> None:
        super().__init__("The game has changed since this page was made.")
        self.since = since


class ValidationFailed(ValueError):
    """An input that the rules refuse; `errors` say why, each at its field, of players with these `names`."""

    def __init__(self, errors: Sequence[RuleError], names: Names = NO_NAMES) -> None:
        super().__init__("; ".join(error.describe(names) for error in errors))
        self.errors = tuple(errors)
        self.names = names


class OtherSides(ValidationFailed):
    """A correction names a bidder or partners by whom other sides played than those that were counted."""


class ConfirmationNeeded(ValidationFailed):
    """Something would no longer fit; it is done once that is confirmed. `broken` says in sentences what."""

    def __init__(self, broken: Sequence[str]) -> None:
        super().__init__(())
        self.broken = tuple(broken)
