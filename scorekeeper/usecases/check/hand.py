"""One hand, checked without a game: nobody has a name, each side goes by what it is to who asks."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.explain_score import Reason, explain_score
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, Side, side_name, sides_of
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.scoring import HandScore, score_hand
from scorekeeper.rules.validation import validate_hand
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.preview import is_set

# Signs for private use stand for the players: nothing else in a sentence is such a sign.
PLAYERS = tuple(map(chr, range(0xE000, 0xE006)))
TIED_SIDES = "tied"
MOST_FOULS = 9  # of one side
AGREED = "agreed at the table"


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A side of the hand; it goes by its place."""

    place: int
    label: str

    @property
    def within(self) -> str:
        """The label within a phrase: "our side"."""
        return _within(self.label)


@dataclass(frozen=True, slots=True)
class HandClaim:
    """What is said of the hand; sides by place, points by side; what was not said is None or left out."""

    bidder: int | None = None
    bid: int | None = None
    captured: Mapping[int, int] = field(default_factory=dict)
    last_trick: int | None = None
    most_tricks: int | str | None = None
    sweep: int | None = None
    reneged_by: int | None = None
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
    """The right figures, and why; `made` is None after a renege."""

    sides: tuple[SideResult, ...]
    made: bool | None
    reasons: tuple[Reason, ...]

    @property
    def right(self) -> bool | None:
        """Whether all that was claimed is right; None where nothing was claimed."""
        claims = [side.claimed == side.points for side in self.sides if side.claimed is not None]
        return all(claims) if claims else None


def sides_asked(rules: RuleSet) -> tuple[SideQuestion, ...]:
    """The sides of a hand by these rules; the first has the bid where sides form around the bidder."""
    if rules.sides in ("partnerships", "rotating_partners"):
        return SideQuestion(0, "Our side"), SideQuestion(1, "Their side")
    if rules.sides == "individual":
        others = [f"Player {number}" for number in range(2, rules.players + 1)]
        labels = ["The bidder", *others]
    elif rules.sides == "called_partner":
        labels = ["The bidder’s side", "The others"]
    else:
        labels = ["The bidder", "The defenders" if rules.players > 2 else "The other player"]
    return tuple(SideQuestion(place, label) for place, label in enumerate(labels))


def check_hand(rules: RuleSet, said: HandClaim) -> HandResult:
    """Holds what is claimed of one hand against the rules.

    Raises ValidationFailed with the fields `bidder`, `bid`, `captured`, `captured-PLACE`, `last_trick`, `most_tricks`,
    `sweep`, `reneged_by`, `fouls`, `adjustments`, `claimed`.
    """
    deal = initial_standing(rules, PLAYERS[: rules.players]).deal()
    partners = PLAYERS[1:2] if rules.sides == "called_partner" else None
    sides = sides_of(rules, deal, PLAYERS[0], partners)
    faults = list(_form_faults(said, len(sides)))
    if faults:
        raise ValidationFailed(faults)
    asked = sides_asked(rules)
    labels = {side: each.label for side, each in zip(sides, asked, strict=True)}
    hand, found = validate_hand(rules, deal, _hand(rules, sides, said, partners))
    if found:
        raise ValidationFailed([_at_form(refusal, labels) for refusal in found])
    score = score_hand(rules, deal, hand)
    reasons = (Reason(_in_words(reason.text, labels), reason.ruling) for reason in explain_score(rules, score))
    return HandResult(
        sides=tuple(_checked(rules, score, said, each, side) for each, side in zip(asked, sides, strict=True)),
        made=score.made,
        reasons=tuple(dict.fromkeys(reasons)),
    )


def _form_faults(said: HandClaim, sides: int) -> Iterator[RuleError]:
    for name in ("bidder", "last_trick", "most_tricks", "sweep", "reneged_by"):
        place = getattr(said, name)
        if place not in (None, TIED_SIDES, *range(sides)):
            yield RuleError(name, "Choose one of the sides.")
    for name in ("captured", "fouls", "adjustments", "claimed"):
        if any(place >= sides for place in getattr(said, name)):
            yield RuleError(name, "There are not so many sides.")
    if any(not 0 <= times <= MOST_FOULS for times in said.fouls.values()):
        yield RuleError("fouls", f"Fouls of one side are counted from 0 to {MOST_FOULS}.")
    if any(abs(points) > LARGEST_NUMBER for points in said.adjustments.values()):
        yield RuleError("adjustments", f"An adjustment has at most {LARGEST_NUMBER:,} points.")


def _hand(rules: RuleSet, sides: tuple[Side, ...], said: HandClaim, partners: Side | None) -> Hand:
    def first(place: int | str | None) -> str | None:
        return sides[place][0] if isinstance(place, int) else None

    own_bidder = rules.sides not in ("partnerships", "rotating_partners")
    adjusted = (
        Adjustment(player, points, AGREED)
        for place, points in said.adjustments.items()
        for player in (sides[place][:1] if rules.fixed_sides else sides[place])
        if points
    )
    return Hand(
        outcome="played" if said.reneged_by is None else "renege",
        bidder=PLAYERS[0] if own_bidder else first(said.bidder),
        bid=said.bid,
        partners=partners,
        captured={sides[place][0]: worth for place, worth in said.captured.items()},
        last_trick=first(said.last_trick),
        most_tricks=TIED if said.most_tricks == TIED_SIDES else first(said.most_tricks),
        sweep=first(said.sweep),
        reneged_by=first(said.reneged_by),
        fouls=tuple(Foul(sides[place][0], "table-talk") for place, times in said.fouls.items() for _ in range(times)),
        adjustments=tuple(adjusted),
    )


def _checked(rules: RuleSet, score: HandScore, said: HandClaim, asked: SideQuestion, side: Side) -> SideResult:
    part = next(part for part in score.sides if part.players == side)
    points, claimed = score.points[side[0]], said.claimed.get(asked.place)
    return SideResult(asked.label, points, claimed, is_set(score, part), not rules.fixed_sides and len(side) > 1)


def _at_form(refusal: RuleError, labels: Mapping[Side, str]) -> RuleError:
    """The refusal at the form's own field, in its words."""
    name, _, player = refusal.field.partition(".")
    place = next((place for place, side in enumerate(labels) if player and player in side), None)
    shown = name.partition("[")[0] if place is None else f"{name}-{place}"
    return type(refusal)(shown, _in_words(refusal.message, labels), refusal.ruling)


def _in_words(text: str, labels: Mapping[Side, str]) -> str:
    """A sentence about players, said of their sides."""
    words = {side_name(side): label for side, label in labels.items()}
    words |= {player: label for side, label in labels.items() for player in side}

    def say(found: re.Match[str]) -> str:
        label = words[found[0]]
        begins = found.start() == 0 or text[: found.start()].endswith((". ", "? "))
        return label if begins else _within(label)

    return re.sub("|".join(sorted(words, key=len, reverse=True)), say, text)


def _within(label: str) -> str:
    return label[0].lower() + label[1:]
