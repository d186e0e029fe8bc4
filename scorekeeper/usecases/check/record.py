"""Check a record against the rules, hand by hand and then the result, and describe the problems in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.record import Audit, Problem, audit_bytes
from scorekeeper.record.document import HandEntry, or_none
from scorekeeper.rules.explain_score import Reason, explain_end, explain_played
from scorekeeper.rules.hand import Side, competitors
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import HandScore
from scorekeeper.rules.words import Names, describe_hand

MOST_PROBLEMS = 100
"""The most problems shown for a record; a broken one can have thousands, mostly the same."""
MOST_REASONS, REASONS_IN_ALL = 50, 10_000
"""The most reasons shown for a hand, and about as many for a record: a file may have any number of fouls."""
LONGEST_REASON, LONGEST_TITLE = 400, 80
"""Characters; reasons and names of rules in a file can have any length."""


class RowResult(NamedTuple):
    """One entry: `name` is "Hand 3" or the like; points and totals are each competitor's, None if unknown.

    `made` is None if no bid was tested.
    """

    name: str
    bidder: str
    bid: int | None
    made: bool | None
    points: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    reasons: tuple[Reason, ...]
    problems: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class RecordResult:
    """A whole record. `sides` are the competitors' names; `totals` are None if they cannot be known.

    `reason` is why the game ended as it did; `more` counts the problems that are not shown.
    """

    title: str
    valid: bool
    sides: tuple[str, ...]
    rows: tuple[RowResult, ...]
    totals: tuple[tuple[str, int], ...] | None
    winners: str
    reason: Reason
    problems: tuple[Reason, ...]
    more: int

    @property
    def first_problem(self) -> str:
        """The first problem of a hand, in a sentence that names the hand; "" if there is none."""
        return next((f"{row.name}: {row.problems[0].text}" for row in self.rows if row.problems), "")


def check_record(data: bytes) -> RecordResult:
    """Check the record in these bytes; never raises."""
    return describe_audit(audit_bytes(data))


def describe_audit(audit: Audit) -> RecordResult:
    """Return an audit as a page shows it, with the field of each problem."""
    standing, final = audit.standing, audit.final_standing
    problems = audit.problems
    sides = competitors(standing.rules, standing.players) if standing else ()
    end, names = final.end if final else None, audit.names
    return RecordResult(
        title=_title(audit),
        valid=not audit.problems,
        sides=tuple(map(names.side, sides)),
        rows=tuple(_rows(audit, sides, problems[:MOST_PROBLEMS])) if standing else (),
        totals=tuple((names.side(side), final.total(side)) for side in sides) if final else None,
        winners=names.sides(end.winners) if end else "",
        reason=explain_end(final, names) if final else _why_unknown(audit),
        problems=tuple(_with_field(problem) for problem in problems[:MOST_PROBLEMS] if problem.hand is None),
        more=len(problems[MOST_PROBLEMS:]),
    )


def _why_unknown(audit: Audit) -> Reason:
    """Say from which entry on the totals cannot be known."""
    first = 0
    if audit.standing:
        first = next((position for position, hand in enumerate(audit.hands, 1) if hand.totals is None), 0)
    since = f" from entry {first} on" if first > 1 else ""
    return Reason(f"Fix that first; the totals{since} depend on it.")


def _title(audit: Audit) -> str:
    rules, document = audit.record.rules.given, audit.record.document
    own = or_none(document.rules_name) if document else None
    key = rules.get("base") if isinstance(rules, dict) else rules
    title = PRESETS[key].title if isinstance(key, str) and key in PRESETS else "Unknown rules"
    if own:
        return f"{own[:LONGEST_TITLE]} ({title})"
    return f"{title}, with house rules" if isinstance(rules, dict) else title


def _with_field(problem: Problem) -> Reason:
    return Reason(problem.describe(number_hand=False), problem.ruling)


def _rows(audit: Audit, sides: tuple[Side, ...], problems: Iterable[Problem]) -> Iterator[RowResult]:
    by_hand: dict[int | None, list[Reason]] = {}
    for problem in problems:
        by_hand.setdefault(problem.hand, []).append(_with_field(problem))
    most = min(MOST_REASONS, max(10, REASONS_IN_ALL // (len(audit.hands) or 1)))
    entries = zip(audit.record.hands, audit.hands, audit.played, audit.names_of, strict=True)
    for position, (entry, verdict, played, names) in enumerate(entries, 1):
        score = played.score if played else None
        bidder, bid = _bid(names, entry, score)
        of_sides = itemgetter(*[names[side[0]] for side in sides])
        name = describe_hand(or_none(entry.outcome) or "played", verdict.number)
        yield RowResult(
            name=name[0].upper() + name[1:],
            bidder=bidder or "",
            bid=bid,
            made=score.made if score else None,
            points=of_sides(verdict.points) if verdict.points else None,
            totals=of_sides(verdict.totals) if verdict.totals else None,
            reasons=tuple(map(_cut, islice(explain_played(played, names), most))) if played else (),
            problems=tuple(by_hand.get(position, ())),
        )


def _cut(reason: Reason) -> Reason:
    long = len(reason.text) > LONGEST_REASON
    return Reason(f"{reason.text[: LONGEST_REASON - 1]}…", reason.ruling) if long else reason


def _bid(names: Names, entry: HandEntry, score: HandScore | None) -> tuple[str | None, int | None]:
    if score:
        return names[score.hand.bidder], score.hand.bid
    return or_none(entry.bidder), or_none(entry.bid)
