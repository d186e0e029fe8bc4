"""A game in full: its result so far, every hand in words, its turning points and notes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.errors import BadFormat
from scorekeeper.rules.explain_score import Reason, describe_status, explain_end, explain_played
from scorekeeper.rules.game import GameStatus, PlayedHand
from scorekeeper.rules.hand import side_with
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names, count_of, format_total, join_words
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import is_unnamed, isolate_names
from scorekeeper.usecases.players.rivalries import tell_rivalry
from scorekeeper.usecases.stored_rules import goal_text, preset_of, rules_title

from .agreeing import tell
from .announcements import describe_corrections
from .change import Fields
from .story import chances_after_hands, story

LONGEST_NOTES = 2_000


@dataclass(frozen=True, slots=True)
class HandText:
    """A hand in words: its heading, its facts, the reasons for its score; and each competitor's total after it.

    `reneged` is who reneged, "" for no one; `penalties` is how many there were.
    """

    heading: str
    seen: str
    made: bool | None
    gave_up: bool
    reneged: str
    penalties: int
    reasons: tuple[Reason, ...]
    note: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in full. `totals` are names, total and whether it won; `running` is each competitor's totals from the
    start.

    `chances` are each competitor's chances to win, in percent, at the same moments as `running`.
    `players` are ids and names clockwise, the id None for one without a name, `duration` is in words.
    """

    uid: UUID
    in_short: str
    version: int
    status: GameStatus
    status_text: str
    reason: Reason
    rules: str
    document: str
    goal: str
    target: int | None
    teams: tuple[str, ...]
    started: datetime
    ended: datetime | None
    duration: str
    totals: tuple[tuple[str, int, bool], ...]
    players: tuple[tuple[int | None, str], ...]
    running: tuple[tuple[str, tuple[int, ...]], ...]
    chances: tuple[tuple[str, list[int]], ...]
    story: str
    rivalry: str
    turning_points: tuple[str, ...]
    agreed: tuple[str, ...]
    hands: tuple[HandText, ...]
    notes: str
    of_tournament: bool

    @property
    def winning_place(self) -> int:
        """The place of the winning side in `totals`, from 1; 0 for no winner, or several (R7)."""
        places = [place for place, (_, _, won) in enumerate(self.totals, 1) if won]
        return places[0] if len(places) == 1 else 0

    @property
    def text(self) -> str:
        """The game as plain text, to send to others, without the day, which the page adds."""
        lines = [self.status_text, self.reason.text if self.status == GameStatus.OVER else ""]
        lines += ["", *(f"{names}: {format_total(total)}" for names, total, _ in self.totals), ""]
        for hand in self.hands:
            why = " ".join(reason.text for reason in hand.reasons)
            lines.append(f"{hand.heading}: {why or hand.seen}")
        return self.isolate("\n".join(lines))

    def isolate(self, text: str) -> str:
        """Return a text about this game with right-to-left names isolated."""
        return isolate_names(text, (name for _, name in self.players))


def summary(club_id: int, game_uid: UUID) -> Summary:
    """Return a club's game in full; raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    game, standing = state.game, state.standing
    sides = state.competitors
    told, chances = story(state.facts), chances_after_hands(state)
    changes = games.standing_changes(db.session(), game.id)
    corrected = dict(describe_corrections(state, changes.corrections))
    return Summary(
        uid=game.uid,
        in_short=state.in_short,
        version=game.version,
        status=state.status,
        status_text=describe_status(state.status, standing.end, state.names),
        reason=explain_end(standing, state.names),
        rules=rules_title(game.rules, game.house_rules_name),
        document="house rules" if game.house_rules_name else preset_of(game.rules).document,
        goal=goal_text(state.rules),
        target=state.rules.target,
        teams=tuple(game.teams or ()),
        started=game.started_at,
        ended=game.end,
        duration=_describe_duration(game.end - game.started_at, standing.hands_scored) if game.end else "",
        totals=tuple(
            (name, standing.total(side), standing.end is not None and side in standing.end.winners)
            for name, side in zip(told.names, sides, strict=True)
        ),
        players=tuple(
            (None if is_unnamed(seat.player.name) else seat.player_id, state.names[seat.number]) for seat in game.seats
        ),
        running=told.lines,
        chances=tuple(
            (name, [round(100 * one) for one in each]) for name, *each in zip(told.names, *chances, strict=True)
        )
        if chances
        else (),
        story=told.headline if standing.end else "",
        rivalry=tell_rivalry(state),
        turning_points=told.turning_points(chances),
        agreed=tell(state, changes.said).sentences,
        hands=tuple(_hand_text(state, played, corrected.get(place, "")) for place, played in enumerate(state.hands, 1)),
        notes=game.notes or "",
        of_tournament=game.round_number is not None,
    )


def write_notes(text: str) -> Fields:
    """Replace the notes of a game. Raises ValidationFailed (`notes`)."""
    notes = "".join(sign for sign in text.replace("\r\n", "\n") if sign >= " " or sign in "\n\t").strip()
    if len(notes) > LONGEST_NOTES:
        raise ValidationFailed(
            [BadFormat("notes", f"Notes can be up to {LONGEST_NOTES:,} characters; these have {len(notes):,}.")]
        )
    return {"notes": notes or None}


def _totals(state: GameState, played: PlayedHand) -> tuple[int, ...]:
    return tuple(played.standing.total(side) for side in state.competitors)


def _hand_text(state: GameState, played: PlayedHand, corrected: str) -> HandText:
    hand, score, number = played.hand, played.score, played.deal.number
    kinds = {"misdeal": f"Misdeal before hand {number}", "passed-out": f"Everyone passed before hand {number}"}
    return HandText(
        heading=kinds.get(hand.outcome, f"Hand {number}"),
        seen=". ".join([*_seen(state.rules, played, state.names), *filter(None, [corrected.capitalize()])]) + ".",
        made=score.made if score else None,
        gave_up=hand.outcome == "conceded",
        reneged="" if hand.reneged_by is None else state.names[hand.reneged_by],
        penalties=len(hand.fouls),
        reasons=tuple(explain_played(played, state.names)),
        note=hand.note or "",
        totals=_totals(state, played) if played.has_points else (),
    )


def _seen(rules: RuleSet, played: PlayedHand, names: Names) -> Iterator[str]:
    """Yield the facts of a hand that its reasons do not mention."""
    hand, score = played.hand, played.score
    yield f"{names[played.deal.dealer]} dealt"
    if hand.auction:
        calls = (f"{names[player]} {'passed' if call == PASS else call}" for player, call in hand.auction)
        yield f"Bidding: {', '.join(calls)}"
    in_reasons = score is not None and score.made is not None and score.bidding_side == (hand.bidder,)
    if hand.scored and not in_reasons:
        partners = f" with {join_words([names[player] for player in hand.partners])}" if hand.partners else ""
        yield f"{names[hand.bidder]} bid {hand.bid}{partners}"
    if hand.trump:
        yield f"{hand.trump.capitalize()} was trump"
    if score and hand.last_trick_by is not None:
        won = " and the nest" if rules.nest_size and rules.nest_to == "last_trick" else ""
        taker = side_with(tuple(part.players for part in score.sides), hand.last_trick_by)
        yield f"{names.side(taker)} took the last trick{won}"
    if hand.nest_points is not None:
        yield f"The nest held {hand.nest_points}"
    if hand.rook is not None:
        yield f"{names[hand.rook]} had the Rook"
    if played.after_end:
        yield "Played after the game ended, so it doesn't count"


def _describe_duration(duration: timedelta, hands: int) -> str:
    """Return how long these hands took, in words: "50 minutes (5 minutes a hand)", "2 hours 5 minutes", "3 days"."""
    if duration < timedelta(minutes=1):
        return "under a minute"
    hours, minutes = divmod(int(duration.total_seconds()) // 60, 60)
    if hours >= 24:
        return count_of(hours // 24, "day")
    parts = [count_of(hours, "hour")] if hours else []
    pace = round((60 * hours + minutes) / hands) if hands > 1 else 0
    each = f" ({count_of(pace, 'minute')} a hand)" if pace else ""
    return " ".join([*parts, count_of(minutes, "minute")] if minutes or not hours else parts) + each
