"""A game in full: how it stands or ended, every hand in words, what turned it, and what the table noted."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.errors import BadFormat
from scorekeeper.rules.explain_score import Reason, describe_status, explain_end, explain_score
from scorekeeper.rules.game import PlayedHand as Booked
from scorekeeper.rules.hand import side_name
from scorekeeper.rules.words import count_of, format_total
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.game_rules import goal_text, preset_of, rules_title
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import isolate_names

from .changes import make_change
from .fields import Fields
from .turning_points import Step, turning_points

LONGEST_NOTES = 2_000


@dataclass(frozen=True, slots=True)
class HandText:
    """A hand in words: its heading, what was seen, why it scored so; and each competitor's total after it."""

    heading: str
    seen: str
    made: bool | None
    reasons: tuple[Reason, ...]
    note: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in full. `totals` are names, total and whether it won; `running` each competitor's totals from 0 on.

    `people` are the ids and names of the players clockwise.
    """

    uid: UUID
    version: int
    status: str
    state: str
    reason: Reason
    rules: str
    document: str
    played_to: str
    target: int | None
    teams: tuple[str, ...]
    started: datetime
    ended: datetime | None
    lasted: str
    totals: tuple[tuple[str, int, bool], ...]
    people: tuple[tuple[int, str], ...]
    running: tuple[tuple[str, tuple[int, ...]], ...]
    turning_points: tuple[str, ...]
    hands: tuple[HandText, ...]
    notes: str

    @property
    def text(self) -> str:
        """The game as plain text, to be sent to others; the day is left to the page, which knows its words."""
        lines = [self.state, self.reason.text if self.status == "over" else ""]
        lines += ["", *(f"{names}: {format_total(total)}" for names, total, _ in self.totals), ""]
        for hand in self.hands:
            why = " ".join(reason.text for reason in hand.reasons)
            lines.append(f"{hand.heading}: {why or hand.seen}")
        return self.told("\n".join(lines))

    def told(self, text: str) -> str:
        """What is said of this game, with names that run from right to left set apart."""
        return isolate_names(text, (name for _, name in self.people))


def summary(club_id: int, game_uid: UUID) -> Summary:
    """A club's game in full; raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    game, standing = state.game, state.standing
    sides = state.competitors
    names = [side_name(side) for side in sides]
    winners = [side_name(side) for side in standing.end.winners] if standing.end else []
    scored = [(number, entry) for number, entry in zip(state.hand_numbers, state.hands, strict=True) if entry.score]
    running = [(0,) * len(sides), *(_totals(state, entry) for _, entry in scored)]
    return Summary(
        uid=game.uid,
        version=game.version,
        status=state.status,
        state=describe_status(state.status, standing.end),
        reason=explain_end(standing),
        rules=rules_title(game.rules, game.house_rules_name),
        document=preset_of(game.rules).document,
        played_to=goal_text(state.rules),
        target=state.rules.target,
        teams=tuple(game.teams or ()),
        started=game.started_at,
        ended=game.end,
        lasted=in_words(game.end - game.started_at) if game.end else "",
        totals=tuple((name, standing.total(side), name in winners) for name, side in zip(names, sides, strict=True)),
        people=tuple((seat.player_id, seat.player.name) for seat in game.players),
        running=tuple(zip(names, zip(*running, strict=True), strict=True)),
        turning_points=tuple(turning_points(names, [_step(state, *one) for one in scored], winners)),
        hands=tuple(_told(state, number, entry) for number, entry in zip(state.hand_numbers, state.hands, strict=True)),
        notes=game.notes or "",
    )


def write_notes(club_id: int, game_uid: UUID, token: FormToken, text: str) -> None:
    """Notes something on a game in place of what was noted before.

    Raises ValidationFailed (`notes`), NotFound, Conflict.
    """
    kept = "".join(sign for sign in text.replace("\r\n", "\n") if sign >= " " or sign in "\n\t").strip()

    def edit(_table: GameState) -> Fields:
        if len(kept) > LONGEST_NOTES:
            raise ValidationFailed(
                [BadFormat("notes", f"Notes have at most {LONGEST_NOTES:,} letters; these have {len(kept):,}.")]
            )
        return {"notes": kept or None}

    make_change(club_id, game_uid, token, "notes", edit)


def _totals(state: GameState, entry: Booked) -> tuple[int, ...]:
    return tuple(entry.standing.total(side) for side in state.competitors)


def _step(state: GameState, number: int, entry: Booked) -> Step:
    assert entry.score is not None
    points = tuple(entry.score.points[side[0]] for side in state.competitors)
    was_set = (entry.hand.bidder or "") if entry.score.made is False else ""
    return Step(number, was_set, points, _totals(state, entry), entry.hand.reneged_by or "")


def _told(state: GameState, number: int, entry: Booked) -> HandText:
    hand, score = entry.hand, entry.score
    kinds = {"misdeal": f"Misdeal before hand {number}", "passed-out": f"All passed before hand {number}"}
    return HandText(
        heading=kinds.get(hand.outcome, f"Hand {number}"),
        seen=". ".join(_seen(entry)) + ".",
        made=score.made if score else None,
        reasons=tuple(explain_score(state.rules, score)) if score else (),
        note=hand.note or "",
        totals=_totals(state, entry) if score else (),
    )


def _seen(entry: Booked) -> Iterator[str]:
    """What was seen of a hand, apart from what its reasons say."""
    hand, score = entry.hand, entry.score
    yield f"{entry.deal.dealer} dealt"
    if hand.auction:
        yield "Calls: " + ", ".join(f"{player} {'passed' if call == PASS else call}" for player, call in hand.auction)
    said_below = score is not None and score.made is not None and score.bidding_side == (hand.bidder,)
    if hand.scored and not said_below:
        partners = f" with {' and '.join(hand.partners)}" if hand.partners else ""
        yield f"{hand.bidder} bid {hand.bid}{partners}"
    if hand.trump:
        yield f"{hand.trump.capitalize()} was trump"
    if hand.nest_points is not None:
        yield f"The nest held {hand.nest_points}"
    if entry.after_end:
        yield "Played after the end, so it counts for nothing"


def in_words(duration: timedelta) -> str:
    """How long it was: "50 minutes", "2 hours 5 minutes", "3 days"."""
    hours, minutes = divmod(max(int(duration.total_seconds()) // 60, 0), 60)
    if hours >= 24:
        return count_of(hours // 24, "day")
    parts = [count_of(hours, "hour")] if hours else []
    return " ".join([*parts, count_of(minutes, "minute")] if minutes or not hours else parts)
