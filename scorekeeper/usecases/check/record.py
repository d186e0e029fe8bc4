"""A record held against the rules, as plain values for people: hand by hand, then the result."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from scorekeeper.record import Audit, Problem, audit_bytes
from scorekeeper.record.document import HandEntry, or_none
from scorekeeper.rules.explain_score import Reason, explain_end, explain_score, format_points, format_total
from scorekeeper.rules.hand import Side, competitors, side_name
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import HandScore
from scorekeeper.usecases.game_state import entry_name

MOST_PROBLEMS = 100
"""Shown of one record; of a broken one there may be many thousands, mostly the same."""
OF_FIGURES = ("wrong-score", "wrong-total")
NAME_THEIR_PLACE = (*OF_FIGURES, "wrong-winner", "hand-after-end")
"""Codes of problems whose sentences need no field before them."""
MOST_REASONS = 50
"""Told of one hand: each foul is one, and a file may hold any number."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a row claims of a competitor and what is right: points of the hand, or running `totals`.

    `carried` where a total is wrong only by what was wrong before.
    """

    side: str
    claimed: int
    right: int
    totals: bool
    carried: bool

    @property
    def is_wrong(self) -> bool:
        """Whether something went wrong in this very row."""
        return self.claimed != self.right and not self.carried

    @property
    def said(self) -> str:
        """What is right, what was claimed, and by how much that is wrong."""
        verb, write = ("stand at", format_total) if self.totals else ("scored", format_points)
        off = f"{abs(self.claimed - self.right):,} too {'many' if self.claimed > self.right else 'few'}"
        return f"{self.side} {verb} {write(self.right)}, not {write(self.claimed)}, {off}"


@dataclass(frozen=True, slots=True)
class RowResult:
    """One entry: `name` is "Hand 3" or what else it is; points and totals of each competitor, None where unknown.

    `made` is None where no bid was tested. `text` is the row as it was typed, `claims` what it claims,
    both empty where it comes from a record.
    """

    name: str
    bidder: str
    bid: int | None
    made: bool | None
    points: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    reasons: tuple[Reason, ...]
    problems: tuple[Reason, ...]
    text: str = ""
    claims: tuple[Claim, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether something is claimed and all of it is right."""
        right = all(claim.claimed == claim.right for claim in self.claims)
        return bool(self.claims) and right and not self.problems


@dataclass(frozen=True, slots=True)
class RecordResult:
    """A whole record. `sides` are the competitors by names; `totals` are None where nobody can know them."""

    title: str
    valid: bool
    sides: tuple[str, ...]
    rows: tuple[RowResult, ...]
    totals: tuple[tuple[str, int], ...] | None
    winners: str
    result: Reason
    problems: tuple[Reason, ...]
    more: int


def check_record(data: bytes) -> RecordResult:
    """What the rules say of the record in these bytes; never raises."""
    return shown(audit_bytes(data))


def shown(told: Audit, in_fields: bool = True) -> RecordResult:
    """A judged record as a page shows it; `in_fields` where its problems name the fields of a file.

    Without fields it is a sheet: wrong claims are told by their figures instead, and no row goes unmarked.
    """
    standing, scored = told.standing, told.final_standing
    problems = told.problems if in_fields else [each for each in told.problems if each.code not in OF_FIGURES]
    most = MOST_PROBLEMS if in_fields else len(problems)
    sides = competitors(standing.rules, standing.players) if standing else ()
    end = scored.end if scored else None
    return RecordResult(
        title=_title(told),
        valid=not told.problems,
        sides=tuple(map(side_name, sides)),
        rows=tuple(_rows(told, sides, problems[:most], _with_field if in_fields else _without_field))
        if standing
        else (),
        totals=tuple((side_name(side), scored.total(side)) for side in sides) if scored else None,
        winners=" and ".join(map(side_name, end.winners)) if end else "",
        result=explain_end(scored) if scored else _unknown(told, "entry" if in_fields else "row"),
        problems=tuple(_with_field(problem) for problem in problems[:most] if problem.hand is None),
        more=len(problems[most:]),
    )


def _unknown(told: Audit, what: str) -> Reason:
    """From where on the totals cannot be known."""
    lost = next((place for place, hand in enumerate(told.hands, 1) if hand.totals is None), 0) if told.standing else 0
    since = f"From {what} {lost} on nobody" if lost > 1 else "Nobody"
    return Reason(f"{since} can know the totals before that is put right.")


def _title(told: Audit) -> str:
    rules, document = told.record.rules.given, told.record.document
    own = or_none(document.rules_name) if document else None
    key = rules.get("base") if isinstance(rules, dict) else rules
    title = PRESETS[key].title if isinstance(key, str) and key in PRESETS else "No rules that are known"
    return f"{own} ({title})" if own else f"{title}, with house rules" if isinstance(rules, dict) else title


def _with_field(problem: Problem) -> Reason:
    text = problem.message if problem.code in NAME_THEIR_PLACE else problem.describe(number_hand=False)
    return Reason(text, problem.ruling)


def _without_field(problem: Problem) -> Reason:
    return Reason(problem.message, problem.ruling)


def _rows(
    told: Audit, sides: tuple[Side, ...], problems: Iterable[Problem], say: Callable[[Problem], Reason]
) -> Iterator[RowResult]:
    by_hand: dict[int | None, list[Reason]] = {}
    for problem in problems:
        by_hand.setdefault(problem.hand, []).append(say(problem))
    assert told.standing is not None
    rules = told.standing.rules
    for place, (entry, hand, score) in enumerate(zip(told.record.hands, told.hands, told.scores, strict=True), 1):
        bidder, bid = _bid(entry, score)
        name = entry_name(or_none(entry.outcome) or "played", hand.number)
        yield RowResult(
            name=name[0].upper() + name[1:],
            bidder=bidder or "",
            bid=bid,
            made=score.made if score else None,
            points=tuple(hand.points[side[0]] for side in sides) if hand.points else None,
            totals=tuple(hand.totals[side[0]] for side in sides) if hand.totals else None,
            reasons=tuple(islice(explain_score(rules, score), MOST_REASONS)) if score else (),
            problems=tuple(by_hand.get(place, ())),
        )


def _bid(entry: HandEntry, score: HandScore | None) -> tuple[str | None, int | None]:
    return (score.hand.bidder, score.hand.bid) if score else (or_none(entry.bidder), or_none(entry.bid))
