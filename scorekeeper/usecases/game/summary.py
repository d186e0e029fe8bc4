"""A game in full: its score sheet with the result so far, its turning points and notes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from scorekeeper.rules.errors import BadFormat
from scorekeeper.rules.explain_score import Reason, describe_status, explain_end
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.rounding import rounded
from scorekeeper.rules.words import count_of, format_total
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_rules import goal_text, preset_of, rules_title
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import is_unnamed, isolate_names
from scorekeeper.usecases.players.rivalries import tell_rivalry

from .agreeing import tell
from .announcements import describe_corrections
from .change import Fields
from .score_sheet import ScoreSheet, line_as_text, score_sheet
from .story import chances_after_hands, story

LONGEST_NOTES = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOnPaper:
    """A game as its score sheet: the result so far with its reason, and every hand.

    `totals` are names, total and whether it won. `players` are ids and names clockwise, the id None for one without a
    name; `duration` is in words. `corrected` and `marks` say by the place of a hand what it was before, and who agreed
    to it; `agreed` are sentences about the whole game.
    """

    uid: UUID
    in_short: str
    version: int
    status: GameStatus
    status_text: str
    reason: Reason
    rules: str
    goal: str
    document: str
    teams: tuple[str, ...]
    started: datetime
    ended: datetime | None
    duration: str
    totals: tuple[tuple[str, int, bool], ...]
    players: tuple[tuple[int | None, str], ...]
    facts: bytes
    sheet: ScoreSheet
    corrected: tuple[tuple[int, str], ...]
    marks: tuple[tuple[int, str], ...]
    agreed: tuple[str, ...]

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
        if self.sheet.starting_totals:
            lines.append(f"From paper {' : '.join(map(format_total, self.sheet.starting_totals))}")
        lines += map(line_as_text, self.sheet.rows)
        return self.isolate("\n".join(lines))

    def isolate(self, text: str) -> str:
        """Return a text about this game with right-to-left names isolated."""
        return isolate_names(text, (name for _, name in self.players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary(GameOnPaper):
    """A game in full. `running` is each competitor's totals from the start, `chances` are its chances to win, in
    percent, at the same moments."""

    target: int | None
    running: tuple[tuple[str, tuple[int, ...]], ...]
    chances: tuple[tuple[str, list[int]], ...]
    story: str
    rivalry: str
    turning_points: tuple[str, ...]
    notes: str
    of_tournament: bool


def game_on_paper(state: GameState) -> GameOnPaper:
    """Return a game as its score sheet."""
    return GameOnPaper(**_on_paper(state))


def _on_paper(state: GameState) -> dict[str, Any]:
    """Return the fields of a game's GameOnPaper."""
    game, standing = state.game, state.standing
    winners = standing.end.winners if standing.end else ()
    changes = games.standing_changes(db.session(), game.id)
    agreed = tell(state, changes.said)
    return {
        "uid": game.uid,
        "in_short": state.in_short,
        "version": game.version,
        "status": state.status,
        "status_text": describe_status(state.status, standing.end, state.names),
        "reason": explain_end(standing, state.names),
        "rules": rules_title(game.rules, game.house_rules_name),
        "goal": goal_text(state.rules),
        "document": "house rules" if game.house_rules_name else preset_of(game.rules).document,
        "teams": tuple(game.teams or ()),
        "started": game.started_at,
        "ended": game.end,
        "duration": _describe_duration(game.end - game.started_at, standing.hands_scored) if game.end else "",
        "totals": tuple((state.names.side(side), standing.total(side), side in winners) for side in state.competitors),
        "players": tuple(
            (None if is_unnamed(seat.player.name) else seat.player_id, state.names[seat.number]) for seat in game.seats
        ),
        "facts": state.facts,
        "sheet": score_sheet(state.facts),
        "corrected": describe_corrections(state, changes.corrections),
        "marks": agreed.marks,
        "agreed": agreed.sentences,
    }


def summary(club_id: int, game_uid: UUID) -> Summary:
    """Return a club's game in full; raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    told, chances = story(state.facts), chances_after_hands(state)
    in_percent = ([int(rounded(100 * one)) for one in each] for each in zip(*chances, strict=True))
    return Summary(
        **_on_paper(state),
        target=state.rules.target,
        running=told.lines,
        chances=tuple(zip(told.names, in_percent, strict=True)) if chances else (),
        story=told.headline if state.standing.end else "",
        rivalry=tell_rivalry(state),
        turning_points=told.turning_points(chances),
        notes=state.game.notes or "",
        of_tournament=state.game.round_number is not None,
    )


def write_notes(text: str) -> Fields:
    """Replace the notes of a game. Raises ValidationFailed (`notes`)."""
    notes = "".join(sign for sign in text.replace("\r\n", "\n") if sign >= " " or sign in "\n\t").strip()
    if len(notes) > LONGEST_NOTES:
        raise ValidationFailed(
            [BadFormat("notes", f"Notes can be up to {LONGEST_NOTES:,} characters; these have {len(notes):,}.")]
        )
    return {"notes": notes or None}


def _describe_duration(duration: timedelta, hands: int) -> str:
    """Return how long these hands took, in words: "50 minutes (5 minutes a hand)", "2 hours 5 minutes", "3 days"."""
    if duration < timedelta(minutes=1):
        return "under a minute"
    hours, minutes = divmod(int(duration.total_seconds()) // 60, 60)
    if hours >= 24:
        return count_of(hours // 24, "day")
    parts = [count_of(hours, "hour")] if hours else []
    pace = int(rounded((60 * hours + minutes) / hands)) if hands > 1 else 0
    each = f" ({count_of(pace, 'minute')} a hand)" if pace else ""
    return " ".join([*parts, count_of(minutes, "minute")] if minutes or not hours else parts) + each
