"""What the rules say of a record: each hand's points, the running totals, the winners, and every problem."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from scorekeeper.rules.claims import score_faults, total_faults, winner_faults
from scorekeeper.rules.errors import REPORTING_ORDER, BadFormat, HandAfterEnd, RuleError
from scorekeeper.rules.game import GameStatus, Standing, initial_standing
from scorekeeper.rules.hand import Hand, competitors
from scorekeeper.rules.scoring import HandScore, score_hand
from scorekeeper.rules.validation import validate_hand

from .document import AdjustmentEntry, Call, FoulEntry, HandEntry, given
from .parse import Reading, read_bytes, unknown
from .rulesets import Given
from .shape import MOST_FAULTS

LONGEST_MESSAGE = 400
"""Characters; names may be of any length."""
WITHOUT_CARDS = ("outcome", "dealer", "auction", "id", "note", "claimed", "claimed_totals")
"""What may stand on a passed-out deal or a misdeal."""

Points = Mapping[str, int]


class Problem(Struct, frozen=True):
    """One thing that is wrong: `hand` is the entry's 1-based position, None for a problem of the document."""

    hand: int | None
    code: str
    field: str
    message: str
    ruling: str | None


class HandVerdict(Struct, frozen=True):
    """One entry of `hands`: points and totals are each player's, None where there are none."""

    number: int
    dealer: str | None
    points: Points | None
    totals: Points | None


class Verdict(Struct, frozen=True):
    """What `scorekeeper check --json` prints of one file; the keys stand in that order."""

    file: str
    valid: bool
    rules: Given
    status: GameStatus | Literal["invalid"]
    hands: tuple[HandVerdict, ...]
    totals: Points | None
    winners: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Audit:
    """A record held against the rules. `standing` is None where the document cannot be scored at all.

    `scores` hold how each entry of `hands` came to its points, None for one that has no score of its own. `lost` is
    set by the first hand that cannot be scored: from there on nobody knows the totals.
    """

    reading: Reading
    standing: Standing | None = None
    lost: bool = False
    hands: list[HandVerdict] = field(default_factory=list)
    scores: list[HandScore | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def scored(self) -> Standing | None:
        """How the game stands after its last hand, None where that cannot be known."""
        return None if self.lost else self.standing

    def verdict(self, file: str = "") -> Verdict:
        """The plain verdict, under the name of its file."""
        standing = self.scored
        return Verdict(
            file,
            not self.problems,
            self.reading.rules.given,
            standing.status if standing else "invalid",
            tuple(self.hands),
            standing.totals if standing else None,
            standing.winners if standing else (),
            tuple(self.problems),
        )


def verdict(data: bytes, file: str = "") -> Verdict:
    """The verdict on the record in these bytes; never raises."""
    return audit(data).verdict(file)


def audit(data: bytes) -> Audit:
    """The record in these bytes, held against the rules; never raises."""
    return judge(read_bytes(data))


def judge(reading: Reading) -> Audit:
    """What was read, held against the rules."""
    told = Audit(reading)
    document, rules = reading.document, reading.rules.ruleset
    if reading.faults or document is None or rules is None:
        told.problems = [_problem(None, fault) for fault in reading.faults]
        told.hands = list(_unjudged(reading.hands))
        told.scores = [None] * len(told.hands)
        return told
    told.standing = initial_standing(rules, document.players, given(document.dealer))
    strangers = not _names_in(reading.hands) <= {*document.players, UNSET, None}
    for place, entry in enumerate(reading.hands, 1):
        faults = _Entry(told, place, entry).judged(strangers)
        if faults:
            faults.sort(key=lambda fault: REPORTING_ORDER[fault.code])
            told.problems += [_problem(place, fault) for fault in faults[:MOST_FAULTS]]
    claimed = document.claimed_winners
    if not isinstance(claimed, UnsetType) and told.scored:
        wrong = winner_faults(claimed, competitors(rules, document.players), told.scored.winners)
        told.problems = [_problem(None, fault) for fault in wrong] + told.problems
    return told


def _unjudged(hands: Iterable[HandEntry]) -> Iterator[HandVerdict]:
    """The entries of a document that cannot be judged: they have their numbers and nothing else."""
    counted = 0
    for entry in hands:
        yield HandVerdict(counted + 1, None, None, None)
        counted += entry.counts


def _problem(hand: int | None, fault: RuleError) -> Problem:
    message = fault.message
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 1] + "…"
    return Problem(hand, fault.code, fault.field, message, fault.ruling)


class _Entry:
    """One entry of `hands`, judged in its turn; what it brings is told to the audit."""

    def __init__(self, told: Audit, place: int, entry: HandEntry) -> None:
        assert told.standing is not None
        self.told, self.entry, self.standing = told, entry, told.standing
        self.players = told.standing.players
        self.misread = told.reading.misread.get(place)
        dealer = given(entry.dealer)
        self.deal = told.standing.deal(dealer if dealer in self.players else None)

    def judged(self, strangers: bool) -> list[RuleError]:
        """Each fault of this entry, once it is booked; `strangers` says whether names need a closer look."""
        if self.standing.end:
            self._book(None, self._moved_on())
            return [HandAfterEnd("", "The game was over before this hand; it is not scored.")]
        faults: list[RuleError] = []
        if strangers or self.misread or not self.entry.counts:
            faults = [*(self.misread or ()), *islice(self._form_faults(), MOST_FAULTS)]
        if not all(map(_in_a_claim, faults)):
            self._lose()
            return faults
        hand, found = validate_hand(self.standing.rules, self.deal, self.entry.hand())
        if found:
            self._lose()
            return [*faults, *found]
        faults += self._claim_faults(self._booked(hand))
        return faults

    def _form_faults(self) -> Iterator[RuleError]:
        entry = self.entry
        if not entry.counts:
            for name in entry.__struct_fields__:
                if name not in WITHOUT_CARDS and getattr(entry, name) is not UNSET:
                    yield BadFormat(name, f"A {entry.outcome} deal has no {name}.")
        yield from unknown(self.players, _paths(entry))

    def _booked(self, hand: Hand) -> Points:
        """Books a hand without fault, and gives each player's points in it."""
        score = score_hand(self.standing.rules, self.deal, hand) if hand.scored else None
        if score is None:
            points: Points = dict.fromkeys(self.players, 0)
        else:
            points = {player: score.points[player] for player in self.players}
        lost = self.told.lost and score is not None
        self._book(points, self._moved_on() if lost else self.standing.after(self.deal, hand, score), score)
        return points

    def _lose(self) -> None:
        self.told.lost = True
        self._book(None, self._moved_on())

    def _moved_on(self) -> Standing:
        """The standing after a hand that is not scored: its number is taken and the deal moves on (R22)."""
        if self.entry.outcome is not UNSET and not self.entry.counts:
            return self.standing.after(self.deal, Hand(outcome=self.entry.outcome), None)
        counted = replace(self.standing, hands_scored=self.standing.hands_scored + 1)
        return replace(counted, next_dealer=counted.deal(self.deal.dealer).first_to_bid)

    def _book(self, points: Points | None, standing: Standing, score: HandScore | None = None) -> None:
        told = self.told
        told.standing = standing
        totals = None if told.lost else standing.totals
        told.hands.append(HandVerdict(self.deal.number, self.deal.dealer, points, totals))
        told.scores.append(score)

    def _claim_faults(self, points: Points) -> Iterator[RuleError]:
        claimed, totals, standing = self.entry.claimed, self.entry.claimed_totals, self.told.scored
        if claimed and not claimed.items() <= points.items():
            yield from score_faults(self._at_the_table(claimed), points)
        if totals and standing and not totals.items() <= standing.totals.items():
            yield from total_faults(self._at_the_table(totals), standing.totals)

    def _at_the_table(self, claimed: Points) -> Points:
        return {player: claim for player, claim in claimed.items() if player in self.players}


def _in_a_claim(fault: RuleError) -> bool:
    return fault.field.partition(".")[0] in ("claimed", "claimed_totals")


def _names_in(entries: Iterable[HandEntry]) -> set[object]:
    """Every name in these entries; UNSET and null are among them."""
    names: set[object] = set()
    for entry in entries:
        names.update((entry.dealer, entry.bidder, entry.last_trick, entry.most_tricks, entry.sweep, entry.reneged_by))
        for listed in (entry.captured, entry.claimed, entry.claimed_totals, entry.partners):
            if listed:
                names.update(listed)
        if entry.auction:
            names.update([player for player, _ in entry.auction])
        names.update([foul.player for foul in entry.fouls or ()])
        names.update([adjustment.player for adjustment in entry.adjustments or ()])
    return names


def _paths(entry: HandEntry) -> Iterator[tuple[str, str]]:
    """Every name in the entry with its path, in the order in which the keys are written."""
    for key in entry.__struct_fields__:
        value = getattr(entry, key)
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", name) for name in value)
        elif key in ("auction", "partners", "fouls", "adjustments"):
            yield from _listed(key, given(value) or ())
        elif key in ("dealer", "bidder", "last_trick", "most_tricks", "sweep", "reneged_by") and isinstance(value, str):
            yield key, value


def _listed(key: str, items: Iterable[Call | str | FoulEntry | AdjustmentEntry]) -> Iterator[tuple[str, str]]:
    for place, item in enumerate(items):
        if isinstance(item, tuple):
            yield f"{key}[{place}][0]", item[0]
        elif isinstance(item, str):
            yield f"{key}[{place}]", item
        else:
            yield f"{key}[{place}].player", item.player
