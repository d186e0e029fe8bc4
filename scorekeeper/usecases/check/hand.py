"""Check what is claimed of one hand that belongs to no game: its players have no names, its sides have labels."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.explain_score import Reason, explain_score
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, Side, sides_of
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.scoring import HandScore, score_hand
from scorekeeper.rules.validation import validate_hand
from scorekeeper.rules.words import side_name
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.preview import is_set

PLAYERS = ("<1>", "<2>", "<3>", "<4>", "<5>", "<6>")
"""The rules need names to write sentences with; the labels of the sides take their place."""
TIED_SIDES = "tied"
MOST_FOULS = 9  # of one side
ADJUSTMENT_REASON = "agreed at the table"


@dataclass(frozen=True, slots=True)
class SideLabel:
    """A side of the hand as the form asks about it; it goes by its number."""

    number: int
    label: str

    @property
    def within(self) -> str:
        """The label within a phrase: "our side"."""
        return _lower_first(self.label)


@dataclass(frozen=True, slots=True)
class HandClaim:
    """A hand and what is claimed of it: sides by number, points by side; what was not entered is None or left out.

    `gave_up`: the bidding side gave up the hand; `wrong_discard` is the bidder's, where that is a set of its own.
    """

    bidder: int | None = None
    bid: int | None = None
    captured: Mapping[int, int] = field(default_factory=dict)
    last_trick: int | None = None
    most_tricks: int | str | None = None
    sweep: int | None = None
    reneged_by: int | None = None
    gave_up: bool = False
    wrong_discard: bool = False
    fouls: Mapping[int, int] = field(default_factory=dict)
    adjustments: Mapping[int, int] = field(default_factory=dict)
    claimed: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a side scores, in points, and what was claimed for it; `each` where its players have totals of their own."""

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
        """Whether all that was claimed is right; None where nothing was claimed."""
        claims = [side.claimed == side.points for side in self.sides if side.claimed is not None]
        return all(claims) if claims else None


def side_labels(rules: RuleSet) -> tuple[SideLabel, ...]:
    """Return the sides of a hand by these rules; the bidder's is the first where sides form around the bidder."""
    if rules.sides in ("partnerships", "rotating_partners"):
        return SideLabel(0, "Our side"), SideLabel(1, "Their side")
    if rules.sides == "individual":
        others = [f"Player {number}" for number in range(2, rules.players + 1)]
        labels = ["The bidder", *others]
    elif rules.sides == "called_partner":
        labels = ["The bidder’s side", "The others"]
    else:
        labels = ["The bidder", "The defenders" if rules.players > 2 else "The other player"]
    return tuple(SideLabel(number, label) for number, label in enumerate(labels))


def check_hand(rules: RuleSet, claim: HandClaim) -> HandResult:
    """Return what the hand scores by the rules, beside what is claimed.

    Raises ValidationFailed with the fields `bidder`, `bid`, `captured`, `captured-NUMBER`, `last_trick`, `most_tricks`,
    `sweep`, `reneged_by`, `fouls`, `adjustments`, `claimed`.
    """
    deal = initial_standing(rules, PLAYERS[: rules.players]).deal()
    partners = PLAYERS[1:2] if rules.sides == "called_partner" else None
    sides = sides_of(rules, deal, PLAYERS[0], partners)
    errors = list(_claim_errors(claim, len(sides)))
    if errors:
        raise ValidationFailed(errors)
    labels = {side: each.label for side, each in zip(sides, side_labels(rules), strict=True)}
    hand, errors = validate_hand(rules, deal, _build_hand(rules, sides, claim, partners))
    if errors:
        raise ValidationFailed([_at_form_field(error, labels) for error in errors])
    score = score_hand(rules, deal, hand)
    reasons = (Reason(_name_sides(reason.text, labels), reason.ruling) for reason in explain_score(rules, score))
    return HandResult(
        sides=tuple(
            _side_result(rules, score, side, label, claim.claimed.get(number))
            for number, (side, label) in enumerate(labels.items())
        ),
        made=score.made,
        reasons=tuple(dict.fromkeys(reasons)),
    )


def _claim_errors(claim: HandClaim, sides: int) -> Iterator[RuleError]:
    for name in ("bidder", "last_trick", "most_tricks", "sweep", "reneged_by"):
        number = getattr(claim, name)
        if number not in (None, TIED_SIDES, *range(sides)):
            yield RuleError(name, "Choose one of the sides.")
    for name in ("captured", "fouls", "adjustments", "claimed"):
        if any(number >= sides for number in getattr(claim, name)):
            yield RuleError(name, "There aren't that many sides.")
    if any(not 0 <= times <= MOST_FOULS for times in claim.fouls.values()):
        yield RuleError("fouls", f"Penalties can be from 0 to {MOST_FOULS} for each side.")
    if any(abs(points) > LARGEST_NUMBER for points in claim.adjustments.values()):
        yield RuleError("adjustments", f"An adjustment can be up to {LARGEST_NUMBER:,} points.")


def _build_hand(rules: RuleSet, sides: tuple[Side, ...], claim: HandClaim, partners: Side | None) -> Hand:
    def first_player(number: int | str | None) -> str | None:
        return sides[number][0] if isinstance(number, int) else None

    adjustments = (
        Adjustment(player, points, ADJUSTMENT_REASON)
        for number, points in claim.adjustments.items()
        for player in (sides[number][:1] if rules.fixed_sides else sides[number])
        if points
    )
    asks_bidder = rules.sides in ("partnerships", "rotating_partners")
    fouls = [Foul(sides[number][0], "table-talk") for number, times in claim.fouls.items() for _ in range(times)]
    bidder = first_player(claim.bidder) if asks_bidder else PLAYERS[0]
    if claim.wrong_discard and bidder:
        fouls.append(Foul(bidder, "nest-discard"))
    return Hand(
        outcome="conceded" if claim.gave_up else "played" if claim.reneged_by is None else "renege",
        bidder=bidder,
        bid=claim.bid,
        partners=partners,
        captured={sides[number][0]: points for number, points in claim.captured.items()},
        last_trick=first_player(claim.last_trick),
        most_tricks=TIED if claim.most_tricks == TIED_SIDES else first_player(claim.most_tricks),
        sweep=first_player(claim.sweep),
        reneged_by=first_player(claim.reneged_by),
        fouls=tuple(fouls),
        adjustments=tuple(adjustments),
    )


def _side_result(rules: RuleSet, score: HandScore, side: Side, label: str, claimed: int | None) -> SideResult:
    part = next(part for part in score.sides if part.players == side)
    each = not rules.fixed_sides and len(side) > 1
    return SideResult(label, score.points[side[0]], claimed, is_set(score, part), each)


def _at_form_field(error: RuleError, labels: Mapping[Side, str]) -> RuleError:
    """Return the error at the form's field, `captured-1` for `captured.<2>`, with labels in its message."""
    name, _, player = error.field.partition(".")
    number = next((number for number, side in enumerate(labels) if player and player in side), None)
    field_name = name.partition("[")[0] if number is None else f"{name}-{number}"
    return type(error)(field_name, _name_sides(error.message, labels), error.ruling)


def _name_sides(text: str, labels: Mapping[Side, str]) -> str:
    """Return a sentence about players as one about their sides: "<1> & <3> score 45." as "Our side scores 45."."""
    names = {side_name(side): label for side, label in labels.items()}
    names |= {player: label for side, label in labels.items() for player in side}

    def replace(found: re.Match[str]) -> str:
        label = names[found[0]]
        starts_sentence = found.start() == 0 or text[: found.start()].endswith((". ", "? "))
        return label if starts_sentence else _lower_first(label)

    described = re.sub("|".join(sorted(names, key=len, reverse=True)), replace, text)
    return described.replace("side score ", "side scores ")


def _lower_first(label: str) -> str:
    return label[0].lower() + label[1:]
