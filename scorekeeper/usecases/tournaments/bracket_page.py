"""The bracket of a tournament as a page shows it (T8)."""

from dataclasses import dataclass
from itertools import groupby

from scorekeeper.rules.tournament import Bracket, Match, Open, Slot
from scorekeeper.rules.words import join_words
from scorekeeper.usecases.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match: its number, its two sides in words, their points if it was played, and where it is played.

    `winner` is the side that won, 0 or 1, None before.
    """

    number: int
    sides: tuple[str, str]
    points: tuple[int, int] | None
    winner: int | None
    table: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A column of the bracket. It `is_past` once all is decided there, and `is_later` while no pair is known."""

    title: str
    part: str
    matches: tuple[MatchView, ...]
    is_past: bool
    is_later: bool


@dataclass(frozen=True, slots=True)
class BracketView:
    """All columns of a bracket; `out` are those who lost twice or left, `final` says what the final needs."""

    stages: tuple[Stage, ...]
    out: str
    final: str


def bracket_view(state: TournamentState) -> BracketView | None:
    """Return the bracket of a tournament, None in other formats and before the first draw."""
    if not state.in_bracket or not state.facts.rounds:
        return None
    bracket = Bracket(state.drawn)
    parts = groupby(sorted(bracket.matches, key=_column), key=lambda match: (match.part, match.stage))
    out = [state.names[pair] for pair, lost in bracket.losses.items() if len(lost) > 1 or pair in state.drawn.away]
    stages = tuple(_stage(state, part, number, tuple(matches)) for (part, number), matches in parts)
    return BracketView(stages, join_words(out), _final(state, bracket))


def _column(match: Match) -> tuple[int, int]:
    return ("winners", "losers", "final").index(match.part), match.stage


def _stage(state: TournamentState, part: str, number: int, matches: tuple[Match, ...]) -> Stage:
    title = f"{part.capitalize()}, round {number}"
    if part == "final":
        title = "Final" if number == 1 else "Final, once more"
    return Stage(
        title,
        part,
        tuple(_match(state, match) for match in matches),
        all(match.winner is not None for match in matches),
        all(isinstance(slot, Open) for match in matches for slot in match.pairs),
    )


def _match(state: TournamentState, match: Match) -> MatchView:
    one, other = match.pairs
    points = None
    if match.table:
        number, place = match.table
        table = state.drawn.rounds[number - 1].tables[place - 1]
        if table.result and table.sides[0] == (one,):
            points = table.result.points
        elif table.result:
            points = table.result.points[1], table.result.points[0]
    is_now = match.winner is None and match.table is not None and match.table[0] == len(state.facts.rounds)
    return MatchView(
        number=match.number,
        sides=(_in_words(state, one), _in_words(state, other)),
        points=points,
        winner=None if match.winner is None else match.pairs.index(match.winner),
        table=match.table[1] if is_now and match.table else 0,
    )


def _in_words(state: TournamentState, slot: Slot) -> str:
    if isinstance(slot, Open):
        return f"{'winner' if slot.wins else 'loser'} of match {slot.match}"
    return state.names[slot] if isinstance(slot, int) else "bye"


def _final(state: TournamentState, bracket: Bracket) -> str:
    """Say what each side of the final needs."""
    if bracket.champion is not None:
        return f"{state.names[bracket.champion]} won the final."
    *_, last = (match for match in bracket.matches if match.part == "final")
    if last.stage == 2:
        return "Both finalists have lost once: this match decides."
    unbeaten, other = (_in_words(state, slot) for slot in last.pairs)
    return f"In the final {unbeaten}, not beaten before, needs one win; {other} needs two."
