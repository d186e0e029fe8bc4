"""Audit a record: each hand's points, the running totals, the winners, and every problem."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from scorekeeper.rules.claim_errors import score_errors, total_errors, winner_errors
from scorekeeper.rules.errors import REPORTING_ORDER, BadFormat, HandAfterEnd, RuleError
from scorekeeper.rules.game import GameStatus, PlayedHand, Standing, initial_standing
from scorekeeper.rules.hand import PLAYERS, Hand, competitors, sides_in
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.words import Names

from .document import BEHIND_ALL, WITHOUT_CARDS, AdjustmentEntry, Call, FoulEntry, GivenRules, HandEntry, or_none
from .parse import ParsedRecord, agreed_errors, parse, result_errors, unknown_players
from .shape import MOST_ERRORS

LONGEST_MESSAGE = 400
"""Characters; names can have any length."""
BY_PLAYER = ("captured", "claimed", "claimed_totals")
"""Keys with a player in their field path."""
SELF_EXPLANATORY = ("wrong-score", "wrong-total", "wrong-winner", "hand-after-end")
"""Codes of problems that are described without their field."""

Points = Mapping[str, int]


class Problem(Struct, frozen=True):
    """One problem: `hand` is the entry's 1-based position, None for a problem of the document."""

    hand: int | None
    code: str
    field: str
    message: str
    ruling: str | None

    def describe(self, document: str = "", *, number_hand: bool = True) -> str:
        """Return the message after its place, such as "Hand 3, bid: Bids go by 5s; 72 isn't one.".

        `document` is the place of a problem of no single hand; `number_hand` is False if the hand's number is already
        shown.
        """
        hand = f"Hand {self.hand}" if number_hand and self.hand else ""
        field = "" if self.code in SELF_EXPLANATORY else self.field
        where = ", ".join(filter(None, (document if self.hand is None else hand, field)))
        return f"{where}: {self.message}" if where else self.message


class HandVerdict(Struct, frozen=True):
    """One entry of `hands`: points and totals are each player's, None if there are none."""

    number: int
    dealer: str | None
    points: Points | None
    totals: Points | None


class Verdict(Struct, frozen=True):
    """The line that `rook-scorekeeper check --json` prints for a file, with its keys in this order."""

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
    """A record compared with the rules. `standing` is None if the document cannot be scored at all.

    `played` has the scored hand for each entry of `hands`, or None. `lost` is set by the first hand that cannot be
    scored: from there on the totals are unknown. `players` are those of the document, clockwise: player number i has
    index i; `numbers` are theirs by name.
    """

    record: ParsedRecord
    endless: bool = False
    standing: Standing | None = None
    lost: bool = False
    hands: list[HandVerdict] = field(default_factory=list)
    played: list[PlayedHand | None] = field(default_factory=list)
    names_of: list[Names] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    players: tuple[str, ...] = field(init=False)
    numbers: Mapping[str, int] = field(init=False)
    names: Names = field(init=False)

    def __post_init__(self) -> None:
        document = self.record.document
        self.seat((or_none(document.players) or ()) if document else ())

    def seat(self, players: tuple[str, ...]) -> None:
        """Let these sit at the table, by their numbers."""
        self.players = players
        self.numbers = {name: number for number, name in enumerate(players)}
        self.names = Names(players)

    def by_name(self, points: Sequence[int]) -> Points:
        """Return each player's points by name."""
        return {name: points[number] for name, number in self.numbers.items()}

    @property
    def final_standing(self) -> Standing | None:
        """The standing after the last hand, None if unknown."""
        return None if self.lost else self.standing

    def verdict(self, file: str = "") -> Verdict:
        """Return the verdict as plain values, with the name of its file."""
        standing = self.final_standing
        return Verdict(
            file,
            not self.problems,
            self.record.rules.given,
            standing.status if standing else "invalid",
            tuple(self.hands),
            self.by_name(standing.totals) if standing else None,
            tuple(self.players[winner] for winner in standing.winners) if standing else (),
            tuple(self.problems),
        )


def verdict(data: bytes, file: str = "") -> Verdict:
    """Return the verdict on the record in these bytes; never raises."""
    return audit_bytes(data).verdict(file)


def audit_bytes(data: bytes) -> Audit:
    """Compare the record in these bytes with the rules; never raises."""
    return audit_record(parse(data))


def audit_record(record: ParsedRecord, *, endless: bool = False) -> Audit:
    """Compare a parsed record with the rules.

    `endless`: score hands after the end too, as if the game had gone on.
    """
    audit = Audit(record, endless)
    document, rules = record.document, record.rules.ruleset
    if record.errors or document is None or rules is None:
        return _unaudited(audit, record.errors)
    numbers = audit.numbers
    carried = {numbers[name]: total for name, total in (or_none(document.starting_totals) or {}).items()}
    dealer = None if document.dealer is UNSET else numbers[document.dealer]
    audit.standing = initial_standing(rules, range(len(numbers)), dealer, carried)
    for number, entry in enumerate(record.hands, 1):
        if document.substitutions:
            audit.seat(document.players_at(number))
        audit.names_of.append(audit.names)
        problems = _EntryAudit(audit, number, entry).run()
        if problems:
            problems.sort(key=lambda problem: REPORTING_ORDER[problem.code])
            audit.problems += problems[:MOST_ERRORS]
    claimed, final = document.claimed_winners, audit.final_standing
    if document.substitutions is not UNSET:
        ended = (place for place, each in enumerate(audit.played, 1) if each and each.standing.end)
        audit.seat(document.players_at(next(ended, BEHIND_ALL)))
        if errors := [*result_errors(document, audit.players, rules)]:
            return _unaudited(Audit(record), errors)
    if document.agreed_result is not UNSET and final and not final.end:
        early = BadFormat("agreed_result", "The game isn't over, so no one can have agreed to its result.")
        return _unaudited(Audit(record), [early])
    if not isinstance(claimed, UnsetType) and final:
        wrong = winner_errors(
            [audit.numbers[name] for name in claimed], competitors(rules, final.players), final.winners
        )
        audit.problems = [_problem(None, error, error.describe(audit.names)) for error in wrong] + audit.problems
    return audit


def _unaudited(audit: Audit, errors: Iterable[RuleError]) -> Audit:
    """Return the audit of a document with these errors: of its entries only the numbers are known."""
    audit.problems = [_problem(None, error, error.text) for error in errors]
    scored = 0
    for entry in audit.record.hands:
        audit.hands.append(HandVerdict(scored + 1, None, None, None))
        audit.played.append(None)
        audit.names_of.append(audit.names)
        scored += entry.scored
    return audit


def _as_written(error: RuleError, entry: HandEntry) -> str:
    """Return the text of an error for a record: it says what to write instead of which button to tap."""
    if error.code == "partners" and entry.partners is UNSET:
        return 'Who is the partner? Write "partners": [] if there isn\'t one.'
    if error.code == "renege" and error.field == "reneged_by" and entry.outcome != "renege":
        return f'{error.text} Set "outcome" to "renege", or leave out "reneged_by".'
    return re.sub("Leave (this|it) blank", r"Leave \1 out", error.text)


def _problem(hand: int | None, error: RuleError, message: str, field: str | None = None) -> Problem:
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 1] + "…"
    return Problem(hand, error.code, error.field if field is None else field, message, error.ruling)


class _EntryAudit:
    """The audit of one entry of `hands`; its points and problems go to the whole audit."""

    def __init__(self, audit: Audit, number: int, entry: HandEntry) -> None:
        assert audit.standing is not None
        self.audit, self.number, self.entry, self.standing = audit, number, entry, audit.standing
        self.misread = audit.record.misread.get(number)
        self.deal = audit.standing.table.deal(None if entry.dealer is UNSET else audit.numbers.get(entry.dealer))

    def run(self) -> list[Problem]:
        """Add the entry and return its problems."""
        if self.standing.end:
            self._book(None, self._moved_on())
            over = HandAfterEnd("", "The game was over before this hand, so it isn't scored.")
            return [_problem(self.number, over, over.text)]
        try:
            seen = self.entry.to_hand(self.audit.numbers)
        except KeyError:  # a name without a player
            seen = None
        problems: list[Problem] = []
        entry = self.entry
        named = {*(entry.claimed or ()), *(entry.claimed_totals or ()), *(entry.agreed or ())}
        if seen is None or self.misread or not entry.scored or not named <= self.audit.numbers.keys():
            errors = [*(self.misread or ()), *islice(self._form_errors(), MOST_ERRORS)]
            problems = [_problem(self.number, error, error.text) for error in errors]
            if seen is None or not all(map(_in_a_claim, errors)):
                self._lose()
                return problems
        hand, found = validate_hand(self.standing.rules, self.deal, seen)
        if entry.agreed and not found:
            sides = sides_in(self.standing.rules, self.deal, hand)
            found = list(islice(agreed_errors("agreed", entry.agreed, self.audit.players, sides), MOST_ERRORS))
        if found:
            self._lose()
        else:
            points = self._score(hand)
            found.extend(self._claim_errors(points))
        return problems + [self._named(error) for error in found] if found else problems

    def _named(self, error: RuleError) -> Problem:
        """Return an error of the rules, with player numbers, as a problem of the record."""
        key, _, player = error.field.partition(".")
        field = f"{key}.{self.audit.players[int(player)]}" if key in BY_PLAYER and player else error.field
        message = self.audit.names.tell(_as_written(error, self.entry), error.who)
        return _problem(self.number, error, message, field)

    def _form_errors(self) -> Iterator[RuleError]:
        entry = self.entry
        if not entry.scored:
            for name in entry.__struct_fields__:
                if name not in WITHOUT_CARDS and getattr(entry, name) is not UNSET:
                    yield BadFormat(
                        name, f'A {entry.outcome} hand can\'t have "{name}". Leave it out, or change "outcome".'
                    )
        yield from unknown_players(self.audit.players, _paths(entry))

    def _score(self, hand: Hand) -> Sequence[int]:
        """Add a hand without errors, and return each player's points."""
        score = score_hand(self.standing.rules, self.deal, hand) if hand.scored else None
        lost = self.audit.lost and score is not None
        standing = self._moved_on() if lost else self.standing.after(self.deal, hand, score)
        played = PlayedHand(hand, self.deal, score, standing)
        points = played.points
        self._book(points, standing, played)
        return points

    def _lose(self) -> None:
        self.audit.lost = True
        self._book(None, self._moved_on())

    def _moved_on(self) -> Standing:
        """Return the standing after a hand that is not scored: it takes a number and the deal passes on (R22)."""
        seen = Hand(outcome=or_none(self.entry.outcome) or "played")
        return self.standing._replace(table=self.standing.table.after(self.deal, seen))

    def _book(self, points: Sequence[int] | None, standing: Standing, played: PlayedHand | None = None) -> None:
        audit = self.audit
        audit.standing = standing._replace(end=None, tied=False) if audit.endless else standing
        earned = None if points is None else audit.by_name(points)
        totals = None if audit.lost else audit.by_name(standing.totals)
        audit.hands.append(HandVerdict(self.deal.number, audit.players[self.deal.dealer], earned, totals))
        audit.played.append(played)

    def _claim_errors(self, points: Sequence[int]) -> Iterator[RuleError]:
        claimed, totals, booked = self.entry.claimed, self.entry.claimed_totals, self.audit.hands[-1]
        if claimed and booked.points is not None and not claimed.items() <= booked.points.items():
            yield from score_errors(self._at_the_table(claimed), points)
        if totals and booked.totals is not None and not totals.items() <= booked.totals.items():
            assert self.audit.standing
            yield from total_errors(self._at_the_table(totals), self.audit.standing.totals)

    def _at_the_table(self, claimed: Points) -> Mapping[int, int]:
        numbers = self.audit.numbers
        return {numbers[name]: claim for name, claim in claimed.items() if name in numbers}


def _in_a_claim(error: RuleError) -> bool:
    return error.field.partition(".")[0] in ("claimed", "claimed_totals")


def _paths(entry: HandEntry) -> Iterator[tuple[str, str]]:
    """Yield every name in the entry with its path, in the order of the keys."""
    for key in entry.__struct_fields__:
        value = getattr(entry, key)
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", name) for name in value)
        elif key in ("auction", "partners", "fouls", "adjustments", "agreed"):
            yield from _paths_in_list(key, or_none(value) or ())
        elif key in ("dealer", *PLAYERS) and isinstance(value, str):
            yield key, value


def _paths_in_list(key: str, items: Iterable[Call | str | FoulEntry | AdjustmentEntry]) -> Iterator[tuple[str, str]]:
    for index, item in enumerate(items):
        if isinstance(item, tuple):
            yield f"{key}[{index}][0]", item[0]
        elif isinstance(item, str):
            yield f"{key}[{index}]", item
        else:
            yield f"{key}[{index}].player", item.player
