"""Check the claimed score of a hand without a game: its sides have labels instead of players' names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.explain_score import Reason, explain_score
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import Hand, Player, Side, side_with, sides_of
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.words import Names
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.preview import is_set
from scorekeeper.usecases.game.recording import strangers, with_bidders_fouls

MOST_FOULS = 9  # of one side
ADJUSTMENT_REASON = "agreed at the table"
BIDDER, PARTNER = 0, 2
"""The players if sides form around the bidder; each side is identified by its first player's number."""


@dataclass(frozen=True, slots=True)
class SideLabel:
    """A side of the hand in the form, identified by its first player's number."""

    number: Player
    label: str
    plural: bool = False

    @property
    def within(self) -> str:
        """The label within a phrase: "our side"."""
        return self.label[0].lower() + self.label[1:]


class _Labels(Names):
    """Names each player by the label of their side."""

    def __init__(self, labels: Mapping[Side, SideLabel]) -> None:
        self.labels = {player: label for side, label in labels.items() for player in side}
        super().__init__([label.within for _, label in sorted(self.labels.items())])

    def side(self, side: Sequence[int]) -> str:
        return self[side[0]]

    def is_plural(self, side: Sequence[int]) -> bool:
        return self.labels[side[0]].plural

    def sentence(self, text: str) -> str:
        return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a side scores, in points, and what was claimed for it; `each` if its players have separate totals."""

    label: str
    points: int
    claimed: int | None
    is_set: bool
    each: bool


@dataclass(frozen=True, slots=True)
class HandResult:
    """What the hand scores by the rules, and why; `made` is None after a renege."""

    sides: tuple[SideResult, ...]
    made: bool | None
    reasons: tuple[Reason, ...]

    @property
    def right(self) -> bool | None:
        """Whether every claim is right; None if nothing was claimed."""
        claims = [side.claimed == side.points for side in self.sides if side.claimed is not None]
        return all(claims) if claims else None


def side_labels(rules: RuleSet) -> tuple[SideLabel, ...]:
    """Return the sides of a hand by these rules; the bidder's is first if sides form around the bidder."""
    if rules.sides in ("partnerships", "rotating_partners"):
        return SideLabel(0, "Our side"), SideLabel(1, "Their side")
    if rules.sides == "individual":
        others = [SideLabel(player, f"Player {player + 1}") for player in range(1, rules.players)]
        return SideLabel(0, "The bidder"), *others
    if rules.sides == "called_partner":
        return SideLabel(0, "The bidder’s side"), SideLabel(1, "The others", plural=True)
    several = rules.players > 2
    return SideLabel(0, "The bidder"), SideLabel(1, "The defenders" if several else "The other player", several)


def check_hand(rules: RuleSet, claim: Hand, claimed: Mapping[Player, int]) -> HandResult:
    """Return what a hand scores by the rules, next to the points that are `claimed` for it.

    Sides have numbers, as in `side_labels`. Raises ValidationFailed with the fields of Hand, a side's count as
    `captured-NUMBER`, and `claimed`.
    """
    deal = initial_standing(rules, range(rules.players)).table.deal()
    partners = (PARTNER,) if rules.sides == "called_partner" else None
    sides = sides_of(rules, deal, BIDDER, partners)
    errors = list(_claim_errors(claim, claimed, len(sides)))
    if errors:
        raise ValidationFailed(errors)
    labels = dict(zip(sides, side_labels(rules), strict=True))
    names = _Labels(labels)
    hand, errors = validate_hand(rules, deal, _complete(rules, sides, claim, partners))
    if errors:
        raise ValidationFailed([_at_form_field(error, sides) for error in errors], names)
    score = score_hand(rules, deal, hand)
    reasons = (Reason(names.sentence(reason.text), reason.ruling) for reason in explain_score(rules, score, names))
    results = [
        SideResult(
            label=labels[part.players].label,
            points=score.points[part.players[0]],
            claimed=claimed.get(labels[part.players].number),
            is_set=is_set(score, part),
            each=not rules.fixed_sides and len(part.players) > 1,
        )
        for part in sorted(score.sides, key=lambda part: sides.index(part.players))
    ]
    return HandResult(tuple(results), score.made, tuple(dict.fromkeys(reasons)))


def _claim_errors(claim: Hand, claimed: Mapping[Player, int], sides: int) -> Iterator[RuleError]:
    beyond = ["claimed"] if any(number >= sides for number in claimed) else []
    yield from (RuleError(field, "Choose one of the sides.") for field in (*strangers(claim, sides), *beyond))
    if any(abs(each.points) > LARGEST_NUMBER for each in claim.adjustments):
        yield RuleError("adjustments", f"An adjustment can be up to {LARGEST_NUMBER:,} points.")


def _complete(rules: RuleSet, sides: tuple[Side, ...], claim: Hand, partners: Side | None) -> Hand:
    """Return the claimed hand with its bidder and partners; an adjustment goes to each player with a total."""
    formed = rules.sides in ("partnerships", "rotating_partners")
    adjustments = [
        each._replace(player=player)
        for each in claim.adjustments
        for player in (side_with(sides, each.player)[:1] if rules.fixed_sides else side_with(sides, each.player))
        if each.points
    ]
    bidder = claim.bidder if formed else BIDDER
    return with_bidders_fouls(replace(claim, bidder=bidder, partners=partners, adjustments=tuple(adjustments)))


def _at_form_field(error: RuleError, sides: tuple[Side, ...]) -> RuleError:
    """Return the error at the form's field: `captured-1` for `captured.3` if player 3 is on player 1's side."""
    name, _, player = error.field.partition(".")
    field = f"{name}-{side_with(sides, int(player))[0]}" if player.isdecimal() else name.partition("[")[0]
    return type(error)(field, error.text, error.ruling, **error.who)
