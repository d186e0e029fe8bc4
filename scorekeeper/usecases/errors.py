"""Why something could not be done, apart from what the rules refuse (`rules.errors.RuleError`)."""

from collections.abc import Sequence

from scorekeeper.rules.errors import RuleError


class NotFound(LookupError):
    """No such thing in this club."""


class Deleted(NotFound):
    """The game was deleted, and can be brought back."""


class Conflict(Exception):
    """The game has changed since the form was made; nothing was stored.

    `since` says in words what was done in the meantime, oldest first.
    """

    def __init__(self, since: tuple[str, ...]) -> None:
        super().__init__("The game has changed since this page was made.")
        self.since = since


class ValidationFailed(ValueError):
    """An input that the rules refuse; `errors` say why, each at its field."""

    def __init__(self, errors: Sequence[RuleError]) -> None:
        super().__init__("; ".join(error.message for error in errors))
        self.errors = tuple(errors)


class OtherSides(ValidationFailed):
    """The counts were typed for other sides than those of the bidder that is named."""


class ConfirmationNeeded(ValidationFailed):
    """Something would no longer fit; it is done once the keeper has seen what. `broken` says it in sentences."""

    def __init__(self, broken: Sequence[str]) -> None:
        super().__init__(())
        self.broken = tuple(broken)
