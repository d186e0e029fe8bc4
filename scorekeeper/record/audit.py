"""Auditing a record: each hand's points, the running totals, the winners, and every problem."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from scorekeeper.rules.claims import score_errors, total_errors, winner_errors
from scorekeeper.rules.errors import REPORTING_ORDER, BadFormat, HandAfterEnd, RuleError
from scorekeeper.rules.game import GameStatus, Standing, initial_standing
from scorekeeper.rules.hand import Hand, competitors
from scorekeeper.rules.piles import SearchBudget
from scorekeeper.rules.scoring import HandScore, score_hand
from scorekeeper.rules.validation import validate_hand

from .document import AdjustmentEntry, Call, FoulEntry, HandEntry, or_none
from .parse import ParsedRecord, parse, unknown_players
from .rulesets import GivenRules
from .shape import MOST_ERRORS

LONGEST_MESSAGE = 400
"""Characters; names may be of any length."""
WITHOUT_CARDS = ("outcome", "dealer", "auction", "id", "note", "claimed", "claimed_totals")
"""The keys of a passed-out deal or a misdeal."""
NAME_THEIR_PLACE = ("wrong-score", "wrong-total", "wrong-winner", "hand-after-end")
"""Codes of problems whose sentences need no field before them."""

Points = Mapping[str, int]


class Problem(Struct, frozen=True):
    """One thing that is wrong: `hand` is the entry's 1-based position, None for a problem of the document."""

    hand: int | None
    code: str
    field: str
    message: str
    ruling: str | None

    def describe(self, document: str = "", *, number_hand: bool = True) -> str:
        """Return the message behind where it stands, such as "Hand 3, bid: Bids go by 5s; 72 isn't one.".

        `document` is where a problem of no single hand stands; `number_hand` is False where the hand's number is
        shown already.
        """
        hand = f"Hand {self.hand}" if number_hand and self.hand else ""
        field = "" if self.code in NAME_THEIR_PLACE else self.field
        where = ", ".join(filter(None, (document if self.hand is None else hand, field)))
        return f"{where}: {self.message}" if where else self.message


class HandVerdict(Struct, frozen=True):
    """One entry of `hands`: points and totals are each player's, None where there are none."""

    number: int
    dealer: str | None
    points: Points | None
    totals: Points | None


class Verdict(Struct, frozen=True):
    """The line that `scorekeeper check --json` prints for a file, its keys in that order."""

    file: str
    valid: bool
    rules: GivenRules
    status: GameStatus | Literal["invalid"]
    hands: tuple[HandVerdict, ...]
    totals: Points | None
    winners: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Audit:
    """A record held against the rules. `standing` is None where the document cannot be scored at all.

    `scores` hold how each entry of `hands` came to its points, None for one that has no score of its own. `lost` is
    set by the first hand that cannot be scored: from there on the totals are unknown.
    """

    record: ParsedRecord
    standing: Standing | None = None
    lost: bool = False
    hands: list[HandVerdict] = field(default_factory=list)
    scores: list[HandScore | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def final_standing(self) -> Standing | None:
        """How the game stands after its last hand, None where that cannot be known."""
        return None if self.lost else self.standing

    def verdict(self, file: str = "") -> Verdict:
        """Return the plain verdict, under the name of its file."""
        standing = self.final_standing
        return Verdict(
            file,
            not self.problems,
            self.record.rules.given,
            standing.status if standing else "invalid",
            tuple(self.hands),
            standing.totals if standing else None,
            standing.winners if standing else (),
            tuple(self.problems),
        )


def verdict(data: bytes, file: str = "") -> Verdict:
    """Return the verdict on the record in these bytes; never raises."""
    return audit_bytes(data).verdict(file)


def audit_bytes(data: bytes) -> Audit:
    """Hold the record in these bytes against the rules; never raises."""
    return audit_record(parse(data))


def audit_record(record: ParsedRecord, budget: SearchBudget | None = None) -> Audit:
    """Hold a parsed record against the rules; `budget` bounds the search of the deck, by default in this record."""
    audit = Audit(record)
    document, rules = record.document, record.rules.ruleset
    if record.errors or document is None or rules is None:
        audit.problems = [_problem(None, error) for error in record.errors]
        audit.hands = list(_unaudited(record.hands))
        audit.scores = [None] * len(audit.hands)
        return audit
    starting_totals = or_none(document.starting_totals)
    audit.standing = initial_standing(rules, document.players, or_none(document.dealer), starting_totals)
    budget = budget or SearchBudget()
    strangers = not _names_in(record.hands) <= {*document.players, UNSET, None}
    for number, entry in enumerate(record.hands, 1):
        errors = _EntryAudit(audit, number, entry).run(strangers, budget)
        if errors:
            errors.sort(key=lambda error: REPORTING_ORDER[error.code])
            audit.problems += [_problem(number, error) for error in errors[:MOST_ERRORS]]
    claimed = document.claimed_winners
    if not isinstance(claimed, UnsetType) and audit.final_standing:
        wrong = winner_errors(claimed, competitors(rules, document.players), audit.final_standing.winners)
        audit.problems = [_problem(None, error) for error in wrong] + audit.problems
    return audit


def _unaudited(hands: Iterable[HandEntry]) -> Iterator[HandVerdict]:
    """Yield the entries of a document with problems of its own: they have their numbers and nothing else."""
    scored = 0
    for entry in hands:
        yield HandVerdict(scored + 1, None, None, None)
        scored += entry.scored


def _problem(hand: int | None, error: RuleError) -> Problem:
    message = error.message
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 1] + "…"
    return Problem(hand, error.code, error.field, message, error.ruling)


class _EntryAudit:
    """One entry of `hands` in its turn; its points and what is wrong with it go to the audit."""

    def __init__(self, audit: Audit, number: int, entry: HandEntry) -> None:
        assert audit.standing is not None
        self.audit, self.entry, self.standing = audit, entry, audit.standing
        self.players = audit.standing.players
        self.misread = audit.record.misread.get(number)
        dealer = or_none(entry.dealer)
        self.deal = audit.standing.deal(dealer if dealer in self.players else None)

    def run(self, strangers: bool, budget: SearchBudget) -> list[RuleError]:
        """Book the entry and return each error in it; `strangers` says whether names need a closer look."""
        if self.standing.end:
            self._book(None, self._moved_on())
            return [HandAfterEnd("", "The game was over before this hand, so it isn't scored.")]
        errors: list[RuleError] = []
        if strangers or self.misread or not self.entry.scored:
            errors = [*(self.misread or ()), *islice(self._form_errors(), MOST_ERRORS)]
        if not all(map(_in_a_claim, errors)):
            self._lose()
            return errors
        hand, found = validate_hand(self.standing.rules, self.deal, self.entry.to_hand(), budget)
        if found:
            self._lose()
            return [*errors, *found]
        errors += self._claim_errors(self._score(hand))
        return errors

    def _form_errors(self) -> Iterator[RuleError]:
        entry = self.entry
        if not entry.scored:
            for name in entry.__struct_fields__:
                if name not in WITHOUT_CARDS and getattr(entry, name) is not UNSET:
                    yield BadFormat(name, f"A {entry.outcome} hand has no {name}.")
        yield from unknown_players(self.players, _paths(entry))

    def _score(self, hand: Hand) -> Points:
        """Book a hand without errors, and return each player's points in it."""
        score = score_hand(self.standing.rules, self.deal, hand) if hand.scored else None
        if score is None:
            points: Points = dict.fromkeys(self.players, 0)
        else:
            points = {player: score.points[player] for player in self.players}
        lost = self.audit.lost and score is not None
        self._book(points, self._moved_on() if lost else self.standing.after(self.deal, hand, score), score)
        return points

    def _lose(self) -> None:
        self.audit.lost = True
        self._book(None, self._moved_on())

    def _moved_on(self) -> Standing:
        """Return the standing after a hand that is not scored: its number is taken and the deal moves on (R22)."""
        if self.entry.outcome is not UNSET and not self.entry.scored:
            return self.standing.after(self.deal, Hand(outcome=self.entry.outcome), None)
        counted = self.standing._replace(hands_scored=self.standing.hands_scored + 1)
        return counted._replace(next_dealer=counted.deal(self.deal.dealer).first_to_bid)

    def _book(self, points: Points | None, standing: Standing, score: HandScore | None = None) -> None:
        audit = self.audit
        audit.standing = standing
        totals = None if audit.lost else standing.totals
        audit.hands.append(HandVerdict(self.deal.number, self.deal.dealer, points, totals))
        audit.scores.append(score)

    def _claim_errors(self, points: Points) -> Iterator[RuleError]:
        claimed, totals, standing = self.entry.claimed, self.entry.claimed_totals, self.audit.final_standing
        if claimed and not claimed.items() <= points.items():
            yield from score_errors(self._at_the_table(claimed), points)
        if totals and standing and not totals.items() <= standing.totals.items():
            yield from total_errors(self._at_the_table(totals), standing.totals)

    def _at_the_table(self, claimed: Points) -> Points:
        return {player: claim for player, claim in claimed.items() if player in self.players}


def _in_a_claim(error: RuleError) -> bool:
    return error.field.partition(".")[0] in ("claimed", "claimed_totals")


def _names_in(entries: Iterable[HandEntry]) -> set[object]:
    """Return every name in these entries, with UNSET and None among them."""
    names: set[object] = set()
    for entry in entries:
        names.update((entry.dealer, entry.bidder, entry.last_trick, entry.most_tricks, entry.sweep, entry.reneged_by))
        for named in (entry.captured, entry.claimed, entry.claimed_totals, entry.partners):
            if named:
                names.update(named)
        if entry.auction:
            names.update([player for player, _ in entry.auction])
        if entry.fouls:
            names.update([foul.player for foul in entry.fouls])
        if entry.adjustments:
            names.update([adjustment.player for adjustment in entry.adjustments])
    return names


def _paths(entry: HandEntry) -> Iterator[tuple[str, str]]:
    """Yield every name in the entry with its path, in the order in which the keys are written."""
    for key in entry.__struct_fields__:
        value = getattr(entry, key)
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", name) for name in value)
        elif key in ("auction", "partners", "fouls", "adjustments"):
            yield from _paths_in_list(key, or_none(value) or ())
        elif key in ("dealer", "bidder", "last_trick", "most_tricks", "sweep", "reneged_by") and isinstance(value, str):
            yield key, value


def _paths_in_list(key: str, items: Iterable[Call | str | FoulEntry | AdjustmentEntry]) -> Iterator[tuple[str, str]]:
    for index, item in enumerate(items):
        if isinstance(item, tuple):
            yield f"{key}[{index}][0]", item[0]
        elif isinstance(item, str):
            yield f"{key}[{index}]", item
        else:
            yield f"{key}[{index}].player", item.player
